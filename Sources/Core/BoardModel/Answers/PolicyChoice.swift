extension Policy {
  /// What choosing an item does to it.
  public enum OnChoose: Hashable, Sendable {
    /// Nothing: it is selected or deselected.
    case none
    /// It moves to the end of a section; stored policies have the id of the section.
    case move(to: SectionReference)
    case delete

    /// The value as `policy` shows it.
    var word: String {
      switch self {
      case .none: "none"
      case .delete: "delete"
      case .move(let section): "move:\(section)"
      }
    }
  }

  /// The values of a field that items must have; an empty one is that of items without the field.
  public struct FieldValues: Hashable, Sendable {
    /// The field, then its values. One array, since policies are copied often, most of them without this one.
    private let words: [String]

    /// - Parameter values: At least one; none has a comma.
    public init(_ field: FieldName, values: [String]) {
      precondition(values.allSatisfy { !$0.contains(",") }, "commas part values")
      words = [field.string] + values
    }

    public var field: FieldName { FieldName(unchecked: words[0]) }
    public var values: ArraySlice<String> { words.dropFirst() }

    /// Whether an item with these fields has one of the values. A value of it with commas is a list of several.
    public func accept(_ fields: Fields) -> Bool {
      guard let value = fields[field]?.string else { return values.contains("") }
      return value.listedValues.contains { values.contains($0) }
    }

    /// The value as `policy` shows it, without escapes.
    var word: String { "\(field):\(values.joined(separator: ","))" }
  }

  /// A field that is set, or taken away if there is no value.
  public struct FieldSetting: Hashable, Sendable {
    /// What it changes: one field.
    public let changes: FieldChanges

    public init(_ field: FieldName, to value: Text?) { changes = [field: value] }

    public var field: FieldName { changes[0].name }
    public var value: Text? { changes[0].value }

    /// The value as `policy` shows it, without escapes.
    var word: String { "set:\(field):\(value?.string ?? "")" }
  }
}

extension String {
  /// The values of a field that is a list of several, with commas between them.
  package var listedValues: some Sequence<String> {
    split(separator: ",").lazy.map(\.withoutOuterBlanks)
  }
}

extension Substring {
  package var withoutOuterBlanks: String {
    let tail = drop { $0 == " " }
    return String(
      tail.prefix(upTo: tail.lastIndex { $0 != " " }.map(tail.index(after:)) ?? tail.endIndex))
  }
}

// Without a conformance to `RawRepresentable`, which would hash and compare keys as strings.
extension PolicyKey {
  public init?(rawValue: String) {
    guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = key
  }

  public var rawValue: String { "\(word)" }
}
