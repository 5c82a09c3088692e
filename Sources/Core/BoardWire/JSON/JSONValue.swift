/// A value of RFC 8259, as far as the protocol has a use for it.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number of rule 3.3.
  case number(Int)
  /// Any other number, as it was written.
  case otherNumber(QuotedWord)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// An object: values under names, in the order in which they were written. No name comes twice.
public struct JSONObject: Hashable, Sendable {
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSONValue
  }

  public private(set) var members: [Member]

  /// Makes an object of members of which no two have one name.
  init(members: [Member]) { self.members = members }

  /// The value of this name. One that is `null` counts as left out.
  public subscript(key: String) -> JSONValue? {
    guard let member = members.first(where: { $0.key == key }), member.value != .null else {
      return nil
    }
    return member.value
  }

  /// A name that stands for two members, if there is one.
  var duplicate: String? {
    if members.count > 16 {
      var seen = Set<String>()
      return members.first { !seen.insert($0.key).inserted }?.key
    }
    for (index, member) in members.enumerated()
    where members[..<index].contains(where: { $0.key == member.key }) {
      return member.key
    }
    return nil
  }
}
