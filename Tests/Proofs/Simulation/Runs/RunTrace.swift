/// What happened in a run: a hash of everything, and the last lines for people.
struct RunTrace {
  /// The FNV-1a hash of all that was noted.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var lines: [String] = []
  private let keepsLines: Bool

  init(keepsLines: Bool) { self.keepsLines = keepsLines }

  /// Notes an event with its bytes.
  mutating func note(_ kind: UInt8, _ number: Int, _ bytes: some Sequence<UInt8>) {
    mix(UInt64(kind))
    mix(UInt64(truncatingIfNeeded: number))
    for byte in bytes { mix(UInt64(byte)) }
  }

  /// Notes an event without bytes.
  mutating func note(_ kind: UInt8, _ number: Int) { note(kind, number, EmptyCollection()) }

  /// Adds a line for people.
  mutating func record(_ line: @autoclosure () -> String) {
    if keepsLines { lines.append(line()) }
  }

  private mutating func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01B3 }
}
