import BoardModel

// Who made a revision, as the column `client` has it: `ann`, or `ann 1f` for the client with the
// identity 1f.

extension JournalRevision {
  /// The name of the client and, unless it is 0, its identity in hexadecimal digits.
  package var author: String {
    identity == 0 ? client.string : "\(client) \(String(identity, radix: 16))"
  }

  /// Reads an author that a journal wrote. Its checksum was compared, so it is one.
  package static func author(_ word: String) -> (client: ClientName, identity: UInt64) {
    let parts = word.split(separator: " ", maxSplits: 1)
    let identity = parts.count > 1 ? UInt64(parts[1], radix: 16) : nil
    return (ClientName(unchecked: String(parts.first ?? "")), identity ?? 0)
  }
}
