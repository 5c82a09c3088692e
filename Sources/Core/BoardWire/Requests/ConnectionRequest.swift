import BoardModel

/// Commands about the conversation itself.
public enum ConnectionRequest: Hashable, Sendable {
  case help(Help)
  case hello(Hello)
  case ping(Ping)
  case quit
  case space(Space)

  public struct Help: Hashable, Sendable, LineFields {
    public var topic: String?

    public init(_ topic: String? = nil) { self.topic = topic }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      topic = try line.lastWord("verb", old?.topic.map { HelpTopic(string: $0) })?.string
    }
  }

  public struct Hello: Hashable, Sendable, LineFields {
    /// The name that the client gives itself; nil leaves it what it is.
    public var client: ClientName?
    public var token: String?
    /// The form of what the server writes; nil leaves it as it is.
    public var form: WireForm?
    /// The longest silence of the server.
    public var heartbeat: Duration?
    /// The version of the protocol that the client speaks; nil if it does not say.
    public var version: Int?

    public init(
      _ client: ClientName? = nil, token: String? = nil, form: WireForm? = nil,
      heartbeat: Duration? = nil, version: Int? = nil
    ) {
      self.client = client
      self.token = token
      self.form = form
      self.heartbeat = heartbeat
      self.version = version
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      client = try line.lastWord("client", old?.client)
      token = try line.key("token", old?.token.map { Token($0) })?.string
      form = try line.key("form", old?.form)
      heartbeat = try line.key("heartbeat", old?.heartbeat.map { ShortTime($0) })?.duration
      version = try line.key("version", old?.version)
    }
  }

  public struct Ping: Hashable, Sendable, LineFields {
    public var text: Text

    public init(_ text: Text = "") { self.text = text }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      text = try line.trailingText(limit: Limits.textBytes, old?.text)
    }
  }

  /// Chooses the space of the connection.
  public struct Space: Hashable, Sendable, LineFields {
    public var name: SpaceName

    public init(_ name: SpaceName) { self.name = name }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      name = try line.word("space", old?.name)
    }
  }
}

extension ConnectionRequest {
  /// The verb and the parts behind it.
  var command: (verb: Verb, fields: any LineFields) {
    switch self {
    case .help(let fields): (.connection(.help), fields)
    case .hello(let fields): (.connection(.hello), fields)
    case .ping(let fields): (.connection(.ping), fields)
    case .quit: (.connection(.quit), NoFields())
    case .space(let fields): (.connection(.space), fields)
    }
  }
}

/// What `help` is asked about: a word that may hold anything.
private struct HelpTopic: WireValue {
  static var notation: String { QuotedWord.notation }
  static var jsonForm: JSONForm { .escaped }
  static var sample: HelpTopic { HelpTopic(string: "a") }

  let string: String

  init(string: String) { self.string = string }
  init(_ word: Word) throws(LineError) { string = try QuotedWord(word).string }

  func write(to buffer: inout WireBuffer) { buffer.append(escapedWordNoKey: string) }
}
