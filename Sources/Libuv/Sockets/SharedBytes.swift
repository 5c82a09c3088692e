/// Immutable bytes that thousands of streams can be sending at once, from one copy.
///
/// A stream that cannot send them at once holds a reference until its socket has taken them all.
public final class SharedBytes: Sendable {
  /// Written once in `init` and only read afterwards, on whichever thread.
  nonisolated(unsafe) private let storage: UnsafeRawBufferPointer
  /// Who frees the bytes, or nil if this object does.
  private let owner: (any AnyObject & Sendable)?

  /// Shares bytes that somebody else owns, without a copy.
  ///
  /// - Parameter owner: Keeps the bytes where they are, unchanged, for as long as it lives.
  public init(_ bytes: UnsafeRawBufferPointer, ownedBy owner: any AnyObject & Sendable) {
    storage = bytes
    self.owner = owner
  }

  /// Copies the bytes, once.
  public init(_ bytes: some Collection<UInt8>) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    room.copyBytes(from: bytes)
    storage = UnsafeRawBufferPointer(room)
    owner = nil
  }

  deinit {
    if owner == nil { storage.deallocate() }
  }

  public var count: Int { storage.count }

  /// Lends the bytes for the duration of one call.
  public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage)
  }

  /// The bytes from an offset to the end, valid as long as this object lives.
  func suffix(from offset: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage[offset...])
  }
}
