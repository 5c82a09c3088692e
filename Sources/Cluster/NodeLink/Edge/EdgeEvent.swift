/// What happened on a link, for the edge. Bytes are valid only until the callback returns.
///
/// A list of channels may have some that the edge has closed: they are to be skipped.
public enum EdgeEvent {
  /// The owner takes connections. Comes once, before all others.
  case accepted(version: UInt16)
  /// Bytes for a client. A message may come in several parts, and nothing else for the client comes between them.
  case send(Channel, UnsafeRawBufferPointer, endsMessage: Bool)
  /// The same message for several clients.
  case broadcast([Channel], UnsafeRawBufferPointer)
  /// The same bytes for several clients, to be shared by them.
  case sendShared([Channel], ReceivedBlob, endsMessage: Bool)
  /// A client may be read again.
  case mayRead(Channel)
  /// The client is to be closed once it has taken everything. The channel is gone.
  case close(Channel, reason: UInt8)
  /// The owner does not serve the client, which was sent nothing. The channel is gone.
  case refused(Channel, ConnectRefusal)
}
