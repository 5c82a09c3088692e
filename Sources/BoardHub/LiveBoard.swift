import BoardCore
import BoardWire

/// A board that is served: its data, its revisions, its policies, and who watches it.
final class LiveBoard {
  /// The data, and all that a drop asks of it.
  let ground: DropGround
  var presence = PresenceLog()
  var watchers: [Watcher] = []
  /// When watchers were last sent something.
  var lastFlush: Duration?
  /// Whether some watcher may not be at the head.
  var isDirty = false
  /// Whether that is news since watchers were last looked at.
  var isTouched = false
  /// When those watchers may be sent what they are owed; nil if they are all blocked.
  var nextFlush: Duration?
  /// What was encoded for watchers at the present head.
  var encodings = EncodingCache()

  /// Who made each revision, and what can be taken back.
  var notes: RevisionNotes
  var book = UndoBook()

  init(_ name: BoardName, content: Content = [], revision: Int = 0) {
    ground = DropGround(name, board: Board(content), log: RevisionLog(head: revision))
    notes = RevisionNotes(head: revision)
  }

  var name: BoardName { ground.name }
  var revision: Int { ground.log.head }

  /// Makes edits that the board holds already one revision.
  func commit(_ edits: [Edit], _ note: RevisionNote) {
    encodings.dataChanged()
    _ = ground.log.append(edits)
    book.append(notes.append(note), note)
    notes.trim(to: ground.log.oldest) { book.forget($0, of: $1.author) }
    ground.policies.forget(after: edits, on: ground.board)
  }

  /// Puts a drag event where all watchers will see it, and returns its number.
  func tell(_ event: Event, origin: ConnectionID?) -> Int {
    encodings.presenceChanged()
    return presence.append(event, origin: origin)
  }

  /// Whether a watcher has been sent everything there is.
  func isCurrent(_ watcher: Watcher) -> Bool {
    watcher.revision == revision && watcher.presence == presence.head
  }
}
