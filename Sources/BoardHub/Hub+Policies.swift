import BoardCore
import BoardWire

// What a board and its sections let happen to them.

extension Hub {
  /// Sets policies, judges the drags over the board again, and shows what holds now.
  func policy(
    _ target: Request.PolicyTarget?, _ settings: [PolicySetting], on name: BoardName?,
    _ connection: Connection
  ) throws(Refusal) -> Reply {
    let live = try board(name, connection)
    guard let target else {
      return .listing(.policy, words: [live.name.string], lines: live.policyLines)
    }
    let meant = try live.target(target)
    if !settings.isEmpty {
      live.ground.policies.set(try live.naming(settings), for: meant)
      keepPolicies(of: live)
      tell(desk.policyChanged(live.ground, at: now))
    }
    return .listing(.policy, words: [live.name.string], lines: [live.policyLine(meant)])
  }
}

extension LiveBoard {
  fileprivate func target(
    _ target: Request.PolicyTarget
  ) throws(Refusal) -> BoardPolicies.Target {
    switch target {
    case .board:
      return .board
    case .section(let reference):
      return .section(ground.board.sectionID(at: try ground.resolve(reference)))
    }
  }

  /// The settings with the sections in them by their names, which outlive their indices.
  fileprivate func naming(_ settings: [PolicySetting]) throws(Refusal) -> [PolicySetting] {
    var named: [PolicySetting] = []
    for setting in settings {
      if case .onChoose(.move(let reference)) = setting {
        let section = ground.board.sectionID(at: try ground.resolve(reference))
        named.append(.onChoose(.move(to: .id(section))))
      } else {
        named.append(setting)
      }
    }
    return named
  }

  /// A line for the board, and one for each section that has settings of its own.
  fileprivate var policyLines: [String] {
    let own = ground.policies.ownSections.compactMap { ground.board.index(of: $0) }.sorted()
    return [policyLine(.board)]
      + own.map { policyLine(.section(ground.board.sectionID(at: $0))) }
  }

  fileprivate func policyLine(_ target: BoardPolicies.Target) -> String {
    let name =
      switch target {
      case .board: "*"
      case .section(let section): section.string
      }
    let settings = ground.policies.settings(for: target)
    return settings.reduce(name) { "\($0) \($1.key.rawValue)=\($1.value)" }
  }
}
