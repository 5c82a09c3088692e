import BoardAuthority
import BoardModel
import BoardWire

/// A change that takes long, made on a draft of its board by another thread, while the board is served as
/// it was.
///
/// The hub's owner calls `run` on any thread, and then `Hub.didMake` on its own. One thread at a time has
/// it.
public final class LongChange: @unchecked Sendable {
  /// What a command came to on the draft.
  struct Made {
    let reply: Reply
    /// Nil if nothing changed.
    let revision: Revision?
    /// The rows of the revision for the journal, if it wants rows.
    var journalRows: [UInt8]?

    init(_ reply: Reply, _ revision: Revision?) {
      self.reply = reply
      self.revision = revision
    }
  }

  let live: LiveBoard
  let command: PendingCommand
  let connection: ClientConnection
  let draft: BoardDraft
  private(set) var result: Result<Made, Refusal>?
  private var make: (() throws(Refusal) -> Made)?
  /// Earlier changes and boards that are gone, whose memory is released by the thread of this one.
  private var earlier: [AnyObject] = []

  /// - Parameter make: Makes the change on the draft, with nothing that others have.
  init(
    of live: LiveBoard, on draft: BoardDraft, for command: PendingCommand,
    by connection: ClientConnection, _ make: @escaping () throws(Refusal) -> Made
  ) {
    self.live = live
    self.draft = draft
    self.command = command
    self.connection = connection
    self.make = make
  }

  /// Makes the change, and releases what earlier ones left.
  public func run() {
    earlier = []
    guard let make else { return }
    do throws(Refusal) { result = .success(try make()) } catch { result = .failure(error) }
    self.make = nil
  }

  /// Releases the memory of earlier objects when this change is made.
  func release(_ objects: [AnyObject]) { earlier = objects }
}

/// What finished long changes leave, such as the tables of their boards before, and boards that are gone:
/// much memory, which takes long to release.
///
/// One thread at a time has it.
public final class ReleasedMemory: @unchecked Sendable {
  private var objects: [AnyObject]

  init(_ objects: [AnyObject]) { self.objects = objects }

  /// Releases the memory.
  public func release() { objects = [] }
}
