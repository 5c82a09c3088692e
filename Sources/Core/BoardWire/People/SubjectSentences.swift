import BoardModel

// The sentences about words that name nothing, or something else than the command wants.

extension RefusalSentences {
  static func itemGone(_ word: String, _ context: RefusalContext) -> String {
    if context.verb == .deselect, context.subject == nil {
      return "No item has this id now; \"deselect\" without items deselects all."
    }
    if context.verb == .remove { return "It is not in your drag." }
    switch context.subject {
    case .section: return "That is a section\(section(word, context.verb))"
    case .board: return "That is a board; an item is an id (i1) or SECTION.ITEM (0.2)."
    case .inSmallLetters: return "Did you mean \(word.lowercased())?"
    case .item, nil:
      if word.utf8.contains(UInt8(ascii: ".")) { return "That item is not on the board any more." }
      return
        "No item has this id now: \"show\" draws the ids, \"find TEXT\" finds items by their text."
    }
  }

  /// What does to a section what a verb does to items.
  private static func section(_ word: String, _ verb: Verb?) -> String {
    let alike: [Verb: String] = [
      .delete: "delete-section \(word), or for its items: clear \(word)",
      .move: "move-section \(word) INDEX", .edit: "rename-section \(word) TEXT",
    ]
    return verb.flatMap { alike[$0] }.map { ": \($0)" }
      ?? ", and this takes items: i1, or SECTION.ITEM (0.0)."
  }

  static func sectionGone(_ word: String, _ context: RefusalContext) -> String {
    switch context.subject {
    case .item: return "That is an item\(item(word, context.verb))"
    case .board:
      return context.verb == .policy
        ? "That is a board; here, * means the board: policy *"
        : "That is a board; a section is an id (s1) or an index (0)."
    case .inSmallLetters: return "Did you mean \(word.lowercased())?"
    case .section, nil:
      return "No section has this id now: \"show\" draws the ids; an index (0) names one, too."
    }
  }

  /// What does to an item what a verb does to sections.
  private static func item(_ word: String, _ verb: Verb?) -> String {
    let alike: [Verb: String] = [
      .deleteSection: "delete \(word)", .clear: "delete \(word)",
      .moveSection: "move \(word) PLACE", .renameSection: "edit \(word) TEXT",
    ]
    return verb.flatMap { alike[$0] }.map { ": \($0)" } ?? ", and this takes a section: s1 or 0."
  }

  static func unknownBoard(_ board: BoardName, _ context: RefusalContext) -> String {
    let word = board.string
    switch context.subject {
    case .section: return "That is a section; \"boards\" lists the boards."
    case .item: return "That is an item; \"boards\" lists the boards."
    case .inSmallLetters: return "Did you mean \(word.lowercased())?"
    case .board, nil: break
    }
    if let verb = context.verb, LineSchema.command(verb).parts.contains(where: { $0.name == word })
    {
      return "Did you mean \(word)=yes? There is no board of that name."
    }
    return "There is no such board: \"boards\" lists them, \"create \(word)\" makes one."
  }
}

extension RefusalSentences {
  /// What named a place is not there.
  static func destinationGone(_ place: String, _ context: RefusalContext) -> String {
    let word = place.behindColon
    switch context.subject {
    case .section: return "\(word) is a section: write start:\(word) or end:\(word)."
    case .item: return "\(word) is an item: write before:\(word) or after:\(word)."
    case .board: return "\(word) is a board; name a section or an item of it."
    case .inSmallLetters: return "Did you mean \(word.lowercased())?"
    case nil: return "What named the place is not there now; \"show\" draws the ids."
    }
  }

  /// An index is out of range.
  static func badPath(_ place: String, _ context: RefusalContext) -> String {
    guard let extent = context.extent else {
      return "Nothing is there: indices count from 0, and nothing is clamped."
    }
    guard let section = extent.section, place.utf8.contains(UInt8(ascii: ".")) else {
      return extent.sections == 0
        ? "The board has no sections: insert-section end TEXT"
        : "Sections count from 0, and the last one is \(extent.sections - 1)\(end(context.verb))."
    }
    return inSection(section, of: extent.items)
  }

  /// How the index behind the last section is written, if the verb takes it.
  private static func end(_ verb: Verb?) -> String {
    verb == .insertSection || verb == .moveSection ? "; \"end\" is behind it" : ""
  }

  private static func inSection(_ section: Int, of count: Int) -> String {
    if count == 0 { return "Section \(section) is empty; its only place is \(section).0." }
    return
      "Section \(section) has \(count == 1 ? "1 item" : "\(count) items"), of which the first is "
      + "\(section).0; end:\(section) is the place behind the last."
  }
}
