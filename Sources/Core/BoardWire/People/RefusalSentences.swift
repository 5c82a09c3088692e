import BoardModel

/// The sentences at the end of refusals that depend on the command and the board: why it is not possible now, and what to
/// type next. `protocol/errors.md` has the others.
enum RefusalSentences {
  static func accessDenied(
    _ role: Role, _ board: BoardName?, _ context: RefusalContext
  ) -> String {
    board == nil
      ? "Say \"hello NAME token=TOKEN\" first." : "Only \(role.rawValue)s of the board may do that."
  }

  static func badValue(_ key: String, _ type: String, _ context: RefusalContext) -> String {
    let values: [FieldType: String] = [
      .flag: "yes, and \(key)= takes it away", .number: "a number such as 12 or -2.5",
      .date: "a day such as 2026-12-01", .set: "values with commas, such as red,blue",
    ]
    guard let value = FieldType(rawValue: type).flatMap({ values[$0] }) else { return "" }
    return "On this board \(key) is \(value). \"fields\" lists the types."
  }

  static func batchRule(_ rule: String, _ row: Int, _ context: RefusalContext) -> String {
    let sentence = BatchRule(rawValue: rule).map { "\($0.sentence) " } ?? ""
    return sentence + "The board is as it was."
  }

  static func duplicateItem(_ item: String, _ context: RefusalContext) -> String {
    context.verb == .add
      ? "It is in your drag, or you named it twice." : "An item can be named only once."
  }

  static func nameTaken(_ name: ClientName, _ context: RefusalContext) -> String {
    context.client == name
      ? "You are \(name), and a connection keeps its name; connect again for another."
      : "Choose another name, or say the token that goes with it: hello \(name) token=TOKEN"
  }

  static func leased(
    _ item: ItemID, _ client: ClientName, _ drag: SessionID, _ time: Duration,
    _ context: RefusalContext
  ) -> String {
    if context.client == client {
      return "You drag it already, in \(drag): \"propose PLACE\" moves it, \"perform\" drops it, "
        + "\"cancel\" puts it back."
    }
    guard let verb = context.verb else { return "\(client) is dragging it; try again later." }
    return LineSchema.command(verb).parts.contains { $0.name == "force" }
      ? "\(client) is dragging it: wait, or add force=yes."
      : "\(client) is dragging it: wait, or end that drag: cancel \(drag) force=yes"
  }

  static func noSession(_ context: RefusalContext) -> String {
    let begin = "You drag nothing: \"begin ITEMS\" begins a drag"
    let instead: [Verb: String] = [
      .add: ", \"insert PLACE TEXT\" makes an item.", .remove: ", \"delete ITEMS\" deletes items.",
      .exit: "; \"quit\" ends the connection.",
      .dryrun: ", or name items: dryrun PLACE items=ITEMS",
    ]
    return begin + (context.verb.flatMap { instead[$0] } ?? ".")
  }

  static func severalSessions(_ drags: [SessionID], _ context: RefusalContext) -> String {
    let drag = drags.last ?? SessionID(1)
    guard let verb = context.verb else { return "You drag more than one thing; name the drag." }
    let isKey = LineSchema.command(verb).parts.contains { $0.isKey && $0.name == "drag" }
    let example = isKey ? "drag=\(drag)" : "\(verb.rawValue) \(drag)"
    return "You drag more than one thing; name the drag: \(example)"
  }
}
