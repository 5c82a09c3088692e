import CLibuv

/// Streams with a layer: what the network has goes through it, and what the owner writes.
extension SocketStream {
  /// Puts a layer on the stream, before the owner writes anything.
  ///
  /// - Parameter queue: Where it waits for each step until the layer is set up; nil if it need not.
  package func secure(with layer: any StreamLayer, in queue: SetUpQueue? = nil) {
    self.layer = layer
    place = queue?.makePlace(for: self)
    flush(layer)
  }

  /// The time that the peer is to be given because its layer had to wait, since this was asked last; nil if there are
  /// too many of its address.
  package func takeSetUpWait() -> Duration? { place == nil ? .zero : place?.takeWait() }

  /// Takes a step with what was read.
  func takeSetUpStep() {
    guard let layer, let place else { return }
    let bytes = place.takeHeld()
    resumeReading()
    bytes.withUnsafeBytes { take($0, through: layer) }
  }

  /// Whether the stream has a layer that is not set up yet.
  package var isSettingUp: Bool { layer?.isReady == false }

  func read(_ bytes: UnsafeRawBufferPointer, through layer: any StreamLayer) {
    guard let place else { return take(bytes, through: layer) }
    place.hold(bytes, of: self)
    pauseReading()
  }

  private func take(_ bytes: UnsafeRawBufferPointer, through layer: any StreamLayer) {
    var isAnnounced = layer.isReady
    func announce() {
      guard !isAnnounced, layer.isReady else { return }
      isAnnounced = true
      place = nil
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
    layer = nil
    layerFault = fault
    if !fault.answer.isEmpty { fault.answer.withUnsafeBytes { _ = write($0) } }
    closeAndTell(.brokenProtocol)
  }

  /// Writes own bytes and shared ones through the layer.
  func write(
    _ own: UnsafeRawBufferPointer, then shared: UnsafeRawBufferPointer,
    through layer: any StreamLayer
  ) -> WriteOutcome {
    guard writableSocket != nil else { return .failed(.brokenPipe) }
    guard layer.send(own), layer.send(shared) else { return .failed(.brokenProtocol) }
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
