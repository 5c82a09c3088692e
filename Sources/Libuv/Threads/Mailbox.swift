import CLibuv
import Glibc

/// Messages on their way to a loop: the one thing that is touched by more than one thread.
///
/// A pthread mutex guards it, because the thread sanitizer sees races in
/// `Synchronization.Mutex` that are not there.
final class Mailbox<Message: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var messages: [Message] = []
  /// What wakes the loop, or `nil` once the mailbox is closed.
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

  /// Leaves a message, and wakes the loop for the first of several.
  ///
  /// The bell is rung under the lock, so that it cannot be closed meanwhile.
  func post(_ message: Message) -> Bool {
    locked {
      guard let bell else { return false }
      messages.append(message)
      if messages.count == 1 { uv_async_send(bell) }
      return true
    }
  }

  /// Takes all messages, in the order in which they were posted.
  func removeAll() -> [Message] {
    locked {
      defer { messages = [] }
      return messages
    }
  }

  /// Refuses further messages and drops those that wait, outside the lock.
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
