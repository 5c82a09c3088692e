import BoardModel
import BoardWire
import Terminal

/// Completion of commands at a prompt: verbs, keys and their values, fields, and the names on a board, also by
/// the texts that they stand for.
public struct CommandCompletion {
  /// The limit on the items of the board that are looked at, in its order.
  static let searchedItems = 100_000
  /// The limit on the items that are offered.
  static let offeredItems = 200

  public var board = Board()
  public var boards: [BoardName] = []
  public var clients: [ClientName] = []
  public var drags: [BoardSnapshot.Drag] = []
  /// The items that are offered before anything is typed; the first ones of the board if nil.
  public var visibleItems: [ItemID]?

  public init() {}

  /// The completions at the end of a line. A word matches if it begins with what is typed, or if it
  /// stands for a text that contains it; case does not count in texts.
  ///
  /// - Complexity: O(`searchedItems` + sections).
  public func completions(of line: String) -> [Completion] {
    let last = line.lastIndex(of: " ").map { line[line.index(after: $0)...] } ?? line[...]
    switch ExpectedWord(endOf: line) {
    case .verb?: return Self.verbs.matching(last)
    case .word(nil, let keys)?: return self.keys(keys, last, behind: line)
    case .word(let word?, let keys)?:
      let values = values(word, matching: String(last))
      return values + (last.isEmpty ? [] : self.keys(keys, last, behind: line))
    case .value(let key)?:
      // The line editor completes what is behind the sign.
      return values(of: key, matching: String(last.drop { $0 != "=" }.dropFirst()))
    case nil: return []
    }
  }

  private static let verbs = Verb.allCases.map(\.rawValue).sorted().map { Completion($0) }

  /// A field that the line has already is not offered again.
  private func keys(
    _ keys: [ExpectedWord.Key], _ typed: Substring, behind line: String
  ) -> [Completion] {
    let words = line.split(separator: " ")
    return keys.flatMap { key in
      key.name.isEmpty
        ? fieldNames.filter { name in !words.contains { $0.hasPrefix("\(name)=") } } : [key.name]
    }.map { Completion("\($0)=") }.matching(typed)
  }

  private func values(of key: ExpectedWord.Key, matching typed: String) -> [Completion] {
    if let policy = key.policy {
      return (policy.words + (policy.isOfBoard ? [] : ["inherit"]))
        .map { Completion($0) }.matching(typed[...])
    }
    if key.value == "FIELD" { return fieldValues(of: key.name).matching(typed[...]) }
    return values(key.value, matching: typed)
  }

  /// The values of a kind, by its name in `protocol/lines.md`.
  private func values(_ kind: String, matching typed: String) -> [Completion] {
    switch kind {
    case "VERB": Self.verbs.matching(typed[...])
    case "BOARD": boards.map { Completion($0.string) }.matching(typed[...])
    case "ITEM": items(matching: typed[...])
    case "ITEMS": itemList(typed)
    case "SECTION": sections(matching: typed[...])
    case "TARGET": [Completion("*")].matching(typed[...]) + sections(matching: typed[...])
    case "PLACE": places(typed)
    case "DRAG": drags.map { Completion("\($0.session)", about: about($0)) }.matching(typed[...])
    case "CLIENT": clients.map { Completion($0.string) }.matching(typed[...])
    case "OP": ["move", "copy"].map { Completion($0) }.matching(typed[...])
    case "OPS": ["move,copy", "move", "copy"].map { Completion($0) }.matching(typed[...])
    case "FIELDTYPE": FieldType.allCases.map { Completion($0.rawValue) }.matching(typed[...])
    case "METRIC": Metric.allCases.map { Completion($0.rawValue) }.matching(typed[...])
    case "FORM": WireForm.allCases.map { Completion($0.rawValue) }.matching(typed[...])
    case "yes": [Completion("yes")].matching(typed[...])
    // Numbers, times and names that are new.
    default: []
    }
  }

  private func about(_ drag: BoardSnapshot.Drag) -> String {
    let first = drag.items.first.flatMap { drag.external[$0]?.text ?? board.item($0)?.text }
    return "\(drag.owner): \(first?.string ?? "")"
  }
}

/// The names on the board.
extension CommandCompletion {
  private func sections(matching typed: Substring) -> [Completion] {
    (0..<board.sectionCount)
      .map { Completion(board.sectionID(at: $0).string, about: board.title(at: $0).string) }
      .matching(typed)
  }

