import BoardModel
import Net
import Simulation
import TestKit
import Testing

@Suite("A header of the PROXY protocol")
struct ProxyHeaderTests {
  private static let limit = 600

  private static let v4 = try? ProxiedAddresses(
    client: SocketAddress(host: "192.0.2.7", port: 56_324),
    server: SocketAddress(host: "198.51.100.1", port: 7_667))
  private static let v6 = try? ProxiedAddresses(
    client: SocketAddress(host: "2001:db8::7", port: 1),
    server: SocketAddress(host: "2001:db8::1", port: 65_535))

  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]

  /// A header of version 2.
  private static func binary(_ command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
    signature + [command, family, UInt8(rest.count >> 8), UInt8(rest.count & 0xFF)] + rest
  }

  private static let v4Bytes: [UInt8] =
    [192, 0, 2, 7, 198, 51, 100, 1] + [0xDC, 0x04, 0x1D, 0xF3]
  private static func v6Bytes(_ last: UInt8) -> [UInt8] {
    [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [last]
  }
  /// The IPv4 addresses, mapped to IPv6.
  private static func mapped(_ address: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address
  }

  private static let valid: [(bytes: [UInt8], addresses: ProxiedAddresses?)] = [
    (Array("PROXY TCP4 192.0.2.7 198.51.100.1 56324 7667\r\n".utf8), v4),
    (Array("PROXY TCP6 2001:db8::7 2001:0DB8:0:0:0:0:0:1 1 65535\r\n".utf8), v6),
    (Array("PROXY TCP6 ::ffff:192.0.2.7 ::ffff:198.51.100.1 56324 7667\r\n".utf8), v4),
    (Array("PROXY UNKNOWN\r\n".utf8), nil),
    (Array("PROXY UNKNOWN \(String(repeating: "f", count: 91))\r\n".utf8), nil),
    (binary(0x21, 0x11, v4Bytes), v4),
    (binary(0x21, 0x11, v4Bytes + [0x04, 0, 1, 0xFF]), v4),
    (binary(0x21, 0x21, v6Bytes(7) + v6Bytes(1) + [0, 1, 0xFF, 0xFF]), v6),
    (binary(0x21, 0x21, mapped([192, 0, 2, 7]) + mapped([198, 51, 100, 1]) + v4Bytes[8...]), v4),
    (binary(0x21, 0x31, [UInt8](repeating: 0x41, count: 216)), nil),
    (binary(0x21, 0x00, []), nil), (binary(0x20, 0x00, []), nil),
    (binary(0x20, 0x11, v4Bytes), nil), (binary(0x20, 0x77, [1, 2, 3]), nil),
    (binary(0x21, 0x11, v4Bytes + [UInt8](repeating: 0, count: limit - 28)), v4),
  ]

  @Test("has the addresses of the client and of what it connected to", arguments: valid)
  func addresses(_ bytes: [UInt8], _ addresses: ProxiedAddresses?) {
    for behind in [[], Array("open list\n".utf8), bytes] {
      let progress = ProxyHeader.read(bytes + behind, limit: Self.limit)
      guard case .complete(let header, let count) = progress else {
        Issue.record("\(progress)")
        continue
      }
      expectEqual(header.addresses, addresses)
      expectEqual(count, bytes.count)
    }
  }

  @Test("is incomplete up to its last byte", arguments: valid)
  func everySplit(_ bytes: [UInt8], _ addresses: ProxiedAddresses?) {
    for count in 0..<bytes.count {
      let progress = ProxyHeader.read(Array(bytes[..<count]), limit: Self.limit)
      expectEqual(progress, .incomplete, "\(count) bytes")
    }
  }

  @Test(
    "of version 1 is exact",
    arguments: [
      ("PROXY TCP4 192.0.2.7 198.51.100.1 56324 7667\n", "without CR"),
      ("PROXY \n", "without CR"), ("PROXY \r\n", "none of TCP4"),
      ("PROXY TCP5 192.0.2.7 198.51.100.1 1 2\r\n", "none of TCP4"),
      ("PROXY tcp4 192.0.2.7 198.51.100.1 1 2\r\n", "none of TCP4"),
      ("PROXY UNKNOWNS\r\n", "none of TCP4"),
      ("PROXY TCP4 192.0.2.7 198.51.100.1 1\r\n", "two addresses and ports"),
      ("PROXY TCP4 192.0.2.7 198.51.100.1 1 2 3\r\n", "two addresses and ports"),
      ("PROXY TCP4  192.0.2.7 198.51.100.1 1 2\r\n", "two addresses and ports"),
      ("PROXY TCP4 192.0.2.7 198.51.100.1 1 2 \r\n", "two addresses and ports"),
      ("PROXY TCP4 192.0.2.07 198.51.100.1 1 2\r\n", "an address that is none of TCP4"),
      ("PROXY TCP4 192.0.2 198.51.100.1 1 2\r\n", "an address that is none of TCP4"),
      ("PROXY TCP4 192.0.2.256 198.51.100.1 1 2\r\n", "an address that is none of TCP4"),
      ("PROXY TCP4 ::1 198.51.100.1 1 2\r\n", "an address that is none of TCP4"),
      ("PROXY TCP4 localhost 198.51.100.1 1 2\r\n", "an address that is none of TCP4"),
      ("PROXY TCP6 192.0.2.7 ::1 1 2\r\n", "an address that is none of TCP6"),
      ("PROXY TCP6 fe80::1%1 ::1 1 2\r\n", "an address that is none of TCP6"),
      ("PROXY TCP6 :::1 ::1 1 2\r\n", "an address that is none of TCP6"),
      ("PROXY TCP4 192.0.2.7 198.51.100.1 65536 2\r\n", "a port that is none"),
      ("PROXY TCP4 192.0.2.7 198.51.100.1 1 02\r\n", "a port that is none"),
      ("PROXY TCP4 192.0.2.7 198.51.100.1 -1 2\r\n", "a port that is none"),
      ("PROXY TCP4 192.0.2.7 198.51.100.1 +1 2\r\n", "a port that is none"),
      ("PROXY TCP4 192.0.2.7 198.51.100.1  2\r\n", "a port that is none"),
    ])
  func malformedText(_ text: String, _ reason: String) {
    guard case .failed(let fault) = ProxyHeader.read(Array(text.utf8), limit: Self.limit) else {
      Issue.record("\(text) is taken")
      return
    }
    #expect(fault.description.contains(reason), "\(fault)")
  }

  @Test(
    "of version 2 is exact",
    arguments: [
      (binary(0x11, 0x11, v4Bytes), "not of version 2"),
      (binary(0x31, 0x11, v4Bytes), "not of version 2"),
      (binary(0x22, 0x11, v4Bytes), "an unknown command"),
      (binary(0x21, 0x12, v4Bytes), "not for a stream"),
      (binary(0x21, 0x41, v4Bytes), "not for a stream"),
      (binary(0x21, 0x01, v4Bytes), "not for a stream"),
      (binary(0x21, 0x11, Array(v4Bytes.dropLast())), "not room"),
      (binary(0x21, 0x21, v4Bytes), "not room"), (binary(0x21, 0x31, v4Bytes), "not room"),
    ])
  func malformedBinary(_ bytes: [UInt8], _ reason: String) {
    // What is wrong shows before the rest has come.
    for count in [16, bytes.count] {
      let progress = ProxyHeader.read(Array(bytes[..<count]), limit: Self.limit)
      guard case .failed(let fault) = progress else {
        Issue.record("\(bytes) is taken")
        return
      }
      #expect(fault.description.contains(reason), "\(fault)")
    }
  }

  @Test("has a bounded length: 107 bytes of version 1, and a limit of version 2")
  func bounds() {
    let text = Array("PROXY UNKNOWN ".utf8) + [UInt8](repeating: 0x66, count: 200)
    expectEqual(ProxyHeader.read(Array(text[..<106]), limit: 600), .incomplete)
    expectEqual(ProxyHeader.read(Array(text[..<107]), limit: 600), .failed(.tooLong))
    expectEqual(ProxyHeader.read(text + [0x0D, 0x0A], limit: 600), .failed(.tooLong))
    let head = Array(Self.binary(0x20, 0, [UInt8](repeating: 0, count: 585))[..<16])
    expectEqual(ProxyHeader.read(head, limit: 600), .failed(.tooLong))
  }

  @Test("is missing as soon as a byte shows it")
  func missing() {
    for text in ["", "P", "PROXY", "\r\n\r", "\r\n\r\n\0\r\nQUIT"] {
      expectEqual(ProxyHeader.read(Array(text.utf8), limit: 600), .incomplete, "\(text)")
      for next in ["x", "\t"] {
        let bytes = Array((text + next).utf8)
        expectEqual(ProxyHeader.read(bytes, limit: 600), .failed(.missing), "\(text) \(next)")
      }
    }
  }

  @Test("is never read beyond its end, whatever the bytes are")
  func randomBytes() {
    let seed = Int.random(in: 0 ... .max)
    print("seed of the random headers: \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      var bytes = Self.valid.randomElement(using: &random)?.bytes ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      switch ProxyHeader.read(bytes, limit: Self.limit) {
      case .complete(_, let count): #expect(count <= bytes.count)
      case .incomplete, .failed: continue
      }
    }
  }
}

