import WebSocket

/// The HTTP port: how bytes arrive makes no difference, and what is answered is bounded.
enum WebLaws {
  fileprivate enum Seen: Equatable {
    case request(String, String, [String], keepsAlive: Bool, hasBody: Bool)
    case refused(HTTPStatus)
    case payload([UInt8])
    case output([UInt8])
    case closed(CloseCode)
    case failed(CloseCode)
  }

  private static let limits = HTTPLimits(
    headBytes: 16_384, fields: 64, targetBytes: 1_024, pipelined: 16, frameBytes: 512,
    headTime: .seconds(10), pingTime: .seconds(30), silenceTime: .seconds(60))

  private static let handshake = Array(
    ("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").utf8)

  /// Checks requests, and frames behind an upgrade.
  static func checkRequests(_ bytes: [UInt8]) throws { try check(bytes, behind: []) }

  /// Checks the frames of a WebSocket.
  static func checkFrames(_ bytes: [UInt8]) throws { try check(bytes, behind: handshake) }

  private static func check(_ bytes: [UInt8], behind head: [UInt8]) throws {
    let whole = events(head, bytes, cutAt: 0)
    let requests = whole.count { if case .request = $0 { true } else { false } }
    // How many requests may come at once is limited.
    guard requests <= 16 else { return }
    try checkOutput(whole, of: bytes)
    for offset in splits(of: bytes, most: 4) {
      let pieces = events(head, bytes, cutAt: offset)
      try require(pieces == whole, "cut at \(offset): \(pieces), and whole: \(whole)")
    }
  }

  private static func events(_ head: [UInt8], _ bytes: [UInt8], cutAt offset: Int) -> [Seen] {
    let connection = HTTPConnection(limits, at: .zero)
    var seen: [Seen] = []
    let receive = { (bytes: UnsafeRawBufferPointer) in
      connection.receive(bytes, at: .zero) { event in
        if case .request(let request) = event,
          (try? Handshake.accept(request, subprotocol: "x")) != nil
        {
          connection.upgrade(at: .zero)
        }
        seen.append(Seen(event))
      }
    }
    head.withUnsafeBytes { if !$0.isEmpty { receive($0) } }
    forEachPiece(of: bytes, cutAt: offset) { if !$0.isEmpty { receive($0) } }
    return seen
  }

  private static func checkOutput(_ events: [Seen], of bytes: [UInt8]) throws {
    var payload: [UInt8] = []
    for (index, event) in events.enumerated() {
      switch event {
      case .payload(let part): payload += part
      case .output(let frame): try require(frame.count <= 127, "a pong of \(frame.count) bytes")
      case .refused, .closed, .failed:
        try require(index == events.count - 1, "\(event) is not the end of \(events)")
      case .request: break
      }
    }
    try require(payload.count <= 2 * bytes.count, "\(payload.count) bytes of payload")
  }
}

extension WebLaws.Seen {
  fileprivate init(_ event: HTTPConnection.Event) {
    switch event {
    case .request(let request):
      self = .request(
        request.method, request.target, request.fields.map { "\($0.name): \($0.value)" },
        keepsAlive: request.keepsAlive, hasBody: request.hasBody)
    case .refused(let status): self = .refused(status)
    case .payload(let bytes): self = .payload(Array(bytes))
    case .output(let bytes): self = .output(bytes)
    case .closed(let code): self = .closed(code)
    case .failed(let code): self = .failed(code)
    }
  }
}
