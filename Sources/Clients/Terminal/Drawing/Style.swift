/// The style of a character, limited to attributes that every terminal shows on dark and on light
/// backgrounds.
public struct Style: Hashable, Sendable {
  public enum Colour: UInt8, CaseIterable, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }

  public var colour: Colour?
  public var isBold = false
  public var isDim = false
  public var isUnderlined = false
  public var isReversed = false

  public static let plain = Style()
  public static let bold = Style(isBold: true)
  public static let reversed = Style(isReversed: true)
  public static let underlined = Style(isUnderlined: true)

  public init(
    _ colour: Colour? = nil, isBold: Bool = false, isDim: Bool = false, isUnderlined: Bool = false,
    isReversed: Bool = false
  ) {
    self.colour = colour
    self.isBold = isBold
    self.isDim = isDim
    self.isUnderlined = isUnderlined
    self.isReversed = isReversed
  }

  /// The style under NO_COLOR: only bold, underlined and reversed remain.
  public var withoutColour: Style {
    Style(isBold: isBold, isUnderlined: isUnderlined, isReversed: isReversed)
  }

  /// The SGR parameters (ECMA-48) from `.plain` to this style.
  private var parameters: [String] {
    var parameters: [String] = []
    if isBold { parameters.append("1") }
    if isDim { parameters.append("2") }
    if isUnderlined { parameters.append("4") }
    if isReversed { parameters.append("7") }
    if let colour { parameters.append("\(colour.rawValue)") }
    return parameters
  }

  /// The shortest SGR sequence from another style to this one; empty if they are equal.
  func sequence(from other: Style) -> String {
    if self == other { return "" }
    if self == .plain { return "\u{1B}[m" }
    let afresh = (other == .plain ? [] : ["0"]) + parameters
    let changes = changes(from: other)
    let fewest = [afresh, changes].map { $0.joined(separator: ";") }.min { $0.count < $1.count }
    return "\u{1B}[\(fewest ?? "")m"
  }

  private func changes(from other: Style) -> [String] {
    var parameters: [String] = []
    if (other.isBold && !isBold) || (other.isDim && !isDim) {
      parameters.append("22")
      if isBold { parameters.append("1") }
      if isDim { parameters.append("2") }
    } else {
      if isBold && !other.isBold { parameters.append("1") }
      if isDim && !other.isDim { parameters.append("2") }
    }
    if isUnderlined != other.isUnderlined { parameters.append(isUnderlined ? "4" : "24") }
    if isReversed != other.isReversed { parameters.append(isReversed ? "7" : "27") }
    if colour != other.colour { parameters.append("\(colour?.rawValue ?? 39)") }
    return parameters
  }
}
