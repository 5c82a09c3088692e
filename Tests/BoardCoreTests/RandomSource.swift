import Foundation

/// A small generator of random numbers that a seed determines (SplitMix64).
struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from zero up to, but not including, the bound.
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// True in so many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// The seeds of the random streams that each law is tried on.
///
/// `DROPLINE_STREAMS` sets their number, `DROPLINE_SEED` the first one. A failure names its seed.
func randomSeeds(_ share: Int = 100) -> Range<Int> {
  let environment = ProcessInfo.processInfo.environment
  let count = environment["DROPLINE_STREAMS"].flatMap { Int($0) } ?? 2_000
  let first = environment["DROPLINE_SEED"].flatMap { Int($0) } ?? 1
  return first..<first + max(1, count * share / 100)
}

/// Whether the laws are tried on all that there is time for; `DROPLINE_THOROUGH=1` says so.
let isThorough = ProcessInfo.processInfo.environment["DROPLINE_THOROUGH"] != nil
