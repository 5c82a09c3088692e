/// What happened on a link, for the owner. Bytes are valid only until the callback returns.
public enum OwnerEvent {
  /// The edge has the secret, and names itself. Comes once, before all others.
  case accepted(node: String)
  /// A client wants a space. The channel is open until it is refused or closed.
  case connect(Channel, ConnectRequest)
  /// A client has sent bytes. Once they are consumed, say so by `consumed`.
  case input(Channel, UnsafeRawBufferPointer)
  /// A client will send nothing more.
  case ended(Channel)
  /// The edge has performed some of what it was sent, and that took so long.
  case performed(Duration)
  /// The client is gone, or the edge has closed what was closed or refused here: the channel's last event.
  case closed(Channel)
}
