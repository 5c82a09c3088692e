/// The type of the parts of a line, which reads, writes and describes them.
struct FieldsSource {
  /// A stored property.
  struct Property: Hashable {
    let name: String
    let type: String
    /// What it is called where a value is made.
    let label: String
    /// What the value is if whoever makes one does not say.
    let standard: String?
    let isWord: Bool
    let isKey: Bool
    let meaning: String?
  }

  let name: String
  let doc: String
  let form: LineForm
  let properties: [Property]
  /// The statements that hand the parts to a coder, in the order of the line.
  let statements: [String]

  /// Whether two lines have the same parts with the same meanings.
  func isSame(as other: FieldsSource) -> Bool {
    properties == other.properties && statements == other.statements
  }

  /// Writes types, each as another name of the one that has the same parts if that is written elsewhere.
  static func write(_ types: [(fields: FieldsSource, shared: String?)], to swift: inout SwiftText) {
    for (index, (fields, shared)) in types.enumerated() {
      if index > 0 { swift.line() }
      swift.doc(fields.doc)
      if let shared {
        swift.line("public typealias \(fields.name) = \(shared)")
      } else {
        fields.write(to: &swift)
      }
    }
  }

  private func write(to swift: inout SwiftText) {
    swift.block("public struct \(name): Hashable, Sendable, LineFields") { swift in
      for property in properties {
        if let meaning = property.meaning { swift.doc(meaning.sentence) }
        swift.line("public var \(property.name): \(property.type)")
      }
      swift.line()
      writeInitializer(to: &swift)
      swift.line()
      writeParts(to: &swift)
    }
  }

  /// Words come first, then what must be there, then what may be left out. The first of them has no label, unless it
  /// is a key.
  private var parameters: [(label: String?, property: Property)] {
    let others = properties.filter { !$0.isWord }
    let ordered =
      properties.filter(\.isWord) + others.filter { $0.standard == nil }
      + others.filter { $0.standard != nil }
    return ordered.enumerated().map { offset, property in
      (offset == 0 && !property.isKey ? nil : property.label, property)
    }
  }

  /// What is handed to the initializer.
  ///
  /// - Parameter value: The value of a property, by its name.
  func arguments(_ value: (String) -> String) -> [String] {
    parameters.map { label, property in
      let label = label.map { "\($0.prefix { $0 != " " }): " } ?? ""
      return label + value(property.name)
    }
  }

  private func writeInitializer(to swift: inout SwiftText) {
    let parameters = parameters.map { label, property in
      "\(label ?? "_ \(property.name)"): \(property.type)"
        + (property.standard.map { " = \($0)" } ?? "")
    }
    swift.function("public init", parameters) { swift in
      for property in properties { swift.line("self.\(property.name) = \(property.name)") }
    }
  }

  private func writeParts(to swift: inout SwiftText) {
    swift.line("@inline(__always)")
    let head = "init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?)"
    swift.block("\(head) throws(Coder.Failure)") { swift in
      for statement in statements { swift.line(statement) }
    }
  }
}

extension String {
  /// The meaning of a table as a sentence.
  var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
