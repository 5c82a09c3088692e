import Foundation
import Testing

@Suite("The rules of this project")
struct HouseTests {
  @Test("allow the modules of the README's table and no others")
  func rooms() {
    #expect(Set(House.rooms) == Set(House.drawing.keys))
  }

  @Test("require each folder of Sources and Tests to be a target, and few targets")
  func targets() {
    #expect(Set(House.rooms + House.testFolders) == House.targets)
    #expect(House.targets.count <= 51)
  }

  @Test("allow exactly the imports of the README's table", arguments: House.drawing.keys.sorted())
  func imports(_ room: String) {
    var unused = House.drawing[room] ?? []
    for file in House.sources where file.room == room {
      for (module, line) in file.imports {
        let isDrawn = House.drawing[room]?.contains(module) == true
        #expect(isDrawn, "\(file.path):\(line) imports \(module)")
        unused.remove(module)
      }
    }
    #expect(unused == [], "\(room) does not import what its row shows")
  }

  @Test("allow test targets to share code only by kits")
  func kits() {
    for file in House.sources + House.tests {
      for (module, line) in file.imports where module.hasSuffix("Tests") {
        Issue.record("\(file.path):\(line) imports \(module)")
      }
    }
  }

  @Test("require the files that the README names to exist")
  func map() throws {
    let readme = try String(
      contentsOf: House.root.appending(path: "README.md"), encoding: .utf8)
    let lines = readme.components(separatedBy: "\n").drop { $0 != "## Architecture" }
    let paths = House.sources.map { "/\($0.path)" }
    var count = 0
    for line in lines.prefix(while: { $0 != "## Glossary" }) {
      for match in line.matches(of: /`([^` …]+\.swift)`/) {
        let file = String(match.1)
        let isThere = paths.contains { $0.hasSuffix("/\(file)") }
        #expect(isThere, "the README sends a reader to \(file)")
        count += 1
      }
    }
    #expect(count > 80)
  }

  @Test("require each type that the README's glossary names to be declared")
  func glossary() {
    #expect(House.glossary.count >= 30)
    for (term, types) in House.glossary {
      #expect(!types.isEmpty, "the glossary names no type for \"\(term)\"")
      for type in types {
        let isDeclared = House.types.contains(type)
        #expect(isDeclared, "the glossary names \(type) for \"\(term)\", which is not declared")
      }
    }
  }

  @Test("recognize every form of an import")
  func importForms() {
    let forms = [
      "import A": "A", "  import A.B": "A", "import struct A.B": "A", "@testable import A": "A",
      "public import A": "A", "@_exported public import func A.b": "A", "import A // B": "A",
      "internal import class A.B": "A", "import A;": "A",
    ]
    for (line, module) in forms { #expect(importedModule(in: line) == module, "\(line)") }
    for line in ["// import A", "importantThing()", "let import2 = 1", "", "struct A {"] {
      #expect(importedModule(in: line) == nil, "\(line)")
    }
  }

  @Test("forbid Foundation, system libraries and clocks in the pure modules")
  func purity() {
    let words = ["Foundation", "Glibc", "Darwin", "Dispatch", "ContinuousClock", "SystemClock"]
    for file in House.sources where House.pure.contains(file.room) {
      for (index, line) in file.lines.enumerated() {
        let code = line.components(separatedBy: "//")[0]
        for word in words where code.contains(word) {
          Issue.record("\(file.path):\(index + 1) speaks of \(word)")
        }
      }
    }
  }

  @Test("limit files to 400 lines")
  func length() {
    #expect(House.sources.count > 50)
    for file in House.sources + House.tests {
      #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
    }
  }

  @Test("forbid marks for unfinished work")
  func marks() {
    let marks = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
    for file in House.sources + House.tests {
      for (index, line) in file.lines.enumerated() {
        for mark in marks where line.contains(mark) {
          Issue.record("\(file.path):\(index + 1) says \(mark)")
        }
      }
    }
  }
}

@Suite("The published protocol")
struct ProtocolFilesTests {
  private static let folder = House.root.appending(path: "protocol")

  @Test(
    "has no dead links",
    arguments: ["README.md", "transcripts/README.md", "specification.md"])
  func links(_ file: String) throws {
    let url = Self.folder.appending(path: file)
    let text = try String(contentsOf: url, encoding: .utf8)
    for link in text.matches(of: /\]\(([^)#]+)[^)]*\)/).map({ String($0.1) })
    where !link.contains("://") {
      let target = url.deletingLastPathComponent().appending(path: link)
      let exists = FileManager.default.fileExists(atPath: target.path)
      #expect(exists, "\(file) links to \(link)")
    }
  }

  @Test("numbers its rules in their order, each once")
  func rules() throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "specification.md"), encoding: .utf8)
    let rules = text.matches(of: #/(?m)^(\d+)\.(\d+)\. /#).map { (Int($0.1)!, Int($0.2)!) }
    #expect(rules.count > 100)
    for (rule, next) in zip(rules, rules.dropFirst()) {
      let follows = next == (rule.0, rule.1 + 1) || next.1 == 1 && next.0 > rule.0
      #expect(follows, "\(next.0).\(next.1) follows \(rule.0).\(rule.1)")
    }
  }

  @Test("has each of its files in its README")
  func contents() throws {
    let readme = try String(
      contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.resolvingSymlinksInPath().path)
    for name in names where !name.hasPrefix(".") && name != "README.md" {
      #expect(readme.contains("](\(name)"), "\(name) is not in the README")
    }
  }

  @Test("has a list of all transcripts")
  func transcripts() throws {
    let folder = Self.folder.appending(path: "transcripts")
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names where name.hasSuffix(".txt") {
      #expect(readme.contains("`\(name)`"), "\(name) is not in the README")
    }
  }

  @Test("shows a client of at most 40 lines")
  func client() throws {
    let readme = try String(
      contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    let parts = readme.components(separatedBy: "```")
    let longest = parts.indices.filter { $0 % 2 == 1 }.map { index in
      parts[index].split(separator: "\n").dropFirst().count
    }.max()
    #expect((1...40).contains(longest ?? 0))
  }
}
