import BoardCore

extension ServerReply {
  /// The drag session that a reply to a drag's verb speaks of.
  public var session: SessionID? {
    guard words.count > 1, words[1].first == "d" else { return nil }
    return Int(words[1].dropFirst()).map { SessionID($0) }
  }

  /// The proposal in a reply to `propose` or `resume` (rule 8.3), or nil if it is over nothing.
  public var proposal: DropProposal? {
    let start: Int? =
      switch words.first {
      case "propose": 2
      case "resume" where words.count > 2 && words[2] == "over": 3
      default: nil
      }
    guard let start, words.count > start else { return nil }
    let line = Array(words[start...].joined(separator: " ").utf8)
    return line.withUnsafeBytes { bytes in
      var reader = WordReader(bytes)
      do throws(LineError) { return try EventReader.proposal(&reader) } catch { return nil }
    }
  }
}
