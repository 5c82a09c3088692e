import ArgumentParser
import Glibc

/// Signal handling of commands that undo what they have begun before they end: `check`, `play` and `import`.
///
/// The server of `check` is in its own process group, which a terminal's Ctrl-C does not reach.
enum EndingSignal {
  /// The process group that the signal kills, so that waits on it end; 0 for none.
  nonisolated(unsafe) static var group: pid_t = 0
  nonisolated(unsafe) private static var number: Int32 = 0

  static var hasCome: Bool { number != 0 }

  /// Installs handlers of the first SIGINT, SIGTERM or SIGHUP. A second signal of the same kind ends the
  /// program at once.
  static func begin() {
    (group, number) = (0, 0)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      action.__sigaction_handler.sa_handler = { number in
        EndingSignal.number = number
        if EndingSignal.group > 0 { Glibc.kill(-EndingSignal.group, SIGKILL) }
      }
      sigaction(signal, &action, nil)
    }
  }

  /// - Throws: `ExitCode` 128 plus the signal's number if one has arrived.
  static func check() throws {
    if hasCome { throw ExitCode(128 + number) }
  }
}
