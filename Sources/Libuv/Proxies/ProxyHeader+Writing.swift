extension ProxyHeader {
  /// The bytes of a header of version 2.
  ///
  /// An IPv4 address beside an IPv6 address is written as the IPv6 address to which it is mapped.
  ///
  /// - Parameter values: Their types and bytes, at most 65,535 of them together.
  public static func bytes(
    _ addresses: ProxiedAddresses, _ values: [(type: UInt8, bytes: [UInt8])] = []
  ) -> [UInt8] {
    let (client, server) = (addresses.client.bytes, addresses.server.bytes)
    let isV4 = client.count == 4 && server.count == 4
    var rest = isV4 ? client + server : mapped(client) + mapped(server)
    rest += bytes(of: addresses.client.port) + bytes(of: addresses.server.port)
    for value in values {
      rest += [value.type] + bytes(of: UInt16(value.bytes.count)) + value.bytes
    }
    return binarySignature + [0x21, isV4 ? 0x11 : 0x21] + bytes(of: UInt16(rest.count)) + rest
  }

  private static func bytes(of number: UInt16) -> [UInt8] {
    [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
  }

  private static func mapped(_ address: [UInt8]) -> [UInt8] {
    address.count == 4 ? [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address : address
  }
}
