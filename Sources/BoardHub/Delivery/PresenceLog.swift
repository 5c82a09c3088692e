import BoardAuthority
import BoardModel
import BoardWire

/// The events of drags and selections of one board that not every subscriber has seen yet, in order.
///
/// Each event has a number. A subscriber is at a number as it is at a revision; what it is owed is
/// everything behind it. Of the events that say where a session is only the last is stored, of those
/// that name its items the last and all that bring a text, of a session that ended only that it began
/// and that it ended, and of each client only what it selected last.
///
/// The lines of all events lie one behind the other, so that what a subscriber is owed is copied in as
/// few runs as there are gaps in it.
struct PresenceLog: ~Copyable {
  private enum Kind {
    case began
    /// Other items, without a text.
    case items
    /// Other items, of which the last was just brought from outside.
    case parcel
    /// Where a session is.
    case state
    case suspended, resumed, ended, selected
    /// Anything that is about no session and no client.
    case notice
  }

  /// Whom an event is about.
  private enum Subject: Hashable {
    case session(SessionID)
    case client(ClientName)
  }

  private struct Entry {
    let number: Int
    let kind: Kind
    let subject: Subject?
    /// The connection whose own command made the event and whose reply already says it.
    let origin: ConnectionID?
    /// Where its line is, written once for everybody.
    var line: Range<Int>
    /// The number of the event by which the session began that this one is the end of.
    let began: Int?
    /// Whether a later event has made this one meaningless.
    var isVoid = false
  }

  private var entries: [Entry] = []
  private var lines = WireBuffer()
  private var voidCount = 0
  /// The bytes of the lines that mean nothing any more.
  private var voidBytes = 0
  /// The numbers of the events about somebody that later ones make meaningless.
  private var replaceable: [Subject: [Int]] = [:]
  /// The numbers of the events by which the live sessions began, which may be here no longer.
  private var beginnings: [SessionID: Int] = [:]
  /// The other boards whose index paths or revisions events have that somebody has not seen.
  private(set) var foreignBoards: Set<BoardName> = []
  /// The highest revision of the board itself that events have which somebody has not seen.
  private(set) var revision = 0
  /// The bytes of all lines that are held.
  var byteCount: Int { lines.count }
  /// The number of the last event; 0 before the first.
  private(set) var head = 0
  /// The number from which on everything is still here.
  private(set) var tail = 0

  /// Puts an event behind the others and returns its number.
  ///
  /// - Complexity: O(log entries), amortised.
  mutating func append(_ event: Event, origin: ConnectionID?) -> Int {
    head += 1
    let (kind, subject) = Self.sort(event)
    if let board = event.foreignBoard { foreignBoards.insert(board) }
    revision = max(revision, event.ownRevision ?? 0)
    replace(by: kind, of: subject)
    let start = lines.count
    lines.append(event)
    entries.append(
      Entry(
        number: head, kind: kind, subject: subject, origin: origin, line: start..<lines.count,
        began: beginning(of: event)))
    trim()
    return head
  }

  /// Notes an event that nobody watches: those who come later get the state that it leads to.
  ///
  /// - Complexity: O(1).
  mutating func skip(_ event: Event) { _ = beginning(of: event) }

  /// Notes where a session begins, and says of an end where its session began.
  private mutating func beginning(of event: Event) -> Int? {
    switch event {
    case .began(let began):
      noteBegin(of: began.drag)
      return nil
    case .ended(let session, _): return noteEnd(of: session)
    case .items, .over, .lifted, .lost, .suspended, .resumed, .selected, .removed, .renamed, .ping,
      .bye:
      return nil
    }
  }

  /// Notes that a session began with the last event.
  mutating func noteBegin(of session: SessionID) { beginnings[session] = head }

  /// Notes that a session ended.
  ///
  /// - Returns: The number of the event by which it began.
  mutating func noteEnd(of session: SessionID) -> Int? {
    beginnings.removeValue(forKey: session)
  }

  /// Writes the lines of the events behind a number, in order.
  ///
  /// - Parameters:
  ///   - origin: A connection that is not sent the events of its own commands.
  ///   - isBehindSnapshot: Whether only the ends count of drags that began earlier: the rest is in
  ///     the snapshot, or was never sent.
  /// - Complexity: O(events behind the number).
  func write(
    since number: Int, except origin: ConnectionID? = nil, isBehindSnapshot: Bool = false,
    to buffer: inout WireBuffer
  ) {
    var run = 0..<0
    for entry in entries[index(behind: number)...] {
      if entry.isVoid || (origin != nil && entry.origin == origin) { continue }
      if isBehindSnapshot {
        guard entry.kind == .ended, let began = entry.began, began <= number else { continue }
      }
      if entry.line.lowerBound != run.upperBound {
        copy(run, to: &buffer)
        run = entry.line
      }
      run = run.lowerBound..<entry.line.upperBound
    }
    copy(run, to: &buffer)
  }

