import BoardModel
import Terminal

/// What a cell shows of the fields of its item: a box for `done`, and behind the text the due date and the labels.
struct CellFields: Equatable {
  /// A coloured word.
  struct Word: Equatable {
    let text: String
    let style: Style
  }

  /// `[x] ` or `[ ] `; empty for an item that is no task: it is neither done nor due.
  let box: String
  let isDone: Bool
  private let words: [Word]

  /// - Parameter today: The date as `2026-12-01`; empty if it is not known.
  init(_ fields: Fields, today: String) {
    let isDone = fields["done"] == "yes"
    let due = fields["due"]?.string
    let isTask = fields["done"] != nil || due != nil
    box = isDone ? "[x] " : isTask ? "[ ] " : ""
    let labels = (fields["label"]?.string ?? "").split(separator: ",").map(String.init)
    self.isDone = isDone
    words =
      (due.map { [Word(due: $0, isDone: isDone, today: today)] } ?? [])
      + labels.map { Word(text: $0, style: Theme.label($0)) }
  }

  /// The first words that fit, with `…` for the others, and the cells that they take with blanks between them.
  func words(in room: Int) -> (words: [Word], width: Int) {
    var (fitting, used): ([Word], Int) = ([], 0)
    for (index, word) in words.enumerated() {
      let width = used + (fitting.isEmpty ? 0 : 1) + cellWidth(of: word.text)
      let rest = index == words.count - 1 ? 0 : 2
      guard width + rest <= room else {
        guard used + 2 <= room, !fitting.isEmpty else { return (fitting, used) }
        return (fitting + [Word(text: "…", style: Theme.hint)], used + 2)
      }
      fitting.append(word)
      used = width
    }
    return (fitting, used)
  }
}

extension CellFields.Word {
  /// A date without its time, and without the year if it is that of today; red when it has passed. Any other text is
  /// as it is.
  fileprivate init(due: String, isDone: Bool, today: String) {
    let day = due.prefix(10)
    let rest = due.dropFirst(10)
    guard Self.isDate(day), rest.isEmpty || rest.hasPrefix("T") else {
      self.init(text: due, style: Theme.due)
      return
    }
    let isLate = !isDone && day < today
    let text = !today.isEmpty && day.prefix(5) == today.prefix(5) ? day.dropFirst(5) : day
    self.init(text: String(text), style: isLate ? Theme.late : Theme.due)
  }

  private static func isDate(_ day: Substring) -> Bool {
    day.count == 10
      && day.enumerated().allSatisfy { index, character in
        index == 4 || index == 7 ? character == "-" : ("0"..."9").contains(character)
      }
  }
}
