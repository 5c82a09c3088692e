import CLibuv
import Net

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
