import BoardAuthority
import BoardModel
import BoardWire

/// What another thread has written of a large board, and what it is asked to write.
struct ContentWriter {
  /// So often the content is written in vain, because too many edits were made meanwhile. Then it is written at once.
  static let mostInVain = 3

  private var last: WrittenContent?
  /// Whether another thread writes.
  private(set) var isWriting = false
  /// The forms in which readers wait for it.
  private var awaited: Set<WireForm> = []
  private var countInVain = 0

  /// The steps that it takes to write the content, in the text form.
  private var steps: Int

  init(for versions: VersionedBoard) { steps = versions.contentSteps }

  /// Whether the content is so large in a form that another thread writes it, and does not change too fast for that.
  func isLarge(in form: WireForm, from threshold: Int) -> Bool {
    let steps = form == .json ? steps * TurnBudget.jsonContentSteps : steps
    return steps >= threshold && countInVain < Self.mostInVain
  }

  /// What is written, if the way from there to the head is short.
  func content(for versions: VersionedBoard) -> WrittenContent? {
    guard let last, versions.isNear(last.revision) else { return nil }
    return last
  }

  /// Takes over what was written with a change, or forgets what is far from the head by it.
  mutating func dataChanged(_ versions: VersionedBoard, content: WrittenContent?) {
    last = content ?? self.content(for: versions)
    steps = versions.contentSteps
  }

  /// Notes that the content was written at once.
  mutating func wroteAtOnce() { countInVain = 0 }

  /// The lines of a text that was written here, and the same in the JSON form, which is written once; nil for another text.
  mutating func json(of text: Encoding) -> (lines: Int, json: Encoding)? {
    guard last?.text === text else { return nil }
    last?.write(.json)
    return last.flatMap { last in last.json.map { (last.lines, $0) } }
  }

  /// Asks for the content in a form.
  ///
  /// - Returns: The forms that are to be written now; nil if another thread writes already.
  mutating func begin(_ form: WireForm) -> Set<WireForm>? {
    awaited.insert(form)
    guard !isWriting else { return nil }
    isWriting = true
    return awaited
  }

  /// Takes over what another thread has written.
  mutating func finish(_ content: WrittenContent?, for versions: VersionedBoard) {
    isWriting = false
    guard let content, versions.isNear(content.revision) else {
      countInVain += 1
      return
    }
    countInVain = 0
    last = content
    awaited = awaited.filter { !content.has($0) }
  }

  /// A form in which readers still wait for it; nil if there is none. In forms in which the board is not large any more nobody
  /// waits.
  mutating func next(of large: Set<WireForm>) -> WireForm? {
    awaited.formIntersection(large)
    return awaited.first
  }
}

/// Writes the content of a board as it is now. The board is shared: if it changes meanwhile, it copies its tables once.
final class ContentJob: Job, @unchecked Sendable {
  private unowned let delivery: Delivery
  private let live: LiveBoard
  private let forms: Set<WireForm>
  private var content: Board?
  private let revision: Int
  private var written: WrittenContent?

  init(of live: LiveBoard, in forms: Set<WireForm>, for delivery: Delivery) {
    self.delivery = delivery
    self.live = live
    self.forms = forms
    revision = live.revision
    written = live.written
    // One of an earlier revision is not what a reader waits for who has come since.
    if written?.revision != revision { (written, content) = (nil, live.versions.board) }
  }

  override public var lane: Lane { .contents }

  override func run() {
    super.run()
    if let content { written = WrittenContent(of: content, at: revision) }
    content = nil
    for form in forms { written?.write(form) }
  }

  override func conclude() { delivery.didWrite(written, of: live) }
}

extension LiveBoard {
  /// Whether a snapshot in a form takes so long that another thread writes its content.
  func isLarge(in form: WireForm) -> Bool {
    contentWriter.isLarge(in: form, from: budget.stepsForWriter)
  }

  /// Whether a reader cannot be sent a snapshot now, because its content is to be written first.
  ///
  /// - Parameters:
  ///   - revision: Where the reader is; nil if it is new.
  ///   - number: The number of the last event that it was sent; nil if it is new.
  ///   - least: The revision of which the content must be, or of a later one.
  /// - Complexity: O(1).
  func lacksContent(
    from revision: Int?, presence number: Int? = nil, in form: WireForm, atLeast least: Int = 0
  ) -> Bool {
    guard isLarge(in: form), !hasContent(in: form, atLeast: least) else { return false }
    return isSnapshotDue(from: revision) || (number.map { $0 < presence.tail } ?? false)
  }

  /// Whether the content of a revision, or of a later one, is written in a form already.
  func hasContent(in form: WireForm, atLeast least: Int = 0) -> Bool {
    if let written, written.revision >= least, written.has(form) { return true }
    return (form == .json ? encodings.jsonContent : encodings.content) != nil
  }

  /// What another thread has written, if the way from there to the head is short.
  var written: WrittenContent? { contentWriter.content(for: versions) }

  /// The same, if the content at the head is not written.
  var earlierContent: WrittenContent? {
    guard encodings.content == nil, let written, written.revision < revision else { return nil }
    return written
  }

  /// The snapshot with the content that another thread has written, and a batch behind it that leads to the head. It has no
  /// sessions, selections and policies; they follow as events.
  ///
  /// - Parameter revision: Where the reader is.
  func snapshot(with written: WrittenContent, for revision: Int) -> EncodedUpdate {
    var head = WireBuffer()
    head.appendSnapshotHead(
      name, revision: written.revision, sections: written.sections, lines: written.lines)
    let update = EncodedUpdate(
      from: revision, to: self.revision, pieces: [Encoding(head), written.text], kind: .content)
    if PlantedBug.wayBehindContentLost.isPlanted { return update }
    var way = WireBuffer()
    let end = appendBatches(from: written.revision, to: &way)
    if end < self.revision {
      way.append(batch: BatchUpdate(), board: name, from: end, to: self.revision)
    }
    return update.followed(by: way)
  }
}

extension Delivery {
  /// Lets another thread write the content of a board in a form, if nobody does yet.
  func requestContent(of live: LiveBoard, in form: WireForm) {
    guard let forms = live.contentWriter.begin(form) else { return }
    jobs.append(ContentJob(of: live, in: forms, for: self))
  }

  /// Takes over a content that another thread has written. Readers that wait for it are sent it.
  fileprivate func didWrite(_ written: WrittenContent?, of live: LiveBoard) {
    live.contentWriter.finish(written, for: live.versions)
    guard boards.serves(live) else { return }
    let large = Set<WireForm>([.text, .json].filter(live.isLarge))
    if let form = live.contentWriter.next(of: large) {
      requestContent(of: live, in: form)
    }
    markBehind(live)
  }
}
