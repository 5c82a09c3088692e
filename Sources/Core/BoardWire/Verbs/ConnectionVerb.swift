import BoardModel

/// The verbs of commands about the conversation itself.
public enum ConnectionVerb: String, VerbFamily {
  case help, hello, ping, quit, space

  var profile: Profile {
    switch self {
    case .help: .people
    case .hello, .ping, .quit, .space: .core
    }
  }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .help: try .connection(.help(.init(&line, from: nil)))
    case .hello: try .connection(.hello(.init(&line, from: nil)))
    case .ping: try .connection(.ping(.init(&line, from: nil)))
    case .quit: .connection(.quit)
    case .space: try .connection(.space(.init(&line, from: nil)))
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .help: try .drawing(&line) { .help($0) }
    case .hello: try .whole(.hello(.init(&line, from: nil)))
    case .ping: try .whole(.pong(.init(&line, from: nil)))
    case .quit: .whole(.quit)
    case .space: try .whole(.space(.init(&line, from: nil)))
    }
  }
}

extension ConnectionVerb {
  var help: HelpText {
    switch self {
    case .help:
      .init("shows what can be typed", ["help propose"])
    case .hello:
      .init(
        "says who you are",
        [
          "hello ann token=a-long-secret-of-mine",
          "(with the same token you can resume your drags)",
          "hello form=json", "(the answers are JSON objects from here on; form=text ends that)",
        ], .nameTaken, .otherVersion)
    case .ping:
      .init("answers when all before it is answered", ["ping 42"])
    case .quit:
      .init("ends the conversation", ["quit"])
    case .space:
      .init(
        "chooses the space, as the first command of a connection", ["space shop"], .unknownSpace,
        .spaceChosen)
    }
  }
}

/// The space that a connection is for, with what replaces the epoch and the client of its greeting.
public struct SpaceReply: Hashable, Sendable, LineFields {
  public var space: SpaceName
  public var epoch: Epoch
  public var client: ClientName

  public init(_ space: SpaceName, epoch: Epoch, client: ClientName) {
    self.space = space
    self.epoch = epoch
    self.client = client
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    space = try line.word("space", old?.space)
    epoch = try line.fact("epoch", old?.epoch)
    client = try line.fact("client", old?.client)
  }
}

public struct ClientReply: Hashable, Sendable, LineFields {
  public var client: ClientName

  public init(_ client: ClientName) { self.client = client }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    client = try line.word("client", old?.client)
  }
}
