import BoardHub
import BoardModel
import BoardWire
import Simulation

extension Group {
  static let wire = Group(
    name: "wire", summary: "bytes read and written: lines, rows of a batch, snapshots"
  ) { scale in
    WireBench.read()
    WireBench.write()
    WireBench.answer()
    WireBench.follow()
    WireBench.translate()
    EscapeBench.measure()
    for items in scale.pick([1_000, 100_000], quick: [1_000]) { WireBench.snapshot(items: items) }
  }
}

private enum WireBench {
  private static let operations = 10_000

  /// Parsing commands, and rows of a client's batch.
  static func read() {
    var table = Table("line", "bytes", "frame ns", "read ns")
    let lines = [
      "begin i17", "#t1 begin i17,i18,i19", "propose 1.5 drag=d7", "propose before:i30",
      "perform d7", "move i17 1.5", "insert 0.0 Call Ann about the tickets", "delete i17",
    ]
    for line in lines {
      table.add(line, "\(line.utf8.count + 1)", frame(line).text, command(line).text)
    }
    for row in [
      "move 0.5 1.3 i17", "insert 0.5 i17 Call Ann about the tickets", "delete 0.5 i17",
      "reload 0.5 i17 Call Ann about the tickets",
    ] {
      table.add("(batch) " + row, "\(row.utf8.count + 1)", frame(row).text, self.row(row).text)
    }
    table.show()
  }

  private static func frame(_ line: String) -> Double {
    let bytes = Array(String(repeating: line + "\n", count: 100).utf8)
    var framer = LineFramer()
    return timePerOperation(operations) {
      for _ in 0..<operations / 100 {
        bytes.withUnsafeBytes { bytes in
          _ = framer.feed(bytes) { frame in
            if case .line(let line) = frame { consume(line) }
            return true
          }
        }
      }
    }
  }

  private static func command(_ line: String) -> Double {
    var line = line
    return line.withUTF8 { bytes in
      timePerOperation(operations) {
        for _ in 0..<operations { consume(Command(UnsafeRawBufferPointer(bytes))?.request) }
      }
    }
  }

  private static func row(_ line: String) -> Double {
    var line = line
    return line.withUTF8 { bytes in
      timePerOperation(operations) {
        var reader = BatchReader()
        for _ in 0..<operations { _ = reader.read(UnsafeRawBufferPointer(bytes)) }
        consume(reader)
      }
    }
  }

  /// Batches of rows of one kind.
  static func write() {
    var table = Table("row", "bytes/row", "write ns/row")
    for (kind, batch) in [
      ("move", moves), ("insert", inserts), ("delete", deletes), ("reload", reloads),
    ] {
      var buffer = WireBuffer()
      let time = timePerOperation(operations) {
        for _ in 0..<operations / batch.rowCount {
          buffer.removeAll()
          buffer.append(batch: batch, board: SampleBoard.name, from: 41, to: 42)
        }
      }
      table.add(kind, (Double(buffer.count) / Double(batch.rowCount)).text, time.text)
    }
    table.show()
  }

  private static let numbers = 0..<1_000

  private static var moves: BatchUpdate {
    var batch = BatchUpdate()
    batch.moves = numbers.map { .init(SampleBoard.itemID($0), from: [0, $0], to: [1, $0]) }
    return batch
  }

  private static var inserts: BatchUpdate {
    var batch = BatchUpdate()
    batch.inserts = numbers.map { .init(SampleBoard.item($0), at: [0, $0]) }
    return batch
  }

  private static var deletes: BatchUpdate {
    var batch = BatchUpdate()
    batch.deletes = numbers.map { .init(SampleBoard.itemID($0), at: [0, $0]) }
    return batch
  }

  private static var reloads: BatchUpdate {
    var batch = BatchUpdate()
    batch.reloads = numbers.map {
      .init(SampleBoard.itemID($0), text: SampleBoard.item($0).text, at: [0, $0])
    }
    return batch
  }

  /// Writing replies and events.
  static func answer() {
    var table = Table("line", "bytes", "write ns")
    for (reply, tag) in replies {
      add(to: &table) { buffer in buffer.append(reply, tag: tag) }
    }
    for event in events { add(to: &table) { buffer in buffer.append(event) } }
    table.show()
  }

  private static func add(to table: inout Table, _ append: (inout WireBuffer) -> Void) {
    var line = WireBuffer()
    append(&line)
    var buffer = WireBuffer()
    let time = timePerOperation(operations) {
      buffer.removeAll()
      for _ in 0..<operations { append(&buffer) }
    }
    table.add(String(line.string.dropLast()), line.count.text, time.text)
  }

