import BoardJournal
import Glibc
import SystemTestKit
import TestKit
import Testing

@testable import SQLiteJournal

@Suite("A data directory that others can reach")
struct OwnFileTests {
  private let scratch: Scratch
  private let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
    mkdir(data, 0o700)
  }

  /// Why the journal cannot be opened; nil if it can.
  private func fault() -> JournalFault? {
    do throws(JournalFault) {
      _ = try SQLiteJournal(data, .trial).acquire()
      return nil
    } catch { return error }
  }

  @Test(
    "gets no file overwritten by a symbolic link in place of its own",
    arguments: ["lock", "witness", "reserve"])
  func links(_ name: String) throws {
    let target = scratch.at("precious")
    try write("precious".utf8, toFile: target)
    symlink(target, "\(data)/\(name)")
    let fault = JournalFault.failed(
      "\(data)/\(name) is not a regular file of this user; it is not followed and not overwritten")
    expectEqual(self.fault(), fault)
    try expectEqual(contents(ofFile: target), Array("precious".utf8))
  }

  @Test("gets no file created by a dangling link", arguments: ["lock", "witness", "reserve"])
  func danglingLinks(_ name: String) {
    symlink(scratch.at("nothing"), "\(data)/\(name)")
    #expect(fault() != nil)
    #expect(access(scratch.at("nothing"), F_OK) != 0)
  }

  @Test("does not wait for a pipe in place of a file", arguments: ["lock", "witness", "reserve"])
  func pipes(_ name: String) {
    mkfifo("\(data)/\(name)", 0o600)
    #expect(fault() != nil)
  }

  @Test("does not have the target of a link emptied when the reserve is released")
  func release() throws {
    let target = scratch.at("precious")
    try write([UInt8](repeating: 1, count: 100), toFile: target)
    var reserve = try Reserve("\(data)/reserve", bytes: 64 << 10)
    let isMade = reserve.make()
    #expect(isMade)
    unlink("\(data)/reserve")
    symlink(target, "\(data)/reserve")
    let isReleased = reserve.release()
    #expect(isReleased)
    try expectEqual(contents(ofFile: target).count, 100)
  }

  @Test(
    "is refused if others can write to it", arguments: [0o777, 0o770, 0o702, 0o1777] as [mode_t])
  func writable(_ mode: mode_t) {
    chmod(data, mode)
    let octal = String(mode & 0o777, radix: 8)
    expectEqual(
      fault(),
      .failed(
        "other users can write to the data directory \(data) (mode \(octal)); "
          + "take that away with `chmod go-w \(data)`"))
    #expect(access("\(data)/lock", F_OK) != 0)
    chmod(data, 0o755)
    expectNil(fault())
  }
}
