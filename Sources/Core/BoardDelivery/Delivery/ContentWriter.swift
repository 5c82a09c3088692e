import BoardAuthority
import BoardModel
import BoardWire

/// What another thread has written of a large board, and what it is asked to write.
package struct ContentWriter {
  /// So often the content is written in vain, because too many edits were made meanwhile. Then it is written at once.
  static let mostInVain = 3

  private var last: WrittenContent?
  /// Whether another thread writes.
  package private(set) var isWriting = false
  /// The forms in which readers wait for it.
  private var awaited: Set<WireForm> = []
  private var countInVain = 0

  /// Whether the content is so large in a form that another thread writes it, and does not change too fast for that.
  func isLarge(_ versions: VersionedBoard, in form: WireForm, from threshold: Int) -> Bool {
    versions.isLarge(in: form, from: threshold) && countInVain < Self.mostInVain
  }

  /// What is written, if the way from there to the head is short.
  func content(for versions: VersionedBoard) -> WrittenContent? {
    guard let last, versions.isNear(last.version) else { return nil }
    return last
  }

  /// Takes over what was written with a change, or forgets what is far from the head by it.
  package mutating func dataChanged(_ versions: VersionedBoard, content: WrittenContent?) {
    if content != nil || last != nil { last = content ?? self.content(for: versions) }
  }

  /// Notes that the content was written at once.
  mutating func wroteAtOnce() { countInVain = 0 }

  /// The content of which a text is, with the JSON form, which is written once; nil if the text is another one.
  mutating func withJSON(of text: Encoding) -> WrittenContent? {
    guard last?.text === text else { return nil }
    last?.write(.json)
    return last
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
    guard let content, versions.isNear(content.version) else {
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
private final class ContentJob: JobWork {
  private unowned let delivery: Delivery
  private let live: LiveBoard
  private let forms: Set<WireForm>
  private var source: ContentSource?
  private var written: WrittenContent?

  init(of live: LiveBoard, in forms: Set<WireForm>, for delivery: Delivery) {
    self.delivery = delivery
    self.live = live
    self.forms = forms
    written = live.written
    // One of an earlier version is not what a reader waits for who has come since.
    if written?.version != live.versions.contentVersion {
      (written, source) = (nil, live.versions.contentSource)
    }
  }

  var lane: Job.Lane { .contents }

  func run() {
    if let source { written = WrittenContent(of: source) }
    source = nil
    for form in forms { written?.write(form) }
  }

  func conclude() { delivery.didWrite(written, of: live) }
}

extension LiveBoard {
  /// Whether a snapshot in a form takes so long that another thread writes its content.
  func isLarge(in form: WireForm) -> Bool {
    contentWriter.isLarge(versions, in: form, from: budget.stepsForWriter)
  }

  /// Whether a reader cannot be sent a snapshot now, because its content is to be written first.
  ///
  /// - Parameters:
  ///   - revision: Where the reader is; nil if it is new.
  ///   - number: The number of the last event that it was sent; nil if it is new.
  ///   - least: The version of which the content must be, or of a later one; nil if any will do.
  /// - Complexity: O(1).
  package func lacksContent(
    from revision: Int?, presence number: Int? = nil, in form: WireForm,
    atLeast least: ContentVersion? = nil
  ) -> Bool {
    guard isLarge(in: form), !hasContent(in: form, atLeast: least) else { return false }
    return isSnapshotDue(from: revision) || (number.map { $0 < presence.tail } ?? false)
  }

  /// Whether the content of a version, or of a later one, is written in a form already.
  package func hasContent(in form: WireForm, atLeast least: ContentVersion?) -> Bool {
    if let written, least.map(written.version.includes) ?? true, written.has(form) { return true }
    return encodings.content?.has(form) ?? false
  }

  /// What another thread has written, if the way from there to the head is short.
  var written: WrittenContent? { contentWriter.content(for: versions) }

  /// The same, if the content as it is now is not written.
  var earlierContent: WrittenContent? {
    guard encodings.content == nil, let written, written.version != versions.contentVersion else {
      return nil
    }
    return written
  }

  /// The snapshot with the content that another thread has written, and a batch behind it that leads to the head. It has no
  /// sessions and selections; they follow as events, and so do policies that are other ones since.
  ///
  /// - Parameter revision: Where the reader is.
  func snapshot(with written: WrittenContent, for revision: Int) -> EncodedUpdate {
    let start = written.version.revision
    var head = WireBuffer()
    head.appendSnapshotHead(
      name, revision: start, sections: written.sections, lines: written.lines)
    let update = EncodedUpdate(
      from: revision, to: self.revision, pieces: [Encoding(head), written.text],
      kind: .content(written))
    return PlantedBug.wayBehindContentLost.isPlanted
      ? update : update.followed(by: way(from: start))
  }

  /// The batches from the revision of an earlier content to the head, which all share who are sent that.
  private func way(from start: Int) -> Encoding? {
    if let known = encodings.way, known.from == start { return known.lines }
    budget.spend(composingSteps(from: start))
    var buffer = WireBuffer()
    appendWay(from: start, to: &buffer)
    let lines = buffer.isEmpty ? nil : Encoding(buffer)
    encodings.way = (start, lines)
    return lines
  }
}

extension Delivery {
  /// Lets another thread write the content of a board in a form, if nobody does yet.
  package func requestContent(of live: LiveBoard, in form: WireForm) {
    guard let forms = live.contentWriter.begin(form) else { return }
    jobs.append(Job(ContentJob(of: live, in: forms, for: self)))
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
