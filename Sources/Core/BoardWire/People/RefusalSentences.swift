import BoardModel

/// The sentences at the end of refusals that depend on more than the tables of `protocol/errors.md` say.
enum RefusalSentences {
  static func batchRule(_ rule: String, _ row: Int, _ context: RefusalContext) -> String {
    let sentence = BatchRule(rawValue: rule).map { "\($0.sentence) " } ?? ""
    return sentence + "The board is as it was."
  }

  static func severalSessions(_ drags: [SessionID], _ context: RefusalContext) -> String {
    let drag = drags.last ?? SessionID(1)
    guard let verb = context.verb else { return "You drag more than one thing; name the drag." }
    let isKey = LineSchema.command(verb).parts.contains { $0.isKey && $0.name == "drag" }
    let example = isKey ? "drag=\(drag)" : "\(verb.rawValue) \(drag)"
    return "You drag more than one thing; name the drag: \(example)"
  }
}
