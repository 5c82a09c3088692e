import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// The drag of this client, by keyboard and by mouse.
extension BoardView {
  /// Receives the answer to a request of this client's drag.
  public mutating func receive(
    _ answer: DragController.Answer, to request: DragRequest
  ) -> [Action] {
    ownDrag?.receive(answer, to: request)
    return carryOn()
  }

  /// Receives the settlement of this client's drop.
  public mutating func receive(_ settlement: Settlement) -> [Action] {
    // Another drag may have begun meanwhile.
    if ownDrag?.isPerforming != true, case .refused(let failure) = settlement {
      remark("not dropped: \(failure.text)")
      return []
    }
    if case .confirmed = settlement { marked.removeAll() }
    ownDrag?.receive(settlement)
    return carryOn()
  }

  /// Resumes the present drag after a reconnect, if its session still exists.
  public mutating func reconnected() -> [Action] {
    ownDrag?.reconnect()
    return carryOn()
  }

  /// Handles the end of a drag session, possibly this client's.
  public mutating func sessionEnded(_ session: SessionID, saying text: String?) {
    guard ownDrag?.session == session else { return }
    ownDrag?.end(saying: text)
    _ = carryOn()
  }

  /// Picks up the marked items; without marks the selection if the cursor is on an item of it,
  /// otherwise the item alone.
  mutating func pickUp() -> [Action] {
    let items = targets
    guard let first = items.first else { return [] }
    return pickUp(cursor.item.flatMap { items.contains($0) ? $0 : nil } ?? first)
  }

  mutating func pickUp(_ item: ItemID) -> [Action] {
    let selected = snapshot.own.flatMap { snapshot.selections[$0] } ?? []
    let items = marked.contains(item) ? targets : selected.contains(item) ? selected : [item]
    guard let path = snapshot.board.indexPath(of: item),
      let point = InsertionPoint(at: path, on: snapshot.board, carrying: items)
    else { return [] }
    ownDrag = DragController(lifting: items, at: point)
    cursor.follow(item, on: snapshot.board)
    followsCursor = true
    return carryOn()
  }

  /// Moves the drag to the next distinct insertion point in a direction.
  mutating func moveDrag(_ direction: Direction) {
    guard let ownDrag, var path = ownDrag.point.path(on: snapshot.board) else { return }
    followsCursor = true
    let arrangement = arrangement()
    while let next = arrangement.gap(nextTo: path, direction) {
      let point = InsertionPoint(at: next, on: snapshot.board, carrying: ownDrag.items)
      if let point, point != ownDrag.point {
        self.ownDrag?.move(to: point)
        return
      }
      path = next
    }
  }

  /// Moves the drag by nearly a screenful.
  mutating func pageDrag(_ direction: Direction) {
    for _ in 0..<max(1, boardHeight - 2) { moveDrag(direction) }
  }

  /// Moves the drag to the start or the end of its section.
  mutating func jumpDrag(toEnd: Bool) {
    guard let ownDrag, let path = ownDrag.point.path(on: snapshot.board) else { return }
    followsCursor = true
    let item = toEnd ? snapshot.board.itemCount(in: path.section) : 0
    let target = InsertionPoint(
      at: IndexPath(section: path.section, item: item), on: snapshot.board, carrying: ownDrag.items)
    if let target { self.ownDrag?.move(to: target) }
  }

  /// How long nothing is chosen after a drag that ended against this client's wish.
  static let pauseAfterUnwantedEnd: Duration = .seconds(1)

  /// The next request of the drag; removes a drag that has ended.
  mutating func carryOn() -> [Action] {
    guard var drag = ownDrag else { return [] }
    let request = drag.nextRequest()
    if let remark = drag.remark { self.remark = Remark(text: remark, style: Theme.refusal) }
    ownDrag = drag.isDone ? nil : drag
    if drag.isDone {
      press = nil
      cursor.settle(on: snapshot.board)
      if drag.session != nil, drag.remark != nil { choosesAgain = now + Self.pauseAfterUnwantedEnd }
    }
    return request.map { [.drag($0)] } ?? []
  }

