import Foundation

/// The seeds of the random streams that each law is tried on.
///
/// `DROPLINE_STREAMS` sets their number, `DROPLINE_SEED` the first one. A failure names its seed.
package func randomSeeds(_ share: Int = 100) -> Range<Int> {
  let environment = ProcessInfo.processInfo.environment
  let count = environment["DROPLINE_STREAMS"].flatMap { Int($0) } ?? 2_000
  let first = environment["DROPLINE_SEED"].flatMap { Int($0) } ?? 1
  return first..<first + max(1, count * share / 100)
}

/// Whether the laws run on more cases, set by `DROPLINE_THOROUGH=1`.
package let isThorough = ProcessInfo.processInfo.environment["DROPLINE_THOROUGH"] != nil
