import Testing

/// Expects two values to be equal, as `#expect(actual == expected)` does, which takes the compiler ten times as long.
public func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let words = comment().map { " // \($0.rawValue)" } ?? ""
  Issue.record("\(actual) is not \(expected)\(words)", sourceLocation: sourceLocation)
}

/// Expects no value, as `#expect(actual == nil)` does, which takes the compiler six times as long.
public func expectNil<Value>(
  _ actual: Value?, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let actual else { return }
  let words = comment().map { " // \($0.rawValue)" } ?? ""
  Issue.record("\(actual) is not nil\(words)", sourceLocation: sourceLocation)
}
