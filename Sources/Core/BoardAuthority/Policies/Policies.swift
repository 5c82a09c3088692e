import BoardModel

/// The policies of one board: settings for the board, and settings of sections that override them.
///
/// Source: `protocol/core.md`, 8.7.
public struct BoardPolicies: Hashable, Sendable {
  /// What a policy is for.
  public enum Target: Hashable, Sendable {
    case board
    case section(SectionID)
  }

  /// One key as `policy` shows it.
  public struct Line: Hashable, Sendable {
    public let key: PolicyKey
    /// The effective value, in the wire's form.
    public let value: String
    /// Whether the value was set for this target itself.
    public let isOwn: Bool
  }

  /// A setting of a target itself.
  fileprivate struct Own: Hashable {
    let setting: PolicySetting
    /// Its value in the wire's form, made once: it may be long, and is told many.
    let word: String
  }

  private typealias Settings = [PolicyKey: Own]

  private var board: Settings = [:]
  /// The settings of sections that have any.
  private var sections: [SectionID: Settings] = [:]
  /// The effective policy of the board, computed when its settings change.
  private var whole = Policy()
  /// What sections inherit, by keys, in the wire's form.
  private var inherited = defaults
  private static let defaults = words(of: Policy())
  /// The number of sections with each of these settings of their own.
  private var removingSections = 0
  private var fixedSections = 0
  private var fieldSections = 0
  /// The bytes of all settings in the wire's form, without their keys.
  public private(set) var textBytes = 0

  public init() {}

  /// The effective policy of a section of the board.
  ///
  /// - Complexity: O(settings of the section).
  @inline(__always)
  public func effective(for section: SectionID) -> Policy {
    sections.isEmpty ? whole : sections[section].map(overriding) ?? whole
  }

  private func overriding(_ own: Settings) -> Policy {
    var policy = whole
    policy.set(own)
    return policy
  }

  /// Whether the policy of some section may be `empty=remove`.
  @inline(__always)
  var removesEmptySections: Bool { whole.empty == .remove || removingSections > 0 }
  /// Whether the policy of some section may be `draggable=no`.
  @inline(__always)
  var restrictsDragging: Bool { !whole.draggable || fixedSections > 0 }

  /// Whether a drop in some section may ask for fields of its items or set one.
  public var concernFields: Bool {
    whole.accept != nil || whole.onDrop != nil || fieldSections > 0
  }

  /// The policy of sections without settings of their own.
  public var forBoard: Policy { whole }

  /// Sets some keys; the later of two settings of one key wins. `inherit` removes a section's own
  /// setting, and resets a setting of the board to the default.
  ///
  /// - Complexity: O(settings), however many sections have settings of their own.
  public mutating func set(_ new: [PolicySetting], for target: Target) {
    switch target {
    case .board:
      textBytes -= board.textBytes
      board.set(new)
      textBytes += board.textBytes
      whole = Policy()
      whole.set(board)
      inherited = Self.words(of: whole)
    case .section(let section):
      let old = sections.removeValue(forKey: section) ?? [:]
      var own = old
      own.set(new)
      if !own.isEmpty { sections[section] = own }
      count(from: old, to: own)
    }
  }

  private mutating func count(from old: Settings, to new: Settings) {
    removingSections += (new.removesEmpty ? 1 : 0) - (old.removesEmpty ? 1 : 0)
    fixedSections += (new.isFixed ? 1 : 0) - (old.isFixed ? 1 : 0)
    fieldSections += (new.concernsFields ? 1 : 0) - (old.concernsFields ? 1 : 0)
    textBytes += new.textBytes - old.textBytes
    assert(
      removingSections >= 0 && fixedSections >= 0 && fieldSections >= 0,
      "settings are counted once")
  }

  private func own(_ target: Target) -> Settings {
    switch target {
    case .board: board
    case .section(let section): sections[section] ?? [:]
    }
  }

  /// Every key with its effective value for the target, in the order of the specification. The title is
  /// among them if the target is a board that has one.
  public func settings(for target: Target) -> [Line] {
    let policy =
      switch target {
      case .board: whole
      case .section(let section): effective(for: section)
      }
    let own = own(target)
    let isTitled = target == .board && whole.title != nil
    return PolicyKey.allCases.filter { $0 != .title || isTitled }.map { key in
      Line(key: key, value: policy.setting(of: key).word, isOwn: own[key] != nil)
    }
  }

  /// The values that hold for the target, in the wire's form: those of `settings(for:)`.
  ///
  /// - Complexity: O(keys), however long the values are.
  public func words(for target: Target) -> [PolicyKey: String] {
    var words = inherited
    for (key, own) in own(target) { words[key] = own.word }
    return words
  }

  private static func words(of policy: Policy) -> [PolicyKey: String] {
    let keys = PolicyKey.allCases.lazy.filter { $0 != .title }
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, policy.setting(of: $0).word) })
  }

  /// The settings of the target itself, in the order of the specification.
  public func ownSettings(for target: Target) -> [PolicySetting] {
    let own = own(target)
    return PolicyKey.allCases.compactMap { own[$0]?.setting }
  }

  /// The values of the target's own settings, in the wire's form.
  ///
  /// - Complexity: O(settings), however long they are.
  public func ownWords(for target: Target) -> [PolicyKey: String] {
    own(target).mapValues(\.word)
  }

  /// Whether the target has settings of its own.
  public func hasOwn(_ target: Target) -> Bool { !own(target).isEmpty }

  /// The sections that have settings of their own, in no order.
  public var ownSections: some Sequence<SectionID> { sections.keys }
  public var ownSectionCount: Int { sections.count }

  /// The targets whose own settings are other ones than before, in no order. Among them are sections that have none any more.
  ///
  /// - Complexity: O(targets with settings); a target that nobody has set since takes no look at its settings.
  public func targets(changedSince old: BoardPolicies) -> [Target] {
    let boards: [Target] = board == old.board ? [] : [.board]
    let changed = sections.lazy.filter { old.sections[$0.key] != $0.value }.map(\.key)
    let removed = old.sections.keys.lazy.filter { self.sections[$0] == nil }
    return boards + (Array(changed) + removed).map { .section($0) }
  }

  /// Removes the settings of sections that a change deleted.
  ///
  /// - Parameter board: The board after the change.
  /// - Returns: Those of them that had any.
  public mutating func forget(after edits: [Edit], on board: Board) -> [SectionID] {
    guard !sections.isEmpty else { return [] }
    var lost: [SectionID] = []
    for case .deleteSection(let section, _) in edits where board.index(of: section.id) == nil {
      guard let own = sections.removeValue(forKey: section.id) else { continue }
      count(from: own, to: [:])
      lost.append(section.id)
    }
    return lost
  }
}

extension [PolicyKey: BoardPolicies.Own] {
  fileprivate mutating func set(_ new: [PolicySetting]) {
    for setting in new {
      if case .inherit(let key) = setting {
        self[key] = nil
      } else {
        self[setting.key] = .init(setting: setting, word: setting.word)
      }
    }
  }

  /// The bytes of the values in the wire's form.
  fileprivate var textBytes: Int { values.reduce(0) { $0 + $1.word.utf8.count } }
  fileprivate var removesEmpty: Bool { self[.empty]?.setting == .empty(.remove) }
  fileprivate var concernsFields: Bool { self[.accept] != nil || self[.onDrop] != nil }
  fileprivate var isFixed: Bool { self[.draggable]?.setting == .draggable(false) }
}

extension Policy {
  fileprivate mutating func set(_ settings: [PolicyKey: BoardPolicies.Own]) {
    for own in settings.values { set(own.setting) }
  }
}
