/// The handler of a stream's events.
///
/// All calls are from the loop, never within a call to the stream. A handler may write to, close or
/// release the stream in any of them.
public protocol SocketStreamHandler: AnyObject {
  /// Bytes arrived. They are valid only during the call.
  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan)

  /// The layer of the stream is set up.
  func streamDidSecure(_ stream: SocketStream)

  /// The peer has shut down writing. The stream can still be written to.
  func streamDidEnd(_ stream: SocketStream)

  /// The kernel has accepted everything that was queued. Every `queued` outcome is followed by
  /// this, unless another write is queued first or the stream closes.
  func streamDidDrain(_ stream: SocketStream)

  /// The peer does not speak the layer of the stream, which is without it now, and has been answered so.
  func streamDidRefuse(_ stream: SocketStream)

  /// The stream has closed by itself after an error.
  ///
  /// This is the last call for a stream. It does not follow `close()` or `reset()`.
  func streamDidClose(_ stream: SocketStream, error: UVError)
}

extension SocketStreamHandler {
  public func streamDidSecure(_ stream: SocketStream) {}

  public func streamDidDrain(_ stream: SocketStream) {}

  public func streamDidRefuse(_ stream: SocketStream) { stream.close() }
}
