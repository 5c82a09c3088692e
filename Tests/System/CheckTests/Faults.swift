@testable import Transcripts

extension Fault {
  static let all = rows + order + replies + values + objects

  private static let first = "01-first-conversation.txt"
  private static let editing = "02-editing.txt"
  private static let watched = "Another person watches it"

  private static let rows = [
    each("a dropped row", "04-batches.txt", "A batch is applied whole") {
      if $0.isBatch, $0.rows.count > 1 { $0.rows.removeLast() }
    },
    line("a path off by one", editing, "move counts its destination") {
      if $0.kind == "move", let path = BoardModel.Path($0.words[1]) {
        $0.words[1] = "\(path.section).\(path.item + 1)"
      }
    },
    line("FROM and TO of a row swapped", editing, "move counts its destination") {
      if $0.kind == "move" { $0.words.swapAt(0, 1) }
    },
    line("FROM and TO of a batch swapped", first, watched) {
      if $0.kind == "batch" { $0.words.swapAt(1, 2) }
    },
    line("a was that is not where the item was", "04-batches.txt", "can be sent on as it came") {
      if $0["was"] != nil { $0["was"] = "0.0" }
    },
    each("a wrong count of lines", first, watched) { if $0.isBatch { $0.countError = 1 } },
    each("a snapshot without its last item", first, "Whoever comes later") { message in
      guard message.head.fields?.kind == "board", message.rows.last?.fields?.kind == "item"
      else { return }
      message.rows.removeLast()
      guard let index = message.rows.lastIndex(where: { $0.fields?.kind == "section" }) else {
        return
      }
      let count = Int(message.rows[index].fields!.words[1])!
      message.rows[index].fields!.words[1] = "\(count - 1)"
    },
    each("a snapshot in another order", first, "Whoever comes later") {
      if $0.head.fields?.kind == "board", $0.rows.count > 2 { $0.rows.swapAt(1, 2) }
    },
    each("items of a new section in another order", "04-batches.txt", "Every kind of row") {
      message in
      let items = message.rows.indices.filter { message.rows[$0].fields?.kind == "item" }
      if message.isBatch, items.count > 1 { message.rows.swapAt(items[0], items[1]) }
    },
    each("a listing in another order", "10-undo.txt", "history tells who") {
      if $0.head.fields?.words.first == "history" { $0.rows.reverse() }
    },
  ]

  private static let order = [
    Fault("an event before its batch", first, "One person drags") { messages in
      messages.swapped { $0.isBatch && $1.head.fields?.kind == "drag" }
    },
    Fault("a batch after its reply", editing, "edit changes the text") { messages in
      messages.swapped { $0.isBatch && $1.head.fields?.kind == "ok" }
    },
    Fault("two replies swapped", "08-bad-input.txt", "Every end of a line") { messages in
      messages.swapped { $0.head.fields?.kind == "pong" && $1.head.fields?.kind == "pong" }
    },
    Fault("a missing reply", editing, "edit changes the text") { messages in
      messages.filter { $0.head.fields?.words.first != "edit" }
    },
    Fault("a lost ended", first, watched) { messages in
      messages.filter { $0.head.fields.map { $0.kind != "drag" || $0.words[1] != "ended" } ?? true }
    },
    Fault("an event that is there twice", first, watched) { messages in
      messages.flatMap { $0.head.fields?.kind == "drag" ? [$0, $0] : [$0] }
    },
    Fault("a missing bye", first, "One person drags") { messages in
      messages.filter { $0.head.fields?.kind != "bye" }
    },
  ]

  private static let replies = [
    line("a wrong code", editing, "What is not there is refused") {
      if $0.kind == "refused", $0.words == ["item-gone"] { $0.words = ["section-gone"] }
    },
    line("a reply without its tag", "06-resuming.txt", "A tag comes back") { $0.tag = nil },
    line("a revision that is too high", editing, "insert puts a new item") {
      if $0.kind == "ok", $0.words[0] == "insert", let revision = $0["rev"].flatMap({ Int($0) }) {
        $0["rev"] = "\(revision + 1)"
      }
    },
    line("a missing rewound", "05-watching.txt", "has not had is rewound") { $0["rewound"] = nil },
    line("a flag that is written where it is not set", first, watched) {
      if $0.kind == "ok", $0.words[0] == "open" { $0["rewound"] = "no" }
    },
    line("an error instead of a refusal", editing, "What is not there is refused") {
      if $0.kind == "refused" { $0.kind = "error" }
    },
  ]

  private static let values = [
    line("an epoch of its own for each connection", first, "Whoever comes later") {
      if $0.kind == "dropline" { $0["epoch"] = "e\(UInt32.random(in: 1_000...(.max)))" }
    },
    line("a key with a wrong value", first, watched) {
      if $0["anchor"] != nil { $0["anchor"] = "end:s2" }
    },
    line("a client called by another name", first, watched) {
      if $0.kind == "drag", $0.words[1] == "began" { $0.words[3] = "somebody" }
    },
    line("a text without an escape", editing, "A text may hold anything") {
      $0.text = $0.text?.replacing("\\u{1b}", with: "\u{1B}")
    },
    line("a text with one blank less", editing, "A text may hold anything") {
      if $0.text?.hasPrefix("  ") == true { $0.text?.removeFirst() }
    },
    line("a key that is not escaped", editing, "A text that begins like a key") {
      $0.text = $0.text?.replacing("\\=", with: "=")
    },
  ]

  private static let objects = [
    members("a number as a string", "12-json.txt", "A drag, and a watcher") {
      if $0.name == "rev", case .literal(let word) = $0.value { $0.value = .string(word) }
    },
    members("a list as a string", "12-json.txt", "A drag, and a watcher") {
      if $0.name == "items" { $0.value = .string("i2") }
    },
  ]
}

extension ProxiedMessage {
  fileprivate var isBatch: Bool { head.fields?.kind == "batch" }
}

extension [ProxiedMessage] {
  /// The messages with the first two neighbours swapped of which this is true.
  fileprivate func swapped(_ isPair: (Element, Element) -> Bool) -> Self {
    var messages = self
    if let index = indices.dropLast().first(where: { isPair(self[$0], self[$0 + 1]) }) {
      messages.swapAt(index, index + 1)
    }
    return messages
  }
}
