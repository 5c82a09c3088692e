/// The fields of an item: a value for each name.
public typealias Fields = FieldList<Text>

/// Changes of the fields of an item: the new value for each name, or nil for a field that goes.
public typealias FieldChanges = FieldList<Text?>

/// Values by the names of fields, in the order of the names.
///
/// A list without fields needs no memory of its own.
public struct FieldList<Value: Hashable & Sendable>: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public let name: FieldName
    public let value: Value

    @inlinable init(name: FieldName, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// Ascending by name; nil for an empty list, which then costs least where it is copied and released.
  @usableFromInline var entries: [Entry]?

  @inlinable public init() {}

  /// The value of a field, or nil if the list does not name it.
  ///
  /// - Complexity: O(fields).
  @inlinable public subscript(name: FieldName) -> Value? {
    for entry in self where entry.name == name { return entry.value }
    return nil
  }

  /// Sets the value of a field.
  ///
  /// - Complexity: O(fields).
  @inlinable public mutating func set(_ name: FieldName, to value: Value) {
    var place = 0
    while place < count, self[place].name < name { place += 1 }
    if place == count {
      append(name, value)
    } else if self[place].name == name {
      entries?[place] = Entry(name: name, value: value)
    } else {
      entries?.insert(Entry(name: name, value: value), at: place)
    }
    assert(zip(self, self.dropFirst()).allSatisfy { $0.name < $1.name }, "names ascend")
  }

  /// Adds a field whose name comes after all others.
  ///
  /// - Complexity: O(1), amortised.
  @inlinable mutating func append(_ name: FieldName, _ value: Value) {
    assert(last.map { $0.name < name } ?? true, "names ascend")
    let entry = Entry(name: name, value: value)
    if isEmpty { entries = [entry] } else { entries?.append(entry) }
  }

  /// Takes a field from the list; no effect if the list does not name it.
  @inlinable public mutating func remove(_ name: FieldName) {
    entries?.removeAll { $0.name == name }
    if isEmpty { entries = nil }
  }
}

extension FieldList: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { entries?.count ?? 0 }
  @inlinable public subscript(index: Int) -> Entry {
    guard let entries else { preconditionFailure("an empty list has no fields") }
    return entries[index]
  }
}

extension FieldList: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (FieldName, Value)...) {
    self.init()
    for (name, value) in elements { set(name, to: value) }
  }
}

extension FieldList {
  /// The bytes of all names and values, and two more for each field: what it has on a line.
  fileprivate func byteCount(_ valueBytes: (Value) -> Int) -> Int {
    var count = 0
    for entry in self { count += entry.name.string.utf8.count + valueBytes(entry.value) + 2 }
    return count
  }
}

extension FieldChanges {
  /// The bytes of all names and values, and two more for each field.
  public var byteCount: Int { byteCount { $0?.byteCount ?? 0 } }

  /// Notes later changes: the values of both, and of the later ones for a field that both name.
  mutating func add(_ later: FieldChanges) {
    if isEmpty { self = later } else { for change in later { set(change.name, to: change.value) } }
  }

  /// What the changes come to where fields have these values: those that lead to another one, and the values before.
  ///
  /// - Parameter value: The value of a field; nil for one that is not there.
  func effect(on value: (FieldName) -> Text?) -> (from: FieldChanges, to: FieldChanges) {
    var (old, new) = (FieldChanges(), self)
    guard let entries else { return (old, new) }
    // Each is read in place: a copy would retain its name and its value.
    let changes = entries.span
    for index in changes.indices {
      let name = changes[index].name
      let value = value(name)
      if value == changes[index].value { new.remove(name) } else { old.append(name, value) }
    }
    return (old, new)
  }
}

extension Fields {
  /// The bytes of all names and values, and two more for each field: what it has on a line.
  public var byteCount: Int { byteCount { $0.byteCount } }

  /// Whether the fields have these values, and perhaps others.
  public func contain(_ others: Fields) -> Bool {
    others.allSatisfy { self[$0.name] == $0.value }
  }

  /// Makes some changes.
  ///
  /// - Complexity: O(fields × changes).
  mutating func apply(_ changes: FieldChanges) {
    for change in changes {
      if let value = change.value { set(change.name, to: value) } else { remove(change.name) }
    }
  }

  /// The fields after some changes.
  ///
  /// - Complexity: As that of `apply`; nothing is copied if there are no changes.
  public func applying(_ changes: FieldChanges) -> Fields {
    var result = self
    result.apply(changes)
    return result
  }

  /// The changes that lead from these fields to others.
  ///
  /// - Complexity: O(fields²), for at most 16 fields; O(1) if neither has any.
  public func changes(to others: Fields) -> FieldChanges {
    var changes = FieldChanges()
    if isEmpty && others.isEmpty { return changes }
    for field in self where others[field.name] == nil { changes.set(field.name, to: nil) }
    for field in others where self[field.name] != field.value {
      changes.set(field.name, to: field.value)
    }
    return changes
  }
}
