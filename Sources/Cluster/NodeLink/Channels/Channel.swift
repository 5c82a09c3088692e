/// The number of a virtual connection on a link. Numbers are dense, and the edge chooses them.
public struct Channel: Hashable, Sendable {
  public let number: UInt32

  public init(_ number: UInt32) { self.number = number }

  init(index: Int) { number = UInt32(index) }

  /// The number as an index of arrays.
  @inlinable public var index: Int { Int(number) }
}

extension Channel: CustomStringConvertible {
  public var description: String { "\(number)" }
}
