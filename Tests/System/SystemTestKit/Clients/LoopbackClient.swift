import Net

/// A plain client: a blocking socket on loopback, or a Unix socket.
package final class LoopbackClient {
  /// The timeout after which a silent server fails the test.
  private static let timeout: Duration = .seconds(60)

  /// Nil once the connection was cut.
  private var socket: LineSocket?

  /// - Parameter receiveBuffer: The size in bytes of the kernel's receive buffer.
  package init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    socket = try LineSocket(
      to: .loopback(port), timeout: Self.timeout, receiveBuffer: receiveBuffer)
  }

  /// A client over a Unix socket.
  package init(unixSocket path: String, receiveBuffer: Int32? = nil) throws {
    socket = try LineSocket(
      to: ServerAddress(.unix(path)), timeout: Self.timeout, receiveBuffer: receiveBuffer)
  }

  /// Closes the connection, optionally with a reset.
  package func cut(withReset isReset: Bool = false) {
    if isReset { socket?.resetAtEnd() }
    socket = nil
  }

  package var isAtEnd: Bool { socket?.isAtEnd ?? true }

  /// Half-closes the connection.
  package func halfClose() { socket?.finishWriting() }
}

package enum LoopbackError: Error {
  case system(Int32)
  /// The server sent nothing for a minute.
  case silence
  /// The server closed the connection.
  case ended
}

// Sending.

extension LoopbackClient {
  package func send(_ line: String) { socket?.send(line) }

  package func send(lines: [String]) { send(Array(lines.map { $0 + "\n" }.joined().utf8)) }

  package func send(_ bytes: [UInt8]) { socket?.send(bytes) }

  /// Sends as many bytes as the kernel accepts without blocking.
  ///
  /// - Returns: The number of sent bytes.
  package func sendWithoutWaiting(_ bytes: ArraySlice<UInt8>) -> Int {
    socket?.sendWithoutWaiting(bytes) ?? 0
  }
}

// Reading.

extension LoopbackClient {
  /// The next line without its line feed, or nil at the end.
  ///
  /// - Throws: `LoopbackError.silence` if the server sends nothing.
  package func line() throws -> String? {
    while true {
      if let line = socket?.arrivedLine() { return line }
      guard try wait() else { return nil }
    }
  }

  /// Exactly `count` bytes, or nil if the connection ends before.
  package func bytes(_ count: Int) throws -> [UInt8]? {
    do throws(SocketFault) { return try socket?.bytes(count, within: Self.timeout) } catch {
      throw LoopbackError.silence
    }
  }

  /// The lines up to one that the condition holds of, that one included.
  package func lines(until condition: (String) -> Bool) throws -> [String] {
    var lines: [String] = []
    while let line = try line() {
      lines.append(line)
      if condition(line) { break }
    }
    return lines
  }

  /// All lines up to the end of the connection.
  package func lines() throws -> [String] { try lines { _ in false } }

  /// All bytes up to the end of the connection.
  package func bytes() throws -> [UInt8] {
    while try wait() {}
    return socket?.arrivedBytes() ?? []
  }

  /// The complete lines that have arrived so far. It does not block.
  package func arrived() throws -> [String] { socket?.arrivedLines() ?? [] }

  private func wait() throws -> Bool {
    do throws(SocketFault) { return try socket?.wait(atMost: Self.timeout) ?? false } catch {
      throw LoopbackError.silence
    }
  }
}

extension LoopbackClient {
  /// The replies to these lines, and other lines received meanwhile.
  ///
  /// - Throws: `LoopbackError.ended` if the server closes the connection before.
  package func answers(to lines: [String]) throws -> [String] {
    send(lines: lines + ["ping all-said"])
    let answers = try self.lines { $0 == "pong all-said" }
    guard answers.last == "pong all-said" else { throw LoopbackError.ended }
    return answers.dropLast()
  }
}
