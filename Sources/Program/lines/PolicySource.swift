/// Writes the policies, and how their values are read and written as words.
struct PolicySource {
  let table: PolicyTable

  /// Writes the values.
  func writeModel(to swift: inout SwiftText) {
    swift.doc("The effective policy of a section, with a value for every key.")
    swift.block("public struct Policy: Hashable, Sendable") { swift in
      for key in table.keys {
        guard case .words(let words) = key.kind else { continue }
        swift.doc("What `\(key.key)` can be.")
        swift.block("public enum \(key.key.typeName): String, CaseIterable, Hashable, Sendable") {
          swift in
          for word in words { swift.line("case \(word)") }
        }
        swift.line()
      }
      for key in table.keys {
        swift.doc(key.meaning.sentence)
        swift.line("public var \(key.name): \(key.type)\(key.initialValue)")
      }
      swift.line()
      swift.line("public init() {}")
    }
    swift.line()
    writeSettings(to: &swift)
    swift.line()
    writeKeys(to: &swift)
    swift.line()
    writeAccess(to: &swift)
  }

  private func writeSettings(to swift: inout SwiftText) {
    swift.doc("One key of a policy with its value, as `policy` sets it.")
    swift.block("public enum PolicySetting: Hashable, Sendable") { swift in
      for key in table.keys {
        let type = key.kind == .title ? "String" : key.type
        swift.line("case \(key.name)(\(type))")
      }
      swift.doc("Takes a section's own setting of this key back, or the title of a board.")
      swift.line("case inherit(PolicyKey)")
    }
    swift.line()
    swift.block("extension PolicySetting") { swift in
      swift.block("public var key: PolicyKey") { swift in
        swift.choice { swift in
          for key in table.keys { swift.line("case .\(key.name): .\(key.name)") }
          swift.line("case .inherit(let key): key")
        }
      }
      swift.line()
      swift.doc("The value as `policy` sets and shows it; a text without its escapes.")
      swift.block("public var word: String") { swift in
        swift.choice { swift in
          for key in table.keys { swift.line("case .\(key.name)(let value): \(key.kind.word)") }
          for key in table.keys where key.kind == .title {
            swift.line("case .inherit(.\(key.name)): \"\"")
          }
          swift.line("case .inherit: \"inherit\"")
        }
      }
    }
  }

  private func writeKeys(to swift: inout SwiftText) {
    swift.doc("The keys of a policy.")
    swift.block("public enum PolicyKey: CaseIterable, Hashable, Sendable") { swift in
      for key in table.keys { swift.line("case \(key.name)") }
      swift.line()
      swift.doc("The key as it is spelled on the wire.")
      swift.block("public var word: StaticString") { swift in
        swift.choice { swift in
          for key in table.keys { swift.line("case .\(key.name): \"\(key.key)\"") }
        }
      }
      swift.line()
      let names = table.keys.filter(\.isOfBoard).map { "self == .\($0.name)" }
      swift.doc("Whether the key is set for a whole board only.")
      swift.line("public var isOfBoard: Bool { \(names.joined(separator: " || ")) }")
      let texts = table.keys.filter(\.isText).map { "self == .\($0.name)" }
      swift.doc("Whether the value is a text that is one word on the wire, with escapes.")
      swift.line("public var isText: Bool { \(texts.joined(separator: " || ")) }")
    }
  }

  private func writeAccess(to swift: inout SwiftText) {
    swift.block("extension Policy") { swift in
      swift.doc("Settles one key. `inherit` settles nothing.")
      swift.block("package mutating func set(_ setting: PolicySetting)") { swift in
        swift.line("switch setting {")
        for key in table.keys { swift.line("case .\(key.name)(let value): \(key.name) = value") }
        swift.line("case .inherit: break")
        swift.line("}")
      }
      swift.line()
      swift.doc("A key with its value here.")
      swift.block("public func setting(of key: PolicyKey) -> PolicySetting") { swift in
        swift.line("switch key {")
        for key in table.keys {
          swift.line(
            key.kind == .title
              ? "case .\(key.name): \(key.name).map { .\(key.name)($0) } ?? .inherit(.\(key.name))"
              : "case .\(key.name): .\(key.name)(\(key.name))")
        }
        swift.line("}")
      }
    }
  }

