import BoardModel

/// A 64-bit checksum of a row, which detects damage.
///
/// SQLite checks the frames of its write-ahead log but not the pages of its file, and PostgreSQL its pages only
/// if it was told to, so they do not detect a flipped bit in a text. Every step is a bijection of the value, so
/// a change within one word of eight bytes is always detected; others are missed once in 2⁶⁴.
package struct Checksum {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// The value as a database stores it.
  package var stored: Int { Int(truncatingIfNeeded: value) }

  package mutating func add(_ word: UInt64) {
    let mixed = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value = mixed &<< 29 | mixed &>> 35
  }

  package mutating func add(_ number: Int) { add(UInt64(truncatingIfNeeded: number)) }

  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds the byte count and the bytes.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      add(UInt64(littleEndian: word))
      index += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[index...] { rest = rest &<< 8 | UInt64(byte) }
    if index < bytes.count { add(rest) }
  }
}

extension Checksum {
  /// The checksum of bytes.
  package init(_ bytes: [UInt8]) {
    add(bytes)
  }

  /// The checksum of a revision of a board.
  package init(_ revision: JournalRevision, of board: Int) {
    add(board)
    add(revision.to)
    add(revision.from)
    add(revision.at)
    add(revision.author)
    add(revision.origin == nil ? 0 : 1)
    add(revision.origin ?? "")
    add(revision.body)
  }

  /// The checksum of a snapshot of a board.
  ///
  /// - Parameter parts: The stored checksums of its parts.
  package init(snapshot body: [UInt8], behind parts: [Int], of board: Int, _ revision: Int) {
    add(board)
    add(revision)
    for part in parts { add(part) }
    add(body)
  }

  /// The checksum of a part of a snapshot of a board.
  package init(part number: Int, _ body: [UInt8], of board: Int, _ revision: Int) {
    add(board)
    add(revision)
    add(number)
    add(body)
  }

  /// The checksum of the policies of a target on a board.
  package init(policy body: [UInt8], of target: String, on board: Int) {
    add(board)
    add(target)
    add(body)
  }

  /// The checksum of a number of a board, or of the server.
  package init(_ key: String, _ value: Int, of board: Int? = nil) {
    if let board { add(board) }
    add(key)
    add(value)
  }

  /// The checksum of a text under a name.
  package init(_ name: String, _ text: String) {
    add(name)
    add(text)
  }

  /// The checksum of a client's reply.
  package init(_ reply: StoredReply, of client: String, sequence: Int) {
    add(client)
    add(sequence)
    add(reply.tag)
    add(reply.digest)
    add(reply.body)
  }
}
