import CLibuv
import Net

/// The outcome of one write.
public enum WriteOutcome: Hashable, Sendable {
  /// The kernel has accepted all bytes.
  case sent
  /// The stream now holds this many bytes, of this write and earlier ones.
  case queued(Int)
  /// The connection is broken or was closed. The owner must close the stream.
  case failed(UVError)
}

/// Each write makes at most one system call, and none while earlier bytes are queued. Nothing is
/// copied or allocated unless something must be queued, and no write is refused for its size: the
/// owner must observe `unsentBytes`.
extension SocketStream {
  /// The bytes that the kernel has not accepted yet.
  public var unsentBytes: Int {
    guard let socket else { return 0 }
    return uv_stream_get_write_queue_size(socket) + (layer?.bufferedBytes ?? 0)
  }

  /// Sends bytes, copying those that must be queued.
  @discardableResult
  public func write(_ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    if let layer { return write(bytes, then: none, then: none, through: layer) }
    return writeToNetwork(bytes)
  }

  func writeToNetwork(_ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
    guard let socket = writableSocket else { return .failed(.brokenPipe) }
    guard bytes.count > 0 else { return .sent }
    let written = Self.writtenBytes(cuv_try_write1(socket, bytes.baseAddress!, bytes.count))
    if written == bytes.count { return .sent }
    if written < 0 { return .failed(UVError(code: Int32(written))) }
    let rest = SharedBytes(UnsafeRawBufferPointer(rebasing: bytes[written...]))
    return queue(PendingWrite(own: rest, shared: nil, from: 0), on: socket)
  }

  /// Sends bytes, copying those that must be queued.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> WriteOutcome {
    bytes.withUnsafeBytes { write($0) }
  }

  /// Sends bytes shared with other streams; retains them if any must be queued.
  @discardableResult
  public func write(_ shared: SharedBytes) -> WriteOutcome {
    if layer != nil { return write(shared.suffix(from: 0)) }
    guard let socket = writableSocket else { return .failed(.brokenPipe) }
    let bytes = shared.suffix(from: 0)
    guard bytes.count > 0 else { return .sent }
    let written = Self.writtenBytes(cuv_try_write1(socket, bytes.baseAddress!, bytes.count))
    if written == bytes.count { return .sent }
    if written < 0 { return .failed(UVError(code: Int32(written))) }
    return queue(PendingWrite(own: nil, shared: shared, from: written), on: socket)
  }

  /// Sends this stream's own bytes, then shared ones, and then more of its own, in one system call.
  @discardableResult
  public func write(
    _ own: UnsafeRawBufferPointer, then shared: SharedBytes,
    then last: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) -> WriteOutcome {
    if own.count == 0 && last.count == 0 { return write(shared) }
    if shared.count == 0 && last.count == 0 { return write(own) }
    let bytes = shared.suffix(from: 0)
    if let layer { return write(own, then: bytes, then: last, through: layer) }
    guard let socket = writableSocket else { return .failed(.brokenPipe) }
    let written = Self.writtenBytes(
      cuv_try_write3(
        socket, own.baseAddress, own.count, bytes.baseAddress!, bytes.count, last.baseAddress,
        last.count))
    let first = own.count + bytes.count
    if written == first + last.count { return .sent }
    if written < 0 { return .failed(UVError(code: Int32(written))) }
    if written >= first {
      return writeToNetwork(UnsafeRawBufferPointer(rebasing: last[(written - first)...]))
    }
    let outcome = queue(own, then: shared, from: written, on: socket)
    guard last.count > 0, case .queued = outcome else { return outcome }
    return writeToNetwork(last)
  }

  /// Queues what the kernel has not accepted of own and shared bytes.
  private func queue(
    _ own: UnsafeRawBufferPointer, then shared: SharedBytes, from written: Int,
    on socket: UnsafeMutablePointer<uv_stream_t>
  ) -> WriteOutcome {
    let sharedWritten = written - own.count
    if sharedWritten >= 0 {
      return queue(PendingWrite(own: nil, shared: shared, from: sharedWritten), on: socket)
    }
    let rest = SharedBytes(UnsafeRawBufferPointer(rebasing: own[written...]))
    return queue(PendingWrite(own: rest, shared: shared, from: 0), on: socket)
  }

  /// The number of bytes that the kernel accepted, or a negative error. `EAGAIN` counts as 0.
  private static func writtenBytes(_ status: Int) -> Int {
    status == Int(UV_EAGAIN.rawValue) ? 0 : status
  }

  private func queue(
    _ write: PendingWrite, on socket: UnsafeMutablePointer<uv_stream_t>
  ) -> WriteOutcome {
    let status = write.start(on: socket)
    if status < 0 { return .failed(UVError(code: status)) }
    willQueueWrite()
    return .queued(unsentBytes)
  }
}

