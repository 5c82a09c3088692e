import ArgumentParser
import BoardModel

/// A field as an argument: `NAME=VALUE`, or `NAME=`.
struct FieldArgument: ExpressibleByArgument {
  let name: FieldName
  let value: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), let name = FieldName(String(argument[..<sign]))
    else { return nil }
    self.name = name
    value = String(argument[argument.index(after: sign)...])
  }
}

extension String {
  /// Whether the argument is a field.
  var isField: Bool { FieldArgument(argument: self) != nil }
}

/// Reads the fields among arguments.
enum FieldArguments {
  /// The changes that arguments are; an empty value takes a field away.
  static func changes(_ arguments: [FieldArgument]) -> FieldChanges {
    var changes = FieldChanges()
    for field in arguments {
      changes.set(field.name, to: field.value.isEmpty ? nil : Text(field.value))
    }
    return changes
  }

  /// The fields that arguments are.
  ///
  /// - Throws: If one has no value.
  static func fields(_ arguments: [FieldArgument]) throws -> Fields {
    if let field = arguments.first(where: { $0.value.isEmpty }) {
      throw ValidationError("The field \(field.name) has no value.")
    }
    return Fields().applying(changes(arguments))
  }

  /// The fields with which a search begins, and the words behind them.
  static func split(_ words: [String]) throws -> (fields: Fields, words: [String]) {
    let first = words.prefix { $0.isField }
    return (
      try fields(first.compactMap { FieldArgument(argument: $0) }),
      Array(words.dropFirst(first.count))
    )
  }
}
