import BoardModel
import Terminal

/// The styles of the view. Under NO_COLOR colours and dim are dropped, and the rest still
/// distinguishes them; marks are ASCII, which every terminal has.
enum Theme {
  static let bar = Style.reversed
  static let header = Style.bold
  static let cursor = Style.reversed
  static let carried = Style(isBold: true)
  static let unconfirmed = Style(isDim: true, isUnderlined: true)
  static let allowed = Style(.green, isBold: true)
  static let denied = Style(.red, isUnderlined: true)
  static let pending = Style(isUnderlined: true)
  static let hint = Style(isDim: true)
  static let refusal = Style(.red, isBold: true)
  static let selected = Style(isBold: true)
  static let match = Style(.yellow, isBold: true, isUnderlined: true)

  static let selectedMark = "*"
  static let carriedMark = ">"
  static let matchMark = "/"
  static let markedMark = "+"
  static let collapsedMark = "[+] "

  /// A client's colour, readable on dark and on light backgrounds.
  static func client(_ name: ClientName) -> Style {
    let colours: [Style.Colour] = [.magenta, .cyan, .green, .red]
    let sum = name.string.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    return Style(colours[sum % colours.count])
  }
}
