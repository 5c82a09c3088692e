import Foundation
import Libuv
import Net
import TestKit
import Testing

@testable import BoardServer

@Suite("The page in the program")
struct WebPageTests {
  private static let folder = Repository.root.appending(path: "Sources/Server/WebPage/page")

  @Test("has exactly the files of its folder, byte by byte")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0 != "package.json" && !$0.hasPrefix(".") }
    let page = PageFiles.shared
    expectEqual(page.names, names.sorted())
    for name in names {
      let data = try Data(contentsOf: Self.folder.appending(path: name))
      expectEqual(page[name]?.bytes.withUnsafeBytes { Data($0) }, data, "\(name)")
    }
  }

  @Test("loads each of its modules at once, and nothing from elsewhere")
  func index() throws {
    let index = try String(contentsOf: Self.folder.appending(path: "index.html"), encoding: .utf8)
    let preloaded = index.matches(of: /<link rel="modulepreload" href="\/page\/([^"]+)">/)
    let page = PageFiles.shared
    expectEqual(preloaded.map { String($0.1) }.sorted(), page.names.filter { $0.hasSuffix(".js") })
    for link in index.matches(of: /(?:src|href)="([^"]+)"/).map({ String($0.1) }) {
      let isOwn = page[String(link.dropFirst("/page/".count))] != nil && link.hasPrefix("/page/")
      #expect(isOwn || link == "data:,", "\(link)")
    }
  }
}
