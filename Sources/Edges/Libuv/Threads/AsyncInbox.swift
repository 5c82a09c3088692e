import CLibuv

/// A thread-safe inbox of a loop: other threads post messages, the loop's thread receives them
/// (`uv_async_t`).
///
/// The inbox belongs to the loop's thread; a `Sender` is thread-safe.
public final class AsyncInbox<Message: Sendable> {
  /// The sending end of an inbox.
  public struct Sender: Sendable {
    fileprivate let mailbox: Mailbox<Message>

    /// Posts a message to the loop, from any thread.
    ///
    /// - Returns: Whether the inbox was open. An accepted message is still lost if the inbox closes
    ///   before the loop receives it.
    @discardableResult
    public func post(_ message: Message) -> Bool { mailbox.post(message) }
  }

  private let bell: AsyncBell
  private let mailbox: Mailbox<Message>

  /// Opens an inbox, until it is closed or released.
  ///
  /// - Parameter onMessage: Receives each message on the loop's thread, in the order of posting.
  public init(on loop: EventLoop, onMessage: @escaping (Message) -> Void) throws(UVError) {
    let bell = try AsyncBell(on: loop)
    let mailbox = Mailbox<Message>(bell: bell.raw)
    bell.onRing = {
      for message in mailbox.removeAll() where mailbox.isOpen { onMessage(message) }
    }
    bell.onClose = { mailbox.close() }
    self.bell = bell
    self.mailbox = mailbox
  }

  deinit { close() }

  /// The sending end, for other threads.
  public var sender: Sender { Sender(mailbox: mailbox) }

  /// Refuses further messages and discards pending ones.
  public func close() { bell.closeHandle() }
}

/// The handle of an inbox: libuv's C callbacks cannot refer to a generic type.
private final class AsyncBell: HandleOwner {
  private var handle: OwnedHandle<uv_async_t>
  var onRing: (() -> Void)?
  var onClose: (() -> Void)?

  init(on loop: EventLoop) throws(UVError) {
    handle = try OwnedHandle(uv_async_t(), on: loop) { loop, async in
      uv_async_init(loop, async) { async in
        Unmanaged<AsyncBell>.fromOpaque(async!.pointee.data).takeUnretainedValue().onRing?()
      }
    }
    handle.bind(self)
  }

  var raw: UnsafeMutablePointer<uv_async_t> { handle.raw! }

  /// Closes the mailbox first, so that no sender signals a closed handle.
  func closeHandle() {
    onClose?()
    handle.close()
  }
}

@available(*, unavailable)
extension AsyncInbox: Sendable {}
