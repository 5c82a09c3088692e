import Transcripts

/// The transcripts that `check` plays.
enum CheckFiles {
  /// Their folder in a copy of the project.
  static let standard = "protocol/transcripts"

  /// Reads files, and all `*.txt` files of folders.
  ///
  /// - Throws: `Complaint` if a file is missing or malformed.
  static func transcripts(at paths: [String]) throws(Complaint) -> [Transcript] {
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
      throw Complaint("there is no transcript in \(paths.joined(separator: " "))")
    }
    return transcripts
  }

  private static func transcript(at path: String) throws(Complaint) -> Transcript {
    let text = String(decoding: try fileBytes(path), as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(TranscriptError) {
      return try Transcript.parse(text, file: name)
    } catch {
      throw Complaint("\(path): \(error)")
    }
  }
}
