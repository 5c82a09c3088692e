/// What others do at once while the bystander pings.
struct BystanderAttack {
  /// The work in front of a ping that a server may do at most.
  enum Goal {
    /// 10 ms of the loop's thread.
    case ofLoop
    /// 10 ms of all threads together: replies wait for what the other threads do.
    case ofAllThreads
  }

  let name: String
  var goal = Goal.ofLoop
  var items = 1_000
  var sections = 10
  var isStored = false
  var isOnWeb = false
  /// The key of the certificate, if connections are encrypted.
  var key: BenchmarkCertificate.Key?
  /// Sent by each of some clients, one after the other, before anything is measured. They stay.
  var setUp: [Burst] = []
  var others: [Other] = []
  /// Connections that are made and reset.
  var resets = 0
  /// Whether a server without a hub is measured as well.
  var hasFloor = false
  /// How long the server is watched at least.
  var least: Duration = .milliseconds(300)
}

/// One of the others, with a connection of its own.
struct Other {
  /// Sent and awaited before anything is measured.
  var before = Burst()
  /// Sent at once with those of the others; nil if the connection is closed instead.
  var burst: Burst?

  /// - Parameter before: Lines that are sent and answered before anything is measured.
  init(_ lines: [String], before: [String] = []) {
    self.before = before.isEmpty ? Burst() : .lines(before)
    burst = .lines(lines)
  }

  init(before: Burst = Burst(), _ burst: Burst?) {
    self.before = before
    self.burst = burst
  }

  /// One that reads what its lines make the server send, as long as the others are not answered.
  static func watching(_ lines: [String]) -> Other {
    Other(before: .lines(lines), Burst(end: .endless))
  }
}

/// Bytes that are sent, and what is read after that.
struct Burst {
  enum End {
    /// Nothing.
    case sent
    /// Some bytes.
    case anything
    /// All, up to this text.
    case text(String)
    /// All.
    case endless
  }

  var bytes: [UInt8] = []
  var end = End.sent

  /// Nothing is sent, and the greeting is read.
  static let greeting = Burst(end: .text("profiles="))

  /// The same, but nothing is read.
  var unread: Burst { Burst(bytes: bytes) }

  /// Lines and a ping behind them, up to its reply in either form.
  static func lines(_ lines: [String]) -> Burst {
    let text = (lines + ["ping \(last)\n"]).joined(separator: "\n")
    return Burst(bytes: Array(text.utf8), end: .text(last))
  }

  /// Frames and a ping in a message behind them, up to its reply.
  static func frames(_ frames: [UInt8]) -> Burst {
    let ping = ClientFrames.message(Array("ping \(last)\n".utf8))
    return Burst(bytes: frames + ping, end: .text(last))
  }

  /// It begins with a character that is in no other answer, so that it is found fast.
  private static let last = "~over"
}
