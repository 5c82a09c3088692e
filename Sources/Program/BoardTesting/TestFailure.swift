/// What a test expected and did not get, with all that its clients have sent and read until then, in order.
public struct TestFailure: Error, CustomStringConvertible {
  public let message: String
  /// Where the test said what it expects.
  public let place: SourcePlace
  /// The conversation of all clients.
  public let conversation: [String]

  init(_ message: String, at place: SourcePlace, _ conversation: [String] = []) {
    (self.message, self.place, self.conversation) = (message, place, conversation)
  }

  public var description: String {
    let lines = conversation.map { "  \($0)" }
    return (["\(place): \(message)"] + (lines.isEmpty ? [] : ["conversation:"]) + lines)
      .joined(separator: "\n")
  }
}

/// A line of a test.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  public let line: Int

  public init(_ file: String, _ line: Int) { (self.file, self.line) = (file, line) }

  public var description: String { "\(file):\(line)" }

  /// Adds the line to what a body throws.
  ///
  /// - Throws: `TestFailure`.
  func naming<Value>(_ body: () throws -> Value) throws(TestFailure) -> Value {
    do { return try body() } catch let failure as TestFailure { throw failure } catch {
      throw TestFailure("\(error)", at: self)
    }
  }
}
