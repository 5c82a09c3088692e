/// A table in plain text: a line of heads with their units, and a line for each row.
///
/// The first column is left-aligned, all others, which are numbers, right-aligned.
struct Table {
  private let heads: [String]
  private var rows: [[String]] = []

  init(_ heads: String...) {
    self.heads = heads
  }

  init(_ first: String, _ heads: [String]) {
    self.heads = [first] + heads
  }

  mutating func add(_ cells: String...) {
    add(row: cells)
  }

  mutating func add(_ first: String, _ cells: [String]) {
    add(row: [first] + cells)
  }

  private mutating func add(row cells: [String]) {
    precondition(cells.count == heads.count, "a row has a cell for each head")
    rows.append(cells)
  }

  func show() {
    let lines = [heads] + rows
    let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    print()
    for line in lines {
      let cells = zip(line, widths).enumerated().map { column, cell in
        column == 0 ? cell.0.filled(to: cell.1) : cell.0.pushed(to: cell.1)
      }
      print("  " + cells.joined(separator: "  "))
    }
  }
}

extension String {
  fileprivate func filled(to width: Int) -> String {
    self + String(repeating: " ", count: width - count)
  }

  fileprivate func pushed(to width: Int) -> String {
    String(repeating: " ", count: width - count) + self
  }
}

extension Int {
  /// The number with thousands separators: `1,234,567`.
  var text: String {
    guard self >= 1_000 else { return description }
    let rest = (1_000 + self % 1_000).description.dropFirst()
    return "\((self / 1_000).text),\(rest)"
  }
}

extension Double {
  /// A nonnegative number with about three significant digits.
  var text: String {
    switch self {
    case ..<10: text(digits: 2)
    case ..<100: text(digits: 1)
    default: text(digits: 0)
    }
  }

  private func text(digits: Int) -> String {
    guard isFinite else { return "-" }
    let unit = [1, 10, 100][digits]
    let scaled = Int(self * Double(unit) + 0.5)
    if digits == 0 { return scaled.text }
    let rest = (unit + scaled % unit).description.dropFirst()
    return "\((scaled / unit).text).\(rest)"
  }
}
