import Foundation

/// The project as its manifest and its files show it.
enum House {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The floors of `Sources`, from the bottom up.
  static let floors = ["Core", "Edges", "Stores", "Server", "Cluster", "Clients", "Program"]

  /// A target of the manifest.
  struct Room {
    /// The path from the root of the repository.
    let path: String
    /// The targets and modules on which it depends.
    let dependencies: [String]
    /// The comment above it: what it is.
    let purpose: String
    /// Whether it is a library of the system.
    let isSystem: Bool

    var name: String { String(path.split(separator: "/").last ?? "") }
    var floor: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    var isProduct: Bool { path.hasPrefix("Sources/") }
    var isPure: Bool { floor == "Core" || purpose.hasSuffix("(pure).") }
  }

  /// The targets, in the order of the manifest.
  static let rooms: [Room] = {
    let modules = ["logging": "Logging", "arguments": "ArgumentParser"]
    let call =
      /\n(?: *\/\/ (.*)\n)? *(room|program|tests|library)\(\s*"([^"]+)"(?:,\s*\[([^\]]*)\])?/
    return text(of: "Package.swift").matches(of: call).map { match in
      let words = (match.4 ?? "").split(separator: ",").map {
        String($0).trimmingCharacters(in: .whitespacesAndNewlines)
      }
      let names = words.map { word in modules[word] ?? quoted(in: word) }
      return Room(
        path: String(match.3), dependencies: names.filter { !$0.isEmpty },
        purpose: String(match.1 ?? ""), isSystem: match.2 == "library")
    }
  }()

  private static func quoted(in word: String) -> String {
    word.firstMatch(of: /"([^"]+)"/).map { String($0.1) } ?? ""
  }

  struct File {
    /// The path from the root of the repository.
    let path: String
    let lines: [String]

    /// The folder of the target.
    var room: String { path.split(separator: "/").prefix(3).joined(separator: "/") }
  }

  static let sources: [File] = files(under: "Sources")
  static let tests: [File] = files(under: "Tests")

  /// The names of all types that are declared in `Sources`.
  static let types: Set<String> = {
    let pattern = /\b(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    let files = sources + tests.filter { $0.path.hasPrefix("Tests/Proofs") }
    let code = files.flatMap(\.lines).map { $0.components(separatedBy: "//")[0] }
    return Set(code.flatMap { $0.matches(of: pattern).map { String($0.1) } })
  }()

  /// The rows of the glossary: a term, and the names in its last column.
  static let glossary: [(term: String, types: [String])] = {
    let lines = text(of: "Sources/README.md").components(separatedBy: "\n")
    let rows = lines.drop { $0 != "| term | meaning | types |" }.dropFirst(2)
    return rows.prefix { $0.hasPrefix("|") }.map { row in
      let cells = row.components(separatedBy: "|").dropFirst().dropLast()
      let term = cells.first?.trimmingCharacters(in: .whitespaces) ?? ""
      let types = (cells.last ?? "").matches(of: /`([^`]+)`/).map { String($0.1) }
      return (term, types)
    }
  }()

  /// The words that no name uses; one that ends in `…` is followed by another word.
  static let goneWords: [String] = {
    let lines = text(of: "Sources/README.md").components(separatedBy: "\n")
    let rows = lines.drop { $0 != "| not | but |" }.dropFirst(2)
    return rows.prefix { $0.hasPrefix("|") }.flatMap { row in
      row.components(separatedBy: "|")[1].matches(of: /`([^`]+)`/).map { String($0.1) }
    }
  }()

  /// The names that the product declares, and those of its files, with where they are.
  static let declaredNames: [(name: String, path: String)] = sources.flatMap { file in
    let pattern = /\b(?:struct|class|enum|protocol|actor|typealias|func|var|let|case) (\w+)/
    let code = file.lines.map { $0.components(separatedBy: "//")[0] }
    let declared = code.flatMap { $0.matches(of: pattern).map { String($0.1) } }
    let words = file.path.split(separator: "/").last?.split { $0 == "." || $0 == "+" } ?? []
    return (declared + words.map(String.init)).map { ($0, file.path) }
  }

  /// Whether a name is a word, or begins with it if the word ends in `…`.
  static func uses(_ word: String, _ name: String) -> Bool {
    let name = name.prefix(1).lowercased() + name.dropFirst()
    guard word.hasSuffix("…") else { return name == word }
    let rest = name.dropFirst(word.count - 1).first
    return name.hasPrefix(word.dropLast()) && rest.map { !$0.isLowercase } == true
  }

  static func text(of path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// The Swift files in a folder and the folders in it.
  private static func files(under folder: String) -> [File] {
    names(in: folder).sorted().flatMap { name -> [File] in
      let path = "\(folder)/\(name)"
      guard name.hasSuffix(".swift") else { return files(under: path) }
      return [File(path: path, lines: text(of: path).components(separatedBy: "\n"))]
    }
  }

  /// What a folder holds but its dot files; nothing for a file.
  static func names(in folder: String) -> [String] {
    let path = root.resolvingSymlinksInPath().appending(path: folder).resolvingSymlinksInPath().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasPrefix(".") }
  }
}

extension House.File {
  /// The modules that the file imports, with the numbers of the lines.
  var imports: [(module: String, line: Int)] {
    lines.enumerated().compactMap { index, line in
      // Text in a file, as a line of Python, may begin with the word, too.
      guard let module = importedModule(in: line),
        module.first?.isUppercase == true || ["dropline", "lines", "proofs"].contains(module)
      else { return nil }
      return (module, index + 1)
    }
  }
}

/// The module of an import declaration such as `@testable public import struct A.B`.
func importedModule(in line: String) -> String? {
  let code = line.split(separator: "//", omittingEmptySubsequences: false)[0]
  var words = code.split(whereSeparator: \.isWhitespace)[...]
  let access = ["public", "package", "internal", "fileprivate", "private"]
  while let first = words.first, first.hasPrefix("@") || access.contains(String(first)) {
    words.removeFirst()
  }
  guard words.first == "import" else { return nil }
  words.removeFirst()
  let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
  if let first = words.first, kinds.contains(String(first)) { words.removeFirst() }
  return words.first.map { String($0.prefix { $0 != "." && $0 != ";" }) }
}
