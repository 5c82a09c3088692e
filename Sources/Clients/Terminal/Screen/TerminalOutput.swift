import Glibc
import Libuv

/// Buffered, non-blocking output to a terminal.
final class TerminalOutput {
  /// Called when all buffered bytes are written.
  var onDrain: () -> Void = {}

  private let descriptor: Int32
  private var watcher: DescriptorWatcher?
  private var unsent: ArraySlice<UInt8> = []

  /// Reopens the terminal if possible: the given descriptor is shared with the shell and must stay
  /// blocking.
  init(to terminal: Int32, on loop: EventLoop) throws(UVError) {
    let opened = ttyname(terminal).map { open($0, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    descriptor = opened.flatMap { $0 >= 0 ? $0 : nil } ?? fcntl(terminal, F_DUPFD_CLOEXEC, 0)
    watcher = try DescriptorWatcher(of: descriptor, on: loop) { [unowned self] in flush() }
  }

  deinit { close(descriptor) }

  /// Whether nothing is buffered.
  var isDrained: Bool { unsent.isEmpty }

  func write(_ bytes: [UInt8]) {
    unsent += bytes
    send()
    if !unsent.isEmpty { try? watcher?.start(for: .writable) }
  }

  /// Discards buffered bytes, because the terminal is about to be restored.
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
        // A closed terminal is noticed by the next read.
        if errno != EAGAIN && errno != EINTR { unsent = [] }
        if errno != EINTR { return }
      } else {
        unsent = unsent.dropFirst(count)
      }
    }
    unsent = []
  }
}
