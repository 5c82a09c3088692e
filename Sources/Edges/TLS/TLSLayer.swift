import CTLS
import Net

/// What all layers of one thread use in turns, so that an idle connection has no buffers.
final class LayerBuffers {
  /// The decrypted bytes of one call.
  var plain: [UInt8] = []
  /// An empty buffer for what is for the network, unless a layer has it.
  var spare: [UInt8] = []
}

/// TLS by libtls.
final class TLSLayer: StreamLayer {
  /// What has to live as long as the connection.
  private let owner: AnyObject
  private let buffers: LayerBuffers
  private let answer: [UInt8]
  /// The server, at a client.
  private let host: String?
  /// The digest that its certificate must have; nil if libtls has verified it.
  private let digest: String?
  /// Nil before `begin`. That of a client belongs to its owner.
  private var tls: OpaquePointer?
  private var buffered: [UInt8] = []
  private var fault: StreamLayerFault?
  private var hasHeard = false
  private(set) var isReady = false
  /// The bytes of the network, during `receive`.
  fileprivate var input = UnsafeRawBufferPointer(start: nil, count: 0)
  /// What is for the network, until the stream takes it. A call of another layer may come before that.
  private var output: [UInt8] = []

  init(
    keeping owner: AnyObject, _ buffers: LayerBuffers, answer: [UInt8] = [], host: String? = nil,
    digest: String? = nil
  ) {
    self.owner = owner
    self.buffers = buffers
    self.answer = answer
    self.host = host
    self.digest = digest
  }

  deinit {
    if host == nil, let tls { tls_free(tls) }
  }

  /// - Parameter connect: Makes the connection with an argument for its callbacks.
  func begin(
    _ connect: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
  ) throws(TLSFault) {
    guard connect(&tls, Unmanaged.passUnretained(self).toOpaque()) == 0 else {
      throw TLSFault("a connection cannot be encrypted")
    }
    // A client speaks first.
    if host != nil { shakeHands() }
  }

  var bufferedBytes: Int { buffered.count }

  func withOutput(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard !output.isEmpty else { return }
    output.withUnsafeBytes(body)
    if output.count <= Self.keptBytes {
      output.removeAll(keepingCapacity: true)
      swap(&output, &buffers.spare)
    }
    output = []
  }

  fileprivate func append(_ bytes: UnsafeRawBufferPointer) {
    if output.capacity == 0 { swap(&output, &buffers.spare) }
    output += bytes
  }

  private static let keptBytes = 1 << 18
}

// Receiving.

