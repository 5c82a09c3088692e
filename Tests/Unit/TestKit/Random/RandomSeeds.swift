import Foundation

private let environment = ProcessInfo.processInfo.environment

/// The seeds of the random streams that each law is tried on: 200, and 1,000 in the tier `proofs`.
///
/// `DROPLINE_STREAMS` sets their number, `DROPLINE_SEED` the first one. A failure names its seed.
///
/// - Parameter share: How many of them, in percent.
package func randomSeeds(_ share: Int = 100) -> Range<Int> {
  let count = environment["DROPLINE_STREAMS"].flatMap { Int($0) } ?? 200
  let first = environment["DROPLINE_SEED"].flatMap { Int($0) } ?? 1
  return first..<first + max(1, count * share / 100)
}

/// A few parts of a range of seeds: a case of a test costs as much as the run of a short law.
package func slices(of seeds: Range<Int>) -> [Range<Int>] {
  let size = max(1, (seeds.count + 7) / 8)
  return stride(from: seeds.lowerBound, to: seeds.upperBound, by: size).map {
    $0..<min($0 + size, seeds.upperBound)
  }
}

/// Whether laws run on all of their small cases, as in the tier `proofs`, which sets `DROPLINE_STREAMS`.
package let isProof = environment["DROPLINE_STREAMS"] != nil

/// Whether the laws run on more cases, set by `DROPLINE_THOROUGH=1`.
package let isThorough = environment["DROPLINE_THOROUGH"] != nil
