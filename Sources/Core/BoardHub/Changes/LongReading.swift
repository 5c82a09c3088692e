import BoardDelivery
import BoardWire

/// A line in the JSON form that takes long to read, however little it comes to.
final class LongReading: JobWork {
  private unowned let input: InputReader
  private let connection: ClientConnection
  private var line: [UInt8]
  private var command: JSONCommand?

  init(_ line: UnsafeRawBufferPointer, of connection: ClientConnection, for input: InputReader) {
    self.input = input
    self.line = Array(line)
    self.connection = connection
  }

  func run() {
    command = line.withUnsafeBytes { JSONCommand.read($0) }
    line = []
  }

  var isAwaited: Bool { true }

  func conclude() {
    guard !connection.isClosing, let command else { return }
    input.countUnfinished(of: connection) { input.execute(command, on: connection) }
  }
}
