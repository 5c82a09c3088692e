import BoardModel
import Foundation
import LocalNodes

/// The program that commits sample groups until it ends or is ended.
package enum HelperProgram {
  /// The output of a run.
  package struct Report: Sendable {
    package let lines: [String]

    /// The number of groups reported as committed to the program.
    package var committed: Int { numbers(after: "committed").last ?? 0 }
    /// Whether the outcome of one group, or of the acquisition, is unknown.
    package var isUnknown: Bool { lines.contains { $0.hasPrefix("unknown") } }
    package var isDiskFull: Bool { lines.contains { $0.hasPrefix("full") } }
    /// Whether the journal could not even be opened.
    package var fault: String? { lines.first { $0.hasPrefix("fault") } }
    /// Whether the program completed.
    package var isEnded: Bool { calls != nil }
    /// How many calls of the kind in question it made.
    package var calls: Int? { numbers(after: "calls").last }

    /// The epoch of the journal, if the program acquired it.
    package var epoch: Epoch? {
      lines.compactMap { $0.hasPrefix("epoch ") ? Epoch(String($0.dropFirst(6))) : nil }.first
    }

    private func numbers(after word: String) -> [Int] {
      lines.compactMap {
        let words = $0.split(separator: " ")
        return words.first == Substring(word) && words.count > 1 ? Int(words[1]) : nil
      }
    }
  }

  /// Runs the program on a directory.
  ///
  /// - Parameters:
  ///   - count: After how many groups it is done.
  ///   - settings: Variables of its environment, as `NAME=value`.
  package static func run(_ directory: String, count: Int, _ settings: String = "") throws -> Report
  {
    let command = "env \(settings) '\(try path())' '\(directory)' \(count) 2>&1"
    guard let stream = popen(command, "r") else { throw CocoaError(.executableLoad) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(stream), byte >= 0 { bytes.append(UInt8(byte)) }
    pclose(stream)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return Report(lines: lines)
  }

  private static func path() throws -> String {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return runner[...runner.lastIndex(of: "/")!] + "JournalHelper"
  }

  /// The program with its libraries loaded, which forks a process for each run: to load them takes longer than to
  /// commit some groups.
  package struct Loaded {
    private let shell: Shell

    package init() throws { shell = try Shell("exec \"$0\" 2>&1", [path()]) }

    /// Runs it on a directory.
    ///
    /// - Parameters:
    ///   - count: After how many groups it is done.
    ///   - fault: The call that fails, as `FAULTY_CALL` names it.
    package func run(_ directory: String, count: Int, _ fault: String) -> Report {
      let lines = shell.ask("\(directory) \(count) \(fault)").split(separator: "\t")
      return Report(lines: lines.map(String.init))
    }
  }
}