extension TLSLayer {
  func receive(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> StreamLayerState {
    if let fault { return .failed(fault) }
    guard hasHeard || host != nil || bytes.first == Self.handshakeRecord else {
      return fail("the peer does not speak TLS", answer: answer)
    }
    hasHeard = true
    input = bytes
    defer { input = UnsafeRawBufferPointer(start: nil, count: 0) }
    if !isReady { shakeHands() }
    guard isReady, fault == nil else { return fault.map { .failed($0) } ?? .open }
    let hasEnded = decrypt()
    if !buffers.plain.isEmpty { buffers.plain.withUnsafeBytes(body) }
    if let fault { return .failed(fault) }
    return hasEnded ? .ended : .open
  }

  /// The type of the first record of a client (RFC 8446, 5.1).
  private static let handshakeRecord: UInt8 = 22

  /// All records that are whole. What is no record goes on at once, so that it fails.
  func stepBytes(in bytes: UnsafeRawBufferPointer) -> Int {
    guard hasHeard || bytes.first == Self.handshakeRecord else { return bytes.count }
    var end = 0
    while bytes.count - end >= Self.headerBytes {
      let payload = Int(bytes[end + 3]) << 8 | Int(bytes[end + 4])
      guard payload <= Self.encryptedRecordBytes else { return bytes.count }
      guard end + Self.headerBytes + payload <= bytes.count else { break }
      end += Self.headerBytes + payload
    }
    return end
  }

  /// The bytes of the header of a record, and the most bytes of an encrypted one behind it (RFC 5246, 6.2.3).
  private static let headerBytes = 5
  private static let encryptedRecordBytes = recordBytes + 2_048

  private func shakeHands() {
    guard let tls else { return }
    var unread: Int
    repeat {
      unread = input.count
      switch Int(tls_handshake(tls)) {
      case 0: return finishHandshake()
      case Int(TLS_WANT_POLLIN), Int(TLS_WANT_POLLOUT): break
      default:
        _ = fail(reason)
        return
      }
    } while !input.isEmpty && input.count < unread
  }

  private func finishHandshake() {
    guard digest == nil || digest == peerDigest else {
      _ = fail("\(host ?? "the peer") has another certificate than it should have")
      return
    }
    isReady = true
    let early = buffered
    buffered = []
    _ = early.withUnsafeBytes { send($0) }
  }

  private var peerDigest: String? {
    tls.flatMap { tls_peer_cert_hash($0) }.map { String(cString: $0) }
  }

  /// Decrypts all that has arrived.
  ///
  /// - Returns: Whether the peer has ended.
  private func decrypt() -> Bool {
    buffers.plain.removeAll(keepingCapacity: buffers.plain.count <= Self.keptBytes)
    guard let tls else { return true }
    var emptyRecords = 0
    return withUnsafeTemporaryAllocation(byteCount: Self.recordBytes, alignment: 1) { record in
      while true {
        let unread = input.count
        let count = tls_read(tls, record.baseAddress, record.count)
        if count > 0 {
          buffers.plain += record[..<count]
        } else if count == 0 {
          return true
        } else if count != Int(TLS_WANT_POLLIN), count != Int(TLS_WANT_POLLOUT) {
          _ = fail(reason)
          return false
        } else if input.isEmpty || input.count == unread {
          // It also wants more behind a record that has nothing for the owner.
          return false
        } else if emptyRecords == Self.emptyRecords {
          _ = fail("too many records have no data")
          return false
        } else {
          emptyRecords += 1
        }
      }
    }
  }

  /// The most records of one read that have nothing for the owner. Each may change keys, which costs more than its
  /// few bytes.
  private static let emptyRecords = 16

  /// The most bytes of a record (RFC 8446, 5.1).
  private static let recordBytes = 16_384

  private var reason: String {
    let reason = text(tls.flatMap { tls_error($0) })
    return host.map { CertificateFault(reason, of: $0).description } ?? reason
  }

  private func fail(_ reason: String, answer: [UInt8] = []) -> StreamLayerState {
    let fault = StreamLayerFault(reason, answer: answer)
    self.fault = fault
    return .failed(fault)
  }
}

// Sending.

extension TLSLayer {
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard fault == nil, let tls else { return false }
    guard isReady else {
      buffered += bytes
      return true
    }
    var rest = bytes
    while !rest.isEmpty {
      let count = tls_write(tls, rest.baseAddress, rest.count)
      guard count > 0 else {
        _ = fail(reason)
        return false
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  func finish() {
    if isReady, fault == nil, let tls { _ = tls_close(tls) }
  }
}

// Callbacks of libtls.

private func layer(_ argument: UnsafeMutableRawPointer?) -> TLSLayer {
  Unmanaged<TLSLayer>.fromOpaque(argument!).takeUnretainedValue()
}

let readFromNetwork: tls_read_cb = { _, buffer, size, argument in
  let layer = layer(argument)
  guard !layer.input.isEmpty else { return Int(TLS_WANT_POLLIN) }
  let count = min(size, layer.input.count)
  buffer!.copyMemory(from: layer.input.baseAddress!, byteCount: count)
  layer.input = UnsafeRawBufferPointer(rebasing: layer.input[count...])
  return count
}

let writeToNetwork: tls_write_cb = { _, bytes, size, argument in
  layer(argument).append(UnsafeRawBufferPointer(start: bytes, count: size))
  return size
}
