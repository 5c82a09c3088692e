import Foundation
import Testing

@Suite("The rules of this project")
struct HouseTests {
  @Test("allow nothing but the agreed names at the top of the repository")
  func top() {
    let agreed = ["Package.swift", "README.md", "Sources", "Tests", "protocol"]
    // The package manager and the server write these, and git ignores them.
    let written = ["Package.resolved", "dropline-data"]
    #expect(House.names(in: "").filter { !written.contains($0) }.sorted() == agreed)
    #expect(Set(House.names(in: "Sources")) == Set(House.floors + ["README.md"]))
    #expect(Set(House.names(in: "Tests")) == ["Unit", "System", "Proofs", "README.md"])
  }

  @Test("require each folder of a floor to be a target, and few targets")
  func targets() {
    let places = House.floors.map { "Sources/\($0)" } + ["Tests/Unit", "Tests/System"]
    let folders = places.flatMap { place in House.names(in: place).map { "\(place)/\($0)" } }
    // Node and Python run these.
    let others = ["Tests/Unit/PageTests", "Tests/System/BrowserTests"]
    let paths = Set(House.rooms.map(\.path).filter { !$0.hasPrefix("Tests/Proofs") })
    #expect(Set(folders).subtracting(others) == paths)
    #expect(House.rooms.filter(\.isProduct).count <= 34)
    #expect(House.rooms.count <= 64)
  }

  @Test(
    "let rooms depend only on those before them, from floor to floor, and no product on a proof")
  func floors() {
    var before: Set<String> = []
    let names = Set(House.rooms.map(\.name))
    for room in House.rooms {
      let later = room.dependencies.filter { names.contains($0) && !before.contains($0) }
      #expect(later == [], "\(room.name) depends on what stands above it")
      before.insert(room.name)
    }
    let floors = House.rooms.filter(\.isProduct).map { House.floors.firstIndex(of: $0.floor) ?? -1 }
    #expect(floors == floors.sorted(), "the manifest names the floors from the bottom up")
    #expect(House.rooms.filter { !$0.isProduct }.count + floors.count == House.rooms.count)
  }

  /// The modules that come with the compiler are free, and the app of an example, whose tests are in a package with it.
  private static let free: Set = [
    "Foundation", "FoundationNetworking", "Glibc", "Synchronization", "Testing", "Dispatch",
    "PackageDescription", "Tidy",
  ]

  @Test("let files import exactly what the manifest says", arguments: House.rooms.map(\.path))
  func imports(_ path: String) throws {
    let room = try #require(House.rooms.first { $0.path == path })
    let files = (House.sources + House.tests).filter { $0.path.hasPrefix("\(path)/") }
    guard !files.isEmpty else { return }
    var unused = Set(room.dependencies)
    for file in files {
      for (module, line) in file.imports where !Self.free.contains(module) {
        #expect(room.dependencies.contains(module), "\(file.path):\(line) imports \(module)")
        unused.remove(module)
      }
    }
    // These are programs that are built beside it.
    if !room.isProduct { unused.subtract(["dropline", "proofs", "JournalHelper"]) }
    #expect(unused == [], "\(room.name) does not import what the manifest says")
  }

  @Test(
    "require the drawings and the table of the rooms to be made from the manifest and the tables of states",
    arguments: ["Sources/README.md", "protocol/drag-session.md", "protocol/connection-states.md"])
  func drawings(_ page: String) throws {
    let text = House.text(of: page)
    let isFloors = page == "Sources/README.md"
    let (begin, end) =
      isFloors ? (FloorDrawing.begin, FloorDrawing.end) : (StateDrawing.begin, StateDrawing.end)
    let drawing = isFloors ? FloorDrawing.text : StateDrawing(of: text).text
    let start = try #require(text.range(of: begin)).lowerBound
    let stop = try #require(text.range(of: end)).upperBound
    guard ProcessInfo.processInfo.environment["DRAW"] == nil else {
      return try text.replacingCharacters(in: start..<stop, with: drawing)
        .write(to: House.root.appending(path: page), atomically: true, encoding: .utf8)
    }
    #expect(text[start..<stop] == drawing, "`DRAW=1 bash .ci/test --filter HouseTests` draws it")
  }

  @Test(
    "let apps depend on the package by its URL, so no target has unsafe flags but for our own tests"
  )
  func flags() throws {
    let manifest = House.text(of: "Package.swift")
    let own = try #require(manifest.range(of: "Context.environment"))
    #expect(!manifest[..<own.lowerBound].contains("unsafeFlags"))
  }

  @Test("let no statement of ours ask for the time of the database, whose clock may be wrong")
  func clocks() {
    let clock =
      /\b(now|(clock|statement|transaction)_timestamp|timeofday)\(\)|(CURRENT|LOCAL)_?TIME/
    for file in House.sources where file.room == "Sources/Stores/PostgresJournal" {
      // Tables of earlier formats had times.
      let isHistory = file.path.hasSuffix("/Schema+Upgrades.swift")
      for (number, line) in file.lines.enumerated() where !isHistory {
        #expect(line.firstMatch(of: clock) == nil, "\(file.path):\(number + 1)")
      }
    }
  }

  @Test("allow test targets to share code only by kits")
  func kits() {
    for file in House.sources + House.tests {
      for (module, line) in file.imports where module.hasSuffix("Tests") {
        Issue.record("\(file.path):\(line) imports \(module)")
      }
    }
  }