  private static var replies: [(Reply, tag: String?)] {
    [
      (.begin(.init(drag, items: [item])), nil), (.begin(.init(drag, items: [item])), "t1"),
      (.propose(.init(drag, proposal: proposal, revision: 42)), nil),
      (.perform(.init(drag, outcome: .moved(revision: 42, path: [1, 5]))), nil),
      (.move(.init(count: 1, path: [1, 5], revision: 42)), nil),
      (.insert(.init(item, path: [0, 0], revision: 42)), nil),
      (.refused(.leased(item, by: "ann", drag: drag, duration: .seconds(118))), nil),
    ]
  }

  private static var events: [Event] {
    [
      .began(
        .init(drag, board: SampleBoard.name, client: "ann", items: [item], operations: .all)),
      .over(.init(drag, proposal: proposal)), .ended(.init(drag, outcome: .moved(revision: 42))),
    ]
  }

  private static let drag = SessionID(7)
  private static let item = SampleBoard.itemID(17)
  private static let proposal = DropProposal(
    verdict: .allowed(.move), path: [1, 5], anchor: .before(SampleBoard.itemID(30)))

  /// Parsing on the client: batches of one-row moves, and replies.
  static func follow() {
    var table = Table("message", "lines", "read ns/line")
    var batch = WireBuffer()
    batch.append(batch: moves, board: SampleBoard.name, from: 41, to: 42)
    table.add("batch", "1,001", message(batch.bytes, lines: 1_001).text)
    for (reply, tag) in replies.dropLast() {
      var buffer = WireBuffer()
      buffer.append(reply, tag: tag)
      table.add(
        String(buffer.string.dropLast()), "1", message(buffer.bytes, lines: 1).text)
    }
    table.show()
  }

  private static func message(
    _ bytes: [UInt8], lines: Int, of operations: Int = operations
  ) -> Double {
    let lengths = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(\.count)
    return bytes.withUnsafeBytes { bytes in
      timePerOperation(operations) {
        var reader = MessageReader()
        for _ in 0..<max(1, operations / lines) {
          var start = 0
          for length in lengths.dropLast() {
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
            consume(try? reader.read(line))
            start += length + 1
          }
        }
      }
    }
  }

  /// The same batch, translated to the JSON form.
  static func translate() {
    var table = Table(
      "batch of", "rows", "text bytes", "JSON bytes", "text ns/row", "JSON ns/row", "JSON/text")
    for count in [1, 1_000] {
      for (kind, all) in [("move", moves), ("insert", inserts)] {
        var batch = all
        batch.moves.removeLast(max(0, batch.moves.count - count))
        batch.inserts.removeLast(max(0, batch.inserts.count - count))
        var text = WireBuffer()
        var json = WireBuffer()
        let write = timePerOperation(operations) {
          for _ in 0..<operations / count { encode(batch, &text) }
        }
        let translate = timePerOperation(operations) {
          for _ in 0..<operations / count { Self.translate(text, &json) }
        }
        table.add(
          kind, "\(count)", text.count.text, json.count.text, write.text, translate.text,
          (translate / write).text)
      }
    }
    table.show()
  }

  private static func encode(_ batch: BatchUpdate, _ text: inout WireBuffer) {
    text.removeAll()
    text.append(batch: batch, board: SampleBoard.name, from: 41, to: 42)
  }

  private static func translate(_ text: borrowing WireBuffer, _ json: inout WireBuffer) {
    json.removeAll()
    var translator = JSONTranslator()
    text.withUnsafeBytes { translator.translate($0, to: &json) }
  }

  /// A whole board, written as a snapshot and read as a client reads it.
  static func snapshot(items: Int) {
    let board = Board(SampleBoard.content(items: items, sections: 100))
    var buffer = WireBuffer()
    let write = timePerOperation(items) {
      buffer.removeAll()
      buffer.append(snapshot: board, board: SampleBoard.name, revision: 1)
    }
    let bytes = buffer.bytes
    let read = message(bytes, lines: items, of: items)
    var table = Table(
      "snapshot items", "bytes", "bytes/item", "write ms", "write ns/item", "read ns/item")
    table.add(
      items.text, bytes.count.text, (Double(bytes.count) / Double(items)).text,
      (write * Double(items) / 1_000_000).text, write.text, read.text)
    table.show()
  }
}
