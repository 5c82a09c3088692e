import BoardDelivery
import BoardHub
import BoardModel
import Glibc
import Testing

@Suite("A host of a hundred lines")
struct SmallHostTests {
  /// A client on the other end of a stream.
  private final class Client {
    private let host: SmallHost
    private let stream: Int32
    private(set) var lines: [String] = []
    private var rest = ""

    init(of host: SmallHost) {
      self.host = host
      stream = host.connect()
    }

    deinit { close(stream) }

    /// Sends lines, while the host serves.
    func say(_ text: String) {
      var bytes = Array(text.utf8) + [0x0A]
      while !bytes.isEmpty {
        bytes.removeFirst(max(0, send(stream, bytes, bytes.count, Int32(MSG_NOSIGNAL))))
        host.turn()
      }
    }

    /// Lets the host serve until the client has read a line that begins so.
    func expect(_ beginning: String, turns: Int = 600) throws {
      for _ in 0..<turns {
        if lines.contains(where: { $0.hasPrefix(beginning) }) { return }
        host.turn()
        read()
      }
      try #require(Bool(false), "\(beginning) did not come: \(lines.suffix(10))")
    }

    private func read() {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = recv(stream, &buffer, buffer.count, 0), count > 0 {
        rest += String(decoding: buffer[..<count], as: UTF8.self)
      }
      let parts = rest.split(separator: "\n", omittingEmptySubsequences: false)
      lines += parts.dropLast().map(String.init)
      rest = String(parts.last!)
    }
  }

  @Test("serves a drag that others see")
  func drag() throws {
    let host = SmallHost()
    let items = ["Bread", "Milk"].map { Item(id: ItemID($0)!, text: Text($0)) }
    try host.hub.service.serve(
      "list",
      content: [Section(id: "a", title: "A", items: items), Section(id: "b", title: "B")])
    let (ann, bob) = (Client(of: host), Client(of: host))
    bob.say("open list")
    try bob.expect("board list 0 2 4")
    ann.say("begin Milk board=list\npropose 1.0\nperform")
    try ann.expect("ok perform d1 moved")
    try bob.expect("move 0.1 1.0")
    ann.say("quit")
    try ann.expect("bye")
  }

  @Test("runs the jobs of long commands, and answers others meanwhile")
  func jobs() throws {
    let host = SmallHost()
    let items = (0..<100_000).map { Item(id: ItemID("w\($0)")!, text: "") }
    try host.hub.service.serve("wide", content: [Section(id: "s", title: "", items: items)])
    let (author, reader, bystander) = (Client(of: host), Client(of: host), Client(of: host))
    reader.say("open wide")
    author.say("clear s board=wide")
    bystander.say("ping")
    try bystander.expect("pong")
    try author.expect("ok clear s count=100000 rev=1")
    try reader.expect("item w99999")
    reader.say("open wide")
    try reader.expect("ok open wide 1")
    bystander.say("show wide")
    try bystander.expect("ok show")
  }
}
