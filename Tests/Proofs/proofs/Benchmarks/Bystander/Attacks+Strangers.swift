import Net
import TLS

// Nobody of these has said a token.

extension BystanderAttack {
  static func strangers(_ scale: Scale) -> [BystanderAttack] {
    let crowd = scale.pick(5_000, quick: 50)
    return [
      hellos(scale.pick(1_000, quick: 10), .rsa2048), hellos(scale.pick(1_000, quick: 10), .p256),
      hellos(scale.pick(100, quick: 5), .rsa2048), hellos(scale.pick(100, quick: 5), .p256),
      frames("pings", scale, [0x89, 0x80, 0, 0, 0, 0]),
      frames("pongs", scale, [0x8A, 0x80, 0, 0, 0, 0]),
      frames("empty frames", scale, [0x81, 0x80, 0, 0, 0, 0]),
      arriving("ping", crowd) { _ in [] },
      arriving("open", crowd) { _ in ["open list"] },
      arriving("hello", crowd) { ["hello u\($0)"] },
      BystanderAttack(
        name: "connections leave at once",
        others: Array(repeating: Other(before: .greeting, nil), count: crowd), hasFloor: true,
        least: .seconds(1)),
      BystanderAttack(
        name: "connections leave in the middle of a line",
        others: Array(
          repeating: Other(before: Burst(bytes: Array("insert 0.0 board=list x".utf8)), nil),
          count: 2 * crowd),
        hasFloor: true, least: .seconds(1)),
      BystanderAttack(
        name: "connections that are made and reset", resets: scale.pick(50_000, quick: 500)),
      hostile(scale),
      BystanderAttack(
        name: "13,107 pings each",
        others: Array(
          repeating: Other(Array(repeating: "ping", count: scale.pick(13_107, quick: 131))),
          count: scale.pick(200, quick: 20))),
      lines("empty lines", Array(repeating: "", count: scale.pick(8_000_000, quick: 80_000))),
    ]
  }

  /// The first message of a handshake, whose last byte is sent on all connections at once.
  private static func hellos(_ count: Int, _ key: BenchmarkCertificate.Key) -> BystanderAttack {
    let hello = firstMessage()
    let before = Burst(bytes: hello.dropLast())
    let last = Burst(bytes: [hello[hello.count - 1]], end: .anything)
    return BystanderAttack(
      name: "last byte of \(count.text) TLS hellos, \(key)", key: key,
      others: Array(repeating: Other(before: before, last), count: count), least: .seconds(1))
  }

  private static func firstMessage() -> [UInt8] {
    var bytes: [UInt8] = []
    guard let layer = try? ServerTrust.anybody.makeLayer(to: "localhost") else {
      preconditionFailure("a client can be had")
    }
    layer.withOutput { bytes += $0 }
    return bytes
  }

  private static func frames(_ kind: String, _ scale: Scale, _ frame: [UInt8]) -> BystanderAttack {
    let count = scale.pick(400_000, quick: 4_000)
    return BystanderAttack(
      name: "WebSocket \(kind)", isOnWeb: true,
      others: [Other(.frames(Array(Array(repeating: frame, count: count).joined())))])
  }

  private static func arriving(
    _ verb: String, _ count: Int, _ lines: (Int) -> [String]
  ) -> BystanderAttack {
    BystanderAttack(
      name: "connections say \(verb) at once",
      others: (0..<count).map { Other(before: .greeting, .lines(lines($0))) }, hasFloor: true)
  }

  /// Lines that are not understood, refused, or not even text. Never 20 errors in a row.
  private static func hostile(_ scale: Scale) -> BystanderAttack {
    let some = [
      "propose 9.0 drag=d7", "move zz 0.0", "\u{1}bad", "edit", "#t delete 0.9@99999999", "ping",
    ]
    let lines = (0..<scale.pick(10_800, quick: 108)).flatMap { _ in some }
    return BystanderAttack(
      name: "hostile lines", others: Array(repeating: Other(lines), count: 20))
  }
}
