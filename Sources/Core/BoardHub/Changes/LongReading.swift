import BoardWire

/// A line in the JSON form that takes long to read, however little it comes to.
final class LongReading: Job, @unchecked Sendable {
  private let connection: ClientConnection
  private var line: [UInt8]
  private var command: JSONCommand?

  init(_ line: UnsafeRawBufferPointer, of connection: ClientConnection) {
    self.line = Array(line)
    self.connection = connection
    super.init()
  }

  override func run() {
    super.run()
    command = line.withUnsafeBytes { JSONCommand.read($0) }
    line = []
  }

  override func conclude(in hub: Hub) {
    guard !connection.isClosing, let command else { return }
    hub.countUnfinished(of: connection) { hub.execute(command, on: connection) }
  }
}
