import Foundation

/// The sources of the project, room by room.
enum House {
  /// Which modules each room may import: the drawing of the README. The standard library is free.
  static let drawing: [String: Set<String>] = [
    "BoardCore": [],
    "BoardWire": ["BoardCore"],
    "BoardHub": ["BoardCore", "BoardWire", "BoardJournal"],
    "BoardLayout": [],
    "BoardReplica": ["BoardCore", "BoardWire"],
    "BoardClient": ["BoardCore", "BoardWire", "BoardReplica", "Libuv"],
    "Transcripts": [],
    "BoardJournal": ["BoardCore"],
    "CSQLite": [],
    "SQLiteJournal": ["BoardCore", "BoardJournal", "CSQLite", "Glibc"],
    "CLibuv": [],
    "Libuv": ["CLibuv", "Glibc"],
    "CEditLine": [],
    "Terminal": ["CEditLine", "Libuv", "Glibc"],
    "BoardTerminal": ["BoardCore", "BoardWire", "BoardReplica", "BoardLayout", "Terminal"],
    "BoardServer": [
      "BoardCore", "BoardWire", "BoardHub", "BoardJournal", "Libuv", "Logging", "Glibc",
    ],
    "BoardDemo": [
      "BoardCore", "BoardWire", "BoardReplica", "BoardClient", "BoardHub", "BoardJournal",
      "BoardServer", "Libuv", "Terminal", "Logging", "Glibc",
    ],
    "dropline": [
      "BoardCore", "BoardWire", "BoardHub", "BoardJournal", "BoardServer", "Libuv",
      "SQLiteJournal", "Transcripts", "BoardReplica", "BoardClient", "BoardTerminal", "Terminal",
      "BoardDemo", "ArgumentParser", "Logging", "Glibc",
    ],
    "Broadcaster": [],
    "Benchmarks": [
      "BoardCore", "BoardWire", "BoardHub", "BoardJournal", "BoardServer", "Libuv", "SQLiteJournal",
      "Broadcaster", "KillTrial", "Logging", "Glibc",
    ],
  ]

  /// The rooms without a system, a clock and Foundation.
  static let pure: Set<String> = [
    "BoardCore", "BoardWire", "BoardHub", "BoardJournal", "BoardLayout", "BoardReplica",
    "Transcripts",
  ]

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

  static let sources: [File] = files(under: "Sources")
  static let tests: [File] = files(under: "Tests")

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
