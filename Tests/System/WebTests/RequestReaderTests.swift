import TestKit
import Testing

@testable import WebSocket

/// Where RFC 9112 lets a recipient mend a head or refuse it, it is refused.
@Suite("The head of a request")
struct RequestReaderTests {
  private static let limits = HTTPLimits(
    headBytes: 400, fields: 4, targetBytes: 40, pipelined: 3, frameBytes: 1_000,
    headTime: .seconds(10), pingTime: .seconds(30), silenceTime: .seconds(60))

  /// What a reader reports, and the bytes behind.
  private func read(
    _ text: String, inPiecesOf size: Int = .max
  ) -> (seen: [String], rest: String) {
    let reader = RequestReader(Self.limits)
    var seen: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      Array(rest.prefix(size)).withUnsafeBytes { piece in
        reader.receive(piece) { event in
          switch event {
          case .request(let request):
            let fields = request.fields.map { "\($0.name)=\($0.value)" }
            let marks = (request.keepsAlive ? ["alive"] : []) + (request.hasBody ? ["body"] : [])
            seen.append(
              ([request.method, request.target] + fields + marks).joined(separator: " "))
          case .refused(let status): seen.append("\(status.rawValue)")
          }
        }
      }
      rest = rest.dropFirst(size)
    }
    return (seen, String(decoding: reader.finish(), as: UTF8.self))
  }

  @Test(
    "is read however it is cut",
    arguments: [
      ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / Host=a alive"]),
      ("\r\nHEAD /x?y=%20 HTTP/1.1\r\n\r\n", ["HEAD /x?y=%20 alive"]),
      ("GET / HTTP/1.0\r\n\r\n", ["GET /"]),
      ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", ["GET / Connection=Keep-Alive alive"]),
      ("GET / HTTP/1.1\r\nX: \t a b\t \r\nY:\r\n\r\n", ["GET / X=a b Y= alive"]),
      ("GET / HTTP/1.1\r\nConnection: a, close\r\n\r\n", ["GET / Connection=a, close"]),
      ("POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", ["POST / Content-Length=0 alive"]),
      ("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n", ["GET /1 alive", "GET /2 alive"]),
      ("OPTIONS * HTTP/1.1\r\n\r\n", ["OPTIONS * alive"]),
      ("GET http://a/b HTTP/1.1\r\n\r\n", ["GET http://a/b alive"]),
    ])
  func heads(_ text: String, _ expected: [String]) {
    for size in [1, 2, 7, .max] { expectEqual(read(text, inPiecesOf: size).seen, expected) }
  }

  @Test(
    "is refused if it is not as senders must write it",
    arguments: [
      "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1 \r\n\r\n",
      "G\u{1}T / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.2\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET / http/1.1\r\n\r\n",
      "GET x HTTP/1.1\r\n\r\n",
      "GET /ä HTTP/1.1\r\n\r\n", "GET /\u{7F} HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\n\n", "open b\n",
      "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\n: a\r\n\r\n",
      "GET / HTTP/1.1\r\nX\r\n\r\n",
      "GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n", "GET / HTTP/1.1\r\nX: a\u{0}b\r\n\r\n",
      "GET / HTTP/1.1\r\nX: a\rb\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length:\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "\u{16}\u{3}\u{1}", "{",
    ])
  func refused(_ text: String) {
    for size in [1, 2, 7, .max] { expectEqual(read(text, inPiecesOf: size).seen, ["400"]) }
  }

  @Test("is refused if a part of it is too long, or if there are too many")
  func limits() {
    let long = String(repeating: "x", count: 400)
    expectEqual(read("GET /\(long.prefix(40)) HTTP/1.1\r\n").seen, ["414"])
    expectEqual(read("GET / HTTP/1.1\r\nX: \(long)").seen, ["431"])
    expectEqual(read("GET / HTTP/1.1\r\nX: \(long)\r\n\r\n").seen, ["431"])
    expectEqual(read("GET / HTTP/1.1\r\n" + String(repeating: "X: a\r\n", count: 5)).seen, ["431"])
    let many = String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 5)
    expectEqual(read(many).seen, Array(repeating: "GET / alive", count: 3) + ["400"])
    expectEqual(read(many, inPiecesOf: 18).seen.count, 5)
  }

  @Test("leaves what is behind it to the WebSocket or to nobody", arguments: [1, 3, .max])
  func rest(_ size: Int) {
    let upgrade = "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"
    let (seen, rest) = read(upgrade + "GET / HTTP/1.1\r\n\r\n", inPiecesOf: size)
    expectEqual(seen, ["GET /ws Upgrade=websocket"])
    #expect("GET / HTTP/1.1\r\n\r\n".hasPrefix(rest))
    expectEqual(
      read("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nGET / HTTP/1.1\r\n\r\n").seen.count, 1)
  }
}
