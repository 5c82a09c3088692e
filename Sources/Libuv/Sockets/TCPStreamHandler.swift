/// What happens on a stream, told to whoever owns it.
///
/// Every call comes from the loop, never from inside a call to the stream. Inside each of them the
/// stream may be written to, closed or dropped.
public protocol TCPStreamHandler: AnyObject {
  /// Bytes have come. They are only there during the call.
  func streamDidRead(_ stream: TCPStream, _ bytes: RawSpan)

  /// The peer will send nothing more. The stream can still be written to.
  func streamDidEnd(_ stream: TCPStream)

  /// The kernel has taken everything that was queued. Every `queued` outcome is followed by this,
  /// unless another write is queued first or the stream closes.
  func streamDidDrain(_ stream: TCPStream)

  /// The stream has closed by itself: because of an error, or after `shutdownAfterWrites()`.
  ///
  /// This is the last call for a stream. It does not follow `close()` or `reset()`.
  func streamDidClose(_ stream: TCPStream, error: UVError?)
}
