/// A table of named values under dense numbers, so that whatever lies behind a name is an array.
///
/// A slot stays with its value until the value is removed, and is then used again.
struct SlotTable<Kind, Value> {
  private var slots: [Name<Kind>: Slot] = [:]
  private var values: [Value?] = []
  private var freeSlots: [Slot] = []

  var count: Int { slots.count }

  subscript(slot: Slot) -> Value {
    get {
      guard let value = values[slot] else { preconditionFailure("the slot is free") }
      return value
    }
    _modify { yield &values[slot]! }
  }

  /// The slot behind a name, or nil if no value has this name.
  func slot(of name: Name<Kind>) -> Slot? { slots[name] }

  mutating func reserveCapacity(_ count: Int) {
    slots.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  /// Adds a value under a name that is not in use.
  mutating func insert(_ value: Value, named name: Name<Kind>) -> Slot {
    let slot = freeSlots.popLast() ?? Slot(values.count)
    if slot == values.count { values.append(value) } else { values[slot] = value }
    let old = slots.updateValue(slot, forKey: name)
    precondition(old == nil, "a name stands for one value")
    return slot
  }

  /// Takes away the value behind a name that is in use, and frees its slot.
  mutating func remove(_ name: Name<Kind>) {
    guard let slot = slots.removeValue(forKey: name) else {
      preconditionFailure("the name is not in use")
    }
    values[slot] = nil
    freeSlots.append(slot)
  }
}

extension SlotTable: Sendable where Value: Sendable {}
