import Glibc
import Libuv

/// A client that parses only what a scenario needs to know: revisions, failures, and the times in texts.
final class LoadClient: SocketStreamHandler {
  private(set) var stream: SocketStream?
  private unowned let crowd: LoadCrowd
  /// The start of an incomplete line.
  private var rest: [UInt8] = []
  /// The revision of its copy, or -1 before the snapshot.
  private(set) var revision = -1
  private(set) var epoch = ""
  private(set) var updates = 0
  private(set) var snapshots = 0
  /// The most revisions that one batch led on.
  private(set) var longestStep = 0
  /// The replies of success, and those of failure.
  private(set) var done = 0
  private(set) var failed = 0
  /// The last failure, or the last `bye`.
  private(set) var lastWord = ""
  private(set) var isClosed = false
  private(set) var isGreeted = false
  /// Whether the times in changed texts are counted.
  var isMeasured = false

  init(in crowd: LoadCrowd) { self.crowd = crowd }

  func begin(_ stream: SocketStream) {
    self.stream = stream
    stream.handler = self
    stream.startReading()
  }

  func fail(_ reason: String) {
    isClosed = true
    lastWord = reason
  }

  /// Forgets its connection, but not its revision.
  func reset() {
    stream?.close()
    stream = nil
    (rest, isClosed, isGreeted, updates, snapshots, longestStep) = ([], false, false, 0, 0, 0)
  }

  /// Forgets what it has counted so far.
  func restartCounting() { (updates, longestStep) = (0, 0) }

  func send(_ text: String) { stream?.write(Array(text.utf8)) }

  func stopReading() { stream?.stopReading() }

  func goOnReading() { stream?.startReading() }

  /// The bytes that the kernel has not accepted yet.
  var unsentBytes: Int { stream?.unsentBytes ?? 0 }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { bytes in
      var left = bytes
      while let start = left.baseAddress, let end = memchr(start, 0x0A, left.count) {
        let count = UnsafeRawPointer(end) - start
        let line = UnsafeRawBufferPointer(rebasing: left[..<count])
        if rest.isEmpty { receive(line) } else { receiveRest(line) }
        left = UnsafeRawBufferPointer(rebasing: left[(count + 1)...])
      }
      rest += left
    }
  }

  private func receiveRest(_ end: UnsafeRawBufferPointer) {
    let line = rest + end
    rest = []
    line.withUnsafeBytes { receive($0) }
  }

  private func receive(_ line: UnsafeRawBufferPointer) {
    if line.begins(with: "batch ") {
      let (from, to) = (line.number(ofWord: 2), line.number(ofWord: 3))
      longestStep = max(longestStep, to - from)
      if from != revision { fail("a batch from \(from) at revision \(revision)") }
      update(to: to)
    } else if line.begins(with: "reload ") {
      if isMeasured { measure(line) }
    } else if line.begins(with: "ok ") || line.begins(with: "pong") {
      done += 1
    } else if line.begins(with: "board ") {
      snapshots += 1
      update(to: line.number(ofWord: 2))
    } else if line.begins(with: "dropline ") {
      isGreeted = true
      let word = line.word(2).dropFirst(6).prefix { $0 != 0x20 }
      epoch = String(decoding: word, as: UTF8.self)
    } else if line.begins(with: "refused ") || line.begins(with: "error ")
      || line.begins(with: "bye ")
    {
      failed += 1
      lastWord = String(decoding: line.prefix(200), as: UTF8.self)
    }
  }

  private func update(to next: Int) {
    revision = next
    updates += 1
  }

  /// `reload PATH ITEM tNANOSECONDS`.
  private func measure(_ line: UnsafeRawBufferPointer) {
    let text = line.word(3)
    guard text.first == UInt8(ascii: "t") else { return }
    let time = UnsafeRawBufferPointer(rebasing: text[1...]).number(ofWord: 0)
    crowd.delays.add(.nanoseconds(crowd.nanoseconds - time))
  }

  func streamDidEnd(_ stream: SocketStream) { isClosed = true }
  func streamDidClose(_ stream: SocketStream, error: UVError) { isClosed = true }
}

extension UnsafeRawBufferPointer {
  fileprivate func begins(with word: StaticString) -> Bool {
    guard let start = baseAddress, count >= word.utf8CodeUnitCount else { return false }
    return memcmp(start, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// A word, counted from zero, and all that follows it.
  fileprivate func word(_ index: Int) -> UnsafeRawBufferPointer {
    var left = self
    for _ in 0..<index {
      guard let blank = left.firstIndex(of: 0x20) else { return .init(start: nil, count: 0) }
      left = UnsafeRawBufferPointer(rebasing: left[(blank + 1)...])
    }
    return left
  }

  /// A word as a number, up to the first character that is no digit.
  fileprivate func number(ofWord index: Int) -> Int {
    word(index).prefix { (0x30...0x39).contains($0) }.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
