import BoardAuthority
import BoardModel
import BoardWire

/// What makes the content of a board another one: changes of its data, of its policies and of its name.
package struct ContentVersion: Equatable {
  let name: BoardName
  let revision: Int
  let policyChanges: Int

  /// Whether everything is in it that was in an earlier version of the board.
  func includes(_ earlier: ContentVersion) -> Bool {
    revision >= earlier.revision && policyChanges >= earlier.policyChanges
  }
}

/// What the content of a board is written from. It is shared with the board, which copies its tables if it changes meanwhile.
struct ContentSource {
  let version: ContentVersion
  let board: Board
  let policies: BoardPolicies
  let fieldTypes: FieldTypes
}

/// The sections, items and policies of a board at one version, written once for all who begin to watch it.
///
/// Edits go on behind it: whoever is sent it is sent with it what leads from its version to the present.
package struct WrittenContent {
  let version: ContentVersion
  /// What of the content it has; nil if it has all.
  let extent: WatchedContent?
  /// The policies that are written.
  let policies: BoardPolicies
  /// The types of fields that are written.
  let fieldTypes: FieldTypes
  let sections: Int
  /// The section and item lines, and those of types and policies.
  let lines: Int
  let text: Encoding
  /// The same in the JSON form, the elements of an array; nil if nobody has asked for it.
  private(set) var json: Encoding?

  /// - Complexity: O(bytes of the names, texts and policies that it has).
  init(of source: ContentSource, extent: WatchedContent? = nil) {
    (version, policies, fieldTypes) = (source.version, source.policies, source.fieldTypes)
    self.extent = extent
    let board = source.board
    var buffer = WireBuffer()
    extent == nil ? buffer.appendContent(board) : buffer.appendSections(board)
    if !fieldTypes.isEmpty {
      buffer.append(.fields(FieldsEvent(version.name, fields: fieldTypes.words)))
    }
    let targets = policies.targetsInOrder(of: board)
    for target in targets {
      buffer.append(.policy(PolicyEvent(policies, of: target, on: version.name)))
    }
    sections = board.sectionCount
    let items = extent == nil ? board.itemCount : 0
    lines = board.sectionCount + items + targets.count + (fieldTypes.isEmpty ? 0 : 1)
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
  package var contentVersion: ContentVersion {
    ContentVersion(name: name, revision: revision, policyChanges: policyChanges)
  }

  var contentSource: ContentSource {
    ContentSource(version: contentVersion, board: board, policies: policies, fieldTypes: fieldTypes)
  }

  /// The content, if it is large and readers at a revision are sent a snapshot of it.
  ///
  /// - Parameters:
  ///   - forms: The forms of the readers.
  ///   - steps: From so many steps on a content is large.
  package func contentDue(
    for forms: Set<WireForm>, from revision: Int, steps: Int
  ) -> WrittenContent? {
    guard forms.contains(where: { isLarge(in: $0, from: steps) }),
      isSnapshotDue(from: revision)
    else { return nil }
    var content = WrittenContent(of: contentSource)
    for form in forms { content.write(form) }
    return content
  }

  /// The policies that somebody must be told behind a content that was written earlier: those that were set since, and those
  /// of sections that went meanwhile and came back.
  ///
  /// - Complexity: O(edits since), and O(targets with settings) if some were set.
  func policyTargets(behind content: WrittenContent) -> [BoardPolicies.Target] {
    var targets: Set<BoardPolicies.Target> = []
    if content.version.policyChanges != policyChanges {
      targets.formUnion(policies.targets(changedSince: content.policies))
    }
    for case .deleteSection(let section, _) in log.edits(since: content.version.revision) {
      targets.insert(.section(section.id))
    }
    return policies.inOrder(targets, of: board)
  }
}

extension Encoding {
  /// The lines of a content in the JSON form.
  fileprivate convenience init(jsonOfContent content: Encoding) {
    var json = WireBuffer(capacity: 2 * content.count)
    var translator = JSONTranslator.forContent
    translator.translate(content.bytes, to: &json)
    self.init(json)
  }
}
