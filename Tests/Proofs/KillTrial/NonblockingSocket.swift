import Net

/// A non-blocking connection to the program.
final class NonblockingSocket {
  /// Nil if the program was already dead.
  private let socket: LineSocket?
  private var output: [UInt8] = []

  /// Connects on loopback, which does not block noticeably.
  ///
  /// - Parameter receiveBuffer: The size in bytes of the kernel's receive buffer.
  init(port: UInt16, receiveBuffer: Int32? = nil) {
    socket = try? LineSocket(to: .loopback(port), receiveBuffer: receiveBuffer)
  }

  var descriptor: Int32 { socket?.descriptor ?? -1 }

  /// Whether the end of the stream was reached.
  var isAtEnd: Bool { socket?.isAtEnd ?? true }

  var isWriting: Bool { !output.isEmpty && !isAtEnd }

  func write(_ bytes: [UInt8]) {
    output += bytes
    flush()
  }

  /// Sends as much as the kernel accepts.
  func flush() {
    while isWriting, let socket {
      // Bytes to a dead program are lost; its last bytes can still be read.
      guard let count = socket.sendWithoutWaiting(output[...]) else {
        output = []
        return
      }
      guard count > 0 else { return }
      output.removeFirst(count)
    }
  }

  /// The complete lines that have arrived.
  func arrived() -> [String] { socket?.arrivedLines() ?? [] }
}
