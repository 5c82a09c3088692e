// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import ArgumentParser
import BoardModel
import BoardWire

/// The commands that send one verb.
enum VerbCommands {
  static let all: [any VerbCommand.Type] = [
    InsertCommand.self,
    DeleteCommand.self,
    MoveCommand.self,
    EditCommand.self,
    SetCommand.self,
    InsertSectionCommand.self,
    DeleteSectionCommand.self,
    MoveSectionCommand.self,
    RenameSectionCommand.self,
    ClearCommand.self,
    ChooseCommand.self,
  ]
}

/// `dropline insert`: inserts an item.
struct InsertCommand: VerbCommand {
  static let verb = Verb.insert
  static let abstract = "Make a new item."
  static let examples = ["dropline insert groceries/0.0 Call Ann"]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var fields: FieldOption
  @OptionGroup var place: OnBoardArgument<Place>
  @OptionGroup var text: TextArgument

  var boards: [[BoardName?]] { place.boards }

  func request(on board: BoardName?) throws -> Request {
    try .edit(.insert(.init(place.value, text: text.value, on: board, fields: fields.value)))
  }
}

/// `dropline delete`: deletes items.
struct DeleteCommand: VerbCommand {
  static let verb = Verb.delete
  static let abstract = "Delete items."
  static let examples = ["dropline delete groceries/i3,i4"]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag
  @OptionGroup var items: ItemsArgument

  var boards: [[BoardName?]] { items.boards }

  func request(on board: BoardName?) throws -> Request {
    .edit(.delete(.init(items.value, force: force.force, on: board)))
  }
}

/// `dropline move`: moves items, as one change.
struct MoveCommand: VerbCommand {
  static let verb = Verb.move
  static let abstract = "Move items at once."
  static let examples = [
    "dropline move groceries/i3 1.0",
    "dropline move groceries/0.0,0.2 after:i9",
  ]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag
  @OptionGroup var words: ItemsAndPlaceArguments

  var boards: [[BoardName?]] { get throws { try words.boards } }

  func request(on board: BoardName?) throws -> Request {
    try .edit(.move(.init(words.items, place: words.place, force: force.force, on: board)))
  }
}

/// `dropline edit`: changes the text of an item.
struct EditCommand: VerbCommand {
  static let verb = Verb.edit
  static let abstract = "Change the text of an item."
  static let examples = ["dropline edit groceries/i3 Call Bob"]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var item: OnBoardArgument<ItemReference>
  @OptionGroup var text: TextArgument

  var boards: [[BoardName?]] { item.boards }

  func request(on board: BoardName?) throws -> Request {
    .edit(.edit(.init(item.value, text: text.value, on: board)))
  }
}

/// `dropline set`: sets fields of items, as one change; `FIELD=` removes one.
struct SetCommand: VerbCommand {
  static let verb = Verb.set
  static let abstract = "Set fields of items, such as done or due."
  static let examples = [
    "dropline set groceries/i3 done=yes",
    "dropline set groceries/i3,i4 due=2026-12-01 label=red",
    "dropline set groceries/i3 due=",
  ]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var words: ItemsAndFieldsArguments

  var boards: [[BoardName?]] { get throws { try words.boards } }

  func request(on board: BoardName?) throws -> Request {
    try .edit(.set(.init(words.items, changes: words.changes, on: board)))
  }
}

/// `dropline insert-section`: inserts a section with this title.
struct InsertSectionCommand: VerbCommand {
  static let verb = Verb.insertSection
  static let abstract = "Make a new section."
  static let examples = [
    "dropline insert-section groceries/end Done",
    "dropline insert-section groceries/before:s1 First",
  ]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var index: OnBoardArgument<SectionPlace>
  @OptionGroup var text: TitleArgument

  var boards: [[BoardName?]] { index.boards }

  func request(on board: BoardName?) throws -> Request {
    .edit(.insertSection(.init(index.value, text: text.value, on: board)))
  }
}

/// `dropline delete-section`: deletes a section with its items.
struct DeleteSectionCommand: VerbCommand {
  static let verb = Verb.deleteSection
  static let abstract = "Delete a section with its items."
  static let examples = ["dropline delete-section groceries/s2"]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag
  @OptionGroup var section: OnBoardArgument<SectionReference>

  var boards: [[BoardName?]] { section.boards }

  func request(on board: BoardName?) throws -> Request {
    .edit(.deleteSection(.init(section.value, force: force.force, on: board)))
  }
}

/// `dropline move-section`: moves a section; INDEX counts without it.
struct MoveSectionCommand: VerbCommand {
  static let verb = Verb.moveSection
  static let abstract = "Move a section with its items."
  static let examples = [
    "dropline move-section groceries/s2 0",
    "dropline move-section groceries/s2 end",
  ]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var section: OnBoardArgument<SectionReference>
  @OptionGroup var index: OnBoardArgument<SectionPlace>

  var boards: [[BoardName?]] { section.boards + index.boards }

  func request(on board: BoardName?) throws -> Request {
    .edit(.moveSection(.init(section.value, index: index.value, on: board)))
  }
}

/// `dropline rename-section`: changes the title of a section.
struct RenameSectionCommand: VerbCommand {
  static let verb = Verb.renameSection
  static let abstract = "Change the title of a section."
  static let examples = ["dropline rename-section groceries/s2 Done"]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var section: OnBoardArgument<SectionReference>
  @OptionGroup var text: TitleArgument

  var boards: [[BoardName?]] { section.boards }

  func request(on board: BoardName?) throws -> Request {
    .edit(.renameSection(.init(section.value, text: text.value, on: board)))
  }
}

/// `dropline clear`: deletes the items of a section.
struct ClearCommand: VerbCommand {
  static let verb = Verb.clear
  static let abstract = "Delete the items of a section."
  static let examples = ["dropline clear groceries/s2"]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag
  @OptionGroup var section: OnBoardArgument<SectionReference>

  var boards: [[BoardName?]] { section.boards }

  func request(on board: BoardName?) throws -> Request {
    .edit(.clear(.init(section.value, force: force.force, on: board)))
  }
}

/// `dropline choose`: performs the action of a tap on the item.
struct ChooseCommand: VerbCommand {
  static let verb = Verb.choose
  static let abstract = "Tap on an item: see on-choose of policy."
  static let examples = ["dropline choose groceries/i3"]

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var item: OnBoardArgument<ItemReference>

  var boards: [[BoardName?]] { item.boards }

  func request(on board: BoardName?) throws -> Request {
    .selection(.choose(.init(item.value, on: board)))
  }
}
