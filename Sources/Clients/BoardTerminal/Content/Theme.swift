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
  static let due = Style(.cyan)
  static let late = Style(.red, isBold: true)
  static let match = Style(.yellow, isBold: true, isUnderlined: true)

  static let selectedMark = "*"
  static let carriedMark = ">"
  static let matchMark = "/"
  static let markedMark = "+"
  static let collapsedMark = "[+] "
  /// The text of an item that has not arrived.
  static let awaitedText = "..."

  /// A label's colour: that of its name if it is the name of one, and else one for the name.
  static func label(_ name: String) -> Style {
    switch name.lowercased() {
    case "red": Style(.red)
    case "green", "lime": Style(.green)
    case "yellow", "orange": Style(.yellow)
    case "blue": Style(.blue)
    case "sky", "cyan": Style(.cyan)
    case "purple", "pink", "magenta": Style(.magenta)
    case let word: Style(Style.Colour.allCases[hash(word) % Style.Colour.allCases.count])
    }
  }

  private static func hash(_ name: String) -> Int {
    name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
  }

  /// A client's colour, readable on dark and on light backgrounds.
  static func client(_ name: ClientName) -> Style {
    let colours: [Style.Colour] = [.magenta, .cyan, .green, .red]
    return Style(colours[hash(name.string) % colours.count])
  }
}
