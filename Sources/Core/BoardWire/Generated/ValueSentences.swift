// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

extension ErrorSentences {
  /// What a word of a command looks like.
  package static func form(of name: String) -> String? {
    switch name {
    case "ITEM": "an ITEM is an id (i1) or SECTION.ITEM (0.2)"
    case "ITEMS": "ITEMS are ids (i1) or SECTION.ITEM (0.2), with commas between them (i1,0.2)"
    case "SECTION": "a SECTION is an id (s1) or an index (0)"
    case "TARGET": "a TARGET is a section (s1 or 0), or * for the board"
    case "PLACE":
      "a PLACE is SECTION.ITEM (1.0), before:ITEM, after:ITEM, start:SECTION or end:SECTION"
    case "INDEX": "an INDEX is a number (0), before:SECTION, after:SECTION or end"
    case "BOARD": "a name is 1 to 64 of A-Z a-z 0-9 _ -, not only digits, and no - in front"
    case "TO", "CLIENT": "a name is 1 to 64 of A-Z a-z 0-9 _ -, not only digits, and no - in front"
    case "DRAG": "a DRAG is d and a number (d1), and \"drags\" lists them"
    case "TEXT": "TEXT is the rest of the line"
    case "FIELD":
      "FIELD=VALUE is a name of a-z and 0-9 with a value, such as done=yes; FIELD= takes the field away"
    case "COUNT": "COUNT is a number of items (60)"
    default: nil
    }
  }
}

extension LineSchema.Part {
  /// The values that a key takes, for people.
  package var values: String {
    switch notation {
    case "ITEMS": "items such as i1,i2"
    case "BOARD": "the name of a board"
    case "DRAG": "a drag such as d1"
    case "OP": "move or copy"
    case "OPS": "move, copy or move,copy"
    case "FORM": "text or json"
    case "CONTENT": "counts"
    case "TIME": "a time such as 250ms or 2s, at most 60s"
    case "REV": "a revision, as batches and replies have it"
    case "EPOCH": "the epoch of the greeting"
    case "TOKEN": "a secret of 16 to 64 letters, digits, _ and -"
    case "TYPE": "a type such as text/plain"
    default: notation
    }
  }
}
