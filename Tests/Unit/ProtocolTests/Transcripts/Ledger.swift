@testable import Transcripts

/// The pending commands of one client.
struct Ledger: CustomStringConvertible {
  private var open: [SentCommand] = []
  private var isWithinBlock = false
  /// Whether raw bytes were sent, whose answers are not counted here.
  private var isUncounted = false

  var description: String { "\(open.map(\.verb))" }
  var isSettled: Bool { open.isEmpty && !isWithinBlock }

  /// Records the next action or line of a client, and returns inconsistencies.
  mutating func note(_ act: Act) -> String? {
    switch act {
    case .message(let expected): return read(expected.message.head)
    case .step(let step): note(step.action)
    }
    return nil
  }

  private mutating func note(_ action: Step.Action) {
    switch action {
    case .connect, .cut, .crash: self = Ledger()
    case .line(let line, _): send(line)
    case .bytes: isUncounted = true
    case .end:
      // A block that is cut off has no reply.
      if isWithinBlock { _ = open.popLast() }
      isWithinBlock = false
    case .expect, .wait, .drain, .disk, .database, .access: break
    }
  }

  private mutating func send(_ line: String) {
    guard let command = SentCommand(line) else {
      // An empty line has no answer.
      if line.contains(where: { $0 != " " }) { isUncounted = true }
      return
    }
    if isWithinBlock {
      isWithinBlock = command.verb != "end"
    } else {
      open.append(command)
      isWithinBlock = command.beginsBlock
    }
  }

  private mutating func read(_ line: ParsedLine) -> String? {
    guard ["ok", "refused", "error", "pong"].contains(line.kind) else { return nil }
    if open.isEmpty { return isUncounted ? nil : "a reply to nothing" }
    let command = open.removeFirst()
    guard line.tag?.string == command.tag || line.kind == "error" && line.tag == nil else {
      return "\(command.verb) is answered with another tag"
    }
    let verb = line.kind == "pong" ? "ping" : line.kind == "ok" ? line.words[0].string : nil
    return verb ?? command.verb == command.verb ? nil : "\(command.verb) is answered by \(verb!)"
  }
}
