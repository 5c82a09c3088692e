import Glibc
import Libuv
import Net
import Transcripts

// Transcripts of one's own.

extension TestServer {
  /// Plays a transcript in the notation of `protocol/transcripts`, each scenario on a server of its own: with the
  /// boards of its `given`, or else with those that this server has now.
  ///
  /// With `record: true` the file is written first, from what a person or an app says to this server: `announce` is told
  /// the port, by default it is printed for `nc`, and the recording ends when all who connected have left. A file that exists
  /// is a failure then. The deadline is that of a scenario; a recording may take 60 times as long.
  ///
  /// - Throws: `TestFailure` with what was expected and came, and the conversation.
  public func play(
    _ path: String, record isRecorded: Bool = false, deadline: Duration = .seconds(60),
    file: String = #fileID, at number: Int = #line,
    announce: (UInt16) -> Void = { print("recording: nc 127.0.0.1 \($0)") }
  ) async throws {
    let place = SourcePlace(file, number)
    let given = try site.given(at: place)
    if isRecorded {
      try await site.record(given, in: path, within: deadline * 60, at: place, announce)
    }
    for scenario in try Transcript.read(path, at: place).scenarios {
      let clients = StageClients(
        of: .loopback(0), timeout: min(deadline, .seconds(5)),
        deadline: MonotonicClock.now + deadline)
      var log = PlayLog()
      do { try scenario.given(given).play(of: path, by: clients, log: &log) } catch {
        throw TestFailure("\(error)", at: place, log.lines)
      }
    }
  }
}

extension TestSite {
  /// Writes down what passes a new relay, until all who connected have left.
  fileprivate func record(
    _ given: [GivenBoard], in path: String, within time: Duration, at place: SourcePlace,
    _ announce: (UInt16) -> Void
  ) async throws {
    let recording = try loop.run { [turns = loop.turns, relay = try relay(at: place)] in
      try Recording(through: try relay(), on: turns.loop, given, in: path, at: place)
    }
    announce(recording.port)
    defer { try? loop.run { recording.end() } }
    try await loop.wait(
      atMost: time,
      orThrow: TestFailure("nobody has connected and left in \(time)", at: place, recording.lines)
    ) { try recording.hasEnded() ? () : nil }
  }
}

/// A transcript that is being written. Only the loop's thread uses it.
private final class Recording: @unchecked Sendable {
  let port: UInt16
  /// What is written down so far.
  private(set) var lines: [String] = []
  private let relay: Relay
  private let file: UnsafeMutablePointer<FILE>
  private var recorder: TranscriptRecorder
  private var fault: TestFailure?

  /// - Throws: `TestFailure` if the file exists or cannot be made.
  init(
    through relay: Relay, on loop: EventLoop, _ given: [GivenBoard], in path: String,
    at place: SourcePlace
  ) throws(TestFailure) {
    guard let file = fopen(path, "wx") else {
      throw TestFailure("\(path): \(String(cString: strerror(errno)))", at: place)
    }
    (self.relay, self.file, port) = (relay, file, relay.port)
    recorder = TranscriptRecorder(titled: "Recorded", boards: given)
    relay.onEvent = { [unowned self] number, event in
      let reason = recorder.record(event, of: number, at: loop.now)
      fault = fault ?? reason.map { TestFailure($0, at: place) }
    }
  }

  deinit { fclose(file) }

  /// Whether all have left who connected.
  ///
  /// - Throws: `TestFailure` if the server has gone.
  func hasEnded() throws(TestFailure) -> Bool {
    if let fault { throw fault }
    let text = recorder.takeText()
    fputs(text, file)
    lines += text.split(separator: "\n").map(String.init)
    return relay.connectionCount > 0 && relay.openCount == 0
  }

  func end() {
    fflush(file)
    relay.onEvent = nil
    relay.close()
  }
}
