import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Items for those who do not have all of them. Source: `protocol/profiles.md`, section 20.
struct ItemCommands {
  let boards: BoardDirectory

  /// Lists items of a section from a place on, which is a gap: an old path is mapped as one.
  ///
  /// - Throws: `limit`; what a place is refused with.
  func rows(
    _ request: BoardRequest.Rows, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    try requireListed(request.count)
    let path = try live.versions.path(of: request.place)
    let board = live.versions.board
    let count = board.itemCount(in: path.section)
    let end = min(path.item + request.count, count)
    let shift = PlantedBug.rowsOffByOne.isPlanted && end < count ? 1 : 0
    var items: [Item] = []
    items.reserveCapacity(end - path.item)
    board.forEachItem(in: path.section, path.item + shift..<end + shift) { items.append($0) }
    let revision = live.revision - (PlantedBug.rowsOfAnotherRevision.isPlanted ? 1 : 0)
    let reply = RowsReply(live.name, lines: items.count, path: path, revision: revision)
    return Answer(.rows(reply, items), on: live)
  }

  /// Lists where items are. Those that are gone have no row.
  ///
  /// - Throws: `limit`; what a reference is refused with, but for `itemGone`.
  func paths(
    of request: BoardRequest.Where, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    try requireListed(request.items.count)
    var rows: [WhereRow] = []
    for reference in request.items {
      guard let item = try live.versions.presentItem(reference),
        let path = live.versions.board.indexPath(of: item)
      else { continue }
      rows.append(WhereRow(item, path: path, revision: live.revision))
    }
    return Answer(.where(live.name, Listing(bounded: rows)), on: live)
  }

  private func requireListed(_ count: Int) throws(Refusal) {
    guard count <= Limits.listedItems else {
      throw .exceeded(.listedItems)
    }
  }
}

extension VersionedBoard {
  /// The item of a reference; nil if it is gone.
  fileprivate func presentItem(_ reference: ItemReference) throws(Refusal) -> ItemID? {
    do throws(Refusal) {
      return try resolve(reference)
    } catch {
      if case .itemGone = error { return nil }
      throw error
    }
  }
}
