import CLibuv
import Glibc

/// The queue of messages to a loop: the only state shared between threads.
///
/// A pthread mutex guards it, because the thread sanitizer reports false races in
/// `Synchronization.Mutex`.
final class Mailbox<Message: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var messages: [Message] = []
  /// The handle that wakes the loop, or `nil` after closing.
  private var bell: UnsafeMutablePointer<uv_async_t>?

  init(bell: UnsafeMutablePointer<uv_async_t>) {
    self.bell = bell
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  var isOpen: Bool { locked { bell != nil } }

  /// Posts a message; the first of several wakes the loop.
  ///
  /// The handle is signalled under the lock, so that it cannot be closed meanwhile.
  func post(_ message: Message) -> Bool {
    locked {
      guard let bell else { return false }
      messages.append(message)
      if messages.count == 1 { uv_async_send(bell) }
      return true
    }
  }

  /// Removes and returns all messages, in the order of posting.
  func removeAll() -> [Message] {
    locked {
      defer { messages = [] }
      return messages
    }
  }

  /// Refuses further messages and discards pending ones, outside the lock.
  func close() {
    locked { bell = nil }
    _ = removeAll()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