  /// Forgets everything: all subscribers are at `head`.
  mutating func clear() {
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: entries.count <= 64)
    lines.removeAll(keepingAtMost: 4_096)
    replaceable.removeAll(keepingCapacity: replaceable.count <= 64)
    foreignBoards.removeAll()
    revision = 0
    voidCount = 0
    voidBytes = 0
    tail = head
  }

  /// Notes that a board on which drags of this board are or ended has another name.
  mutating func renameForeignBoard(_ old: BoardName, to new: BoardName) {
    if foreignBoards.remove(old) != nil { foreignBoards.insert(new) }
  }

  private func copy(_ run: Range<Int>, to buffer: inout WireBuffer) {
    lines.withUnsafeBytes { buffer.append(bytes: UnsafeRawBufferPointer(rebasing: $0[run])) }
  }

  private static func sort(_ event: Event) -> (Kind, Subject?) {
    switch event {
    case .began(let began): (.began, .session(began.drag))
    case .items(let items):
      (items.external == nil ? .items : .parcel, .session(items.drag))
    case .over(let over): (.state, .session(over.drag))
    case .lifted(let session), .lost(let session): (.state, .session(session))
    case .suspended(let session): (.suspended, .session(session))
    case .resumed(let session): (.resumed, .session(session))
    case .ended(let session, _): (.ended, .session(session))
    case .selected(let selected): (.selected, .client(selected.client))
    case .removed, .renamed, .ping, .bye: (.notice, nil)
    }
  }

  /// Makes the earlier events meaningless that the one at the head replaces.
  private mutating func replace(by kind: Kind, of subject: Subject?) {
    guard let subject else { return }
    switch kind {
    case .state, .items, .selected:
      void(subject) { $0 == kind }
      replaceable[subject, default: []].append(head)
    case .parcel:
      // It has a text that no later event has, so only the end makes it meaningless.
      void(subject) { $0 == .items }
      replaceable[subject, default: []].append(head)
    case .suspended, .resumed:
      replaceable[subject, default: []].append(head)
    case .ended:
      void(subject) { _ in true }
    case .began, .notice:
      break
    }
  }

  /// Makes the replaceable events about somebody meaningless of which the condition holds.
  private mutating func void(_ subject: Subject, where condition: (Kind) -> Bool) {
    var kept: [Int] = []
    for number in replaceable[subject] ?? [] {
      let index = index(behind: number - 1)
      guard index < entries.count, entries[index].number == number else { continue }
      if condition(entries[index].kind) {
        entries[index].isVoid = true
        voidCount += 1
        voidBytes += entries[index].line.count
      } else {
        kept.append(number)
      }
    }
    replaceable[subject] = kept.isEmpty ? nil : kept
  }

  /// Bounds the log: void events are removed first, then the oldest.
  ///
  /// - Complexity: O(bytes of an event), amortised.
  private mutating func trim() {
    let isFull =
      entries.count > Limits.presenceEvents || lines.count - voidBytes > Limits.presenceBytes
    guard isFull || voidBytes > max(Self.heldVoidBytes, lines.count / 2) else { return }
    if voidCount > 0 {
      entries.removeAll(where: \.isVoid)
      voidCount = 0
      voidBytes = 0
    }
    if isFull { dropOldest() }
    closeGaps()
  }

  /// Meaningless lines may take so much before they are looked at.
  private static var heldVoidBytes: Int { 65_536 }

  /// Drops the oldest events until no more than half of what may be is left.
  private mutating func dropOldest() {
    var bytes = entries.reduce(0) { $0 + $1.line.count }
    var dropped = 0
    while entries.count - dropped > Limits.presenceEvents / 2 || bytes > Limits.presenceBytes / 2 {
      bytes -= entries[dropped].line.count
      dropped += 1
    }
    guard dropped > 0 else { return }
    tail = entries[dropped - 1].number
    entries.removeFirst(dropped)
    replaceable = replaceable.filter { $0.value.last.map { $0 > tail } ?? false }
  }

  /// Forgets the lines of events that are gone.
  private mutating func closeGaps() {
    var kept = WireBuffer()
    for index in entries.indices {
      let start = kept.count
      copy(entries[index].line, to: &kept)
      entries[index].line = start..<kept.count
    }
    lines = kept
  }

  /// The index of the first entry with a higher number.
  private func index(behind number: Int) -> Int {
    entries.partitionIndex { entries[$0].number > number }
  }
}

extension Event {
  /// The board whose index path or revision the event has, if it is not the one whose subscribers get
  /// the event.
  var foreignBoard: BoardName? {
    switch self {
    case .over(let over): over.proposal.board
    case .ended(_, .copied(_, let board)): board
    case .began, .items, .lifted, .lost, .suspended, .resumed, .ended, .selected, .removed,
      .renamed, .ping, .bye:
      nil
    }
  }

  /// The revision that the event has of the board whose subscribers get it.
  fileprivate var ownRevision: Int? {
    switch self {
    case .ended(_, .moved(let revision)), .ended(_, .copied(let revision, nil)): revision
    case .began, .items, .over, .lifted, .lost, .suspended, .resumed, .ended, .selected, .removed,
      .renamed, .ping, .bye:
      nil
    }
  }
}
