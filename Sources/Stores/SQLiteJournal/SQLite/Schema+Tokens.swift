import BoardJournal
import BoardModel
import CSQLite
import TokenHashing

// Clients of the formats in which tokens are stored as they are, and in which the identity of an author is
// a hash of its token that reveals much of it.

extension Schema {
  static let earlierClientTable = """
    CREATE TABLE client (
      id TEXT NOT NULL PRIMARY KEY, token TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  /// The clients with their tokens.
  static func earlierClients(_ database: Database) throws(JournalFault) -> [EarlierClient] {
    let read = try asFault { () throws(SQLiteError) in
      try database.prepare("SELECT id, token, sum FROM client")
    }
    var clients: [EarlierClient] = []
    try read.each([]) { row throws(JournalFault) in
      let (name, token) = (row.string(0), row.string(1))
      guard Checksum(name, token).stored == row.int(2) else { throw .changed("a client") }
      clients.append(EarlierClient(name: name, token: token))
    }
    return clients
  }
}

/// A client with its token.
struct EarlierClient {
  let name: String
  let token: String

  func write(with statements: Statements) throws(SQLiteError) {
    let digest = TokenDigest(of: token).description
    try statements.setClient.run([
      .text(name), .text(digest), .int(Checksum(name, digest).stored),
    ])
  }

  /// Who the client was in the column `client` of a revision. Its identity is the FNV-1a hash of the
  /// token, with the highest bit set.
  var earlierAuthor: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in token.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(name) \(String(hash | 1 << 63, radix: 16))"
  }

  /// Its identity now.
  var identity: UInt64 { TokenDigest(of: token).prefix | 1 << 63 }
}

/// The authors of the revisions in a log, of which those with a token become others.
struct EarlierAuthors {
  /// The identity that each author gets. One whose client is stored no longer gets a random one.
  private var identities: [String: UInt64]
  private let keys: Statement
  private let read: Statement
  private let set: Statement

  init(of clients: [EarlierClient], in database: Database) throws(JournalFault) {
    identities = Dictionary(
      clients.map { ($0.earlierAuthor, $0.identity) }, uniquingKeysWith: { first, _ in first })
    (keys, read, set) = try asFault { () throws(SQLiteError) in
      (
        try database.prepare("SELECT board, rev FROM log WHERE client LIKE '% %'"),
        try database.prepare(
          "SELECT rev, prev, at, client, origin, body, sum FROM log WHERE board = ? AND rev = ?"),
        try database.prepare("UPDATE log SET client = ?, sum = ? WHERE board = ? AND rev = ?")
      )
    }
  }

  /// - Complexity: O(bytes of the log).
  mutating func convert() throws(JournalFault) {
    var rows: [(board: Int, revision: Int)] = []
    try keys.each([]) { row throws(JournalFault) in rows.append((row.int(0), row.int(1))) }
    for row in rows { try convert(row.revision, of: row.board) }
  }

  /// A damaged row stays as it is, so that its board is refused.
  private mutating func convert(_ revision: Int, of board: Int) throws(JournalFault) {
    var found: JournalRevision?
    try read.each([.int(board), .int(revision)]) { row throws(JournalFault) in
      // The checksum has the id of the board and not its name.
      let revision = row.revision(of: "board")
      if Checksum(revision, of: board).stored == row.int(6) { found = revision }
    }
    guard var found, found.identity >> 63 == 1 else { return }
    let identity = identities[found.author] ?? UInt64.random(in: 1 << 63 ... .max)
    identities[found.author] = identity
    found.identity = identity
    try asFault { () throws(SQLiteError) in
      try set.run([
        .text(found.author), .int(Checksum(found, of: board).stored), .int(board), .int(revision),
      ])
    }
  }
}
