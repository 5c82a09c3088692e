import BoardModel
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@Suite("A session that is split into any pieces")
struct PiecesTests {
  private static let list: Content = [
    Section(
      id: "A", title: "Fruit",
      items: [
        Item(id: "a", text: "apple"), Item(id: "b", text: "banana"), Item(id: "c", text: "cherry"),
      ]),
    Section(id: "B", title: "Dairy"),
  ]

  /// What telnet sends when somebody types Ctrl-C: IAC IP, IAC DO TIMING-MARK.
  private static let interrupt: [UInt8] = [0xFF, 0xF4, 0xFF, 0xFD, 0x06]
  /// IAC WONT TIMING-MARK. Until it comes, telnet throws away what it reads.
  private static let mark: [UInt8] = [0xFF, 0xFC, 0x06]

  @Test("gets its telnet Ctrl-C answered byte by byte, between lines and within a line")
  func interrupts() throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 1, Self.list)]) {
      $0.place = .memory
    }
    let client = try LoopbackClient(port: server.port)
    _ = try client.line()
    client.send(Array("ping a\n".utf8) + Self.interrupt + Array("ping b\npi".utf8))
    client.send(Self.interrupt + Array("ng c\n".utf8))
    client.halfClose()
    let expected =
      Array("pong a\n".utf8) + Self.mark + Array("pong b\n".utf8) + Self.mark
      + Array("pong c\nbye quit\n".utf8)
    try expectEqual(client.bytes(), expected)
  }

  @Test("gets the same bytes", arguments: [1, 2, 3, 7, 61])
  func pieces(_ size: Int) throws {
    let whole = try answers(inPiecesOf: .max)
    #expect(whole.count > 1_500)
    try expectEqual(answers(inPiecesOf: size), whole)
  }

  private func answers(inPiecesOf size: Int) throws -> [UInt8] {
    let server = try TestServer(boards: [BoardFile("list", revision: 1, Self.list)]) {
      $0.epoch = Epoch("pieces")!
      $0.place = .memory
    }
    let client = try LoopbackClient(port: server.port)
    var rest = Self.session[...]
    while !rest.isEmpty {
      client.send(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      // The server has looked at its sockets twice by then, so each piece is read by itself.
      server.control.settle()
    }
    client.halfClose()
    return try client.bytes()
  }

  /// A bit of everything that one client can say. The policy is set before the board is open: events come
  /// when their window ends, which is a matter of time.
  private static let session: [UInt8] =
    Array(
      """
      hello anna token=down-the-rabbit-hole\r
      policy B board=list limit=9
      open list
      #1 insert 0.1 Pears, \\u{201c}ripe\\u{201d} – 梨
      #1 insert 0.1 Pears, \\u{201c}ripe\\u{201d} – 梨
      begin a,c
      propose 1.0
      add b
      perform
      begin-external From outside
      add-external type=text/html More
      propose end:A op=copy
      perform
      frobnicate
      move 9.9 0.0
      move b\u{1}ad

      """.utf8) + interrupt
    + Array(
      """
      batch list
      delete 0.0 -
      insert-section 2 - 1 Later
      item - Inside
      end
      batch list rev=2
      nonsense
      end
      replace list
      section A 2 Fruit
      item a apple
      item new New
      end
      show
      help move
      \(String(repeating: "x", count: 5_000))
      delete new,a
      select 0.0 board=list
      find e
      boards

      """.utf8) + [0x0D, 0x00] + Array("ping typed in character mode".utf8) + [0x0D, 0x00]
    + [0xC3, 0x28, 0x0A] + Array("quit".utf8) + [0x0D, 0x0A]
}
