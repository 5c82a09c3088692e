import TestKit
import Testing

@testable import dropline

@Suite("The meter of a connection")
struct MeterTests {
  private let conversation = """
    dropline 1 epoch=k7qx client=guest-1 line=4096 text=1024 profiles=core
    ok open groceries 3
    board groceries 3 1 1
    section s1 0 batch kanban 1 9 9
    batch groceries 3 4 1
    insert 0.0 i1 batch of bread
    batch groceries 4 9 3
    insert-section 0 s2 1 New
    item i2 Milk
    delete 0.1 i1

    """

  @Test("counts batches, their rows, and the largest batch, wherever the bytes are split")
  func cuts() {
    let bytes = Array(conversation.utf8)
    for cut in 0...bytes.count {
      var meter = Meter()
      for part in [bytes[..<cut], bytes[cut...]] {
        Array(part).withUnsafeBytes { meter.count($0) }
      }
      expectEqual(meter.bytes, bytes.count)
      expectEqual(meter.batches, 2)
      expectEqual(meter.rows, 4)
      expectEqual(meter.widest, 5)
    }
  }

  @Test("discards the unfinished line of a broken connection")
  func reconnection() {
    var meter = Meter()
    Array("batch groceries 3 4".utf8).withUnsafeBytes { meter.count($0) }
    meter.beginAnew()
    Array(" 1\nbatch groceries 3 5 1\ndelete 0.0 i1\n".utf8).withUnsafeBytes { meter.count($0) }
    expectEqual(meter.batches, 1)
    expectEqual(meter.rows, 1)
  }
}
