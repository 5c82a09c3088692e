import BoardModel

/// The policies of one board: settings for the board, and settings of sections that override them.
///
/// Source: `protocol/specification.md`, 8.7.
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

  private typealias Settings = [PolicyKey: PolicySetting]

  private var settings: [Target: Settings] = [:]
  /// The effective policies, computed when settings change: drops read them far more often.
  private var whole = Policy()
  private var sections: [SectionID: Policy] = [:]

  public init() {}

  /// The effective policy of a section of the board.
  public func effective(for section: SectionID) -> Policy { sections[section] ?? whole }

  /// Whether the policy of some section is `empty=remove`.
  private(set) var removesEmptySections = false
  /// Whether the policy of some section is `draggable=no`.
  private(set) var restrictsDragging = false

  /// The policy of sections without settings of their own.
  public var forBoard: Policy { whole }

  /// Sets some keys; the later of two settings of one key wins. `inherit` removes a section's own
  /// setting, and resets a setting of the board to the default.
  public mutating func set(_ new: [PolicySetting], for target: Target) {
    for setting in new {
      if case .inherit(let key) = setting {
        settings[target]?[key] = nil
      } else {
        settings[target, default: [:]][setting.key] = setting
      }
    }
    if settings[target]?.isEmpty == true { settings[target] = nil }
    assert(settings.values.allSatisfy { !$0.isEmpty }, "no target has empty settings")
    switch target {
    case .board: settle()
    case .section(let section): settle(section)
    }
    removesEmptySections = applies { $0.empty == .remove }
    restrictsDragging = applies { !$0.isDraggable }
  }

  /// Whether something is true of an effective policy of the board.
  private func applies(_ condition: (Policy) -> Bool) -> Bool {
    condition(whole) || sections.values.contains(where: condition)
  }

  /// Every key with its effective value for the target, in the order of the specification.
  public func settings(for target: Target) -> [Line] {
    let policy =
      switch target {
      case .board: whole
      case .section(let section): effective(for: section)
      }
    return PolicyKey.allCases.map { key in
      Line(key: key, value: policy.value(of: key), isOwn: settings[target]?[key] != nil)
    }
  }

  /// The settings of the target itself, in the order of the specification.
  public func ownSettings(for target: Target) -> [PolicySetting] {
    PolicyKey.allCases.compactMap { settings[target]?[$0] }
  }

  /// The sections that have settings of their own, in no order.
  public var ownSections: some Sequence<SectionID> { sections.keys }

  /// Removes the settings of sections that a change deleted.
  ///
  /// - Parameter board: The board after the change.
  /// - Returns: Whether there were any.
  public mutating func forget(after edits: [Edit], on board: Board) -> Bool {
    guard settings.count > (settings[.board] == nil ? 0 : 1) else { return false }
    let count = settings.count
    for case .deleteSection(let section, _) in edits
    where settings[.section(section.id)] != nil && board.index(of: section.id) == nil {
      settings[.section(section.id)] = nil
      settle(section.id)
    }
    assert(settings.count >= sections.count, "a section without settings has no policy of its own")
    return settings.count < count
  }

  /// Computes all effective policies.
  private mutating func settle() {
    whole = Policy()
    whole.set(settings[.board] ?? [:])
    sections = [:]
    for case .section(let section) in settings.keys { settle(section) }
  }

  /// Computes the effective policy of one section.
  private mutating func settle(_ section: SectionID) {
    sections[section] = settings[.section(section)].map { own in
      var policy = whole
      policy.set(own)
      return policy
    }
  }
}

extension Policy {
  fileprivate mutating func set(_ settings: [PolicyKey: PolicySetting]) {
    for setting in settings.values { set(setting) }
  }
}
