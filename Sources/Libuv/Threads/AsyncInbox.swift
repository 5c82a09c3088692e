import CLibuv

/// The one door by which other threads reach a loop: they post, and the loop receives.
///
/// The inbox belongs to the loop's thread; a `Sender` may go anywhere.
public final class AsyncInbox<Message: Sendable> {
  /// The outside of an inbox.
  public struct Sender: Sendable {
    fileprivate let mailbox: Mailbox<Message>

    /// Leaves a message for the loop, from any thread.
    ///
    /// - Returns: Whether the inbox was open. A message it took is still lost if the inbox closes
    ///   before the loop comes to it.
    @discardableResult
    public func post(_ message: Message) -> Bool { mailbox.post(message) }
  }

  private let bell: AsyncBell
  private let mailbox: Mailbox<Message>

  /// Opens an inbox, until it is closed or dropped.
  ///
  /// - Parameter onMessage: Gets each message on the loop's thread, in the order of posting.
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

  /// What to give to other threads.
  public var sender: Sender { Sender(mailbox: mailbox) }

  /// Refuses further messages and drops those that wait.
  public func close() { bell.closeHandle() }
}

/// The handle of an inbox: libuv's callbacks cannot mention a generic type.
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

  /// Silences the senders first, who would otherwise ring a bell that is gone.
  func closeHandle() {
    onClose?()
    handle.close()
  }
}

@available(*, unavailable)
extension AsyncInbox: Sendable {}
