import BoardModel

/// What the owner learns of a client when the edge connects it.
public struct ConnectRequest: Hashable, Sendable {
  /// The space that the client wants.
  public var space: SpaceName
  /// The network that the client is in; nil if it is not known.
  public var network: UInt64?
  /// The address of the client, for logs.
  public var address: String
  /// What the client is sent first.
  public var greeting: Greeting
  /// The tag of its `space` command, if it has one.
  public var tag: [UInt8]?

  public init(
    space: SpaceName, network: UInt64?, address: String, greeting: Greeting,
    tag: [UInt8]? = nil
  ) {
    self.space = space
    self.network = network
    self.address = address
    self.greeting = greeting
    self.tag = tag
  }
}

extension ConnectRequest {
  /// What a client is sent first.
  public enum Greeting: UInt8, CaseIterable, Hashable, Sendable {
    /// The greeting. The client may choose another space by its first line.
    case full = 0
    /// The greeting of a space that the client has chosen.
    case ofChosenSpace = 1
    /// The reply to `space`: another space has greeted the client.
    case reply = 2
  }
}

/// Why an owner does not open a channel.
public enum ConnectRefusal: UInt8, CaseIterable, Hashable, Sendable {
  /// The node does not own the space: the edge must look again.
  case notOwner = 1
  /// The node has as many connections as it takes.
  case busy = 2
  /// The node stops.
  case stopping = 3
  /// There is no such space.
  case unknownSpace = 4
  /// The space cannot be served now.
  case unavailable = 5
}

// How they are read.

extension ConnectRequest {
  init(from reader: inout FieldReader) throws(LinkFault) {
    guard let space = SpaceName(try reader.text(atMost: Limits.nameBytes)) else {
      throw .malformedField(.connect)
    }
    let network = try reader.optional { (reader) throws(LinkFault) in
      try reader.number(UInt64.self)
    }
    let address = try reader.text(atMost: LinkLimits.addressBytes)
    guard let greeting = Greeting(rawValue: try reader.number()) else {
      throw .malformedField(.connect)
    }
    let tag = try reader.optional { (reader) throws(LinkFault) in
      [UInt8](try reader.field(atMost: LinkLimits.tagBytes))
    }
    self.init(space: space, network: network, address: address, greeting: greeting, tag: tag)
  }
}

extension ConnectRefusal {
  init(from reader: inout FieldReader) throws(LinkFault) {
    guard let refusal = ConnectRefusal(rawValue: try reader.number()) else {
      throw .malformedField(.refused)
    }
    self = refusal
  }
}
