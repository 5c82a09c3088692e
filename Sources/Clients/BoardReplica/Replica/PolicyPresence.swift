import BoardModel
import BoardWire

/// The policies of a board, and the types of its fields, as its watchers know them (rules 8.7 and 19.7).
public struct PolicyPresence: Hashable, Sendable {
  /// The policy of sections without settings of their own.
  public private(set) var board = Policy()
  private var sections: [SectionID: [PolicySetting]] = [:]
  /// The types of the fields that are no texts.
  public internal(set) var fieldTypes = FieldTypes()

  public init() {}

  var isEmpty: Bool { self == PolicyPresence() }

  /// The policy of a section: its own settings, and those of the board for the other keys.
  public subscript(section: SectionID) -> Policy {
    var policy = board
    for setting in sections[section] ?? [] { policy.set(setting) }
    return policy
  }

  /// Records all settings that a target has of its own.
  package mutating func set(_ settings: [PolicySetting], for target: PolicyRequest.Target) {
    switch target {
    case .board:
      board = Policy()
      for setting in settings { board.set(setting) }
    case .section(.id(let section)):
      sections[section] = settings.isEmpty ? nil : settings
    case .section(.index):
      // A server names sections by their ids.
      return
    }
  }

  /// Forgets the settings of the sections that a batch deletes for good.
  mutating func forget(after batch: BatchUpdate) {
    guard !sections.isEmpty, !batch.deletedSections.isEmpty else { return }
    let back = Set(batch.insertedSections.map(\.id))
    for deleted in batch.deletedSections where !back.contains(deleted.id) {
      sections[deleted.id] = nil
    }
  }
}
