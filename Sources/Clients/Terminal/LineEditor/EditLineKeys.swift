/// The characters that libedit receives for a key.
///
/// Only complete sequences are sent: libedit would block for the rest of others.
enum EditLineKeys {
  static func scalars(for key: Key) -> [UInt32]? {
    switch key.code {
    case .character(let scalar): return character(scalar, key.modifiers)
    case .enter: return [0x0D]
    case .tab: return key.modifiers.isEmpty ? [0x09] : nil
    case .backspace: return key.modifiers.contains(.alt) ? [0x1B, 0x7F] : [0x7F]
    case .delete: return sequence("[3~")
    case .up: return sequence("[A")
    case .down: return sequence("[B")
    case .right: return key.modifiers.isEmpty ? sequence("[C") : sequence("f")
    case .left: return key.modifiers.isEmpty ? sequence("[D") : sequence("b")
    case .home: return [0x01]
    case .end: return [0x05]
    case .escape, .insert, .pageUp, .pageDown, .function: return nil
    }
  }

  private static func character(
    _ scalar: Unicode.Scalar, _ modifiers: Key.Modifiers
  ) -> [UInt32]? {
    if modifiers.contains(.control) {
      guard "abdefhklnprtuwy".unicodeScalars.contains(scalar) else { return nil }
      return [scalar.value & 0x1F]
    }
    if modifiers.contains(.alt) {
      guard "bcdflupn".unicodeScalars.contains(scalar) else { return nil }
      return [0x1B, scalar.value]
    }
    return [scalar.value]
  }

  private static func sequence(_ rest: String) -> [UInt32] {
    [0x1B] + rest.unicodeScalars.map(\.value)
  }
}
