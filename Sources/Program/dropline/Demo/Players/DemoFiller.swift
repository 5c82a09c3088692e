import BoardHub
import BoardModel
import BoardWire
import CheckedClients

// Commands as people type them, of the forms of the tables: a new verb that changes a board is tried at once.

/// A player that fills forms in, with what is on the board that it sees.
private struct DemoFiller: FormFiller {
  var player: DemoPlayer
  let context: PlayerContext

  var random: SeededRandom {
    get { player.random }
    set { player.random = newValue }
  }

  mutating func value(_ notation: String, changing change: CommandChange) -> String? {
    switch notation {
    case "BOARD": return player.board.string
    case "ITEM": return player.item(context).string
    case "ITEMS": return player.items(context).map(\.string).joined(separator: ",")
    case "SECTION": return context.board.sectionID(at: player.section(context)).string
    case "INDEX": return "\(player.section(context))"
    case "PLACE":
      let path = player.path(context)
      return "\(path.section).\(path.item)"
    case "FIELD=VALUE": return "done=yes"
    case "FIELD=[VALUE]": return random.one(of: ["done=yes", "done=", "label=red", "label=blue"])
    case "TEXT": return DemoBoard.moreTitles.first
    case _: return nil
    }
  }
}

extension DemoPlayer {
  /// The commands that change a board by themselves, and do not end what others do: no drop, and nothing about what the
  /// whole board permits or remembers.
  static let forms = CommandForms.all.filter {
    $0.change == .board && !["perform", "policy", "fields", "undo", "redo"].contains($0.verb)
  }

  /// A command of one of the forms; nil if the board has no value for a part that must be there.
  mutating func command(of forms: CommandForms = Self.forms, in context: PlayerContext) -> String? {
    guard context.board.itemCount > 0 else { return nil }
    var filler = DemoFiller(player: self, context: context)
    defer { self = filler.player }
    return forms.line(of: &filler)
  }

  /// The same as a request.
  mutating func request(in context: PlayerContext) -> Request? {
    command(in: context).flatMap { Request(line: $0) }
  }
}
