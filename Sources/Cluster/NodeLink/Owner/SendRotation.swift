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
