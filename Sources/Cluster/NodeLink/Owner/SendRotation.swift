/// One use of a channel's number: whoever waits for it can tell whether the client is still the same.
struct ChannelUse {
  let channel: Channel
  let use: UInt32
}

/// The channels and blobs that have something queued, each of which sends one frame when it is its time.
struct SendRotation {
  enum Source {
    case channel(ChannelUse)
    case blob(OutgoingBlobs.ID)
  }

  private var sources: [Source] = []
  private var head = 0

  mutating func append(_ source: Source) { sources.append(source) }

  mutating func popFirst() -> Source? {
    guard head < sources.count else { return nil }
    let source = sources[head]
    head += 1
    if head == sources.count {
      sources.removeAll(keepingCapacity: sources.count <= 1_024)
      head = 0
    } else if head >= 1_024, head * 2 >= sources.count {
      sources.removeFirst(head)
      head = 0
    }
    return source
  }
}

/// Bytes of another object that several clients get: they are neither copied nor held twice.
///
/// Two payloads of one object are the same bytes.
public struct SharedPayload {
  /// Its lifetime keeps the bytes valid and unchanged.
  public let owner: AnyObject
  public let bytes: UnsafeRawBufferPointer

  public init(_ bytes: UnsafeRawBufferPointer, ownedBy owner: AnyObject) {
    self.owner = owner
    self.bytes = bytes
  }
}

/// A part of a message to one client.
public enum MessagePiece {
  case own([UInt8])
  case shared(SharedPayload)

  /// The number of bytes.
  public var count: Int {
    switch self {
    case .own(let bytes): bytes.count
    case .shared(let payload): payload.bytes.count
    }
  }
}
