import BoardModel
import TestKit
import Testing

@testable import BoardDelivery

@Suite("The remembered replies of a client")
struct ReplyCacheTests {
  private func reply(_ bytes: Int) -> RecordedReply {
    RecordedReply(digest: 1, bytes: [UInt8](repeating: 0x78, count: bytes))
  }

  private func held(_ cache: ReplyCache, _ tags: Range<Int>) throws -> [Int] {
    try tags.filter { try cache.reply(to: 1, tag: "t\($0)") != nil }
  }

  @Test("are the last ones, as many as the limit", arguments: [false, true])
  func number(_ isPersistent: Bool) throws {
    var cache = ReplyCache()
    for number in 0..<200 {
      cache.remember(reply(10), tag: "t\(number)", isPersistent: isPersistent)
    }
    try expectEqual(held(cache, 0..<200), Array(200 - Limits.rememberedReplies..<200))
  }

  @Test("have a limit of bytes, and the last one stays however long it is")
  func bytes() throws {
    var cache = ReplyCache()
    for number in 0..<20 { cache.remember(reply(20_000), tag: "t\(number)", isPersistent: true) }
    try expectEqual(held(cache, 0..<20), [17, 18, 19])
    cache.remember(reply(1_000_000), tag: "t20", isPersistent: true)
    try expectEqual(held(cache, 0..<21), [20])
    cache.remember(reply(5), tag: "t21", isPersistent: true)
    try expectEqual(held(cache, 0..<22), [21])
  }
}
