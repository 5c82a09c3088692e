import BoardModel
import BoardWire

/// Reading commands in the JSON form: they are lines of the text form, for which its laws hold.
enum JSONCommandLaws {
  static func check(_ bytes: [UInt8]) throws {
    for line in lines(of: bytes) {
      let command = line.withUnsafeBytes { JSONCommand.read($0) }
      guard case .success(let written) = command.lines else { continue }
      try require(
        written.count <= 8 * line.count + 64, "\(line.count) bytes become \(written.count)")
      try require(written.last == 0x0A, "the last line has no end")
      try require(!written.contains { $0 < 0x20 && $0 != 0x0A }, "a control byte is written")
      if command.verb?.beginsBlock != true {
        try require(written.count { $0 == 0x0A } == 1, "one command is \(text(written))")
        try checkTag(of: command, written.dropLast())
      }
    }
  }

  private static func checkTag(of command: JSONCommand, _ line: [UInt8]) throws {
    let read = ReadCommand(line)?.tag
    try require(read == command.tag, "the tag of \(text(line)) is \(read ?? "none")")
    try CommandLaws.check(line: line)
  }
}
