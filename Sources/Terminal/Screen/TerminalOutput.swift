import Glibc
import Libuv

/// The way to a terminal that may be slow: what it does not take at once waits.
final class TerminalOutput {
  /// Called when the terminal has taken everything that had to wait.
  var onDrain: () -> Void = {}

  private let descriptor: Int32
  private var watcher: DescriptorWatcher?
  private var unsent: ArraySlice<UInt8> = []

  /// Opens the terminal anew where that is possible: the shell shares the descriptor that we were
  /// given, and would not like it to stop blocking.
  init(to terminal: Int32, on loop: EventLoop) throws(UVError) {
    let opened = ttyname(terminal).map { open($0, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    descriptor = opened.flatMap { $0 >= 0 ? $0 : nil } ?? fcntl(terminal, F_DUPFD_CLOEXEC, 0)
    watcher = try DescriptorWatcher(of: descriptor, on: loop) { [unowned self] in flush() }
  }

  deinit { close(descriptor) }

  /// Whether nothing waits.
  var isDrained: Bool { unsent.isEmpty }

  func write(_ bytes: [UInt8]) {
    unsent += bytes
    send()
    if !unsent.isEmpty { try? watcher?.start(for: .writable) }
  }

  /// Forgets what waits, because the terminal is about to be given away.
  func discard() {
    unsent = []
    watcher?.stop()
  }

  private func flush() {
    send()
    guard unsent.isEmpty else { return }
    watcher?.stop()
    onDrain()
  }

  private func send() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        // A terminal that is gone will say so when it is read.
        if errno != EAGAIN && errno != EINTR { unsent = [] }
        if errno != EINTR { return }
      } else {
        unsent = unsent.dropFirst(count)
      }
    }
    unsent = []
  }
}
