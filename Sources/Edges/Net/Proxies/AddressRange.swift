/// The addresses that begin with the same bits: `ADDRESS/BITS`, or one `ADDRESS`.
public struct AddressRange: Hashable, Sendable {
  /// 4 or 16.
  private let bytes: [UInt8]
  private let bits: Int

  /// - Parameter text: A numeric address and the number of its first bits that count; all of them if there
  ///   is no number.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first, !host.contains("%"),
      let address = try? SocketAddress(host: String(host), port: 0)
    else { return nil }
    bytes = address.bytes
    // Of an IPv4 address that is mapped to IPv6 the bits count from the beginning of the IPv6 address.
    let mappedBits = host.contains(":") && bytes.count == 4 ? 96 : 0
    guard parts.count > 1 else {
      bits = 8 * bytes.count
      return
    }
    guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]),
      (mappedBits...mappedBits + 8 * bytes.count).contains(number)
    else { return nil }
    bits = number - mappedBits
  }

  /// - Complexity: O(1).
  public func contains(_ address: SocketAddress) -> Bool {
    let other = address.bytes
    guard other.count == bytes.count else { return false }
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    guard bytes[..<whole] == other[..<whole] else { return false }
    return rest == 0 || (bytes[whole] ^ other[whole]) >> (8 - rest) == 0
  }
}
