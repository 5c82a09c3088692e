// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

/// `TOKEN`: 16 to 64 of `A–Z a–z 0–9 _ -`.
struct Token: PlainWord {
  static let length = 16...64

  let string: String

  static func allows(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// `TYPE`: 1 to 64 of `A–Z a–z 0–9 . _ + - /`; by default `text/plain`; of a code, the type of a
/// field (19.7).
struct ItemType: PlainWord {
  static let length = 1...64

  let string: String

  static func allows(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}

/// `LABEL`: what of a metric the number is of: 1 to 64 of `a–z 0–9 -`.
struct MetricLabel: PlainWord {
  static let length = 1...64

  let string: String

  static func allows(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// What a proposal answers.
enum VerdictWord: String, WireWord {
  case move, copy, cancel, forbidden
}

/// Where a drag session is.
enum StateWord: String, WireWord {
  case lifted, lost, move, copy, cancel, forbidden
}

/// The forms in which a server writes to a connection (section 15 of the specification).
public enum WireForm: String, CaseIterable, WireWord, Sendable {
  case text, json
}

/// What of the content of a board those are sent who do not watch all (rule 20.1).
public enum WatchedContent: String, CaseIterable, WireWord, Sendable {
  case counts
}

/// A part of the protocol that a server has as a whole or not at all.
public enum Profile: String, CaseIterable, Sendable {
  case core, edit, drag, undo, select, fields, counts, people
}