  /// Names the insertion point by the item after it, if that has arrived.
  ///
  /// - Returns: What the drag has waited for.
  mutating func resolveDrag() -> [Action] {
    guard let drag = ownDrag, drag.point.isAwaited, let path = drag.point.path(on: snapshot.board),
      let point = InsertionPoint(at: path, on: snapshot.board, carrying: drag.items),
      point != drag.point
    else { return [] }
    ownDrag?.follow(point)
    return point.isAwaited ? [] : carryOn()
  }

  /// Moves the drag back to its items, because the section of the insertion point was removed.
  mutating func putDragBack() {
    guard let item = ownDrag?.items.first, let path = snapshot.board.indexPath(of: item),
      let point = InsertionPoint(at: path, on: snapshot.board, carrying: ownDrag?.items ?? [])
    else { return }
    ownDrag?.move(to: point)
  }
}

/// The mouse.
extension BoardView {
  mutating func receive(_ event: MouseEvent) -> [Action] {
    let point = Point(x: event.point.x, y: event.point.y - 1)
    switch event.kind {
    case .press: return press(at: point)
    case .drag: return drag(to: point)
    case .release: return release(at: point)
    case .wheelUp: wheel(at: point, by: -3)
    case .wheelDown: wheel(at: point, by: 3)
    }
    return []
  }

  /// Records the pressed item; during a drag, moves its insertion point.
  private mutating func press(at point: Point) -> [Action] {
    press = nil
    if let carried = carrying?.items.first {
      press = Press(item: carried, point: point)
      return drag(to: point)
    }
    guard let item = item(at: point) else { return [] }
    press = Press(item: item, point: point)
    cursor.follow(item, on: snapshot.board)
    return []
  }

  private mutating func drag(to point: Point) -> [Action] {
    guard let press, press.point != point || carrying != nil else { return [] }
    if press.isDrag, carrying == nil { return [] }
    if isViewOnly { return sayViewOnly() }
    let lifting = carrying == nil ? pickUp(press.item) : []
    self.press?.isDrag = true
    if let ownDrag, let path = place(under: point),
      let target = InsertionPoint(at: path, on: snapshot.board, carrying: ownDrag.items)
    {
      self.ownDrag?.move(to: target)
    }
    return lifting + carryOn()
  }

  /// The gap under the point; at the upper and lower edge the gap beyond, so that the view scrolls.
  private mutating func place(under point: Point) -> IndexPath? {
    let arrangement = arrangement()
    guard let path = arrangement.gap(at: point) else { return nil }
    followsCursor = point.y <= 0 || point.y >= boardHeight - 1
    if point.y <= 0 { return arrangement.gap(nextTo: path, .up) ?? path }
    return followsCursor ? arrangement.gap(nextTo: path, .down) ?? path : path
  }

  /// A release at the pressed point chooses the item; anywhere else it drops.
  private mutating func release(at point: Point) -> [Action] {
    guard let press else { return [] }
    self.press = nil
    guard carrying != nil else {
      if press.isDrag || now < choosesAgain { return [] }
      return isViewOnly ? sayViewOnly() : [.send(.choose(press.item))]
    }
    ownDrag?.drop()
    return carryOn()
  }

  /// The item under the point; says so if it has not arrived.
  private mutating func item(at point: Point) -> ItemID? {
    guard (0..<boardHeight).contains(point.y) else { return nil }
    let found = placements.last { $0.frame.contains(point) }
    guard case .item(let path)? = found?.thing, snapshot.board.hasItem(at: path) else { return nil }
    let item = snapshot.board.itemID(at: path)
    if item == nil { sayAwaited() }
    return item
  }

  private mutating func wheel(at point: Point, by rows: Int) {
    followsCursor = false
    guard layoutKind == .columns else {
      scroll.top = max(0, scroll.top + rows)
      return
    }
    guard let path = arrangement().gap(at: point) else { return }
    let section = snapshot.board.sectionID(at: path.section)
    let last = max(0, snapshot.board.itemCount(in: path.section) - 1)
    scroll.columnTops[section] = max(0, min(last, (scroll.columnTops[section] ?? 0) + rows))
  }
}
