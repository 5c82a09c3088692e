import BoardModel
import BoardWire
import Simulation
import TestKit

/// Reading what a server sends: a message that is read is written as lines that read as the same, and as
/// an object that stands for the same line.
enum ServerLineLaws {
  static func check(_ bytes: [UInt8]) throws {
    var reader = MessageReader()
    for line in lines(of: bytes) {
      guard let message = try? line.withUnsafeBytes({ try reader.read($0) }) else { continue }
      try check(message)
    }
  }

  private static func check(_ message: ServerMessage) throws {
    guard let written = bytes(of: message) else { return }
    var reader = MessageReader()
    var again: [ServerMessage] = []
    for line in written.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      do {
        if let message = try Array(line).withUnsafeBytes({ try reader.read($0) }) {
          again.append(message)
        }
      } catch {
        throw BrokenLaw("\(text(written)) is written and cannot be read: \(error)")
      }
    }
    try require(again == [message], "\(message) is written as \(text(written))")
    try checkObject(of: written)
  }

  /// A message is one object, whose line has the same object.
  private static func checkObject(of written: [UInt8]) throws {
    var translator = JSONTranslator()
    var json = WireBuffer()
    written.withUnsafeBytes { translator.translate($0, to: &json) }
    let object = json.bytes.dropLast()
    let result = Array(object).withUnsafeBytes { bytes in
      Result { () throws(LineError) in try JSONReader.object(bytes) }
    }
    guard case .success = result else {
      throw BrokenLaw("\(text(written)) is \(json.string), which is \(result)")
    }
    let head = text(Array(written.prefix { $0 != 0x0A }))
    guard let object = JSONTranslator.object(of: head, saidBy: .server) else {
      throw BrokenLaw("\(head) has no JSON form")
    }
    // The line of an object may name the rows that it has not.
    guard let line = try? JSONCommand.line(of: object, saidBy: .server) else { return }
    let again = JSONTranslator.object(of: line, saidBy: .server)
    try require(again == object, "\(object) is \(line), and that \(again ?? "nothing")")
  }

  /// The lines of a message; nil if there is none that writes it again.
  private static func bytes(of message: ServerMessage) -> [UInt8]? {
    var buffer = WireBuffer()
    switch message {
    case .greeting(let greeting): buffer.append(greeting)
    case .event(let event): buffer.append(event)
    case .batch(let board, let from, let to, let batch):
      buffer.append(batch: batch, board: board, from: from, to: to)
    case .snapshot(let board, let revision, let content, let presence):
      buffer.append(snapshot: content, board: board, revision: revision, presence: presence)
    case .counts(let board, let revision, let sections, let presence):
      buffer.append(counts: sections, board: board, revision: revision, presence: presence)
    case .reply(let reply):
      guard let ok = reply.ok, !reply.isReplayed else { return nil }
      buffer.append(ok, tag: reply.tag)
    case .unknown: return nil
    }
    return buffer.bytes
  }
}
