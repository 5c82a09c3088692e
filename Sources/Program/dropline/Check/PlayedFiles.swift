import ArgumentParser
import Glibc
import Net
import Transcripts

/// The transcripts that `check` and `play` play.
enum PlayedFiles {
  /// Their folder in a copy of the project.
  static let standard = "protocol/transcripts"

  /// Reads files, and all `*.txt` files of folders.
  ///
  /// - Parameter title: What the title of at least one scenario must have; nil if any will do.
  /// - Throws: `ExitCode` 64 if a file is missing or malformed, or if no scenario has that title.
  static func read(_ paths: [String], withTitle title: String?) throws -> [Transcript] {
    do throws(Complaint) {
      let files = try transcripts(at: paths)
      if let title, !files.contains(where: { $0.scenarios.contains { $0.title.contains(title) } }) {
        throw Complaint("no scenario has that in its title: \(printable(title))")
      }
      return files
    } catch {
      complain(error.description, ExitCode(EX_USAGE))
      throw ExitCode(EX_USAGE)
    }
  }

  private static func transcripts(at paths: [String]) throws(Complaint) -> [Transcript] {
    var transcripts: [Transcript] = []
    for path in paths {
      guard let names = names(inFolder: path) else {
        transcripts.append(try transcript(at: path))
        continue
      }
      for name in names where name.hasSuffix(".txt") && !name.hasPrefix(".") {
        transcripts.append(try transcript(at: "\(path)/\(name)"))
      }
    }
    guard transcripts.contains(where: { !$0.scenarios.isEmpty }) else {
      throw Complaint("there is no scenario, which begins with `## TITLE`, in \(shown(paths))")
    }
    return transcripts
  }

  private static func shown(_ paths: [String]) -> String {
    printable(paths.joined(separator: " "))
  }

  private static func transcript(at path: String) throws(Complaint) -> Transcript {
    let text = String(decoding: try fileBytes(path), as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(TranscriptError) {
      let transcript = try Transcript.parse(text, file: name)
      try transcript.check()
      return transcript
    } catch {
      throw Complaint("\(path):\(error.line): \(printable(error.reason))")
    }
  }
}
