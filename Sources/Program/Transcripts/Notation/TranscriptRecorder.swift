/// Writes what clients and a server say to each other as a scenario that can be played.
///
/// It is given the bytes of each connection as they pass, with the time, and returns lines of the notation. What
/// is another one in each run becomes a wildcard or is left out: greetings, epochs, times, and counters of `stats`.
public struct TranscriptRecorder {
  /// The silence after which the server says something because of the time, and not because of a client.
  private static let shortestSilence: Duration = .milliseconds(500)

  /// One connection.
  private struct Client {
    let name: String
    var epoch: String?
    var sent: [UInt8] = []
    var received: [UInt8] = []
    var isGreeted = false
    var hasEnded = false
    /// The rows that still follow the last line.
    var rows = 0
    /// What the rows are.
    var kind = RowKind.asTheyAre
  }

  /// How rows are written down.
  private enum RowKind {
    case asTheyAre
    /// As one `| …`, which is written already.
    case leftOut
    /// The time is left open.
    case history
  }

  private var lines: [String]
  private var clients: [Int: Client] = [:]
  /// The names of guests, which the transcript numbers from 1.
  private var names = NameMapping()
  /// The time up to which pauses are written down; nil before the first client.
  private var written: Duration?
  private var last: Duration = .zero

  /// - Parameters:
  ///   - title: The title of the scenario.
  ///   - boards: The boards of the server at the beginning.
  public init(titled title: String, boards: [GivenBoard]) {
    let given = boards.isEmpty ? [] : ["given"] + boards.flatMap(\.snapshotLines) + [""]
    lines = given + ["## \(title.split(separator: "\n").joined(separator: " "))"]
  }

  /// The lines since the last call, each with its line feed.
  public mutating func takeText() -> String {
    defer { lines = [] }
    return lines.map { $0 + "\n" }.joined()
  }

  private mutating func add(_ action: Step.Action, of client: Client, at time: Duration) {
    if let written, let pause = pause(before: action, from: written, to: time) {
      lines.append(Step(line: 0, client: "", action: .wait(pause)).description)
      self.written = written + pause
    }
    (written, last) = (written ?? time, time)
    lines.append(Step(line: 0, client: client.name, action: action).description)
  }

  /// How long to wait before something is said.
  ///
  /// A client waits for whole seconds. What the server says because of the time comes at the very millisecond.
  private func pause(
    before action: Step.Action, from written: Duration, to time: Duration
  ) -> Duration? {
    if case .expect = action {
      guard time - last >= Self.shortestSilence else { return nil }
      return .milliseconds(Int(((time - written) / .milliseconds(1)).rounded(.up)))
    }
    let seconds = Int((time - written) / .seconds(1))
    return seconds > 0 && time - last >= .seconds(1) ? .seconds(seconds) : nil
  }
}

// What happens on a connection.

extension TranscriptRecorder {
  /// A client has connected. Connections are numbered from 1, in this order.
  public mutating func connect(_ number: Int, at time: Duration) {
    let client = Client(name: "u\(number)")
    clients[number] = client
    add(.connect, of: client, at: time)
  }

  public mutating func send(_ bytes: [UInt8], from number: Int, at time: Duration) {
    guard var client = clients[number], !client.hasEnded else { return }
    client.sent += bytes
    while let end = client.sent.firstIndex(of: 0x0A) {
      add(sentLine(client.sent[..<end], client), of: client, at: time)
      client.sent.removeSubrange(...end)
    }
    clients[number] = client
  }

  public mutating func receive(_ bytes: [UInt8], by number: Int, at time: Duration) {
    guard var client = clients[number] else { return }
    client.received += bytes
    while let end = client.received.firstIndex(of: 0x0A) {
      receiveLine(client.received[..<end], by: number, &client, at: time)
      client.received.removeSubrange(...end)
    }
    clients[number] = client
  }

  /// The client has ended its input.
  public mutating func endInput(of number: Int, at time: Duration) {
    leave(number, .end, at: time)
  }

  /// The connection broke.
  public mutating func cut(_ number: Int, at time: Duration) {
    leave(number, .cut, at: time)
    clients[number] = nil
  }

  private mutating func leave(_ number: Int, _ action: Step.Action, at time: Duration) {
    guard var client = clients[number], !client.hasEnded || action == .cut else { return }
    if !client.sent.isEmpty { add(.bytes(client.sent), of: client, at: time) }
    add(action, of: client, at: time)
    (client.sent, client.hasEnded) = ([], true)
    clients[number] = client
  }

