import Foundation
import Libuv
import Net
import TestKit
import Testing

@testable import BoardServer

@Suite("The page in the program")
struct WebPageTests {
  private let page = PageFiles.shared
  private static let folder = Repository.root.appending(path: "Sources/Server/WebPage/page")

  @Test("has exactly the files of its folder, byte by byte")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0 != "package.json" && !$0.hasPrefix(".") }
    expectEqual(page.names, (names + [PageFiles.script]).sorted())
    for name in names {
      let data = try Data(contentsOf: Self.folder.appending(path: name))
      expectEqual(page[name]?.bytes.withUnsafeBytes { Data($0) }, data, "\(name)")
      expectEqual(data.last, UInt8(ascii: "\n"), "\(name)")
    }
  }

  @Test("loads one script, which has all of its modules, and nothing from elsewhere")
  func index() throws {
    let index = try String(contentsOf: Self.folder.appending(path: "index.html"), encoding: .utf8)
    expectEqual(
      index.matches(of: /<script type="module" src="([^"]+)">/).map { String($0.1) },
      ["/page/page.js"])
    for link in index.matches(of: /(?:src|href)="([^"]+)"/).map({ String($0.1) }) {
      let isOwn = page[String(link.dropFirst("/page/".count))] != nil && link.hasPrefix("/page/")
      #expect(isOwn || link == "data:,", "\(link)")
    }
  }

  @Test("has each module once in its script, behind those whose exports it imports")
  func script() throws {
    let script = try #require(page[PageFiles.script]).bytes.withUnsafeBytes {
      String(decoding: $0, as: UTF8.self)
    }
    let names = script.matches(of: /(?m)^const (\w+)_js = \(\(\) => {$/).map { "\($0.1).js" }
    expectEqual(
      names.sorted(),
      page.names.filter { $0.hasSuffix(".js") && $0 != PageFiles.script })
    var exports: [String: [Substring]] = [:]
    for part in script.split(separator: "\n})();\n") {
      for match in part.matches(of: /(?m)^const {(.*)} = (\w+_js);$/) {
        for name in match.1.split(separator: ",") {
          let imported = name.split(separator: " ")[0].prefix { $0 != ":" }
          #expect(exports[String(match.2)]?.contains(imported) == true, "\(imported)")
        }
      }
      let name = part.dropFirst("const ".count).prefix { $0 != " " }
      let returned = try #require(part.split(separator: "\n").last)
      exports[String(name)] = returned.split { !$0.isLetter && !$0.isNumber }
    }
    expectEqual(script.matches(of: /(?m)^(?:import|export)\b.*/).map { String($0.0) }, [])
  }
}
