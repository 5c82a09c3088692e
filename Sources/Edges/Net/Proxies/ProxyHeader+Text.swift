// Version 1: `PROXY TCP4 192.0.2.7 198.51.100.1 56324 7667`, and CR LF.

extension ProxyHeader {
  /// The most bytes of a header, with its line end.
  private static let textLimit = 107

  static func readText(_ bytes: [UInt8]) -> Progress {
    guard let end = bytes.prefix(textLimit).firstIndex(of: 0x0A) else {
      return bytes.count < textLimit ? .incomplete : .failed(.tooLong)
    }
    guard bytes[end - 1] == 0x0D else { return .failed(.malformed("its line ends without CR")) }
    let line = bytes[textSignature.count..<max(textSignature.count, end - 1)]
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    do throws(ProxyHeaderFault) {
      let header = ProxyHeader(addresses: try addresses(in: words))
      return .complete(header, byteCount: end + 1)
    } catch { return .failed(error) }
  }

  private static func addresses(
    in words: [String]
  ) throws(ProxyHeaderFault) -> ProxiedAddresses? {
    switch words.first {
    // What follows means nothing.
    case "UNKNOWN": return nil
    case "TCP4", "TCP6":
      guard words.count == 5 else { throw .malformed("it does not have two addresses and ports") }
      return ProxiedAddresses(
        client: try address(words[1], port: words[3], words[0]),
        server: try address(words[2], port: words[4], words[0]))
    default: throw .malformed("it is for none of TCP4, TCP6 and UNKNOWN")
    }
  }

  private static func address(
    _ host: String, port: String, _ family: String
  ) throws(ProxyHeaderFault) -> SocketAddress {
    let isLegal = host.utf8.allSatisfy {
      (0x30...0x39).contains($0) || $0 == 0x2E
        || family == "TCP6" && ((0x61...0x66).contains($0 | 0x20) || $0 == 0x3A)
    }
    guard isLegal, host.contains(":") == (family == "TCP6"),
      let address = try? SocketAddress(host: host, port: 0)
    else { throw .malformed("it has an address that is none of \(family)") }
    guard let number = UInt16(port), "\(number)" == port,
      let whole = SocketAddress(bytes: address.bytes, port: number)
    else { throw .malformed("it has a port that is none") }
    return whole
  }
}
