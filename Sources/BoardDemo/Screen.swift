import CLibuv
import Glibc

/// A terminal that shows a picture, and is sent only the lines that changed.
final class Screen {
  private let descriptor: Int32
  private let hasColours: Bool
  /// What each row shows, as it was written; nil where that is not known.
  private var shown: [String?] = []
  private var isOpen = false
  private var settings: termios?

  /// - Parameter hasColours: Whether persons have colours; without, all is bold or faint at most.
  init(descriptor: Int32, hasColours: Bool) {
    self.descriptor = descriptor
    self.hasColours = hasColours
  }

  /// The size of the terminal in cells, or of the usual one where it does not tell.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Leaves what the terminal showed for a screen of our own, without a cursor.
  func open() {
    guard !isOpen else { return }
    isOpen = true
    quieten()
    send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    shown = []
  }

  /// Gives the terminal back as it was.
  func close() {
    guard isOpen else { return }
    isOpen = false
    send("\u{1B}[?25h\u{1B}[?1049l")
    if var settings { tcsetattr(descriptor, TCSADRAIN, &settings) }
  }

  /// Forgets what the terminal shows, so that the next picture is drawn whole.
  func invalidate() {
    if isOpen { send("\u{1B}[2J") }
    shown = []
  }

  func show(_ lines: [Line]) {
    guard isOpen else { return }
    let lines = lines.map(rendered)
    var bytes = ""
    for row in 0..<max(lines.count, shown.count) {
      let line = row < lines.count ? lines[row] : ""
      guard row >= shown.count || shown[row] != line else { continue }
      bytes += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
    }
    shown = lines
    send(bytes)
  }

  /// Typed characters are not to be seen in the picture. Ctrl-C stays what it is.
  private func quieten() {
    var now = termios()
    guard tcgetattr(descriptor, &now) == 0 else { return }
    settings = now
    now.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(descriptor, TCSADRAIN, &now)
  }

  private func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
      if count < 0 && errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

extension Screen {
  private static let colours = [32, 36, 35, 33, 34, 31, 92, 96, 95, 93, 94, 91]

  private func rendered(_ line: Line) -> String {
    line.map { span in
      let codes = codes(of: span.style)
      return codes.isEmpty ? span.text : "\u{1B}[\(codes)m\(span.text)\u{1B}[0m"
    }.joined()
  }

  private func codes(of style: Span.Style) -> String {
    switch style {
    case .plain: ""
    case .strong: "1"
    case .faint: "2"
    case .person(let number): hasColours ? "\(Self.colours[number % Self.colours.count])" : ""
    case .carried(let number):
      hasColours ? "7;\(Self.colours[number % Self.colours.count])" : "7"
    }
  }
}
