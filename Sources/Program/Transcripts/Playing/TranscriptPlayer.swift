/// Plays scenarios on a stage and reports the first difference.
public struct TranscriptPlayer {
  /// The limit on consecutive unknown events.
  private static let mostUnknownEvents = 1_000

  private let scenario: Scenario
  private let file: String
  private var comparison: MessageComparison
  /// The last greeting of each client, and the previous epoch.
  private var greetings: [String: (line: String, epoch: String, before: String?)] = [:]
  private var connections = 0
  /// The last line that each client sent.
  private var commands: [String: SentCommand] = [:]
  private var log = PlayLog()

  private init(_ scenario: Scenario, of file: String, under conditions: PlayConditions) {
    self.scenario = scenario
    self.file = file
    comparison = MessageComparison(under: conditions)
    for board in scenario.boards { comparison.begin(with: board) }
  }

  /// Plays a scenario from a fresh start to its end.
  ///
  /// - Throws: `TranscriptDifference` if the server differs, `TranscriptError` if an expected line
  ///   is malformed, and the stage's own errors.
  public static func play(
    _ scenario: Scenario, of file: String, on stage: inout some Stage,
    under conditions: PlayConditions = .exact
  ) throws {
    var log = PlayLog()
    try play(scenario, of: file, on: &stage, under: conditions, log: &log)
  }

  /// Plays a scenario, and logs the conversation of all clients; after a difference also what they have not read.
  public static func play(
    _ scenario: Scenario, of file: String, on stage: inout some Stage,
    under conditions: PlayConditions, log: inout PlayLog
  ) throws {
    let acts = try Act.acts(of: scenario.steps)
    var player = TranscriptPlayer(scenario, of: file, under: conditions)
    defer { log = player.log }
    try stage.start(holding: scenario.boards)
    do {
      for act in acts { try player.play(act, on: &stage) }
    } catch let difference as TranscriptDifference {
      for leftover in (try? stage.finish()) ?? [] { player.log(leftover) }
      throw difference
    }
    let leftovers = try stage.finish().filter { !Message.isUnknownEvent($0.line) }
    for leftover in leftovers { player.log(leftover) }
    if let leftover = leftovers.first {
      throw player.difference(
        at: scenario.steps.last?.line ?? scenario.line, leftover.client,
        expected: "no more lines", got: player.shown(leftover.line))
    }
  }

  private mutating func log(_ leftover: Leftover) {
    log.add(shown(leftover.line), readBy: leftover.client)
  }

  /// Plays all scenarios of a transcript, one after the other.
  public static func play(_ transcript: Transcript, on stage: inout some Stage) throws {
    for scenario in transcript.scenarios {
      try play(scenario, of: transcript.file, on: &stage)
    }
  }

  private mutating func play(_ act: Act, on stage: inout some Stage) throws {
    switch act {
    case .step(let step): try play(step, on: &stage)
    case .message(let message): try expect(message, on: &stage)
    }
  }

  private mutating func play(_ step: Step, on stage: inout some Stage) throws {
    if case .expect = step.action {} else { log.add(step) }
    switch step.action {
    case .connect: try connect(step, on: &stage)
    case .line(let line, _): try send(line, step.client, on: &stage)
    case .bytes(let bytes): try stage.send(sent(bytes), from: step.client)
    case .end: try stage.halfClose(step.client)
    case .cut: try stage.cut(step.client)
    case .wait(let time): try stage.advance(by: time)
    case .crash:
      try stage.crash()
      // Numbers go on after the next multiple of 100.
      connections = (connections / 100 + 1) * 100
    case .drain: try stage.drain()
    case .disk(let isFull): try stage.setFull(isFull)
    case .database(let isSilent): try stage.setSilent(isSilent)
    case .access(let rules): try stage.setAccess(rules)
    case .expect(.bytes(let bytes)): try expect(bytes, step, on: &stage)
    case .expect(.closed): try expectClosed(step, on: &stage)
    case .expect(.line), .expect(.listing):
      throw TranscriptError(line: step.line, reason: "rows without a line that counts them")
    }
  }

  private mutating func connect(_ step: Step, on stage: inout some Stage) throws {
    let line = try stage.connect(step.client)
    log.add(line, readBy: step.client)
    guard let greeting = ServerGreeting(line) else {
      throw difference(at: step, expected: "a greeting of Dropline 1", got: line)
    }
    if let epoch = comparison.conditions.epoch, epoch != greeting.epoch {
      throw difference(at: step, expected: "epoch=\(epoch), as on every connection", got: line)
    }
    comparison.conditions.epoch = greeting.epoch
    greetings[step.client] = (line, greeting.epoch, greetings[step.client]?.epoch)
    connections += 1
    // A server numbers guests in this order.
    _ = comparison.conditions.names?.read(greeting.client, as: "guest-\(connections)")
  }

  private mutating func send(_ line: String, _ client: String, on stage: inout some Stage) throws {
    commands[client] = SentCommand(line)
    comparison.note(sent: line)
    let text = String(decoding: sent(Array(line.utf8)), as: UTF8.self)
    let bytes = Array(text.replacing(epoch: greetings[client]?.epoch).utf8)
    try stage.send(bytes + [0x0A], from: client)
  }

