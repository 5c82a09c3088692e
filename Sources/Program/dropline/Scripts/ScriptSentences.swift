import BoardClient
import BoardWire

/// The sentences for people of refusals and errors, as options say it: those of a server speak of lines.
struct ScriptSentences {
  /// The command as it was typed, without its arguments.
  let command: String

  private static let refusals: [Refusal.Code: String] = [
    .accessDenied:
      "It takes a higher role: say the --name and the --token of somebody who has it.",
    .boardExists: "There is a board of that name; `dropline show` draws it.",
    .boardInUse: "That client watches it or drags there; --force removes it.",
    .leased: "Somebody is dragging it; wait, or add --force if the command takes it.",
    .nameTaken: "Choose another --name, or say the --token that goes with it.",
    .noBoard:
      "Name a board: --board BOARD, or BOARD/ before an item or a place, or $DROPLINE_BOARD.",
    .revisionTooOld: "Revisions before this one are not kept.",
    .undoConflict: "Somebody changed it since; --force takes back the rest.",
    .unknownBoard:
      "There is no such board; `dropline boards` lists them, `dropline create` makes one.",
    .unknownSession: "There is no such drag, nor was there lately; `dropline drags` lists them.",
    .unknownSpace: "There is no such space; name another one: --space SPACE, or $DROPLINE_SPACE.",
  ]

  /// The reply with the sentence of the command in place of the server's, if it has one.
  func reworded(_ answer: ReceivedReply) -> ReceivedReply {
    guard let old = answer.reply.failure, sentence(for: old) != nil else { return answer }
    let failure = reworded(old)
    let kind = if case .refused = answer.reply.outcome { "refused" } else { "error" }
    return ReceivedReply(answer.reply, lines: ["\(kind) \(failure.description)"])
  }

  /// The failure with that sentence.
  func reworded(_ failure: Failure) -> Failure {
    var failure = failure
    if let sentence = sentence(for: failure) { failure.sentence = sentence }
    return failure
  }

  private func sentence(for failure: Failure) -> String? {
    if let code = Refusal.Code(rawValue: failure.code) { return Self.refusals[code] }
    let speaksOfLines =
      failure.sentence.contains("Usage:") || failure.sentence.contains("\"help\"")
    return speaksOfLines ? "`dropline \(command) --help` shows what it takes." : nil
  }
}

extension Verb {
  /// The sentences of the command that sends this verb.
  var sentences: ScriptSentences {
    ScriptSentences(command: family == .drag ? "drop" : rawValue)
  }
}
