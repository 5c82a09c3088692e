import Glibc
import Libuv
import Net

/// A subscriber of the server's board, or of the broadcaster's payloads, which parses only the
/// necessary parts of lines.
final class Guest: SocketStreamHandler {
  private let stream: SocketStream
  private unowned let room: Room
  /// The start of an incomplete line.
  private var rest: [UInt8] = []
  /// Reads frames; nil over TCP.
  private var frames: FrameStripper?
  /// Its revision, or -1 before the snapshot. The broadcaster's payloads count as revisions, the
  /// greeting as the snapshot.
  private(set) var revision = -1
  /// The batches and snapshots that it has read.
  private(set) var updates = 0
  /// The bytes that it has read.
  private(set) var bytes = 0
  /// The `over` events of others that it has read.
  private(set) var overs = 0
  /// Whether the room counts it.
  var isAudience = true
  /// Whether it is stalled.
  private(set) var isStalled = false
  /// Whether it satisfies the condition that the room waits for.
  var hasArrived = false
  /// Receives each reply, including `pong`, if set.
  var onReply: ((UnsafeRawBufferPointer) -> Void)?

  init(_ stream: SocketStream, in room: Room) {
    self.stream = stream
    self.room = room
    stream.handler = self
    if room.isFramed {
      frames = FrameStripper()
      stream.write(ClientFrames.handshake(port: room.address.port))
    }
    stream.startReading()
  }

  func send(_ bytes: [UInt8]) {
    stream.write(frames == nil ? bytes : ClientFrames.message(bytes))
  }

  func stall() {
    isStalled = true
    stream.stopReading()
  }

  func wake() {
    isStalled = false
    stream.startReading()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { bytes in
      self.bytes += bytes.count
      frames == nil ? split(bytes) : strip(bytes)
    }
    room.look(at: self)
  }

  func streamDidEnd(_ stream: SocketStream) { fatalError("the server ended a connection") }

  func streamDidClose(_ stream: SocketStream, error: UVError) {
    fatalError("a connection broke: \(error)")
  }

  private func strip(_ bytes: UnsafeRawBufferPointer) {
    var stripper = frames
    stripper?.strip(bytes) { split($0) }
    frames = stripper
  }

  private func split(_ bytes: UnsafeRawBufferPointer) {
    var left = bytes
    while let end = left.lineEnd {
      let piece = UnsafeRawBufferPointer(rebasing: left[..<end])
      if rest.isEmpty {
        receive(piece)
      } else {
        rest += piece
        rest.withUnsafeBytes { receive($0) }
        rest.removeAll()
      }
      left = UnsafeRawBufferPointer(rebasing: left[(end + 1)...])
    }
    if !left.isEmpty { rest += left }
  }

  private func receive(_ line: UnsafeRawBufferPointer) {
    if line.begins(with: "batch ") {
      update(to: line.number(ofWord: 3))
    } else if line.begins(with: "again ") {
      update(to: revision + 1)
    } else if line.begins(with: "board ") {
      update(to: line.number(ofWord: 2))
    } else if line.begins(with: "drag ") && line.word(2).begins(with: "over") {
      overs += 1
    } else if line.begins(with: "refused ") || line.begins(with: "error ") {
      fatalError("the server said: \(String(decoding: line, as: UTF8.self))")
    } else if line.begins(with: "ok ") || line.begins(with: "pong ") {
      onReply?(line)
    }
  }

  private func update(to next: Int) {
    let last = revision
    revision = next
    updates += 1
    if isAudience { room.onUpdate?(last, next) }
  }
}

extension UnsafeRawBufferPointer {
  /// The place of the first line feed.
  fileprivate var lineEnd: Int? {
    guard let start = baseAddress, let end = memchr(start, 0x0A, count) else { return nil }
    return UnsafeRawPointer(end) - start
  }

  func begins(with word: StaticString) -> Bool {
    guard let start = baseAddress, count >= word.utf8CodeUnitCount else { return false }
    return memcmp(start, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// A word, counted from zero, and all that follows it.
  func word(_ index: Int) -> UnsafeRawBufferPointer {
    var left = self
    for _ in 0..<index {
      guard let blank = left.firstIndex(of: 0x20) else { return .init(start: nil, count: 0) }
      left = UnsafeRawBufferPointer(rebasing: left[(blank + 1)...])
    }
    return left
  }

  /// A word as a number, up to the first character that is no digit.
  func number(ofWord index: Int) -> Int {
    word(index).prefix { (0x30...0x39).contains($0) }.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
