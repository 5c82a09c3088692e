import BoardModel

// The parts of every row, in the order of `protocol/lines.md`.

extension BatchUpdate.Move: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let source = try line.word("from", old?.source)
    let destination = try line.word("to", old?.destination)
    self.init(try line.word("item", old?.id), from: source, to: destination)
  }
}

extension BatchUpdate.Delete: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let path = try line.word("path", old?.path)
    self.init(try line.word("item", old?.id), at: path)
  }
}

extension BatchUpdate.Insert: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let path = try line.word("path", old?.path)
    let arrival = try BatchUpdate.Arrival(&line, from: old?.arrival)
    self.init(arrival.item, at: path, was: arrival.was)
  }
}

extension BatchUpdate.Arrival: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let id = try line.word("item", old?.item.id)
    let was = try line.key("was", old?.was)
    let text = try line.trailingText(limit: Limits.textBytes, old?.item.text)
    self.init(Item(id: id, text: text), was: was)
  }
}

extension BatchUpdate.Reload: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let path = try line.word("path", old?.path)
    let id = try line.word("item", old?.item.id)
    let text = try line.trailingText(limit: Limits.textBytes, old?.item.text)
    self.init(Item(id: id, text: text), at: path)
  }
}

extension BatchUpdate.SectionDelete: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let index = try line.word("index", old?.index)
    self.init(try line.word("section", old?.id), at: index)
  }
}

extension BatchUpdate.SectionMove: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let source = try line.word("from", old?.source)
    let destination = try line.word("to", old?.destination)
    self.init(try line.word("section", old?.id), from: source, to: destination)
  }
}

extension BatchUpdate.SectionReload: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let index = try line.word("index", old?.index)
    let id = try line.word("section", old?.id)
    let title = try line.trailingText(limit: Limits.titleBytes, old?.title)
    self.init(id, title: title, at: index)
  }
}

/// `insert-section`, whose items are lines of their own.
struct InsertSectionRow {
  let section: BatchUpdate.SectionInsert
  let items: Int

  init(_ section: BatchUpdate.SectionInsert, items: Int) {
    self.section = section
    self.items = items
  }
}

extension InsertSectionRow: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let index = try line.word("index", old?.section.index)
    let id = try line.word("section", old?.section.id)
    items = try line.word("items", old?.items)
    let title = try line.trailingText(limit: Limits.titleBytes, old?.section.title)
    section = BatchUpdate.SectionInsert(id, title: title, at: index)
  }
}

/// `section`, whose items are lines of their own.
struct SectionRow {
  let section: Section
  let items: Int?

  init(_ section: Section, items: Int?) {
    self.section = section
    self.items = items
  }
}

extension SectionRow: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let id = try line.word("section", old?.section.id)
    items = try line.word("items", old.map { ItemCount($0.items) }).number
    let title = try line.trailingText(limit: Limits.titleBytes, old?.section.title)
    section = Section(id: id, title: title)
  }
}
