/// The blobs of a link at the owner: payloads that cross once for all clients that get them.
///
/// A large one without receivers stays at the edge until `releaseUnused` has found it unused twice: many clients that
/// connect at about the same time get the same snapshot.
struct OutgoingBlobs {
  typealias ID = UInt32

  private struct Blob {
    let payload: SharedPayload
    /// The bytes that have crossed.
    var crossed = 0
    /// The pieces in queues that are this blob.
    var receivers = 0
    /// The channels whose first piece it is. Some may be closed meanwhile.
    var waiting: [ChannelUse] = []
    /// Whether it is in the rotation.
    var isScheduled = false
    /// Whether it had no receiver at the last look.
    var isUnused = false

    var count: Int { payload.bytes.count }
    var hasCrossed: Bool { crossed == count }
  }

  private var blobs: [ID: Blob] = [:]
  private var ids: [ObjectIdentifier: ID] = [:]
  private var nextID: ID = 0
  private var totalBytes = 0
  /// The blobs that are no longer here, of which the edge was not told.
  private var freed: [ID] = []

  var count: Int { blobs.count }

  /// Adds receivers to the blob of a payload.
  ///
  /// - Returns: The blob, and whether it is new; nil if there is no room for it.
  mutating func addReceivers(
    _ count: Int, of payload: SharedPayload
  ) -> (id: ID, isNew: Bool)? {
    if let id = ids[ObjectIdentifier(payload.owner)] {
      blobs[id]!.receivers += count
      blobs[id]!.isUnused = false
      return (id, false)
    }
    guard makeRoom(for: payload.bytes.count) else { return nil }
    nextID &+= 1
    blobs[nextID] = Blob(payload: payload, receivers: count)
    ids[ObjectIdentifier(payload.owner)] = nextID
    totalBytes += payload.bytes.count
    return (nextID, true)
  }

  private mutating func makeRoom(for count: Int) -> Bool {
    guard count <= LinkLimits.blobBytes else { return false }
    if totalBytes + count > LinkLimits.allBlobBytes {
      for id in unused { free(id) }
    }
    return totalBytes + count <= LinkLimits.allBlobBytes
  }

  /// The blobs without a receiver.
  private var unused: [ID] { blobs.keys.filter { blobs[$0]!.receivers == 0 } }

  /// Notes that pieces in queues are sent, or were dropped.
  mutating func removeReceivers(_ count: Int, of id: ID) {
    guard count > 0, let blob = blobs[id] else { return }
    blobs[id]!.receivers -= count
    guard blob.receivers == count else { return }
    // A small one is here only because the link was full.
    if !blob.hasCrossed || blob.count <= LinkLimits.directBytes { free(id) }
  }

  /// Frees blobs that were unused since the last call.
  mutating func releaseUnused() {
    for id in unused {
      if blobs[id]!.isUnused { free(id) } else { blobs[id]!.isUnused = true }
    }
  }

  private mutating func free(_ id: ID) {
    guard let blob = blobs.removeValue(forKey: id) else { return }
    ids[ObjectIdentifier(blob.payload.owner)] = nil
    totalBytes -= blob.count
    freed.append(id)
  }

  /// The blobs that the edge is to be told of.
  mutating func takeFreed() -> [ID] {
    guard !freed.isEmpty else { return [] }
    defer { freed = [] }
    return freed
  }

  // MARK: Sending

  /// Lets a channel wait for a blob.
  ///
  /// - Returns: Whether the blob must be put into the rotation.
  mutating func wait(_ use: ChannelUse, for id: ID) -> Bool {
    blobs[id]!.waiting.append(use)
    defer { blobs[id]!.isScheduled = true }
    return !blobs[id]!.isScheduled
  }

  /// The next bytes of a blob, at most so many, which then count as sent.
  ///
  /// - Returns: Nil if all have crossed, or the blob is gone.
  mutating func nextChunk(of id: ID, atMost limit: Int) -> SharedPayload? {
    guard let blob = blobs[id], !blob.hasCrossed else { return nil }
    let end = min(blob.count, blob.crossed + limit)
    let bytes = UnsafeRawBufferPointer(rebasing: blob.payload.bytes[blob.crossed..<end])
    blobs[id]!.crossed = end
    return SharedPayload(bytes, ownedBy: blob.payload.owner)
  }

  /// The channels that can be sent a blob now. If there are none, it stays in the rotation.
  mutating func takeWaiting(for id: ID) -> [ChannelUse]? {
    guard let blob = blobs[id] else { return [] }
    guard blob.hasCrossed else { return nil }
    blobs[id]!.waiting = []
    blobs[id]!.isScheduled = false
    return blob.waiting
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

  /// Lends the bytes.
  func withUnsafeBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .own(let bytes): bytes.withUnsafeBytes(body)
    case .shared(let payload): body(payload.bytes)
    }
  }
}