  private func items(matching typed: Substring) -> [Completion] {
    guard !typed.isEmpty else { return offered }
    let needle = FoldedText(Text(String(typed)))
    var found: [Completion] = []
    var searched = 0
    for section in 0..<board.sectionCount {
      let count = min(board.itemCount(in: section), Self.searchedItems - searched)
      board.forEachItemBytes(in: section, 0..<count) { id, text, _ in
        guard found.count < Self.offeredItems,
          id.starts(with: typed.utf8) || needle.isContained(in: text, isASCII: text.isASCII)
        else { return }
        found.append(Completion(id, text))
      }
      searched += count
    }
    return found
  }

  /// What is offered before anything is typed.
  private var offered: [Completion] {
    if let visibleItems {
      return visibleItems.prefix(Self.offeredItems).compactMap { id in
        board.item(id).map { Completion(id.string, about: $0.text.string) }
      }
    }
    var found: [Completion] = []
    for section in 0..<board.sectionCount where found.count < Self.offeredItems {
      let count = min(board.itemCount(in: section), Self.offeredItems - found.count)
      board.forEachItemBytes(in: section, 0..<count) { id, text, _ in
        found.append(Completion(id, text))
      }
    }
    return found
  }

  /// The fields that the page and lists know, and those of the items, in the order of their names.
  private var fieldNames: [String] {
    var names: Set<[UInt8]> = Set(["done", "due", "label"].map { Array($0.utf8) })
    forEachField { name, _ in
      if !names.contains(where: name.elementsEqual) { names.insert(Array(name)) }
    }
    return names.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// The values that items have for a field, as they are typed.
  private func fieldValues(of field: String) -> [Completion] {
    var values: Set<[UInt8]> = field == "done" ? [Array("yes".utf8)] : []
    forEachField { name, value in
      guard values.count < Self.offeredItems, name.elementsEqual(field.utf8),
        !values.contains(where: value.elementsEqual)
      else { return }
      values.insert(Array(value))
    }
    return values.map { String(decoding: $0, as: UTF8.self) }.sorted()
      .map { Completion(TextEscapes.escaped(word: $0, isValue: true)) }
  }

  private func forEachField(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) {
    var searched = 0
    for section in 0..<board.sectionCount {
      let count = min(board.itemCount(in: section), Self.searchedItems - searched)
      board.forEachItemBytes(in: section, 0..<count) { _, _, fields in fields.forEachField(body) }
      searched += count
    }
  }

  /// The last of several items: `i1,Mi`.
  private func itemList(_ typed: String) -> [Completion] {
    let last = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    return items(matching: typed[last...]).map { $0.prefixed(typed[..<last]) }
  }

  /// `before:i2`, `end:s1`; from a text alone the places at its item or section.
  private func places(_ typed: String) -> [Completion] {
    if let colon = typed.firstIndex(of: ":") {
      let (head, rest) = (typed[...colon], typed[typed.index(after: colon)...])
      let isOfItem = head == "before:" || head == "after:"
      return (isOfItem ? items(matching: rest) : sections(matching: rest)).map { $0.prefixed(head) }
    }
    let isHead = { (head: String) in head.hasPrefix(typed) }
    let kinds = (items: ["before:", "after:"], sections: ["end:", "start:"])
    let known = (items: kinds.items.filter(isHead), sections: kinds.sections.filter(isHead))
    let names = known.items.isEmpty && known.sections.isEmpty ? typed[...] : ""
    let heads = known.items.isEmpty && known.sections.isEmpty ? kinds : known
    return places(heads.items, items(matching: names))
      + places(heads.sections, sections(matching: names))
  }

  private func places(_ heads: [String], _ names: [Completion]) -> [Completion] {
    names.flatMap { name in heads.map { name.prefixed($0[...]) } }
  }
}

extension Completion {
  fileprivate init(_ id: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) {
    self.init(
      String(decoding: id, as: UTF8.self), about: String(decoding: text, as: UTF8.self))
  }

  fileprivate func prefixed(_ prefix: Substring) -> Completion {
    Completion(prefix + word, about: about)
  }
}

extension [Completion] {
  /// Those that begin with what is typed, or stand for a text that contains it.
  fileprivate func matching(_ typed: Substring) -> [Completion] {
    let needle = FoldedText(Text(String(typed)))
    return filter { completion in
      completion.word.hasPrefix(typed)
        || !completion.about.isEmpty
          && Swift.Array(completion.about.utf8).withUnsafeBytes {
            needle.isContained(in: $0, isASCII: $0.isASCII)
          }
    }
  }
}
