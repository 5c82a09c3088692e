/// A WORD, the value of a key, or a TEXT.
enum FieldValue: Sendable {
  /// A value of the text form, with its escapes.
  case text(String)
  case json(JSON)

  /// The wildcard of transcripts.
  static let open = "…"

  var isOpen: Bool { string == Self.open }

  /// The value in the text form, if it is a word or a text.
  var string: String? {
    switch self {
    case .text(let text), .json(.string(let text)), .json(.literal(let text)): text
    case .json: nil
    }
  }

  /// The value, if it is a number.
  var number: Int? {
    switch self {
    case .text(let text), .json(.literal(let text)): Int(text)
    case .json: nil
    }
  }

  /// The value, if it is a word and, in the JSON form, no number.
  var word: String? {
    switch self {
    case .text(let text), .json(.string(let text)): text
    case .json: nil
    }
  }

  /// The value without escapes, in UTF-8, or nil if an escape is malformed.
  var plainBytes: [UInt8]? {
    switch self {
    case .text(let text): unescaped(text)
    case .json: word.map { Array($0.utf8) }
    }
  }

  /// The value, if it is a time of `lines.md`: `250ms` or `2s`.
  var milliseconds: Int? {
    guard let word, word.hasSuffix("s") else { return nil }
    return word.hasSuffix("ms")
      ? Int(word.dropLast(2)) : Int(word.dropLast()).flatMap { $0 < 1 << 32 ? $0 * 1_000 : nil }
  }

  /// Whether both are lists, in the same form, of the same words in any order.
  func isList(ofTheWordsOf expected: FieldValue) -> Bool {
    guard let words, let others = expected.words else { return false }
    return words.isArray == others.isArray && words.sorted == others.sorted
  }

  private var words: (sorted: [String], isArray: Bool)? {
    if let word { return (word.split(separator: ",").map(String.init).sorted(), false) }
    guard case .json(.array(let values)) = self else { return nil }
    return (values.compactMap(\.string).sorted(), true)
  }

  /// Whether the value matches one of a transcript.
  func matches(_ expected: FieldValue) -> Bool {
    switch (self, expected) {
    case (_, _) where expected.isOpen: true
    case (.text(let text), .text(let other)): text.utf8.elementsEqual(other.utf8)
    case (.json(let value), .json(let other)): value.matches(other)
    case (.text, .json), (.json, .text): false
    }
  }

  /// Maps each string of the value with `read`, which also receives the corresponding part of the
  /// expected value, if any.
  func mapped(like expected: FieldValue?, _ read: (String, String?) -> String) -> FieldValue {
    switch self {
    case .text(let text): .text(read(text, expected?.string))
    case .json(let value):
      if case .json(let other) = expected {
        .json(value.mapped(like: other, read))
      } else {
        .json(value.mapped(like: nil, read))
      }
    }
  }
}

extension JSON {
  fileprivate func matches(_ expected: JSON) -> Bool {
    switch (self, expected) {
    case (_, .string(FieldValue.open)): true
    case (.literal(let word), .literal(let other)): word == other
    case (.string(let text), .string(let other)): text.utf8.elementsEqual(other.utf8)
    case (.array(let values), .array(let others)):
      values.count == others.count && zip(values, others).allSatisfy { $0.matches($1) }
    case (.object, .object(let others)):
      others.allSatisfy { self[$0.name]?.matches($0.value) == true }
    default: false
    }
  }

  fileprivate func mapped(like expected: JSON?, _ read: (String, String?) -> String) -> JSON {
    switch self {
    case .literal: return self
    case .string(let text):
      guard case .string(let other) = expected else { return .string(read(text, nil)) }
      return .string(read(text, other))
    case .array(let values):
      var others: [JSON] = []
      if case .array(let array) = expected, array.count == values.count { others = array }
      return .array(
        values.indices.map { index in
          values[index].mapped(like: others.isEmpty ? nil : others[index], read)
        })
    case .object(let members):
      return .object(
        members.map {
          Member(name: $0.name, value: $0.value.mapped(like: expected?[$0.name], read))
        })
    }
  }
}

/// The unescaped bytes of a text (rule 3.9), or nil if an escape is malformed.
private func unescaped(_ text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "\\") else {
      bytes.append(byte)
      continue
    }
    switch rest.popFirst() {
    case UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "="): bytes.append(UInt8(ascii: "="))
    case UInt8(ascii: "u"):
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")), rest.first == UInt8(ascii: "{"),
        let value = UInt32(String(decoding: rest[..<end].dropFirst(), as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { return nil }
      bytes += Array(String(scalar).utf8)
      rest = rest[(end + 1)...]
    default: return nil
    }
  }
  return bytes
}

/// Whether a line has a character that a server must escape (rule 3.9).
func hasBareControl(_ line: String) -> Bool {
  line.unicodeScalars.contains { scalar in
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060,
      0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
