import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// What a board and its sections let happen to them.
struct PolicyCommands {
  let boards: BoardDirectory
  let commit: Commit

  /// Sets policies, or shows them.
  func perform(_ request: PolicyRequest, on connection: ClientConnection) throws(Refusal) -> Answer
  {
    let live = try boards.board(request.board, connection)
    guard let target = request.target else {
      return Answer(.policy(live.name, Listing(bounded: live.policyRows)), on: live)
    }
    let meant = try live.target(target)
    if !request.settings.isEmpty {
      commit.set(try live.naming(request.settings), for: meant, on: live)
    }
    return Answer(.policy(live.name, Listing([live.policyRow(meant)])), on: live)
  }
}

extension PolicyCommands {
  /// Sets types of fields, or shows them.
  func perform(
    _ request: BoardRequest.Fields, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    let types = live.versions.fieldTypes.applying(request.changes)
    guard types.count <= Limits.fieldTypes else {
      throw .exceeded(.fieldTypes)
    }
    if types != live.versions.fieldTypes { commit.set(types, on: live) }
    return Answer(.fields(FieldsReply(live.name, fields: types.words)), on: live)
  }
}

extension LiveBoard {
  fileprivate func target(
    _ target: PolicyRequest.Target
  ) throws(Refusal) -> BoardPolicies.Target {
    switch target {
    case .board:
      return .board
    case .section(let reference):
      return .section(versions.board.sectionID(at: try versions.resolve(reference)))
    }
  }

  /// The settings with the sections in them by their ids, which outlive their indices.
  fileprivate func naming(_ settings: [PolicySetting]) throws(Refusal) -> [PolicySetting] {
    var named: [PolicySetting] = []
    for setting in settings {
      if case .onDrop(let set?) = setting { try versions.fieldTypes.require(set.changes) }
      if case .onChoose(.move(let reference)) = setting {
        let section = versions.board.sectionID(at: try versions.resolve(reference))
        named.append(.onChoose(.move(to: .id(section))))
      } else {
        named.append(setting)
      }
    }
    return named
  }

  /// A row for the board, and one for each section that has settings of its own, until there are more than
  /// a listing may have.
  fileprivate var policyRows: [PolicyRow] {
    let (board, policies) = (versions.board, versions.policies)
    var rows = [policyRow(.board)]
    for index in 0..<board.sectionCount where rows.count <= Limits.listingLines {
      let section = BoardPolicies.Target.section(board.sectionID(at: index))
      if policies.hasOwn(section) { rows.append(policyRow(section)) }
    }
    return rows
  }

  fileprivate func policyRow(_ target: BoardPolicies.Target) -> PolicyRow {
    PolicyRow(.init(target), values: PolicyValues(versions.policies.words(for: target)))
  }
}
