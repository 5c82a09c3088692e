import BoardModel

/// The verbs of commands that change the data of a board directly.
public enum EditVerb: String, VerbFamily {
  case insert, delete, move, edit
  case insertSection = "insert-section"
  case deleteSection = "delete-section"
  case moveSection = "move-section"
  case renameSection = "rename-section"
  case clear

  var profile: Profile { .edit }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .insert: try .edit(.insert(.init(&line, from: nil)))
    case .delete: try .edit(.delete(.init(&line, from: nil)))
    case .move: try .edit(.move(.init(&line, from: nil)))
    case .edit: try .edit(.edit(.init(&line, from: nil)))
    case .insertSection: try .edit(.insertSection(.init(&line, from: nil)))
    case .deleteSection: try .edit(.deleteSection(.init(&line, from: nil)))
    case .moveSection: try .edit(.moveSection(.init(&line, from: nil)))
    case .renameSection: try .edit(.renameSection(.init(&line, from: nil)))
    case .clear: try .edit(.clear(.init(&line, from: nil)))
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .insert: try .whole(.insert(.init(&line, from: nil)))
    case .delete: try .whole(.delete(.init(&line, from: nil)))
    case .move: try .whole(.move(.init(&line, from: nil)))
    case .edit: try .whole(.edit(.init(&line, from: nil)))
    case .insertSection: try .whole(.insertSection(.init(&line, from: nil)))
    case .deleteSection: try .whole(.deleteSection(.init(&line, from: nil)))
    case .moveSection: try .whole(.moveSection(.init(&line, from: nil)))
    case .renameSection: try .whole(.renameSection(.init(&line, from: nil)))
    case .clear: try .whole(.clear(.init(&line, from: nil)))
    }
  }
}

extension EditVerb {
  var help: HelpText {
    switch self {
    case .insert:
      .init(
        "makes a new item", ["insert 0.0 Call Ann", "insert end:s1 Two\\nlines"],
        .badPath, .destinationGone, .limit)
    case .delete:
      .init("deletes items", ["delete i3,i4"], .leased, .itemGone, .badPath)
    case .move:
      .init(
        "moves items at once", ["move i3 1.0", "move 0.0,0.2 after:i9"],
        .leased, .itemGone, .badPath, .destinationGone)
    case .edit:
      .init("changes a text", ["edit i3 Call Bob"], .itemGone, .badPath)
    case .insertSection:
      .init(
        "makes a new section",
        ["insert-section end Done", "insert-section before:s1 First"], .badPath, .destinationGone)
    case .deleteSection:
      .init(
        "deletes a section with its items", ["delete-section s2"],
        .sectionGone, .leased)
    case .moveSection:
      .init(
        "moves a section", ["move-section s2 0", "move-section s2 end"],
        .sectionGone, .badPath)
    case .renameSection:
      .init("changes a title", ["rename-section s2 Done"], .sectionGone)
    case .clear:
      .init("deletes the items of a section", ["clear s2"], .sectionGone, .leased)
    }
  }
}

public struct ItemPlaced: Hashable, Sendable, LineFields {
  public var item: ItemID
  public var path: IndexPath
  public var revision: Int

  public init(_ item: ItemID, at path: IndexPath, revision: Int) {
    self.item = item
    self.path = path
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    item = try line.word("item", old?.item)
    path = try line.fact("at", old?.path)
    revision = try line.fact("rev", old?.revision)
  }
}

public struct ItemsDeleted: Hashable, Sendable, LineFields {
  public var count: Int
  public var revision: Int

  public init(count: Int, revision: Int) {
    self.count = count
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    count = try line.fact("count", old?.count)
    revision = try line.fact("rev", old?.revision)
  }
}

public struct ItemsMoved: Hashable, Sendable, LineFields {
  public var count: Int
  /// The path of the first item.
  public var path: IndexPath
  public var revision: Int

  public init(count: Int, to path: IndexPath, revision: Int) {
    self.count = count
    self.path = path
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    count = try line.fact("count", old?.count)
    path = try line.fact("at", old?.path)
    revision = try line.fact("rev", old?.revision)
  }
}

public struct SectionPlaced: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var index: Int
  public var revision: Int

  public init(_ section: SectionID, at index: Int, revision: Int) {
    self.section = section
    self.index = index
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    section = try line.word("section", old?.section)
    index = try line.fact("at", old?.index)
    revision = try line.fact("rev", old?.revision)
  }
}

public struct SectionDeleted: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var revision: Int

  public init(_ section: SectionID, revision: Int) {
    self.section = section
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    section = try line.word("section", old?.section)
    revision = try line.fact("rev", old?.revision)
  }
}

public struct SectionCleared: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var count: Int
  public var revision: Int

  public init(_ section: SectionID, count: Int, revision: Int) {
    self.section = section
    self.count = count
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    section = try line.word("section", old?.section)
    count = try line.fact("count", old?.count)
    revision = try line.fact("rev", old?.revision)
  }
}