  @Test("require the files that the architecture names to exist")
  func map() throws {
    let lines = House.text(of: "Sources/README.md").components(separatedBy: "\n")
    let paths = (House.sources + House.tests).map { "/\($0.path)" } + ["/Package.swift"]
    var count = 0
    for line in lines.prefix(while: { $0 != "## Glossary" }) {
      var folder = "/"
      for match in line.matches(of: /(?:`| as )([^` …]+\.swift)(?:`|$)/) {
        let words = match.1.split(separator: "/")
        // In a row a name without a folder is beside the one in front of it.
        if words.count > 1 || !line.hasPrefix("|") {
          folder = "/" + words.dropLast().map { "\($0)/" }.joined()
        }
        let file = folder + words.last!
        let isThere = paths.contains { $0.hasSuffix(file) }
        #expect(isThere, "Sources/README.md sends a reader to \(file)")
        count += 1
      }
    }
    #expect(count > 80)
  }

  @Test("require each type that the glossary names to be declared")
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

  @Test("let no type, function, property or file have a word that the glossary gives up")
  func goneWords() {
    #expect(House.goneWords.count >= 10 && House.declaredNames.count > 5_000)
    for (name, path) in House.declaredNames {
      let word = House.goneWords.first { House.uses($0, name) }
      #expect(word == nil, "\(path) has \(name), see the glossary")
    }
  }

  @Test("know a word by its beginning")
  func words() {
    for name in ["note", "notes", "Notebook"] { #expect(!House.uses("note…", name)) }
    for name in ["noteEnd", "NoteEnd", "note2"] { #expect(House.uses("note…", name)) }
    #expect(House.uses("held", "held") && House.uses("held", "Held"))
    #expect(!House.uses("held", "heldBytes") && !House.uses("held", "isHeld"))
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

  @Test("let the ends of a link between nodes know nothing of journals and placement")
  func links() {
    let files = House.sources.filter { $0.path.hasPrefix("Sources/Cluster/Cluster/Link/") }
    #expect(files.count > 10)
    for file in files {
      #expect(file.imports.allSatisfy { $0.module == "BoardModel" }, "\(file.path)")
    }
  }

  @Test("forbid Foundation, system libraries and clocks in the pure modules")
  func purity() {
    let words = ["Foundation", "Glibc", "Darwin", "Dispatch", "ContinuousClock", "SystemClock"]
    let pure = Set(House.rooms.filter(\.isPure).map(\.path))
    for file in House.sources + House.tests where pure.contains(file.room) {
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

@Suite("What strangers read")
struct DocumentTests {
  private static let pages: [String] = {
    let folders = [
      "", ".github", "Sources", "Sources/Program/Articles", "Tests", "Tests/Proofs",
      "Tests/Proofs/Ownership",
      "Tests/Proofs/corpora", "protocol", "protocol/transcripts", "protocol/clients/js",
      "protocol/clients/python",
    ]
    return folders.flatMap { folder in
      House.names(in: folder).filter { $0.hasSuffix(".md") }.map {
        folder.isEmpty ? $0 : "\(folder)/\($0)"
      }
    }
  }()

  @Test("has a front page of at most 200 lines and 10 KiB")
  func frontPage() {
    let text = House.text(of: "README.md")
    #expect((50...201).contains(text.components(separatedBy: "\n").count))
    #expect(text.utf8.count <= 10_240)
  }

  @Test("has no dead links", arguments: pages)
  func links(_ page: String) throws {
    let url = House.root.appending(path: page)
    let text = House.text(of: page)
    #expect(!text.isEmpty)
    for link in text.matches(of: /\]\(([^)#\s]*)(?:#([^)]+))?\)/) where !link.1.contains("://") {
      let path = String(link.1)
      let target = path.isEmpty ? url : url.deletingLastPathComponent().appending(path: path)
      let exists = FileManager.default.fileExists(atPath: target.path)
      #expect(exists, "\(page) links to \(path)")
      guard let anchor = link.2, path.hasSuffix(".md") || path.isEmpty, exists else { continue }
      let headings = try String(contentsOf: target, encoding: .utf8).matches(of: /\n#+ (.+)/)
      #expect(headings.contains { Self.anchor(of: $0.1) == anchor }, "\(page) links to \(link.0)")
    }
  }

  /// The anchor that a heading gets.
  private static func anchor(of heading: Substring) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return kept.replacing(" ", with: "-")
  }
}

@Suite("The published protocol")
struct ProtocolFilesTests {
  private static let folder = House.root.appending(path: "protocol")

  @Test("numbers its rules, each once, and leaves none out")
  func rules() throws {
    let pages = ["core.md", "connection.md", "profiles.md", "deployment.md"]
    let rules = pages.flatMap { page in
      House.text(of: "protocol/\(page)").matches(of: #/(?m)^(\d+)\.(\d+)\. /#)
        .map { (Int($0.1)!, Int($0.2)!) }
    }.sorted { $0 < $1 }
    #expect(rules.count > 100)
    for (rule, next) in zip(rules, rules.dropFirst()) {
      let follows = next == (rule.0, rule.1 + 1) || next.1 == 1 && next.0 > rule.0
      #expect(follows, "\(next.0).\(next.1) follows \(rule.0).\(rule.1)")
    }
  }

  @Test("has each rule to which a comment refers")
  func citedRules() {
    let pages = ["core.md", "connection.md", "profiles.md", "deployment.md"]
    let rules = pages.flatMap { page in
      House.text(of: "protocol/\(page)").matches(of: #/(?m)^([A\d]+\.\d+)\. /#).map { String($0.1) }
    }
    for file in House.sources + House.tests {
      for cited in file.lines.joined(separator: "\n").matches(
        of: #/\brules? (\d+\.\d+)/#)
      {
        #expect(rules.contains(String(cited.1)), "\(file.path) refers to \(cited.1)")
      }
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
