import Libuv

/// A connection to the program that never waits.
final class NonblockingSocket {
  /// Nil where the program was dead already.
  private let socket: LineSocket?
  private var output: [UInt8] = []

  /// Connects on loopback, where that takes no time.
  ///
  /// - Parameter receiveBuffer: How much the kernel holds for a client that does not read.
  init(port: UInt16, receiveBuffer: Int32? = nil) {
    socket = try? LineSocket(to: .loopback(port), receiveBuffer: receiveBuffer)
  }

  var descriptor: Int32 { socket?.descriptor ?? -1 }

  /// Whether everything that will ever come has come.
  var isAtEnd: Bool { socket?.isAtEnd ?? true }

  var isWriting: Bool { !output.isEmpty && !isAtEnd }

  func write(_ bytes: [UInt8]) {
    output += bytes
    flush()
  }

  /// Sends what the kernel takes now.
  func flush() {
    while isWriting, let socket {
      // What is said to the dead is lost; what they said is still to be read.
      guard let count = socket.sendWithoutWaiting(output[...]) else {
        output = []
        return
      }
      guard count > 0 else { return }
      output.removeFirst(count)
    }
  }

  /// The whole lines that have come.
  func arrived() -> [String] { socket?.arrivedLines() ?? [] }
}
