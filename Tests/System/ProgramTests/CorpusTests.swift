import BoardHub
import BoardWire
import CheckedClients
import Foundation
import FuzzTargets
import Simulation
import TestKit
import Testing

@Suite("Foreign bytes, whatever they are,")
struct CorpusTests {
  private static let folder = Repository.root.appending(path: "Tests/Proofs/corpora")

  @Test(
    "do not break the laws of their reader: the files that once did", arguments: FuzzTarget.allCases
  )
  func corpus(_ target: FuzzTarget) throws {
    let folder = Self.folder.appending(path: target.rawValue)
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: folder.appending(path: name))
      #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try target.check(Array(bytes)) }
    }
  }

  @Test("do not break the laws of their reader: the seeds", arguments: FuzzTarget.allCases)
  func seeds(_ target: FuzzTarget) throws {
    let seeds = try target.seeds()
    #expect(!seeds.isEmpty)
    for seed in seeds {
      #expect(throws: Never.self, "\(String(decoding: seed, as: UTF8.self))") {
        try target.check(seed)
      }
    }
  }

  @Test("begin with a command of each form, also of a verb that is added to the tables")
  func commands() {
    let forms = CommandForms.all.adding(.init("juggle SECTION", changing: .board))
    let verbs = FuzzTarget.commands(of: forms).map { seed in
      String(decoding: seed.prefix { $0 != 0x20 && $0 != 0x0A }, as: UTF8.self)
    }
    let expected = Verb.allCases.filter {
      $0.family != .connection && !$0.beginsBlock && $0 != .open
    }
    expectEqual(Set(verbs), Set(expected.map(\.rawValue) + ["juggle"]))
  }

  @Test("that once broke a law are in the folder of a target")
  func folders() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let unknown = names.filter { FuzzTarget(rawValue: $0) == nil && $0 != "README.md" }
    expectEqual(unknown, [])
  }
}
