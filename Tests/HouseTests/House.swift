import Foundation

/// The sources of the project, room by room.
enum House {
  /// Which modules each room may import, and what it is: the table of the README. The standard
  /// library is free.
  private static let table: [(rooms: [String], imports: Set<String>, purpose: String)] = {
    let readme = try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let lines = readme?.components(separatedBy: "\n") ?? []
    let rows = lines.drop { $0 != "| module | imports | what it is |" }.dropFirst(2)
    return rows.prefix { $0.hasPrefix("|") }.map { row in
      let cells = row.components(separatedBy: "|")
      return (names(quotedIn: cells[1]), Set(names(quotedIn: cells[2])), cells[3])
    }
  }()

  static let drawing = Dictionary(
    uniqueKeysWithValues: table.flatMap { row in row.rooms.map { ($0, row.imports) } })

  /// The rooms without a system, a clock and Foundation.
  static let pure = Set(table.filter { $0.purpose.contains("(pure)") }.flatMap(\.rooms))

  private static func names(quotedIn cell: String) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct File {
    /// The path from the root of the repository.
    let path: String
    let lines: [String]

    /// The folder under `Sources`.
    var room: String { String(path.split(separator: "/")[1]) }
  }

  static let rooms: [String] = names(in: "Sources")

  /// The targets of the manifest.
  static let targets: Set<String> = {
    let url = root.appending(path: "Package.swift")
    let manifest = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let pattern = /\.(?:target|testTarget|executableTarget|systemLibrary)\(\s*name: "(\w+)"/
    return Set(manifest.matches(of: pattern).map { String($0.1) })
  }()

  /// The folders under `Tests` but those of the page, whose tests node and Python run.
  static let testFolders = names(in: "Tests")
    .filter { !["BrowserTests", "PageTests"].contains($0) }

  static let sources: [File] = files(under: "Sources")
  static let tests: [File] = files(under: "Tests")

  /// The names of all types that are declared in `Sources`.
  static let types: Set<String> = {
    let pattern = /\b(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    let code = sources.flatMap(\.lines).map { $0.components(separatedBy: "//")[0] }
    return Set(code.flatMap { $0.matches(of: pattern).map { String($0.1) } })
  }()

  /// The rows of the README's glossary: a term, and the names in its last column.
  static let glossary: [(term: String, types: [String])] = {
    let readme = try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let lines = readme?.components(separatedBy: "\n") ?? []
    let rows = lines.drop { $0 != "| term | meaning | types |" }.dropFirst(2)
    return rows.prefix { $0.hasPrefix("|") }.map { row in
      let cells = row.components(separatedBy: "|").dropFirst().dropLast()
      let term = cells.first?.trimmingCharacters(in: .whitespaces) ?? ""
      return (term, names(quotedIn: cells.last ?? ""))
    }
  }()

  /// The Swift files in a folder and the folders in it.
  private static func files(under folder: String) -> [File] {
    names(in: folder).sorted().flatMap { name -> [File] in
      let path = "\(folder)/\(name)"
      guard name.hasSuffix(".swift") else { return files(under: path) }
      let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
      return [File(path: path, lines: (text ?? "").components(separatedBy: "\n"))]
    }
  }

  /// What a folder holds; nothing for a file.
  private static func names(in folder: String) -> [String] {
    let path = root.resolvingSymlinksInPath().appending(path: folder).resolvingSymlinksInPath().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasPrefix(".") }
  }
}

extension House.File {
  /// The modules that the file imports, with the numbers of the lines.
  var imports: [(module: String, line: Int)] {
    lines.enumerated().compactMap { index, line in
      importedModule(in: line).map { ($0, index + 1) }
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
