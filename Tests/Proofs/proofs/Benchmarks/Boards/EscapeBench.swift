import BoardModel
import BoardWire

/// Texts whose characters are escapes on the wire, beside ordinary ones: ns per character, in both
/// forms, written and read.
struct EscapeBench {
  private static let operations = 2_000
  /// Close to the longest text, so that what a line costs besides does not count.
  private static let textBytes = 1_000

  private let text: Text
  private let characters: Int

  static func measure() {
    var table = Table(
      "text of", "bytes/character", "write ns/character", "read ns/character",
      "JSON bytes/character", "JSON write ns/character", "JSON read ns/character")
    for (name, sample) in samples { EscapeBench(sample).measure(name, into: &table) }
    table.show()
  }

  private static let samples = [
    ("words", "Call Ann about the tickets. "), ("umlauts", "äöüßÄÖÜ"),
    ("line feeds and tabs", "\n\t"), ("backslashes and quotes", "\\\""),
    ("control characters", "\u{1}\u{1F}\u{7}\u{8}\u{C}\u{1B}\u{7F}"),
    ("two-byte controls", "\u{80}\u{9F}\u{61C}"),
    ("three-byte controls", "\u{200B}\u{202E}\u{2028}\u{FEFF}"),
    ("words with a control character each", "Call\u{1} Ann\u{1} about\u{1} the\u{1} tickets\u{1} "),
  ]

  private init(_ sample: String) {
    let count = Self.textBytes / sample.utf8.count
    text = Text(String(repeating: sample, count: count))
    characters = sample.unicodeScalars.count * count
  }

  private func measure(_ name: String, into table: inout Table) {
    var line = WireBuffer()
    write(&line)
    var object = WireBuffer()
    translate(line, &object)
    let escaped = TextEscapes.escaped(text.string)
    table.add(
      name, perCharacter(Double(escaped.utf8.count)).text, time { write(&line) }.text,
      read(escaped).text, perCharacter(Double(object.count)).text,
      time { translate(line, &object) }.text, readJSON(object.string).text)
  }

  private func perCharacter(_ value: Double) -> Double { value / Double(characters) }

  private func time(_ body: () -> Void) -> Double {
    let time = timePerOperation(Self.operations) { for _ in 0..<Self.operations { body() } }
    return perCharacter(time)
  }

  /// Writes the text as the row of a batch.
  private func write(_ line: inout WireBuffer) {
    var batch = BatchUpdate()
    batch.reloads = [.init(SampleBoard.itemID(17), text: text, at: [0, 17])]
    line.removeAll()
    line.append(batch: batch, board: SampleBoard.name, from: 41, to: 42)
  }

  private func translate(_ line: borrowing WireBuffer, _ object: inout WireBuffer) {
    object.removeAll()
    var translator = JSONTranslator()
    line.withUnsafeBytes { translator.translate($0, to: &object) }
  }

  private func read(_ escaped: String) -> Double {
    var line = "edit i17 " + escaped
    return line.withUTF8 { bytes in
      time { consume(Command(UnsafeRawBufferPointer(bytes))?.request) }
    }
  }

  /// Reads a command in the JSON form with the text of a batch, up to the line of the text form that it stands for.
  private func readJSON(_ batch: String) -> Double {
    let text = batch.firstRange(of: "\"text\":").map { batch[$0.lowerBound...].dropLast(3) } ?? ""
    var object = "{\"kind\":\"edit\",\"item\":\"i17\",\(text)"
    return object.withUTF8 { bytes in
      time { consume(JSONCommand.read(UnsafeRawBufferPointer(bytes))) }
    }
  }
}
