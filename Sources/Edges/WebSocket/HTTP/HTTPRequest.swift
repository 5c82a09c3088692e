/// The head of a request. Its body, if it has one, is never read.
public struct HTTPRequest: Sendable {
  public let method: String
  /// The path, with its query, as it was sent.
  public let target: String
  /// The header fields in the order in which they were sent. Their names have any case.
  public let fields: [(name: String, value: String)]
  /// Whether the connection may be used for another request.
  public let keepsAlive: Bool
  /// Whether more bytes belong to the request.
  public let hasBody: Bool

  public init(
    method: String, target: String, fields: [(name: String, value: String)],
    keepsAlive: Bool = true, hasBody: Bool = false
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.keepsAlive = keepsAlive
    self.hasBody = hasBody
  }

  /// The values of all fields with this name.
  ///
  /// - Parameter name: The name in lowercase.
  public func values(_ name: String) -> [String] {
    fields.lazy.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The value of the only field with this name; nil if there is none or more than one.
  public func value(_ name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// The elements of a list that may be spread over several fields, in lowercase.
  func list(_ name: String) -> [String] { words(name).map { $0.lowercased() } }

  /// The elements of such a list as they were sent.
  func words(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map { String($0.trimmingBlanks) }
  }
}

extension Substring {
  /// The text without blanks and tabs at its ends.
  fileprivate var trimmingBlanks: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = drop(while: isBlank)
    return start.dropLast(start.reversed().prefix(while: isBlank).count)
  }
}