/// Streams with a layer: what the network has goes through it, and what the owner writes.
extension SocketStream {
  /// Puts a layer on the stream, before the owner writes anything.
  ///
  /// - Parameter queue: Where it waits for its turn to take each step; nil if it need not.
  package func secure(with layer: any StreamLayer, in queue: SetUpQueue? = nil) {
    self.layer = layer
    setUp = queue.map { SetUp(in: $0, of: peerNetwork ?? 0) }
    flush(layer)
  }

  /// The time that the peer is to be given because its layer had to wait for others, since this was asked last.
  package func takeSetUpWait() -> Duration { setUp?.takeWait() ?? .zero }

  /// Ends a stream that holds too much of its next step.
  func endSetUp() {
    setUp?.discard()
    layerFault = StreamLayerFault("the handshakes that are not complete have too many bytes")
    closeAndTell(.brokenProtocol)
  }

  /// Takes a step with what was read, and then what has come behind it.
  func takeSetUpStep() {
    guard let layer, let setUp else { return }
    let (step, rest) = setUp.takeStep()
    step.withUnsafeBytes { take($0, through: layer) }
    guard isOpen else { return }
    if !rest.isEmpty { rest.withUnsafeBytes { didRead($0) } }
    if isOpen { resumeReading() }
  }

  /// Whether the next step of the layer waits for its turn: not for the peer.
  package var awaitsSetUp: Bool { setUp?.isDue == true }

  /// Whether the stream has a layer that is not set up yet.
  package var isSettingUp: Bool { layer?.isReady == false }

  func read(_ bytes: UnsafeRawBufferPointer, through layer: any StreamLayer) {
    guard let setUp else { return take(bytes, through: layer) }
    setUp.buffer(bytes, of: self, for: layer)
    if setUp.isDue { pauseReading() }
  }

  private func take(_ bytes: UnsafeRawBufferPointer, through layer: any StreamLayer) {
    var isAnnounced = layer.isReady
    func announce() {
      guard !isAnnounced, layer.isReady else { return }
      isAnnounced = true
      setUp = nil
      handler?.streamDidSecure(self)
      if finishesWhenReady { shutDownWriting() }
    }
    let state = layer.receive(bytes) { plain in
      announce()
      if isOpen { handler?.streamDidRead(self, plain.bytes) }
    }
    announce()
    guard isOpen else { return }
    flush(layer)
    switch state {
    case .open: return
    case .ended: didEnd()
    case .failed(let fault): fail(fault)
    }
  }

  private func fail(_ fault: StreamLayerFault) {
    // The answer goes as what has failed came: in plain.
    (layer, setUp, layerFault) = (nil, nil, fault)
    guard !fault.answer.isEmpty else { return closeAndTell(.brokenProtocol) }
    write(fault.answer)
    handler?.streamDidRefuse(self)
  }

  /// Writes own bytes, shared ones and more of its own through the layer.
  func write(
    _ own: UnsafeRawBufferPointer, then shared: UnsafeRawBufferPointer,
    then last: UnsafeRawBufferPointer, through layer: any StreamLayer
  ) -> WriteOutcome {
    guard writableSocket != nil else { return .failed(.brokenPipe) }
    guard layer.send(own), layer.send(shared), layer.send(last) else {
      return .failed(.brokenProtocol)
    }
    return flush(layer)
  }

  @discardableResult
  func flush(_ layer: any StreamLayer) -> WriteOutcome {
    var outcome = unsentBytes > 0 && layer.isReady ? WriteOutcome.queued(unsentBytes) : .sent
    layer.withOutput { outcome = writeToNetwork($0) }
    return outcome
  }

  /// Tells the peer through the layer that nothing more comes.
  func finishLayer() {
    guard let layer else { return }
    layer.finish()
    flush(layer)
  }
}
