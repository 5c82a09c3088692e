/// Two layers of a stream: what the owner writes goes through the inner one, and what that makes through the outer
/// one.
///
/// A link between nodes is encrypted, and so may be what the client behind it sends.
final class StackedLayers: StreamLayer {
  private let outer: any StreamLayer
  private let inner: any StreamLayer
  /// What the outer layer had for the owner before there was the inner one.
  var early: [UInt8] = []

  /// - Parameter outer: The layer next to the network, which is ready.
  init(_ outer: any StreamLayer, _ inner: any StreamLayer) {
    self.outer = outer
    whatRemains = outer
    self.inner = inner
    passOutput()
  }

  /// The layer that an answer can go through after one has failed; nil if that is the outer one.
  private(set) var whatRemains: (any StreamLayer)?

  var isReady: Bool { outer.isReady && inner.isReady }
  var heldBytes: Int { outer.heldBytes + inner.heldBytes }

  func receive(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> StreamLayerState {
    guard early.isEmpty else {
      let first = early
      early = []
      let state = first.withUnsafeBytes { inner.receive($0, body) }
      passOutput()
      return state
    }
    var innerState = StreamLayerState.open
    let outerState = outer.receive(bytes) { innerState = inner.receive($0, body) }
    passOutput()
    switch (outerState, innerState) {
    case (.failed, _):
      whatRemains = nil
      return outerState
    case (.open, .open): return .open
    case (.ended, .open): return .failed(StreamLayerFault("the last line may be cut"))
    case (_, .failed), (_, .ended): return innerState
    }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Bool { inner.send(bytes) && passOutput() }

  func finish() {
    inner.finish()
    passOutput()
    outer.finish()
  }

  func withOutput(_ body: (UnsafeRawBufferPointer) -> Void) {
    passOutput()
    outer.withOutput(body)
  }

  /// Passes what the inner layer has for the network through the outer one.
  ///
  /// - Returns: False if the outer one has failed.
  @discardableResult
  private func passOutput() -> Bool {
    var isSent = true
    inner.withOutput { isSent = outer.send($0) }
    return isSent
  }
}
