import BoardWire
import TestKit
import Testing

@Suite("The number of a verb")
struct VerbNumberTests {
  @Test("is the verb's own, and below the count of verbs")
  func unique() {
    let numbers = Verb.allCases.map(\.number)
    expectEqual(Set(numbers).count, Verb.allCases.count)
    #expect(numbers.allSatisfy { (0..<Verb.count).contains($0) })
  }
}
