/// The opening handshake of a WebSocket (RFC 6455, section 4.2).
public enum Handshake {
  /// What a request has to change to be upgraded.
  public enum Problem: Error {
    /// It asks for no WebSocket, or for another version. The answer names the version.
    case upgradeRequired
    /// It asks for a WebSocket, and does so wrongly.
    case malformed
  }

  /// The version of the protocol.
  public static let version = "13"

  /// The header fields that accept a request.
  ///
  /// Extensions are not accepted, and of the subprotocols that the client offers only this one.
  public static func accept(
    _ request: HTTPRequest, subprotocol: String
  ) throws(Problem) -> [(name: String, value: String)] {
    guard request.list("upgrade").contains("websocket"),
      request.list("connection").contains("upgrade"),
      request.values("sec-websocket-version") == [version]
    else { throw .upgradeRequired }
    guard request.method == "GET", !request.hasBody,
      let key = request.value("sec-websocket-key"), isKey(key)
    else { throw .malformed }
    let isOffered = request.words("sec-websocket-protocol").contains(subprotocol)
    return [
      ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Accept", answer(to: key)),
    ] + (isOffered ? [("Sec-WebSocket-Protocol", subprotocol)] : [])
  }

  /// Whether a text is 16 bytes in base 64.
  static func isKey(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    guard bytes.count == 24, bytes[22...] == [0x3D, 0x3D] else { return false }
    guard bytes[..<22].allSatisfy(alphabet.contains) else { return false }
    // The last digit has four bits that no byte uses.
    return alphabet.firstIndex(of: bytes[21])! % 16 == 0
  }

  static func answer(to key: String) -> String {
    base64(SHA1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0...3 {
        text.append(digit <= group.count ? alphabet[bits >> (18 - 6 * digit) & 63] : 0x3D)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
