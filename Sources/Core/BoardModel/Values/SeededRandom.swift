/// A seeded random number generator (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  @inlinable
  package init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D }

  @inlinable
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from zero up to, but not including, the bound.
  @inlinable
  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// True with this probability in percent.
  @inlinable
  package mutating func percent(_ count: Int) -> Bool { below(100) < count }

  /// A uniformly random element.
  @inlinable
  package mutating func one<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