  /// Writes the words.
  func writeWords(to swift: inout SwiftText) {
    swift.block("extension PolicySetting") { swift in
      swift.doc("The setting of a key to what a word says, or nil if the key has no such value.")
      swift.block("static func read(_ key: PolicyKey, _ word: String) -> PolicySetting?") { swift in
        swift.line("switch key {")
        for key in table.keys {
          let type =
            if case .words = key.kind { "Policy.\(key.key.typeName)(rawValue: word)" } else {
              "PolicyWords.\(key.kind.reader)(word)"
            }
          swift.line("case .\(key.name): \(type).map { .\(key.name)($0) }")
        }
        swift.line("}")
      }
    }
    swift.line()
    swift.block("extension PolicyKey") { swift in
      swift.doc("The values that the key has, for people.")
      writeChoice("public var values: String", { "\"\($0.values)\"" }, to: &swift)
      swift.line()
      swift.doc("The values that are words, and the beginnings of others.")
      writeChoice(
        "public var words: [String]", { "[\($0.words.map(\.literal).joined(separator: ", "))]" },
        to: &swift)
    }
  }

  private func writeChoice(
    _ head: String, _ value: (PolicyTable.Kind) -> String, to swift: inout SwiftText
  ) {
    swift.block(head) { swift in
      swift.choice { swift in
        for group in table.keys.grouped(by: { value($0.kind) }) {
          swift.patterns(group.members.map { ".\($0.name)" }, group.value)
        }
      }
    }
  }
}

extension PolicyTable.Key {
  fileprivate var type: String {
    switch kind {
    case .yesOrNo: "Bool"
    case .bound: "Int?"
    case .types: "[String]?"
    case .operations: "DropOperations"
    case .choice: "Policy.\(key.typeName)"
    case .accepted: "Policy.FieldValues?"
    case .setting: "Policy.FieldSetting?"
    case .title: "String?"
    case .words: "Policy.\(key.typeName)"
    }
  }

  fileprivate var initialValue: String {
    switch kind {
    case .yesOrNo: standard == "yes" ? " = true" : " = false"
    case .bound, .types, .accepted, .setting, .title: ""
    case .operations: " = .all"
    case .choice, .words: " = .\(standard)"
    }
  }
}

extension PolicyTable.Kind {
  /// The Swift of a value as a word.
  fileprivate var word: String {
    switch self {
    case .yesOrNo: "value ? \"yes\" : \"no\""
    case .bound: "value.map { String($0) } ?? \"none\""
    case .types: "value?.joined(separator: \",\") ?? \"any\""
    case .operations: "value.description"
    case .choice: "value.word"
    case .accepted: "value?.word ?? \"any\""
    case .setting: "value?.word ?? \"none\""
    case .title: "value"
    case .words: "value.rawValue"
    }
  }

  /// The function that reads a value.
  fileprivate var reader: String {
    switch self {
    case .yesOrNo: "flag"
    case .bound: "bound"
    case .types: "types"
    case .operations: "operations"
    case .choice: "choice"
    case .accepted: "accepted"
    case .setting: "setting"
    case .title: "title"
    case .words: ""
    }
  }

  /// The values that are words, and the beginnings of others.
  fileprivate var words: [String] {
    switch self {
    case .yesOrNo: ["yes", "no"]
    case .bound: ["none"]
    case .types: ["any"]
    case .operations: ["move,copy", "move", "copy", "none"]
    case .choice: ["none", "delete", "move:"]
    case .accepted: ["any"]
    case .setting: ["none", "set:"]
    case .title: []
    case .words(let words): words
    }
  }

  /// The values for people, as they stand in a string of Swift.
  fileprivate var values: String {
    switch self {
    case .bound: "a number or none"
    case .types: "types such as item,text/plain, or any"
    case .choice: "none, delete or move:SECTION"
    case .accepted: "values of a field such as label:red,blue, or any"
    case .setting: "none or set:FIELD:VALUE, such as set:done:yes"
    case .title:
      "one line of at most \\(Limits.titleBytes) bytes with \\\\u{20} for blanks, or nothing"
    case .yesOrNo, .operations, .words:
      words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
    }
  }
}
