/// The cost of a space on a node: −log₂ of a number in (0, 1) that both determine, divided by the node's weight.
///
/// The number is uniformly distributed, so a node is the cheapest for a share of all spaces that is proportional to its
/// weight. The cost is computed with integers alone: logarithms of floating-point numbers differ between machines.
struct PlacementCost {
  /// The bits of a logarithm that follow the point.
  static let fractionBits: UInt64 = 32

  private let logarithm: UInt64
  private let weight: UInt64

  /// - Parameters:
  ///   - space: The digest of the name of the space.
  ///   - link: The digest of the link of the node.
  ///   - weight: At least 1.
  init(space: UInt64, link: UInt64, weight: Int) {
    logarithm = Self.negativeLogarithm(of: (space ^ link.mixed).mixed)
    self.weight = UInt64(weight)
  }

  /// −log₂ of (number / 2⁶⁴) in fixed point, with zero counted as one. Always positive.
  static func negativeLogarithm(of number: UInt64) -> UInt64 {
    let zeros = UInt64(max(1, number).leadingZeroBitCount)
    // From 1 to 2, with 63 bits behind the point. Each squaring doubles its logarithm and so yields a bit of it.
    var mantissa = max(1, number) << zeros
    var fraction: UInt64 = 0
    for _ in 0..<fractionBits {
      let square = mantissa.multipliedFullWidth(by: mantissa).high
      let bit = square >> 63
      fraction = fraction << 1 | bit
      mantissa = square << (1 - bit)
    }
    return (zeros + 1) << fractionBits - fraction
  }
}

extension PlacementCost: Comparable {
  static func < (one: Self, other: Self) -> Bool {
    // One quotient is lower than the other if the products with the other weight are.
    let left = one.logarithm.multipliedFullWidth(by: other.weight)
    let right = other.logarithm.multipliedFullWidth(by: one.weight)
    return (left.high, left.low) < (right.high, right.low)
  }

  static func == (one: Self, other: Self) -> Bool { !(one < other) && !(other < one) }
}

extension Sequence<UInt8> {
  /// A number that stands for the bytes, the same in every process: FNV-1a with 64 bits.
  var digest: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}

extension UInt64 {
  /// A number each bit of which depends on all bits of this one: the last step of SplitMix64.
  var mixed: UInt64 {
    var bits = self &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
