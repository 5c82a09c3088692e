import BoardModel
import BoardWire
import TestKit
import Testing

@Suite("Framing (section 2)")
struct LineFramerTests {
  @Test("ends a line at a line feed, and removes one carriage return before it")
  func lineEnds() {
    expectEqual(frames("ping\nquit\r\n\n"), [.line("ping"), .line("quit"), .line("")])
    expectEqual(frames("a\r\0b\n"), [.line("a"), .line("b")])
  }

  @Test("reports every other carriage return as a control byte")
  func loneReturn() {
    expectEqual(frames("a\rb\nok\n"), [.failed(.controlByte(0x0D)), .line("ok")])
    expectEqual(frames("a\r\r\nok\n"), [.failed(.controlByte(0x0D)), .line("ok")])
  }

  @Test(
    "reports a control byte or DEL once for its line", arguments: 0...127 as ClosedRange<UInt8>
  )
  func controls(_ byte: UInt8) {
    let isControl = (byte < 0x20 && byte != 0x0A) || byte == 0x7F
    let found = frames(Array("first\nhide ".utf8) + [byte] + Array(" x\u{1}\nping\n".utf8))
    if isControl {
      expectEqual(found, [.line("first"), .failed(.controlByte(byte)), .line("ping")])
    } else if byte != 0x0A {
      expectEqual(found, [.line("first"), .failed(.controlByte(1)), .line("ping")])
    }
  }

  @Test("accepts a line of 4096 bytes, and refuses one of 4097")
  func limit() {
    let longest = String(repeating: "x", count: 4096)
    expectEqual(frames(longest + "\r\nping\n"), [.line(longest), .line("ping")])
    expectEqual(frames(longest + "x\nping\n"), [.failed(.lineTooLong(4096)), .line("ping")])
    expectEqual(frames(longest + "\rx\nping\n"), [.failed(.lineTooLong(4096)), .line("ping")])
  }

  @Test("reports a line that is too long once, before its end, and does not buffer it")
  func endless() {
    let piece = [UInt8](repeating: 0x78, count: 100_000)
    let result = frames([piece[...], piece[...], piece[...]])
    expectEqual(result.frames, [.failed(.lineTooLong(4096))])
    #expect(!result.isHalf)
  }

  @Test("reads a line of the byte 04 as the Ctrl-D of telnet")
  func controlD() {
    expectEqual(frames("\u{4}\r\n"), [.quit])
    expectEqual(frames("\u{4}x\n"), [.failed(.controlByte(4))])
  }

  @Test("ignores a last line without a line feed")
  func half() {
    #expect(frames([Array("ping\nqui".utf8)[...]]).isHalf)
    #expect(frames([Array("ping\r".utf8)[...]]).isHalf)
    #expect(!frames([Array("ping\n".utf8)[...]]).isHalf)
  }

  @Test("continues with the rest if a consumer stops early")
  func stopping() {
    var framer = LineFramer()
    var lines: [String] = []
    let input = Array("one\ntwo\nthree\n".utf8)
    var offset = 0
    while offset < input.count {
      input.withUnsafeBytes { bytes in
        offset += framer.feed(UnsafeRawBufferPointer(rebasing: bytes[offset...])) { frame in
          if case .line(let line) = frame { lines.append(String(decoding: line, as: UTF8.self)) }
          return false
        }
      }
    }
    expectEqual(lines, ["one", "two", "three"])
  }
}

@Suite("Telnet (rule 2.4)")
struct TelnetTests {
  private let iac: UInt8 = 0xFF

  @Test("answers DO with WONT, WILL with DONT, and a refusal with nothing")
  func negotiation() {
    expectEqual(frames([iac, 0xFD, 6]), [.answer([iac, 0xFC, 6])])
    expectEqual(frames([iac, 0xFB, 24]), [.answer([iac, 0xFE, 24])])
    #expect(frames([iac, 0xFC, 1, iac, 0xFE, 1]).isEmpty)
  }

  @Test("skips a subnegotiation, with the line feeds in it")
  func subnegotiation() {
    let block: [UInt8] = [iac, 0xFA, 34, 3, 0x0A, iac, iac, 0x0A, iac, 0xF0]
    expectEqual(frames(Array("pi".utf8) + block + Array("ng\n".utf8)), [.line("ping")])
  }

  @Test("gives up a subnegotiation without an end, with the line that it is in")
  func endless() {
    let begin: [UInt8] = [iac, 0xFA, 34]
    let next = Array("\nping\n".utf8)
    let long = Array("pi".utf8) + begin + [UInt8](repeating: 0x0A, count: 4_095)
    expectEqual(frames(long + [iac, 0xF0] + Array("ng\n".utf8)), [.line("ping")])
    let error = OwnedFrame.failed(.lineTooLong(4_096))
    expectEqual(frames(long + [1] + Array("ng".utf8) + next), [error, .line("ping")])
    expectEqual(frames(long + [iac, 1] + Array("ng".utf8) + next), [error, .line("ping")])
    let skipped = [UInt8](repeating: 0x78, count: 5_000)
    expectEqual(frames(skipped + long + [1] + next), [error, .line("ping")])
  }

  @Test("accepts a telnet command anywhere in a line, even within the line ending")
  func inLine() {
    expectEqual(
      frames(Array("ping\r".utf8) + [iac, 0xF4] + Array("\nx\n".utf8)),
      [
        .line("ping"), .line("x"),
      ])
  }

