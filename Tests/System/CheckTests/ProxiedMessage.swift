@testable import Transcripts

/// A message of a server that a proxy may change: its first line, and those that belong to it.
struct ProxiedMessage {
  var head: ProxiedLine
  var rows: [ProxiedLine] = []
  /// The error in the first line's count.
  var countError = 0

  /// What a client reads.
  var bytes: [UInt8] {
    var head = head
    if case .fields(var line) = head, line.countsRows {
      line.words.append("\(rows.count + countError)")
      head = .fields(line)
    }
    return ([head] + rows).flatMap(\.bytes)
  }
}

/// One line on its way from a server to a client.
enum ProxiedLine {
  case fields(ProxiedFields)
  case object(JSON)
  /// Bytes that are no line that the protocol has, or a drawing.
  case other([UInt8])

  /// A line whose parts can be changed, or nil if it is an object or a drawing.
  var fields: ProxiedFields? {
    get { if case .fields(let fields) = self { fields } else { nil } }
    set { if let newValue { self = .fields(newValue) } }
  }

  var object: JSON? {
    get { if case .object(let object) = self { object } else { nil } }
    set { if let newValue { self = .object(newValue) } }
  }

  var bytes: [UInt8] {
    switch self {
    case .fields(let fields): Array(fields.line.utf8) + [0x0A]
    case .object(let object): Array(object.written.utf8) + [0x0A]
    case .other(let bytes): bytes
    }
  }
}

/// The parts of a line of the text form.
struct ProxiedFields {
  var tag: String?
  var kind: String
  var words: [String]
  var keys: [(name: String, value: String)]
  var text: String?
  /// Whether a last word counts the lines that follow. It is not among the words.
  var countsRows: Bool

  init(_ line: ParsedLine) {
    tag = line.tag?.string
    kind = line.kind
    words = line.words.compactMap(\.string)
    keys = line.keys.map { ($0.name, $0.value.string ?? "") }
    text = line.text?.string
    countsRows = line.lineCount != nil
  }

  subscript(key: String) -> String? {
    get { keys.first { $0.name == key }?.value }
    set {
      keys.removeAll { $0.name == key && newValue == nil }
      guard let newValue else { return }
      if let index = keys.firstIndex(where: { $0.name == key }) {
        keys[index].value = newValue
      } else {
        keys.append((key, newValue))
      }
    }
  }

  var line: String {
    let tokens =
      (tag.map { ["#" + $0] } ?? []) + (kind.isEmpty ? [] : [kind]) + words
      + keys.map { "\($0.name)=\($0.value)" }
    return tokens.joined(separator: " ") + (text.map { " " + $0 } ?? "")
  }
}

extension JSON {
  /// The value as a server may write it.
  var written: String {
    switch self {
    case .literal(let word): word
    case .string(let text): Self.quoted(text)
    case .array(let values): "[" + values.map(\.written).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)):\($0.value.written)" }.joined(separator: ",")
        + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where hasBareControl(String(scalar)):
        for unit in UTF16.encode(scalar)! {
          let digits = String(unit, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The members of an object, changed in place.
  var members: [Member] {
    get { if case .object(let members) = self { members } else { [] } }
    set { self = .object(newValue) }
  }
}
