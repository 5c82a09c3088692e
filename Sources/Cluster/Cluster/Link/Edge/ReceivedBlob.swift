/// Bytes that the owner sent once for several clients. They stay where they are for as long as the object lives.
public final class ReceivedBlob {
  private let storage: UnsafeMutableRawBufferPointer
  private var received = 0

  init(byteCount: Int) { storage = .allocate(byteCount: byteCount, alignment: 16) }

  deinit { storage.deallocate() }

  /// The bytes, all of which are there.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(storage) }

  var isComplete: Bool { received == storage.count }

  /// Appends bytes.
  ///
  /// - Returns: Whether there is room for them.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= storage.count - received else { return false }
    UnsafeMutableRawBufferPointer(rebasing: storage[received...]).copyMemory(from: bytes)
    received += bytes.count
    return true
  }
}

// Nobody gets a blob before it is complete, and after that it is only read.
extension ReceivedBlob: @unchecked Sendable {}

/// The blobs of a link at the edge.
struct IncomingBlobs {
  private var blobs: [UInt32: ReceivedBlob] = [:]
  private var totalBytes = 0

  var count: Int { blobs.count }

  mutating func add(_ id: UInt32, byteCount: Int) throws(LinkFault) {
    guard blobs[id] == nil else { throw .unusableBlob(id) }
    guard byteCount <= LinkLimits.blobBytes, totalBytes + byteCount <= LinkLimits.allBlobBytes
    else { throw .oversizedField(.blob) }
    blobs[id] = ReceivedBlob(byteCount: byteCount)
    totalBytes += byteCount
  }

  func append(_ bytes: UnsafeRawBufferPointer, to id: UInt32) throws(LinkFault) {
    guard let blob = blobs[id], blob.append(bytes) else { throw .unusableBlob(id) }
  }

  func complete(_ id: UInt32) throws(LinkFault) -> ReceivedBlob {
    guard let blob = blobs[id], blob.isComplete else { throw .unusableBlob(id) }
    return blob
  }

  mutating func free(_ id: UInt32) throws(LinkFault) {
    guard let blob = blobs.removeValue(forKey: id) else { throw .unusableBlob(id) }
    totalBytes -= blob.bytes.count
  }
}
