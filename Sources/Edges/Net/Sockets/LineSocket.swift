import Glibc

/// A blocking connection that sends and receives lines.
///
/// Every call has a timeout.
package final class LineSocket {
  /// The limit on received lines in bytes, above that of rule 2.7.
  private static let lineLimit = 1 << 20

  package let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The count of bytes at the front of `buffer` that were returned already.
  private var consumed = 0
  /// The count of bytes of `buffer` known to contain no line feed.
  private var searched = 0
  package private(set) var isAtEnd = false
  /// What the bytes go through between the network and the lines, if anything.
  private var layer: (any StreamLayer)?
  /// Why the layer has failed.
  private var fault: StreamLayerFault?

  /// Connects to a server. Of a host by name it tries each address in turn.
  ///
  /// - Parameters:
  ///   - timeout: The timeout of each attempt, and later of each write.
  ///   - receiveBuffer: The size in bytes of the kernel's receive buffer.
  /// - Throws: `SocketFault.unreachable`.
  package init(
    to address: ServerAddress, timeout: Duration = .seconds(10), receiveBuffer: Int32? = nil
  ) throws(SocketFault) {
    do throws(ConnectFault) {
      switch address.place {
      case .host(let host, let port):
        descriptor = try Self.connect(to: host, port, timeout, receiveBuffer)
      case .unix(let path):
        descriptor = try Self.connect(to: path, timeout, receiveBuffer)
      }
    } catch {
      throw .unreachable("\(address): \(error.reason)")
    }
  }

  /// Why there is no connection, in the words of the system.
  private struct ConnectFault: Error {
    let reason: String

    init(reason: String) { self.reason = reason }

    init(code: Int32) {
      // A blocking socket whose time is over says that it is in progress.
      reason = String(cString: strerror(code == EINPROGRESS ? ETIMEDOUT : code))
    }
  }

  deinit { Glibc.close(descriptor) }

  private static func connect(
    to host: String, _ port: UInt16, _ timeout: Duration, _ receiveBuffer: Int32?
  ) throws(ConnectFault) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, "\(port)", &hints, &list)
    guard status == 0 else { throw ConnectFault(reason: String(cString: gai_strerror(status))) }
    defer { freeaddrinfo(list) }
    var fault = ConnectFault(code: ECONNREFUSED)
    var next = list
    while let candidate = next?.pointee {
      do throws(ConnectFault) {
        return try connect(
          candidate.ai_family, candidate.ai_addr, candidate.ai_addrlen, timeout, receiveBuffer)
      } catch { fault = error }
      next = candidate.ai_next
    }
    throw fault
  }

  private static func connect(
    to path: String, _ timeout: Duration, _ receiveBuffer: Int32?
  ) throws(ConnectFault) -> Int32 {
    let place: UnixPath
    do throws(AddressFault) { place = try UnixPath(path) } catch {
      throw ConnectFault(reason: error.message)
    }
    return try place.withSockaddr { (address, size) throws(ConnectFault) in
      try connect(AF_UNIX, address, size, timeout, receiveBuffer)
    }
  }

  private static func connect(
    _ family: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t,
    _ timeout: Duration, _ receiveBuffer: Int32?
  ) throws(ConnectFault) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw ConnectFault(code: errno) }
    // The send timeout also limits connection attempts.
    set(SO_SNDTIMEO, of: descriptor, to: timeval(timeout))
    if let receiveBuffer { set(SO_RCVBUF, of: descriptor, to: receiveBuffer) }
    guard Glibc.connect(descriptor, address, size) == 0 else {
      let fault = ConnectFault(code: errno)
      Glibc.close(descriptor)
      throw fault
    }
    var noDelay: Int32 = 1
    if family != AF_UNIX {
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, 4)
    }
    return descriptor
  }

  private static func set<Value>(_ option: Int32, of descriptor: Int32, to value: Value) {
    withUnsafePointer(to: value) {
      _ = setsockopt(descriptor, SOL_SOCKET, option, $0, socklen_t(MemoryLayout<Value>.size))
    }
  }

  /// Puts a layer on the socket, before anything is sent, and waits until it is set up.
  ///
  /// - Throws: `SocketFault.unreachable` with the reason if it fails.
  package func secure(
    with layer: any StreamLayer, within timeout: Duration
  ) throws(SocketFault) {
    self.layer = layer
    flush(layer)
    let deadline = MonotonicClock.now + timeout
    while !layer.isReady {
      guard try fill(until: deadline, timeout) else {
        throw .unreachable("the server ended the connection; it may be a plain one")
      }
    }
  }

  private func flush(_ layer: any StreamLayer) {
    layer.withOutput { output in sendToNetwork(Array(output)) }
  }

  /// Makes the release of the socket reset the connection.
  package func resetAtEnd() {
    Self.set(SO_LINGER, of: descriptor, to: linger(l_onoff: 1, l_linger: 0))
  }

  /// Shuts down writing (half-close).
  package func finishWriting() {
    if let layer {
      layer.finish()
      flush(layer)
    }
    shutdown(descriptor, Int32(SHUT_WR))
  }
}

