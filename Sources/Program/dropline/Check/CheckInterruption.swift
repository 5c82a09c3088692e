import ArgumentParser
import Glibc

/// Signal handling of `check`: a signal ends the present scenario, and removes its server or its
/// boards.
///
/// The server is in its own process group, which a terminal's Ctrl-C does not reach.
enum CheckInterruption {
  /// The process group of the running server; 0 for none.
  nonisolated(unsafe) static var group: pid_t = 0
  nonisolated(unsafe) private static var number: Int32 = 0

  static var hasCome: Bool { number != 0 }

  /// Installs handlers: the first SIGINT, SIGTERM or SIGHUP kills the server, so that waits on it
  /// end. A second signal of the same kind ends the program at once.
  static func begin() {
    (group, number) = (0, 0)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      action.__sigaction_handler.sa_handler = { number in
        CheckInterruption.number = number
        if CheckInterruption.group > 0 { Glibc.kill(-CheckInterruption.group, SIGKILL) }
      }
      sigaction(signal, &action, nil)
    }
  }

  /// - Throws: `CheckFailure.interrupted` if a signal has arrived.
  static func stopIfCome() throws(CheckFailure) {
    if hasCome { throw .interrupted }
  }

  /// - Throws: `ExitCode` 128 plus the signal's number if one has arrived.
  static func check() throws {
    if hasCome { throw ExitCode(128 + number) }
  }
}
