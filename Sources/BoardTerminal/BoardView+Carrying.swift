import BoardCore
import BoardReplica
import Terminal

/// One's own drag, by keyboard and by mouse.
extension BoardView {
  /// Takes the answer to a command of one's own drag.
  public mutating func take(_ answer: Hand.Answer, to errand: Hand.Errand) -> [Action] {
    hand?.take(answer, to: errand)
    return carryOn()
  }

  /// Takes what became of one's own drop.
  public mutating func take(_ settlement: Settlement) -> [Action] {
    // Something else may have been picked up meanwhile.
    if hand?.isPerforming != true, case .refused(let words, let sentence) = settlement {
      remark("not dropped: \(sentence ?? words.joined(separator: " "))")
      return []
    }
    hand?.take(settlement)
    return carryOn()
  }

  /// The connection is back: a drag that was under way is taken up again, if it is still there.
  public mutating func reconnected() -> [Action] {
    hand?.reconnect()
    return carryOn()
  }

  /// A drag session is over; it may have been one's own.
  public mutating func sessionEnded(_ session: SessionID, saying text: String?) {
    guard hand?.session == session else { return }
    hand?.end(saying: text)
    _ = carryOn()
  }

  /// Picks up what is selected, if the cursor is on a part of it, or else the item alone.
  mutating func pickUp() -> [Action] {
    guard let item = cursor.item else { return [] }
    return pickUp(item)
  }

  mutating func pickUp(_ item: ItemID) -> [Action] {
    let selected = sight.own.flatMap { sight.selections[$0] } ?? []
    let items = selected.contains(item) ? selected : [item]
    guard let path = sight.board.indexPath(of: item),
      let gap = Gap(at: path, on: sight.board, carrying: items)
    else { return [] }
    hand = Hand(lifting: items, at: gap)
    cursor.follow(item, on: sight.board)
    followsCursor = true
    return carryOn()
  }

  /// Moves the hand to the next gap in a direction that is another one.
  mutating func moveHand(_ direction: Direction) {
    guard let hand, var path = hand.gap.path(on: sight.board) else { return }
    followsCursor = true
    let arrangement = arrangement()
    while let next = arrangement.gap(nextTo: path, direction) {
      let gap = Gap(at: next, on: sight.board, carrying: hand.items)
      if let gap, gap != hand.gap {
        self.hand?.move(to: gap)
        return
      }
      path = next
    }
  }

  /// What the hand wants to ask next; a hand that is empty is put away.
  mutating func carryOn() -> [Action] {
    guard var hand else { return [] }
    let order = hand.nextOrder()
    if let remark = hand.remark { self.remark = Remark(text: remark, style: Look.refusal) }
    self.hand = hand.isDone ? nil : hand
    if hand.isDone { cursor.settle(on: sight.board) }
    return order.map { [.carry($0)] } ?? []
  }

  /// The section that the hand was over is gone: it is back where its items are.
  mutating func handLostItsPlace() {
    guard let item = hand?.items.first, let path = sight.board.indexPath(of: item),
      let gap = Gap(at: path, on: sight.board, carrying: hand?.items ?? [])
    else { return }
    hand?.move(to: gap)
  }
}

/// The mouse.
extension BoardView {
  mutating func take(_ event: MouseEvent) -> [Action] {
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

  /// Notes what is pressed; with something in hand that is where it is wanted.
  private mutating func press(at point: Point) -> [Action] {
    press = nil
    if let carried = carrying?.items.first {
      press = Press(item: carried, point: point)
      return drag(to: point)
    }
    guard let item = item(at: point) else { return [] }
    press = Press(item: item, point: point)
    cursor.follow(item, on: sight.board)
    return []
  }

  private mutating func drag(to point: Point) -> [Action] {
    guard let press, press.point != point || carrying != nil else { return [] }
    let lifting = carrying == nil ? pickUp(press.item) : []
    if let hand, let path = place(under: point),
      let gap = Gap(at: path, on: sight.board, carrying: hand.items)
    {
      self.hand?.move(to: gap)
    }
    return lifting + carryOn()
  }

  /// The gap that is meant, and at the upper and lower edge the one beyond, so that it scrolls.
  private mutating func place(under point: Point) -> IndexPath? {
    let arrangement = arrangement()
    guard let path = arrangement.gap(at: point) else { return nil }
    followsCursor = point.y <= 0 || point.y >= boardHeight - 1
    if point.y <= 0 { return arrangement.gap(nextTo: path, .up) ?? path }
    return followsCursor ? arrangement.gap(nextTo: path, .down) ?? path : path
  }

  /// A button let go where it was pressed chooses; anywhere else it drops.
  private mutating func release(at point: Point) -> [Action] {
    guard let press else { return [] }
    self.press = nil
    guard carrying != nil else { return [.send("choose \(press.item)")] }
    hand?.drop()
    return carryOn()
  }

  private func item(at point: Point) -> ItemID? {
    guard (0..<boardHeight).contains(point.y) else { return nil }
    let found = placements.last { $0.frame.contains(point) }
    guard case .item(let path)? = found?.thing, sight.board.hasItem(at: path) else { return nil }
    return sight.board.itemID(at: path)
  }

  private mutating func wheel(at point: Point, by rows: Int) {
    followsCursor = false
    guard layoutKind == .columns else {
      scroll.top = max(0, scroll.top + rows)
      return
    }
    guard let path = arrangement().gap(at: point) else { return }
    let section = sight.board.sectionID(at: path.section)
    let last = max(0, sight.board.itemCount(in: path.section) - 1)
    scroll.columnTops[section] = max(0, min(last, (scroll.columnTops[section] ?? 0) + rows))
  }
}