// Writing.

extension LineSocket {
  /// Sends all bytes, or as many as possible if the server has closed or does not read.
  package func send(_ bytes: [UInt8]) {
    guard let layer else { return sendToNetwork(bytes) }
    _ = bytes.withUnsafeBytes { layer.send($0) }
    flush(layer)
  }

  private func sendToNetwork(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = send(rest, flags: 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  package func send(_ line: String) { send(Array(line.utf8) + [0x0A]) }

  /// Sends as many bytes as the kernel accepts without blocking.
  ///
  /// - Returns: The number of sent bytes, or nil if the connection is broken.
  package func sendWithoutWaiting(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = send(bytes, flags: Int32(MSG_DONTWAIT))
    if count < 0 { return errno == EAGAIN ? 0 : nil }
    return count
  }

  private func send(_ bytes: ArraySlice<UInt8>, flags: Int32) -> Int {
    bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, flags | Int32(MSG_NOSIGNAL))
    }
  }
}

// Reading.

extension LineSocket {
  /// Whether the unfinished line exceeds the limit.
  package var isTooLong: Bool { buffer.count - consumed > Self.lineLimit }

  /// The next line that has already arrived, without its line feed.
  package func arrivedLine() -> String? {
    guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
      searched = buffer.count
      return nil
    }
    defer { consume(upTo: end + 1) }
    return String(decoding: buffer[consumed..<end], as: UTF8.self)
  }

  /// The next line without its line feed, or nil at the end.
  ///
  /// - Throws: `SocketFault.silent` if it does not arrive in time; `endlessLine`.
  package func line(within timeout: Duration) throws(SocketFault) -> String? {
    let deadline = MonotonicClock.now + timeout
    while true {
      if let line = arrivedLine() { return line }
      guard !isTooLong else { throw .endlessLine }
      // A layer may have the last lines and the end from one read.
      guard try fill(until: deadline, timeout) else { return arrivedLine() }
    }
  }

  /// Exactly `count` bytes, or nil if the connection ends before.
  ///
  /// - Throws: `SocketFault.silent` if they do not arrive in time.
  package func bytes(_ count: Int, within timeout: Duration) throws(SocketFault) -> [UInt8]? {
    let deadline = MonotonicClock.now + timeout
    while buffer.count - consumed < count {
      guard try fill(until: deadline, timeout) || buffer.count - consumed >= count else {
        return nil
      }
    }
    defer { consume(upTo: consumed + count) }
    return Array(buffer[consumed..<consumed + count])
  }

  private func consume(upTo end: Int) {
    consumed = end
    if consumed == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      consumed = 0
    } else if consumed > 1 << 20 {
      buffer.removeSubrange(..<consumed)
      consumed = 0
    }
    searched = consumed
  }

  /// All bytes that have arrived and were not yet returned.
  package func arrivedBytes() -> [UInt8] {
    defer { consume(upTo: buffer.count) }
    return Array(buffer[consumed...])
  }

  /// The complete lines that have arrived so far, without their line feeds. It does not block.
  package func arrivedLines() -> [String] {
    while read() {}
    guard let end = buffer[consumed...].lastIndex(of: 0x0A) else { return [] }
    defer { consume(upTo: end + 1) }
    return buffer[consumed..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits for more bytes.
  ///
  /// - Returns: False at the end of the stream.
  /// - Throws: `SocketFault.silent` if none arrive in time.
  package func wait(atMost timeout: Duration) throws(SocketFault) -> Bool {
    try fill(until: MonotonicClock.now + timeout, timeout)
  }

  private func fill(
    until deadline: Duration, _ timeout: Duration
  ) throws(SocketFault) -> Bool {
    guard !isAtEnd else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat {
      let left = deadline - MonotonicClock.now
      guard left > .zero else { throw .silent(timeout) }
      let milliseconds = Int32(clamping: Int(left / .milliseconds(1)) + 1)
      let count = poll(&request, 1, milliseconds)
      if count > 0 { break }
    } while true
    read()
    if let fault { throw .unreachable(fault.description) }
    return !isAtEnd
  }

  /// Reads available bytes, up to 64 KiB, without blocking.
  ///
  /// - Returns: Whether any were read.
  @discardableResult
  package func read() -> Bool {
    let size = 1 << 16
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { chunk in
      let count = recv(descriptor, chunk.baseAddress, size, Int32(MSG_DONTWAIT))
      if count < 0, errno == EINTR || errno == EAGAIN { return false }
      isAtEnd = count <= 0
      append(UnsafeRawBufferPointer(rebasing: chunk[..<max(0, count)]))
      return !isAtEnd
    }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) {
    guard let layer, !bytes.isEmpty else {
      buffer += bytes
      return
    }
    let state = layer.receive(bytes) { buffer += $0 }
    flush(layer)
    switch state {
    case .open: break
    case .ended: isAtEnd = true
    case .failed(let fault): (isAtEnd, self.fault) = (true, fault)
    }
  }
}

extension timeval {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}
