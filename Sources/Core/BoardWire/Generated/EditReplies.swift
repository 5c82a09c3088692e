// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// `ok insert ITEM at=PATH rev=REV`: the new item.
public struct InsertReply: Hashable, Sendable, LineFields {
  public var item: ItemID
  public var path: IndexPath
  public var revision: Int

  public init(_ item: ItemID, path: IndexPath, revision: Int) {
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

/// `ok delete count=N rev=REV`: the number of deleted items.
public struct DeleteReply: Hashable, Sendable, LineFields {
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

/// `ok move count=N at=PATH rev=REV`: the number of items, and where the first one is.
public struct MoveReply: Hashable, Sendable, LineFields {
  public var count: Int
  public var path: IndexPath
  public var revision: Int

  public init(count: Int, path: IndexPath, revision: Int) {
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

/// `ok edit ITEM at=PATH rev=REV`: where the item is.
public typealias EditReply = InsertReply

/// `ok insert-section SECTION at=INDEX rev=REV`: the new section.
public struct InsertSectionReply: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var index: Int
  public var revision: Int

  public init(_ section: SectionID, index: Int, revision: Int) {
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

/// `ok delete-section SECTION rev=REV`: the deleted section.
public struct DeleteSectionReply: Hashable, Sendable, LineFields {
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

/// `ok move-section SECTION at=INDEX rev=REV`: where the section is.
public typealias MoveSectionReply = InsertSectionReply

/// `ok rename-section SECTION at=INDEX rev=REV`: likewise.
public typealias RenameSectionReply = InsertSectionReply

/// `ok clear SECTION count=N rev=REV`: the number of deleted items.
public struct ClearReply: Hashable, Sendable, LineFields {
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