  private mutating func sent(_ bytes: [UInt8]) -> [UInt8] {
    comparison.conditions.names?.sent(bytes) ?? bytes
  }

  /// Maps a line of the server to the names of the transcript, as far as known.
  private func shown(_ line: String, for expected: String? = nil) -> String {
    guard var names = comparison.conditions.names else { return line }
    return expected.map { names.read(line, as: $0) } ?? names.read(line)
  }
}

// Reading.

extension TranscriptPlayer {
  /// Compares the greeting that the client has read already.
  private mutating func expectGreeting(_ expected: ExpectedMessage) throws {
    let (line, _, epoch) = greetings[expected.client] ?? ("(nothing)", "", nil)
    let head = expected.message.head.mapped { $0.replacing(epoch: epoch) }
    guard let greeting = ParsedLine(message: line), comparison.matches(greeting, head) else {
      let first = expected.line(ofRow: nil)
      throw difference(
        at: first.number, expected.client, expected: first.text.replacing(epoch: epoch),
        got: shown(line, for: first.text))
    }
  }

  private mutating func expect(_ expected: ExpectedMessage, on stage: inout some Stage) throws {
    if expected.message.head.kind == "dropline" { return try expectGreeting(expected) }
    let received = try nextLine(of: expected.client, on: &stage)
    let isOpen =
      comparison.conditions.hasOthers && commands[expected.client]?.isOfWholeServer == true
    guard case .value(let line) = received, let head = ParsedLine(message: line),
      head.isCounted, comparison.matches(head, expected.message.head, isOpen: isOpen)
    else {
      let first = expected.line(ofRow: nil)
      throw difference(
        at: first.number, expected.client, expected: first.text,
        got: received.shown { shown($0, for: first.text) })
    }
    let lines = try rows(behind: head, of: expected, on: &stage)
    let rows = lines.map { Message.Row($0, behind: head.shape.rows) }
    let message = head.isJSON ? Message(object: head) : Message(head, rows: rows)
    guard let mismatch = comparison.mismatch(of: message, from: expected, isOpen: isOpen) else {
      return
    }
    throw difference(mismatch, of: head.isJSON ? [] : lines, line, from: expected)
  }

  /// Reads the lines that follow the first line of a message.
  private mutating func rows(
    behind head: ParsedLine, of expected: ExpectedMessage, on stage: inout some Stage
  ) throws -> [String] {
    guard let count = head.lineCount?.number, !head.isJSON else { return [] }
    var rows: [String] = []
    while rows.count < count {
      let received = try stage.nextLine(of: expected.client)
      log.add(received.logged { shown($0) }, readBy: expected.client)
      guard case .value(let row) = received else {
        let first = expected.line(ofRow: nil)
        throw difference(
          at: first.number, expected.client, expected: first.text,
          got: "\(received.shown { $0 }) behind \(rows.count) of \(count) lines")
      }
      rows.append(row)
    }
    return rows
  }

  private func difference(
    _ mismatch: MessageComparison.Mismatch, of rows: [String], _ line: String,
    from expected: ExpectedMessage
  ) -> TranscriptDifference {
    let first = expected.line(ofRow: nil)
    guard case .row(let received, let wanted) = mismatch, !rows.isEmpty || expected.steps.count > 1
    else {
      return difference(
        at: first.number, expected.client, expected: first.text, got: shown(line, for: first.text))
    }
    let row = wanted.map { expected.line(ofRow: $0) }
    return difference(
      at: row?.number ?? first.number, expected.client, expected: row?.text ?? "no such row",
      got: received.map { shown(rows[$0], for: row?.text) } ?? "(no such row)")
  }

  private mutating func expect(_ bytes: [UInt8], _ step: Step, on stage: inout some Stage) throws {
    let received = try stage.nextBytes(bytes.count, of: step.client)
    log.add(received.logged(hex), readBy: step.client)
    guard case .value(bytes) = received else {
      throw difference(at: step, expected: hex(bytes), got: received.shown(hex))
    }
  }

  private mutating func expectClosed(_ step: Step, on stage: inout some Stage) throws {
    let received = try nextLine(of: step.client, on: &stage)
    guard case .closed = received else {
      throw difference(at: step, expected: "(closed)", got: received.shown { shown($0) })
    }
  }

  /// The next line, skipping unknown events.
  private mutating func nextLine(
    of client: String, on stage: inout some Stage
  ) throws -> Received<String> {
    for _ in 0..<Self.mostUnknownEvents {
      let received = try stage.nextLine(of: client)
      log.add(received.logged { shown($0) }, readBy: client)
      guard case .value(let line) = received, Message.isUnknownEvent(line) else { return received }
    }
    return .nothing
  }

  private func difference(at step: Step, expected: String, got: String) -> TranscriptDifference {
    difference(at: step.line, step.client, expected: expected, got: got)
  }

  private func difference(
    at line: Int, _ client: String, expected: String, got: String
  ) -> TranscriptDifference {
    TranscriptDifference(
      file: file, line: line, scenario: scenario.title, client: client, expected: expected,
      got: got)
  }
}

extension String {
  /// The line with this epoch for every `{epoch}`.
  fileprivate func replacing(epoch: String?) -> String {
    epoch.map { replacing("{epoch}", with: $0) } ?? self
  }
}
