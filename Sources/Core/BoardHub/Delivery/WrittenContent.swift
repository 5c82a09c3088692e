import BoardAuthority
import BoardModel
import BoardWire

/// The sections and items of a large board at one revision, written by another thread for all who begin to watch it.
///
/// Edits go on meanwhile, and behind it: whoever is sent it is sent a batch from its revision to the head with it.
struct WrittenContent {
  let revision: Int
  let sections: Int
  /// The section and item lines.
  let lines: Int
  let text: Encoding
  /// The same in the JSON form, the elements of an array; nil if nobody has asked for it.
  var json: Encoding?

  /// - Complexity: O(bytes of the names and texts).
  init(of board: Board, at revision: Int) {
    self.revision = revision
    sections = board.sectionCount
    lines = board.sectionCount + board.itemCount
    var buffer = WireBuffer()
    buffer.appendContent(board)
    text = Encoding(buffer)
  }

  func has(_ form: WireForm) -> Bool { form == .text || json != nil }

  /// - Complexity: O(bytes of the text form).
  mutating func write(_ form: WireForm) {
    guard !has(form) else { return }
    json = Encoding(jsonOfContent: text)
  }
}

extension VersionedBoard {
  /// The content, if it is large and readers at a revision are sent a snapshot of it.
  ///
  /// - Parameters:
  ///   - forms: The forms of the readers.
  ///   - steps: From so many steps on a content is large.
  func contentDue(
    for forms: Set<WireForm>, from revision: Int, steps: Int
  ) -> WrittenContent? {
    guard !forms.isEmpty, contentSteps >= steps, isSnapshotDue(from: revision) else { return nil }
    var content = WrittenContent(of: board, at: self.revision)
    for form in forms { content.write(form) }
    return content
  }
}

extension Encoding {
  /// The section and item lines of a snapshot in the JSON form.
  convenience init(jsonOfContent content: Encoding) {
    var json = WireBuffer(capacity: 2 * content.count)
    var translator = JSONTranslator.forContent
    translator.translate(content.bytes, to: &json)
    self.init(json)
  }
}

/// Writes the content of a board as it is now. The board is shared: if it changes meanwhile, it copies its tables once.
final class ContentJob: Job, @unchecked Sendable {
  private let live: LiveBoard
  private let forms: Set<WireForm>
  private var content: Board?
  private let revision: Int
  private var written: WrittenContent?

  init(of live: LiveBoard, in forms: Set<WireForm>) {
    self.live = live
    self.forms = forms
    revision = live.revision
    written = live.written
    if written == nil { content = live.versions.board }
  }

  override public var lane: Lane { .contents }

  override func run() {
    super.run()
    if let content { written = WrittenContent(of: content, at: revision) }
    content = nil
    for form in forms { written?.write(form) }
  }

  override func conclude(in hub: Hub) {
    hub.delivery.didWrite(written, of: live)
  }
}

extension LiveBoard {
  /// Whether a snapshot in a form takes so long that another thread writes its content.
  func isLarge(in form: WireForm) -> Bool {
    let steps = versions.contentSteps * (form == .json ? TurnBudget.jsonContentSteps : 1)
    return steps >= budget.stepsForWriter && vainContents < Self.mostVainContents
  }

  /// So often the content is written in vain, because too many edits were made meanwhile. Then it is written at once.
  static let mostVainContents = 3

  /// Whether a reader cannot be sent a snapshot now, because its content is to be written first.
  ///
  /// - Parameters:
  ///   - revision: Where the reader is; nil if it is new.
  ///   - number: The number of the last event that it was sent; nil if it is new.
  /// - Complexity: O(1).
  func lacksContent(
    from revision: Int?, presence number: Int? = nil, in form: WireForm
  ) -> Bool {
    guard isLarge(in: form), !hasContent(in: form) else { return false }
    return isSnapshotDue(from: revision) || (number.map { $0 < presence.tail } ?? false)
  }

  /// Whether the content is written in a form already.
  func hasContent(in form: WireForm) -> Bool {
    if let written, written.has(form) { return true }
    return (form == .json ? encodings.jsonContent : encodings.content) != nil
  }

  /// What another thread has written, if the way from there to the head is short.
  var written: WrittenContent? {
    guard let lastWritten, versions.isNear(lastWritten.revision) else { return nil }
    return lastWritten
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
    live.awaitedForms.insert(form)
    guard !live.isBeingWritten else { return }
    live.isBeingWritten = true
    jobs.append(ContentJob(of: live, in: live.awaitedForms))
  }

  /// Takes over a content that another thread has written. Readers that wait for it are sent it.
  fileprivate func didWrite(_ written: WrittenContent?, of live: LiveBoard) {
    live.isBeingWritten = false
    guard let written, live.versions.isNear(written.revision) else {
      live.vainContents += 1
      return goOn(for: live)
    }
    live.vainContents = 0
    live.lastWritten = written
    live.awaitedForms = live.awaitedForms.filter { !written.has($0) }
    goOn(for: live)
  }

  private func goOn(for live: LiveBoard) {
    guard boards.serves(live) else { return }
    live.awaitedForms = live.awaitedForms.filter { live.isLarge(in: $0) }
    if let form = live.awaitedForms.first { requestContent(of: live, in: form) }
    markBehind(live)
  }
}
