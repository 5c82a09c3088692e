import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// A change that takes long, made on a draft of its board by another thread, while the board is served as
/// it was.
final class LongChange: JobWork {
  /// What a command came to on the draft. Changes that are made at once have none, which as an object costs them nothing.
  final class Made {
    let reply: Reply
    /// Nil if nothing changed.
    let revision: Revision?
    /// The rows of the revision for the journal, if it wants rows.
    let journalRows: [UInt8]?
    /// The dragged items among those that it changed.
    let touched: TouchedItems?
    /// The content afterwards, if those who watch are sent a snapshot of it.
    let content: WrittenContent?
    /// The batches of the revision, if those who watch are sent them.
    let batches: ComposedBatches?

    init(
      reply: Reply, revision: Revision?, journalRows: [UInt8]?, touched: TouchedItems?,
      content: WrittenContent?, batches: ComposedBatches?
    ) {
      (self.reply, self.revision, self.journalRows) = (reply, revision, journalRows)
      (self.touched, self.content, self.batches) = (touched, content, batches)
    }
  }

  private unowned let commit: Commit
  let live: LiveBoard
  let connection: ClientConnection
  let command: PendingCommand
  let draft: BoardDraft
  private(set) var result: Result<Made, Refusal>?
  private var make: (() throws(Refusal) -> Made)?
  /// The reply of a change that is made, while drags are evaluated behind it that are told before.
  var answer: Answer?

  /// - Parameter make: Makes the change on the draft, with nothing that others have.
  init(
    of live: LiveBoard, on draft: BoardDraft, for command: PendingCommand,
    by connection: ClientConnection, concludedBy commit: Commit,
    _ make: @escaping () throws(Refusal) -> Made
  ) {
    self.commit = commit
    self.live = live
    self.draft = draft
    self.command = command
    self.make = make
    self.connection = connection
  }

  func run() {
    guard let make else { return }
    do throws(Refusal) { result = .success(try make()) } catch { result = .failure(error) }
    self.make = nil
  }

  var board: BoardName? { live.name }

  var isAwaited: Bool { true }

  func conclude() { commit.conclude(self) }

  /// What it waits for before it is concluded once more, with its reply; nil if all is done.
  var awaited: [Condition]? { answer == nil ? nil : [.evaluated(live)] }
}
