// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// Commands about the conversation itself.
public enum ConnectionRequest: Hashable, Sendable {
  case help(Help)
  case hello(Hello)
  case ping(Ping)
  /// `quit`: ends the connection.
  case quit
  case space(Space)

  /// `help [VERB]`: explains the commands.
  public struct Help: Hashable, Sendable, LineFields {
    /// The verb or topic to explain; without it, an overview.
    public var verb: String?

    public init(_ verb: String? = nil) {
      self.verb = verb
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      verb = try line.lastWord("verb", old?.verb.map { HelpTopic($0) })?.string
    }
  }

  /// `hello [CLIENT] [token=TOKEN] [form=FORM] [heartbeat=TIME] [version=VERSION] [fields=yes]`:
  /// names the client; sets the form and the heartbeat; says which version it speaks.
  public struct Hello: Hashable, Sendable, LineFields {
    /// The name that the client gives itself; without it, it stays what it is.
    public var client: ClientName?
    /// The secret that proves the name; it is not stored as it is (9.2).
    public var token: String?
    /// The form of what the server writes from here on; without it, it stays what it is.
    public var form: WireForm?
    /// The longest silence of the server.
    public var heartbeat: Duration?
    /// The version of the protocol that the client speaks; without it, it does not say.
    public var version: Int?
    /// The client knows the row `reconfigure` (19.5).
    public var fields: Bool

    public init(
      _ client: ClientName? = nil, token: String? = nil, form: WireForm? = nil,
      heartbeat: Duration? = nil, version: Int? = nil, fields: Bool = false
    ) {
      self.client = client
      self.token = token
      self.form = form
      self.heartbeat = heartbeat
      self.version = version
      self.fields = fields
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      client = try line.lastWord("client", old?.client)
      token = try line.key("token", old?.token.map { Token(string: $0) })?.string
      form = try line.key("form", old?.form)
      heartbeat = try line.key("heartbeat", old?.heartbeat.map { ShortTime($0) })?.duration
      version = try line.key("version", old?.version)
      fields = try line.flag("fields", old?.fields)
    }
  }

  /// `ping [TEXT]`: gets its reply after all earlier commands.
  public struct Ping: Hashable, Sendable, LineFields {
    public var text: Text

    public init(_ text: Text = "") {
      self.text = text
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      text = try line.trailingText(limit: Limits.textBytes, old?.text)
    }
  }

  /// `space SPACE`: chooses the space of the connection, as its first command (18.2).
  public struct Space: Hashable, Sendable, LineFields {
    public var space: SpaceName

    public init(_ space: SpaceName) {
      self.space = space
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      space = try line.word("space", old?.space)
    }
  }
}

extension ConnectionRequest {
  /// Appends the command as a line.
  func append(to buffer: inout WireBuffer) {
    switch self {
    case .help(let fields): buffer.line("help", fields)
    case .hello(let fields): buffer.line("hello", fields)
    case .ping(let fields): buffer.line("ping", fields)
    case .quit: buffer.line("quit", NoFields())
    case .space(let fields): buffer.line("space", fields)
    }
  }
}

extension ConnectionRequest {
  public var verb: Verb {
    switch self {
    case .help: .help
    case .hello: .hello
    case .ping: .ping
    case .quit: .quit
    case .space: .space
    }
  }
}

/// `ok hello CLIENT`: the name of the client.
public struct HelloReply: Hashable, Sendable, LineFields {
  public var client: ClientName

  public init(_ client: ClientName) {
    self.client = client
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    client = try line.word("client", old?.client)
  }
}

/// `pong [TEXT]`: the text of the `ping`.
public struct PingReply: Hashable, Sendable, LineFields {
  public var text: Text

  public init(_ text: Text = "") {
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    text = try line.trailingText(limit: .max, old?.text)
  }
}

/// `ok space SPACE epoch=EPOCH client=CLIENT`: the connection is for this space; its epoch, and the
/// name of the client in it (18.2).
public struct SpaceReply: Hashable, Sendable, LineFields {
  public var space: SpaceName
  public var epoch: Epoch
  public var client: ClientName

  public init(_ space: SpaceName, epoch: Epoch, client: ClientName) {
    self.space = space
    self.epoch = epoch
    self.client = client
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    space = try line.word("space", old?.space)
    epoch = try line.fact("epoch", old?.epoch)
    client = try line.fact("client", old?.client)
  }
}
