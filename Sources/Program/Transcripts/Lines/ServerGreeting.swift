/// The first line of a server (rule 1.1).
public struct ServerGreeting: Sendable {
  public let epoch: String
  /// The client's name on this connection.
  public let client: String
  public let profiles: Set<ServerProfile>

  /// Parses a greeting, or returns nil if it is not one of version 1. Unknown profiles are skipped.
  public init?(_ line: String) {
    guard let line = ParsedLine(message: line), line.kind == "dropline",
      line.words[0].string == "1", let epoch = line.key("epoch")?.string,
      let client = line.key("client")?.string, let profiles = line.key("profiles")?.string
    else { return nil }
    self.epoch = epoch
    self.client = client
    self.profiles = Set(
      profiles.split(separator: ",").compactMap { ServerProfile(rawValue: String($0)) })
  }
}

/// A profile: a part of the protocol that a server implements completely or not at all (rule 11.3).
public enum ServerProfile: String, Hashable, Sendable, CaseIterable {
  case core, edit, drag, undo, select, fields, counts, people
}
