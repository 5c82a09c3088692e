import BoardDelivery
import BoardModel
import BoardWire

/// A command of an unrelated client, while a batch is sent.
enum InterruptionBench {
  static func measure(watchers: Int, drops: Int) throws {
    let contender = try Contender.ours(.automatic, watchers: watchers)
    let stranger = try contender.room.stranger()
    var flushes: [Double] = []
    var replies: [Double] = []
    for _ in 0..<drops {
      let result = interrupt(contender, stranger)
      flushes.append(result.flush)
      replies.append(result.reply)
    }
    var table = Table(
      "a ping while a batch goes out: watchers", "drops", "flush p50 µs", "reply p50 µs",
      "/ flush (goal ≤ 1)", "reply p99 µs", "/ flush p99", "longest reply / its flush")
    table.add(
      watchers.text, drops.text, flushes.median.text, replies.median.text,
      (replies.median / flushes.median).text, replies.quantile(0.99).text,
      (replies.quantile(0.99) / flushes.quantile(0.99)).text,
      (zip(replies, flushes).map { $0 / $1 }.max() ?? 0).text)
    table.show()
  }

  /// Drops, and sends the command when the first subscriber has the batch; in µs.
  private static func interrupt(
    _ contender: Contender, _ stranger: Guest
  ) -> (flush: Double, reply: Double) {
    contender.hover()
    contender.room.rest(.milliseconds(20))
    var asked: ContinuousClock.Instant?
    var answered: ContinuousClock.Instant?
    contender.room.onUpdate = { _, _ in
      if asked != nil { return }
      asked = .now
      stranger.send(Request.connection(.ping(.init("here"))).bytes)
    }
    stranger.onReply = { _ in answered = .now }
    let start = ContinuousClock.now
    contender.drop()
    let end = contender.wait()
    contender.room.onUpdate = nil
    while answered == nil { contender.room.rest(.milliseconds(1)) }
    stranger.onReply = nil
    let reply = asked.flatMap { asked in answered.map { $0 - asked } } ?? .zero
    return ((end - start).nanoseconds / 1_000, reply.nanoseconds / 1_000)
  }
}
