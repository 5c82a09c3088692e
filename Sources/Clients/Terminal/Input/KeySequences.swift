/// Decodes the parameters and the final byte of a sequence into a key.
enum KeySequences {
  static func event(_ parameters: ArraySlice<UInt8>, final: UInt8) -> InputEvent? {
    if parameters.count >= KeyDecoder.sequenceLimit { return nil }
    if parameters.first == UInt8(ascii: "<") {
      return mouse(numbers(in: parameters.dropFirst()), isRelease: final == UInt8(ascii: "m"))
    }
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    let numbers = numbers(in: parameters)
    let modifiers = Key.Modifiers(rawValue: max(0, (numbers.dropFirst().first ?? 1) - 1) & 7)
    if final == UInt8(ascii: "Z") { return .key(Key(.tab, .shift)) }
    let code = final == UInt8(ascii: "~") ? tilde(numbers.first ?? 0) : letter(final)
    return code.map { .key(Key($0, modifiers)) }
  }

  /// The numbers between semicolons; a missing one is 1; the limit is 65,535.
  private static func numbers(in bytes: ArraySlice<UInt8>) -> [Int] {
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.isEmpty
        ? 1 : $0.reduce(0) { min(65_535, $0 * 10 + Int($1 & 0x0F)) }
    }
  }

  private static func letter(_ final: UInt8) -> Key.Code? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  private static func tilde(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// An SGR mouse report (xterm's mode 1006): button and modifiers, column, row, from 1.
  private static func mouse(_ numbers: [Int], isRelease: Bool) -> InputEvent? {
    guard numbers.count == 3 else { return nil }
    let point = Point(x: max(0, numbers[1] - 1), y: max(0, numbers[2] - 1))
    let button = numbers[0] & ~0b11100
    let kind: MouseEvent.Kind? =
      switch (button, isRelease) {
      case (0, false): .press
      case (0, true): .release
      case (32, _): .drag
      case (64, false): .wheelUp
      case (65, false): .wheelDown
      default: nil
      }
    return kind.map { .mouse(MouseEvent($0, at: point)) }
  }
}