  @Test("treats an FF that begins no telnet command as data, which is not UTF-8")
  func data() {
    expectEqual(frames([0x61, iac, iac, 0x0A, 0x62, 0x0A]), [.failed(.badUTF8), .line("b")])
    expectEqual(frames([0x61, iac, 0x41, 0x0A, 0x62, 0x0A]), [.failed(.badUTF8), .line("b")])
    expectEqual(frames([0x61, iac, 0x0A, 0x62, 0x0A]), [.failed(.badUTF8), .line("b")])
  }
}

@Suite("Other protocols (rule A.3)")
struct ForeignTests {
  @Test(
    "end the connection if they are recognized",
    arguments: [
      "GET / HTTP/1.1\r\nHost: x\r\n\r\ncreate b\n", "POST /x HTTP/1.1\r\n", "DELETE /x HTTP/1.1\n",
      "PROPFIND /a HTTP/1.1\n", "OPTIONS * HTTP/1.1\n", "EHLO me\r\n", "HELO\n",
      "helo mail.example.org\n", "ehlo [127.0.0.1]\n",
      "SSH-2.0-OpenSSH_9.2\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}", "ab\u{0}cd", "\u{1}\u{2}\u{0}\u{0}",
      "Host: localhost\n", "user-agent: x\n", "get / http/1.1\r\n", "Get http://x/ HTTP/1.0\n",
      "delete /x http/1.1\n", "HTTP/1.1 200 OK\r\n", "OPTIONS rtsp://x/a RTSP/1.0\r\nCSeq: 1\r\n",
      "DESCRIBE rtsp://x/a RTSP/1.0\r\n",
      "INVITE sip:ann@x SIP/2.0\r\n", "REGISTER sip:x SIP/2.0\n", "SIP/2.0 200 OK\n",
      "RTSP/1.0 200 OK\n", "RFB 003.008\n", "PROXY TCP4 192.0.2.7 192.0.2.1 5 6\r\n",
      "PROXY UNKNOWN\r\n", "@RSYNCD: 31.0\n",
      "*1\r\n$4\r\nPING\r\n", "*3\r\n$3\r\nSET\r\n", "SET key value\r\n", "AUTH secret\r\n",
      "CONFIG SET dir /tmp\r\n", "USER ann\r\nPASS x\r\n", "NICK ann\r\nUSER a 0 * :b\r\n",
      "CAP LS 302\r\n", "<?xml version='1.0'?>\n", "<stream:stream to='x'>\n",
      #"{"jsonrpc":"2.0","id":1,"method":"move","params":[-1.5]}"# + "\n",
      #"{"id":1, "jsonrpc" : "2.0"}"# + "\n", #"[{"jsonrpc":"2.0"}]"# + "\n",
      #"{"cmd":"subscribe","args":["x"]}"# + "\n",
      "MAIL FROM:<a@b>\r\n", "mail from:<>\r\n", "set k 0 60 5\r\n", "add k 0 0 5 noreply\r\n",
      "cas k 0 0 5 77\r\n",
    ])
  func foreign(_ input: String) {
    expectEqual(frames(input + "ping\n"), [.foreign])
  }

  @Test("are recognized behind blank lines")
  func blankLines() {
    expectEqual(frames("\r\n*1\r\n$4\r\nPING\r\n"), [.line(""), .foreign])
    expectEqual(frames("  \r\n\nget / http/1.1\r\n"), [.line("  "), .line(""), .foreign])
  }

  @Test("in HTTP are recognized after a first line, and in a line that is too long")
  func later() {
    expectEqual(frames("ping\nGET / HTTP/1.1\nping\n"), [.line("ping"), .foreign])
    expectEqual(frames("POST /" + String(repeating: "a", count: 9000) + "\nping\n"), [.foreign])
    expectEqual(frames("GET /\u{1b} HTTP/1.1\nping\n"), [.foreign])
  }

  @Test(
    "are not confused with our own commands",
    arguments: [
      "delete i3", "DELETE i3", "DELETE i3 1.0", "insert 0.0 GET / HTTP/1.1", "help", "HELP",
      "create b",
      "edit i1 I like HTTP/1.1", "hello ann", "HELLO ann", "who", "open today", "CLEAR s1", "put x",
      "find / HTTP/1.1", "ping * SIP/2.0",
      "insert end:s2 http://x/ HTTP/1.1", "policy * paused=yes", "PING", "SELECT i1", "MOVE i1 1.0",
      #"{"kind":"ping"}"#, #"{"tag":"1","kind":"ping"}"#,
      #"{"kind":"ping","text":"\"jsonrpc\": 2"}"#, #"{"kind":"ping","text":"jsonrpc"}"#,
    ])
  func own(_ line: String) {
    expectEqual(frames(line + "\n"), [.line(line)])
  }

  @Test(
    "are not confused with what a person types by mistake",
    arguments: [
      "helo ann", "helo", "halp", "get", "get milk", "set a b", "set a 0 0", "mail ann", "user ann",
      "auth", "nick ann", "*",
      "* paused=yes", "*1a", "<", "<enter>", "[]", "/help", "/docs/index.txt", "{}", "{kind:ping}",
      #"{"kind":"ping""#, #"{"kind":"pnig"}"#, "login ann", "?", "$ ls", "PASS", "ping / HTTP/1.1",
      "http", "sip", "http://localhost/", "USER", "INFO", "GETS", "", "   ",
    ])
  func mistakes(_ line: String) {
    expectEqual(frames(line + "\nping\n"), [.line(line), .line("ping")])
  }
}
