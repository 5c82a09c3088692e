/// The first line of a server (rule 1.1).
public struct ServerGreeting: Sendable {
  public let epoch: String
  /// The name of this connection.
  public let client: String
  public let profiles: Set<ServerProfile>

  /// Reads a greeting, or returns nil if it is none of version 1. Profiles that nobody knows are
  /// skipped.
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

/// A part of the protocol that a server has as a whole or not at all (rule 11.3).
public enum ServerProfile: String, Hashable, Sendable, CaseIterable {
  case core, edit, drag, undo, select, people
}
