/// Splits terminal output into characters, controls and sequences.
struct OutputScan {
  enum Step {
    case character(Character)
    case control(UInt8)
    /// The parameters between `ESC [` and the final character.
    case sequence(String, Character)
    case fault(String)
  }

  private var pending: [UInt8] = []

  mutating func read(_ bytes: some Sequence<UInt8>) -> [Step] {
    pending += bytes
    var steps: [Step] = []
    while let step = next() { steps.append(step) }
    return steps
  }

  private mutating func next() -> Step? {
    guard let first = pending.first else { return nil }
    if first == 0x1B { return sequence() }
    if first < 0x20 || first == 0x7F { return .control(pending.removeFirst()) }
    return text()
  }

  private mutating func sequence() -> Step? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") else {
      let letter = Character(Unicode.Scalar(pending[1]))
      pending.removeFirst(2)
      // Saving the keypad's mode and the like has no visible effect.
      return "=>".contains(letter) ? .sequence("?", "h") : .fault("ESC \(letter)")
    }
    guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let body = String(decoding: pending[2..<end], as: UTF8.self)
    let final = Character(Unicode.Scalar(pending[end]))
    pending.removeFirst(end + 1)
    return .sequence(body, final)
  }

  /// The next cluster. One that may go on in what has not come yet is taken as it is: the writer
  /// never splits one between two writes of a frame.
  private mutating func text() -> Step? {
    let run = pending.prefix { $0 >= 0x20 && $0 != 0x7F }
    guard let whole = String(validating: run, as: UTF8.self) else { return shorter(run) }
    return step(whole.first)
  }

  private mutating func shorter(_ run: ArraySlice<UInt8>) -> Step? {
    for cut in 1...3 where cut < run.count {
      if let text = String(validating: run.dropLast(cut), as: UTF8.self) { return step(text.first) }
    }
    return nil
  }

  private mutating func step(_ character: Character?) -> Step? {
    guard let character else { return nil }
    pending.removeFirst(character.utf8.count)
    return .character(character)
  }
}
