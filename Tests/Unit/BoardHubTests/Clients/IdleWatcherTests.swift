import BoardModel
import BoardWire
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

/// How much memory a block really takes, as C tells. Swift's view of C leaves it out.
@_silgen_name("malloc_usable_size")
private func usableSize(of block: UnsafeMutableRawPointer) -> Int

@Suite("An idle watcher")
struct IdleWatcherTests {
  @Test("is a record of 32 bytes without references, and an object of 168")
  func sizes() throws {
    var scene = try HubScene()
    let id = scene.watcher()
    let connection = try #require(scene.hub.roster[id])
    #expect(MemoryLayout<Subscriber>.stride <= 32)
    #expect(_isPOD(Subscriber.self))
    #expect(usableSize(of: Unmanaged.passUnretained(connection).toOpaque()) <= 168)
  }

  @Test("holds no bytes and no block between turns, and a guest has no entry among the clients")
  func holdsNothing() throws {
    var scene = try HubScene()
    let id = scene.watcher()
    let author = scene.watcher()
    scene.say("batch list", by: id)
    scene.say("delete i3", by: id)
    scene.say("end", by: id)
    scene.say("move i5 1.0", by: author)
    _ = scene.turn()
    let connection = try #require(scene.hub.roster[id])
    let (isEmpty, capacity) = (connection.outbox.isEmpty, connection.outbox.buffer.capacity)
    #expect(isEmpty)
    expectEqual(capacity, 0)
    expectEqual(connection.unread.capacity, 0)
    expectNil(connection.block)
    #expect(scene.hub.roster.clients.isEmpty)
    expectEqual(scene.hub.boards["list"]?.intervals.isEmpty, true)
  }
}
