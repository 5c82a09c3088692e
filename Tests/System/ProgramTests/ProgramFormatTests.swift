import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("A data directory of an earlier format")
struct ProgramFormatTests {
  @Test("is refused with status 74, and is not changed")
  func earlier() throws {
    let persisted = try PersistedBoards()
    try persisted.serve("--demo").end(SIGTERM)
    let journal = "\(persisted.data)/journal.db"
    var bytes = try contents(ofFile: journal)
    // Where SQLite has `user_version`, four bytes with the highest first.
    #expect(bytes[60..<64].elementsEqual([0, 0, 0, 10]))
    bytes[63] = 1
    try write(bytes, toFile: journal)
    let commands = [["serve", "--listen", "127.0.0.1:0"], ["export"], ["backup", "copy"]]
    for command in commands {
      let (output, status) = try ChildProcess(
        [command[0], "--data", persisted.data] + command.dropFirst()
      ).end()
      expectEqual(status, EX_IOERR, "\(command)")
      #expect(
        output.contains("the journal has format 1, made by an earlier Dropline"), "\(output)")
      #expect(!output.contains("listening"))
    }
    try expectEqual(contents(ofFile: journal), bytes)
  }
}
