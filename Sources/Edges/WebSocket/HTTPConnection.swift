/// One connection: requests, and after an upgrade the frames of a WebSocket.
///
/// Bytes and times go in, events come out. It does no I/O, reads no clock and collects no messages.
public final class HTTPConnection {
  public enum Event {
    /// A request to be answered, or to be upgraded with `upgrade(at:)`.
    case request(HTTPRequest)
    /// The bytes are no acceptable request: to be answered with this status, and closed.
    case refused(HTTPStatus)
    /// A part of a message, valid only during the call. The last part ends with a line feed.
    case payload(UnsafeRawBufferPointer)
    /// A frame to be sent.
    case output([UInt8])
    /// The client closes: to be answered with this code once everything before it is.
    case closed(CloseCode)
    /// The client does not keep to the protocol: to be closed with this code.
    case failed(CloseCode)
  }

  /// What the silence of a client asks for.
  public enum Verdict: Sendable {
    case wait
    case ping
    case close
  }

  private enum Phase {
    case requests(RequestReader)
    case frames(FrameReader)
  }

  private var phase: Phase
  private let limits: HTTPLimits
  private var isUpgrading = false
  /// When the client last sent a whole frame, or was last sent a response.
  private var lastHeard: Duration
  /// When it was sent a ping since then, or nil.
  private var lastPing: Duration?

  /// A connection that begins now.
  public init(_ limits: HTTPLimits, at now: Duration) {
    self.limits = limits
    lastHeard = now
    phase = .requests(RequestReader(limits))
  }

  /// Whether the connection is a WebSocket.
  public var isUpgraded: Bool {
    switch phase {
    case .requests: false
    case .frames: true
    }
  }

  /// The frames of the WebSocket that were read.
  public var frameCount: Int {
    switch phase {
    case .requests: 0
    case .frames(let reader): reader.frameCount
    }
  }

  /// Takes the next bytes and reports the events that they complete, in order.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, at now: Duration, _ body: (Event) -> Void
  ) {
    switch phase {
    case .requests(let reader):
      reader.receive(bytes) { event in
        switch event {
        case .request(let request): body(.request(request))
        case .refused(let status): body(.refused(status))
        }
      }
      if isUpgrading { beginFrames(behind: reader, at: now, body) }
    case .frames(let reader):
      receive(bytes, on: reader, at: now, body)
    }
  }

  private func receive(
    _ bytes: UnsafeRawBufferPointer, on reader: FrameReader, at now: Duration,
    _ body: (Event) -> Void
  ) {
    reader.receive(bytes) { event in
      markAlive(at: now)
      switch event {
      case .payload(let bytes): body(.payload(bytes))
      case .ping(let payload): body(.output(ControlFrame.pong(payload)))
      case .pong: break
      case .closed(let code): body(.closed(code))
      case .failed(let code): body(.failed(code))
      }
    }
  }

  /// Reads frames from here on. It is called when a request is reported.
  public func upgrade(at now: Duration) {
    isUpgrading = true
    markAlive(at: now)
  }

  private func beginFrames(
    behind requests: RequestReader, at now: Duration, _ body: (Event) -> Void
  ) {
    let rest = requests.finish()
    let reader = FrameReader(frameBytes: limits.frameBytes)
    phase = .frames(reader)
    isUpgrading = false
    rest.withUnsafeBytes { if !$0.isEmpty { receive($0, on: reader, at: now, body) } }
  }
}

// Silence.

extension HTTPConnection {
  /// Notes that the client has sent a frame, was sent a response, or has taken what it was sent.
  public func markAlive(at now: Duration) {
    lastHeard = now
    lastPing = nil
  }

  /// Notes that the client had to wait for others.
  public func addWait(_ time: Duration) { lastHeard += time }

  /// When the silence of the client is to be judged next.
  ///
  /// A ping is given its time, however late it was sent.
  public var deadline: Duration {
    guard isUpgraded else { return lastHeard + limits.headTime }
    guard let lastPing else { return lastHeard + limits.pingTime }
    return lastPing + (limits.silenceTime - limits.pingTime)
  }

  /// Judges the silence of the client at its deadline.
  public func judgeSilence(at now: Duration) -> Verdict {
    guard now >= deadline else { return .wait }
    guard isUpgraded, lastPing == nil else { return .close }
    lastPing = now
    return .ping
  }
}

/// What a request and a frame may have, and for how long a client may be silent.
public struct HTTPLimits: Sendable {
  /// The bytes of a head, line ends included.
  public let headBytes: Int
  /// The header fields.
  public let fields: Int
  /// The bytes of the target.
  public let targetBytes: Int
  /// The requests that may be read at once.
  public let pipelined: Int
  /// The payload bytes of one frame, after the upgrade.
  public let frameBytes: Int
  /// The time for a whole head, from the beginning of the connection or the last response on.
  public let headTime: Duration
  /// The silence after which a client is sent a ping.
  public let pingTime: Duration
  /// The silence after which it is closed.
  public let silenceTime: Duration

  public init(
    headBytes: Int, fields: Int, targetBytes: Int, pipelined: Int, frameBytes: Int,
    headTime: Duration,
    pingTime: Duration, silenceTime: Duration
  ) {
    self.headBytes = headBytes
    self.fields = fields
    self.targetBytes = targetBytes
    self.pipelined = pipelined
    self.frameBytes = frameBytes
    self.headTime = headTime
    self.pingTime = pingTime
    self.silenceTime = silenceTime
  }
}
