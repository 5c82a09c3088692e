/// Immutable bytes that thousands of streams can be sending at once, from one copy.
///
/// A stream that cannot send them at once retains them until its socket has accepted them all.
public final class SharedBytes: Sendable {
  /// Written once in `init` and only read afterwards, on any thread.
  @usableFromInline nonisolated(unsafe) let storage: UnsafeRawBufferPointer
  /// The owner that frees the bytes, or nil if this object does.
  private let owner: (any AnyObject & Sendable)?

  /// Shares bytes owned by another object, without a copy.
  ///
  /// - Parameter owner: Its lifetime keeps the bytes valid and unchanged.
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

  @inlinable public var count: Int { storage.count }

  /// Calls a closure with the bytes.
  @inlinable public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage)
  }

  /// The bytes from an offset to the end, valid as long as this object lives.
  @inlinable package func suffix(from offset: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage[offset...])
  }
}
