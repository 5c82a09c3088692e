/// An expected message of a transcript.
struct ExpectedMessage: Sendable {
  let client: String
  let message: Message
  /// The steps of its lines, the first one first.
  let steps: [Step]
  /// Whether the content of the rows is open.
  let hasAnyRows: Bool

  /// The number of its rows, if it is not open.
  var count: Int? { message.head.lineCount?.string.flatMap { Int($0) } }

  /// The line number and the text of a row in the transcript; of the first line for nil.
  func line(ofRow index: Int?) -> (number: Int, text: String) {
    let step = steps[index.map { $0 + 1 } ?? 0]
    return (step.line, step.expectedLine ?? "")
  }
}

/// A unit of a scenario: a step, or a message of several lines.
enum Act: Sendable {
  case step(Step)
  case message(ExpectedMessage)

  /// The acts of a scenario.
  ///
  /// - Throws: `TranscriptError` if an expected line is malformed.
  static func acts(of steps: [Step]) throws(TranscriptError) -> [Act] {
    var acts: [Act] = []
    var rest = steps[...]
    while let step = rest.first {
      guard let line = step.expectedLine else {
        acts.append(.step(rest.removeFirst()))
        continue
      }
      guard let head = ParsedLine(message: line) else {
        throw TranscriptError(line: step.line, reason: "no line of a server: \(line)")
      }
      acts.append(.message(try message(head, &rest)))
    }
    return acts
  }

  /// Removes a message from the steps: its first line, and those that follow.
  private static func message(
    _ head: ParsedLine, _ rest: inout ArraySlice<Step>
  ) throws(TranscriptError) -> ExpectedMessage {
    var steps = [rest.removeFirst()]
    let client = steps[0].client
    guard let count = head.lineCount, !head.isJSON else {
      return ExpectedMessage(
        client: client, message: Message(object: head), steps: steps,
        hasAnyRows: head.lineCount?.isOpen == true)
    }
    if let next = rest.first, next.client == client, next.action == .expect(.listing) {
      steps.append(rest.removeFirst())
      return ExpectedMessage(
        client: client, message: Message(head, rows: []), steps: steps, hasAnyRows: true)
    }
    let rowCount = count.string.flatMap { Int($0) } ?? 0
    var rows: [Message.Row] = []
    while rows.count < rowCount {
      guard let next = rest.first, next.client == client, let line = next.expectedLine else {
        throw TranscriptError(
          line: steps[0].line, reason: "only \(rows.count) of \(rowCount) rows follow this line")
      }
      let row = Message.Row(line, behind: head.shape.rows)
      if case .unreadable = row {
        throw TranscriptError(line: next.line, reason: "no row of a server: \(line)")
      }
      rows.append(row)
      steps.append(rest.removeFirst())
    }
    return ExpectedMessage(
      client: client, message: Message(head, rows: rows), steps: steps, hasAnyRows: false)
  }
}

extension Step {
  /// The line that a client must read.
  var expectedLine: String? {
    if case .expect(.line(let pattern)) = action { pattern.description } else { nil }
  }
}
