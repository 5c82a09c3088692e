import ArgumentParser
import Glibc

/// A signal that ends `check`: the scenario that is played ends, and with it the server or the boards
/// that were made for it.
///
/// That server is in a process group of its own, where no Ctrl-C of a terminal reaches it.
enum CheckInterruption {
  /// The process group of the server that runs; 0 for none.
  nonisolated(unsafe) static var group: pid_t = 0
  nonisolated(unsafe) private static var number: Int32 = 0

  static var hasCome: Bool { number != 0 }

  /// From now on the first SIGINT, SIGTERM or SIGHUP kills the server, so that whoever waits for it
  /// goes on. The second one of its kind ends the program at once.
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

  /// - Throws: `CheckFailure.interrupted`, if a signal has come.
  static func stopIfCome() throws(CheckFailure) {
    if hasCome { throw .interrupted }
  }

  /// - Throws: `ExitCode` 128 and the signal's number, if one has come.
  static func check() throws {
    if hasCome { throw ExitCode(128 + number) }
  }
}
