import BoardModel

/// A summary of a revision in the words of the verbs that make such changes: `move i2 i5`, or
/// `insert 40 delete 12`.
///
/// Each kind of edit has its word, followed by the ids of what it touched or, if they are more than
/// `listedIDs`, by their number. Behind the items of `set` stand the fields: `set i2 (done label)`.
public struct RevisionSummary: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of ids that are listed for one kind.
  public static let listedIDs = 3

  private enum Kind: Int, CaseIterable {
    case insertSection, deleteSection, moveSection, renameSection, insert, delete, move, edit, set

    var word: String {
      switch self {
      case .insertSection: "insert-section"
      case .deleteSection: "delete-section"
      case .moveSection: "move-section"
      case .renameSection: "rename-section"
      case .insert: "insert"
      case .delete: "delete"
      case .move: "move"
      case .edit: "edit"
      case .set: "set"
      }
    }
  }

  fileprivate struct Share: Hashable, Sendable {
    var count = 0
    var names: [String] = []
    var fields: Set<FieldName> = []
  }

  private var shares = [Share](repeating: Share(), count: Kind.allCases.count)

  /// - Complexity: O(edits).
  public init(of edits: ArraySlice<Edit>) {
    for edit in edits {
      switch edit {
      case .insertItem(let item, _): note(.insert, item.id.string)
      case .deleteItem(let item, _): note(.delete, item.id.string)
      case .moveItem(let id, _, _): note(.move, id.string)
      case .reloadItem(let id, _, _, _): note(.edit, id.string)
      case .reconfigureItem(let id, _, _, let changes):
        note(.set, id.string)
        shares[Kind.set.rawValue].fields.formUnion(changes.map(\.name))
      case .insertSection(let section, _): note(.insertSection, section.id.string)
      case .deleteSection(let section, _): note(.deleteSection, section.id.string)
      case .moveSection(let id, _, _): note(.moveSection, id.string)
      case .reloadSection(let id, _, _, _): note(.renameSection, id.string)
      }
    }
  }

  private mutating func note(_ kind: Kind, _ name: @autoclosure () -> String) {
    shares[kind.rawValue].count += 1
    if shares[kind.rawValue].count <= Self.listedIDs { shares[kind.rawValue].names.append(name()) }
  }

  public var description: String {
    zip(Kind.allCases, shares).filter { $1.count > 0 }.map { kind, share in
      let isTold = share.count <= Self.listedIDs
      return "\(kind.word) " + (isTold ? share.names.joined(separator: " ") : "\(share.count)")
        + share.listedFields
    }.joined(separator: " ")
  }
}

extension RevisionSummary.Share {
  /// The names of the fields in their order; of many only the first ones.
  fileprivate var listedFields: String {
    if fields.isEmpty { return "" }
    let names = fields.sorted().prefix(RevisionSummary.listedIDs).map(\.string)
    let rest = fields.count > names.count ? " …" : ""
    return " (\(names.joined(separator: " "))\(rest))"
  }
}
