/// A law that an input breaks.
package struct BrokenLaw: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Checks that a law holds.
///
/// - Throws: `BrokenLaw`.
func require(_ holds: Bool, _ law: @autoclosure () -> String) throws(BrokenLaw) {
  if !holds { throw BrokenLaw(law()) }
}
