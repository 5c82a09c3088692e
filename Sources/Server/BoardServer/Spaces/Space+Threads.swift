import BoardHub
import BoardJournal
import Libuv
import Logging

// Boards are read from the journal when they are first asked for, and long changes are made, on threads of
// their own: neither commands nor commits wait for it, but those that need the board.

extension Space {
  /// Loads the next board that a command waits for.
  func loadNext() {
    guard fault == nil, let source, !loader.isBusy, let stored = hub.nextLoad() else { return }
    let job: @Sendable () -> Result<BoardReplay, JournalFault> = {
      BoardReplay.load(stored, from: source)
    }
    run(job, on: loader, then: { [unowned self] in didLoad(stored, $0) })
  }

  private func didLoad(_ stored: StoredBoard, _ result: Result<BoardReplay, JournalFault>) {
    if case .failure(let fault) = result {
      logger.error(
        "a board cannot be read", metadata: ["board": "\(stored.name)", "reason": "\(fault)"])
    }
    hub.didLoad(stored, result)
  }

  /// Makes the next long change, or else releases what the last ones left.
  func makeNextChange() {
    guard fault == nil, !changer.isBusy else { return }
    if let change = hub.nextChange() {
      run({ change.run() }, on: changer, then: { [unowned self] in hub.didMake(change) })
    } else if let finished = hub.nextRelease() {
      run({ finished.release() }, on: changer, then: {})
    }
  }

  /// Checks what opening the journal did not.
  func checkJournal() {
    guard let source else { return }
    let job: @Sendable () -> JournalFault? = {
      do throws(JournalFault) { try source.check() } catch { return error }
      return nil
    }
    run(job, on: checker, then: { [unowned self] in didCheck($0) })
  }

  private func didCheck(_ fault: JournalFault?) {
    guard !server.isStopping else { return }
    if let fault { return fail(fault) }
    isChecked = true
  }
}