@Suite("A range of addresses")
struct AddressRangeTests {
  @Test(
    "has the addresses that begin with the same bits",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("10.1.2.3/8", "10.0.0.1", true), ("192.168.4.0/22", "192.168.7.255", true),
      ("192.168.4.0/22", "192.168.8.0", false), ("127.0.0.1", "127.0.0.1", true),
      ("127.0.0.1", "127.0.0.2", false), ("0.0.0.0/0", "8.8.8.8", true),
      ("0.0.0.0/0", "::1", false), ("2001:db8::/32", "2001:db8:ffff::1", true),
      ("2001:db8::/32", "2001:db9::1", false), ("::1", "::1", true), ("::/0", "10.0.0.1", false),
      ("::ffff:10.0.0.0/104", "10.9.9.9", true), ("10.0.0.0/8", "::ffff:10.0.0.1", true),
    ])
  func members(_ text: String, _ host: String, _ isMember: Bool) throws {
    let range = try #require(AddressRange(text))
    expectEqual(range.contains(try SocketAddress(host: host, port: 7)), isMember)
  }

  @Test(
    "is a numeric address with a number of its bits",
    arguments: [
      "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0/8", "localhost",
      "::/129", "::ffff:10.0.0.0/8", "fe80::1%1", "10.0.0.0/+8", "unix:/run/socket",
    ])
  func noRanges(_ text: String) { expectNil(AddressRange(text)) }
}
