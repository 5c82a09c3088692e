import Foundation
import SystemTestKit
import TestKit
import Testing

/// The manual page, and what of it is made from the help of commands.
struct ManualPage {
  private static let begin = ".\\\" Made from the help of the commands.\n"
  private static let end = ".\\\" To here.\n"

  let text: String

  init(of path: URL) throws { text = try String(contentsOf: path, encoding: .utf8) }

  /// The page with other lines between its marks, which are in its synopsis and among its commands.
  func replacing(synopses: [String], parts: [String]) throws -> String {
    let pieces = text.components(separatedBy: Self.begin)
    try #require(pieces.count == 3)
    let behind = try pieces.dropFirst().map { piece in
      try #require(piece.range(of: Self.end).map { piece[$0.lowerBound...] })
    }
    return zip([synopses, parts], behind).reduce(pieces[0]) { page, made in
      page + Self.begin + made.0.map { "\($0)\n" }.joined() + made.1
    }
  }
}

/// A command as `--experimental-dump-help` has it.
struct DumpedCommand: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String
  }

  struct Argument: Decodable {
    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let shouldDisplay: Bool
    let isRepeating: Bool

    /// How the manual heads its description.
    var head: String? {
      let general: Set = ["help", "version"]
      guard kind != "positional", shouldDisplay,
        let name = names?.first(where: { $0.kind == "long" })?.name, !general.contains(name)
      else { return nil }
      return ".It Fl -\(name)" + (kind == "option" ? " Ar \(valueName ?? "")" : "")
    }

    /// What stands for a word that is no option.
    fileprivate var word: String? {
      guard kind == "positional", let valueName else { return nil }
      let name = valueName.replacing("…", with: "...")
      return isRepeating && name == valueName ? "\(name) ..." : name
    }
  }

  private struct Help: Decodable {
    let command: DumpedCommand
  }

  fileprivate(set) var commandName: String
  let abstract: String?
  let discussion: String?
  let arguments: [Argument]?
  let subcommands: [DumpedCommand]?

  /// All commands, by their full names.
  static func all() throws -> [DumpedCommand] {
    let (output, _) = try ChildProcess(["--experimental-dump-help"]).end()
    return try JSONDecoder().decode(Help.self, from: Data(output.utf8)).command.flattened(nil)
  }

  private func flattened(_ name: String?) -> [DumpedCommand] {
    (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { command in
      var named = command
      named.commandName = [name, command.commandName].compactMap(\.self).joined(separator: " ")
      return [named] + command.flattened(named.commandName)
    }
  }
}

// In the language of the manual, mdoc.

extension DumpedCommand {
  /// Its lines in the synopsis.
  ///
  /// - Parameter common: The heads of options that many commands have.
  func synopsis(besides common: Set<String>) -> [String] {
    let arguments = arguments ?? []
    return [".Nm", ".Cm \(commandName)", ".Op Ar options"]
      + arguments.compactMap(\.head).filter { !common.contains($0) }.map {
        ".Op \($0.dropFirst(4))"
      }
      + arguments.compactMap(\.word).map { ".Ar \($0)" }
  }

  /// Its part: what its help says, but for what is the same for many commands.
  func part(besides common: Set<String>) -> [String] {
    let paragraphs = (discussion ?? "").components(separatedBy: "\n\n")
    var lines = [".Ss dropline \(commandName)"] + Self.filled(abstract ?? "")
    for paragraph in paragraphs where !paragraph.hasPrefix("EX") {
      lines += [".Pp"] + Self.filled(paragraph)
    }
    for paragraph in paragraphs where paragraph.hasPrefix("EXAMPLE") {
      let examples = paragraph.split(separator: "\n").dropFirst().map { "\($0.dropFirst(2))" }
      lines += [".Bd -literal -offset indent"] + examples + [".Ed"]
    }
    let arguments = arguments ?? []
    let heads =
      arguments.map { ($0.word.map { ".It Ar \($0)" }, $0.abstract) }
      + arguments.map { ($0.head.flatMap { common.contains($0) ? nil : $0 }, $0.abstract) }
    lines.append(".Bl -tag -width indent")
    for case (let head?, let abstract) in heads { lines += [head] + Self.filled(abstract ?? "") }
    return lines + [".El"]
  }

  /// A paragraph in lines of at most 72 columns, with a new one for each sentence.
  private static func filled(_ paragraph: String) -> [String] {
    var lines: [String] = []
    var isOpen = false
    for word in paragraph.split(separator: " ") {
      let quoted = word.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        .reduce { text, rest in
          isOpen.toggle()
          return "\(text)\\\(isOpen ? "(oq" : "(cq")\(rest)"
        }
      if let last = lines.last, !last.hasSuffix("."), last.count + 1 + quoted.count <= 72 {
        lines[lines.count - 1] += " \(quoted)"
      } else {
        lines.append(quoted)
      }
    }
    return lines
  }
}

extension [String] {
  /// All elements as one, each joined to what is before it.
  fileprivate func reduce(_ join: (String, String) -> String) -> String {
    dropFirst().reduce(first ?? "", join)
  }
}