  /// The server has closed the connection.
  public mutating func close(_ number: Int, at time: Duration) {
    guard let client = clients.removeValue(forKey: number) else { return }
    if !client.received.isEmpty { add(.expect(.bytes(client.received)), of: client, at: time) }
    add(.expect(.closed), of: client, at: time)
  }
}

// Lines.

extension TranscriptRecorder {
  private func sentLine(_ bytes: ArraySlice<UInt8>, _ client: Client) -> Step.Action {
    guard let line = String(validating: bytes, as: UTF8.self), !hasBareControl(line) else {
      return .bytes(Array(bytes) + [0x0A])
    }
    var text = names.read(line)
    if let epoch = client.epoch {
      for (key, value) in [("epoch=", ""), (#""epoch":""#, #"""#)] {
        text = text.replacing("\(key)\(epoch)\(value)", with: "\(key){epoch}\(value)")
      }
    }
    return .line(text, malformed: false)
  }

  private mutating func receiveLine(
    _ bytes: ArraySlice<UInt8>, by number: Int, _ client: inout Client, at time: Duration
  ) {
    guard let line = String(validating: bytes, as: UTF8.self) else {
      return add(.expect(.bytes(Array(bytes) + [0x0A])), of: client, at: time)
    }
    if !client.isGreeted, let greeting = ServerGreeting(line) {
      (client.isGreeted, client.epoch) = (true, greeting.epoch)
      _ = names.read(greeting.client, as: "guest-\(number)")
      return
    }
    client.rows > 0
      ? receiveRow(line, by: &client, at: time) : receiveHead(line, by: &client, at: time)
  }

  private mutating func receiveRow(_ line: String, by client: inout Client, at time: Duration) {
    client.rows -= 1
    switch client.kind {
    case .leftOut: return
    case .asTheyAre: expect(line, by: client, at: time)
    case .history: expect(opening(word: 1, of: line), by: client, at: time)
    }
  }

  private mutating func receiveHead(_ line: String, by client: inout Client, at time: Duration) {
    let head = ParsedLine(message: line)
    guard let head, !head.isJSON else {
      return expect(head.map { opening($0, line) } ?? line, by: client, at: time)
    }
    client.rows = head.lineCount?.number ?? 0
    let verb = head.kind == "ok" ? head.words.first?.string : nil
    switch verb {
    case "stats": client.kind = .leftOut
    case "history": client.kind = .history
    case _:
      if case .drawings? = head.shape.rows {
        client.kind = .leftOut
      } else {
        client.kind = .asTheyAre
      }
    }
    // How many counters there are depends on what has happened before.
    let text = verb == "stats" ? opening(word: -1, of: line) : opening(head, line)
    expect(text, by: client, at: time)
    if client.kind == .leftOut, client.rows > 0 {
      add(.expect(.listing), of: client, at: time)
    }
  }

  private mutating func expect(_ line: String, by client: Client, at time: Duration) {
    add(.expect(.line(LinePattern(names.read(line)))), of: client, at: time)
  }

  /// The line with `…` for a word, counted from the end if it is negative.
  private func opening(word: Int, of line: String) -> String {
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let index = word < 0 ? words.count + word : word
    if words.indices.contains(index) { words[index] = FieldValue.open }
    return words.joined(separator: " ")
  }

  /// The line with `…` for the values of `for` and `retry`, and in the JSON form for those of `time` and for the
  /// counters.
  private func opening(_ head: ParsedLine, _ line: String) -> String {
    var text = line
    for key in ["for", "retry"] {
      guard let time = head.key(key)?.string else { continue }
      text =
        head.isJSON
        ? text.replacing("\"\(key)\":\"\(time)\"", with: "\"\(key)\":\"…\"")
        : text.replacing("\(key)=\(time)", with: "\(key)=…")
    }
    for case .object(let members) in head.rows {
      for case (name: "time", value: .string(let time)) in members.map({ ($0.name, $0.value) }) {
        text = text.replacing("\"time\":\"\(time)\"", with: "\"time\":\"…\"")
      }
    }
    guard head.isJSON, head.words.first?.string == "stats",
      let rows = text.firstRange(of: #""rows":"#)
    else { return text }
    return text[..<rows.upperBound] + #""…"}"#
  }
}
