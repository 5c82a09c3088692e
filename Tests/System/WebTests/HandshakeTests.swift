import TestKit
import Testing

@testable import WebSocket

@Suite("The handshake")
struct HandshakeTests {
  private func request(_ changes: [String: String?] = [:], method: String = "GET") -> HTTPRequest {
    var fields: [String: String?] = [
      "Upgrade": "websocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    fields.merge(changes) { $1 }
    return HTTPRequest(
      method: method, target: "/ws",
      fields: fields.compactMap { name, value in value.map { (name, $0) } })
  }

  private func problem(_ request: HTTPRequest) -> Handshake.Problem? {
    do throws(Handshake.Problem) {
      _ = try Handshake.accept(request, subprotocol: "dropline.1")
      return nil
    } catch { return error }
  }

  @Test("is answered as in RFC 6455")
  func accept() throws {
    let fields = try Handshake.accept(request(), subprotocol: "dropline.1")
    expectEqual(fields.map(\.name), ["Upgrade", "Connection", "Sec-WebSocket-Accept"])
    expectEqual(fields.map(\.value), ["websocket", "Upgrade", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="])
    expectNil(problem(request(["Upgrade": "WebSocket", "Connection": "UPGRADE"])))
  }

  @Test(
    "names the subprotocol if the client offers it, and otherwise none",
    arguments: [
      ("dropline.1", true), ("graphql-ws, dropline.1", true), ("dropline.1,x", true),
      ("dropline.2", false), ("DROPLINE.1", false), ("dropline", false), ("", false),
    ])
  func subprotocol(_ offer: String, isChosen: Bool) throws {
    let fields = try Handshake.accept(
      request(["Sec-WebSocket-Protocol": offer]), subprotocol: "dropline.1")
    let chosen = fields.filter { $0.name == "Sec-WebSocket-Protocol" }.map(\.value)
    expectEqual(chosen, (isChosen ? ["dropline.1"] : []))
  }

  @Test("needs version 13, and says so")
  func version() {
    for version in ["12", "8", "", "13, 8", nil] {
      expectEqual(problem(request(["Sec-WebSocket-Version": version])), .upgradeRequired)
    }
    expectEqual(problem(request(["Upgrade": nil])), .upgradeRequired)
    expectEqual(problem(request(["Upgrade": "h2c"])), .upgradeRequired)
    expectEqual(problem(request(["Connection": "keep-alive"])), .upgradeRequired)
  }

  @Test("needs a key of 16 bytes, and GET")
  func key() {
    let keys = [
      nil, "", "c2hvcnQ=", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZR==",
      "dGhlIHNhbXBsZSBub25j*Q==", "dGhlIHNhbXBsZSBub25jZQ==x",
    ]
    for key in keys { expectEqual(problem(request(["Sec-WebSocket-Key": key])), .malformed) }
    expectEqual(problem(request(method: "HEAD")), .malformed)
  }

  @Test("uses SHA-1 as RFC 3174 has it, at every length of the padding")
  func digest() {
    func hex(_ text: String) -> String {
      SHA1.digest(of: Array(text.utf8)).map {
        String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
      }.joined()
    }
    expectEqual(hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d")
    expectEqual(hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    expectEqual(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    expectEqual(
      hex(String(repeating: "a", count: 1_000_000)), "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    #expect((0...130).allSatisfy { SHA1.digest(of: Array(repeating: 1, count: $0)).count == 20 })
  }

  @Test("is followed by frames whose header has 2, 4 or 10 bytes")
  func headers() {
    expectEqual(FrameHeader(payload: 0).copy, [0x81, 0])
    expectEqual(FrameHeader(payload: 125).copy, [0x81, 125])
    expectEqual(FrameHeader(payload: 126).copy, [0x81, 126, 0, 126])
    expectEqual(FrameHeader(payload: 65_535).copy, [0x81, 126, 0xFF, 0xFF])
    expectEqual(FrameHeader(payload: 65_536).copy, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0])
    expectEqual(ControlFrame.close(.goingAway), [0x88, 2, 3, 0xE9])
    expectEqual(ControlFrame.pong([1, 2]), [0x8A, 2, 1, 2])
  }
}
