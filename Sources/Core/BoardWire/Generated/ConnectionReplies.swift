// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

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
