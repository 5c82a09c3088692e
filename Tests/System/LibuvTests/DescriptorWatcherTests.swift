import Glibc
import Libuv
import TestKit
import Testing

@Suite("A watcher of a descriptor")
struct DescriptorWatcherTests {
  @Test("calls back while there is data to read, and not after it was stopped")
  func reading() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let loop = try EventLoop()
    var read: [UInt8] = []
    var watcher: DescriptorWatcher?
    watcher = try DescriptorWatcher(of: ends[0], on: loop) {
      var byte: UInt8 = 0
      if Glibc.read(ends[0], &byte, 1) == 1 { read.append(byte) }
      if read.count == 2 { watcher?.stop() }
    }
    try watcher?.start(for: .readable)
    write(ends[1], [7, 8, 9] as [UInt8], 3)
    // Nothing but the watcher keeps the loop alive.
    loop.run()
    expectEqual(read, [7, 8])
  }

  @Test("calls back when there is room to write")
  func writing() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let loop = try EventLoop()
    var calls = 0
    var watcher: DescriptorWatcher?
    watcher = try DescriptorWatcher(of: ends[1], on: loop) {
      calls += 1
      watcher?.stop()
    }
    try watcher?.start(for: .writable)
    loop.run()
    expectEqual(calls, 1)
  }

  @Test("cannot watch a regular file")
  func file() throws {
    let loop = try EventLoop()
    let file = open("/proc/self/exe", O_RDONLY)
    defer { close(file) }
    #expect(throws: UVError.self) { try DescriptorWatcher(of: file, on: loop) {} }
  }
}
