/// Something brought from outside: a text and the type it declares.
public struct DragParcel: Hashable, Sendable {
  public let type: String
  public let text: Text

  public init(type: String, _ text: Text) {
    self.type = type
    self.text = text
  }
}
