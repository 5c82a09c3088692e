import Libuv

/// Where a port of the server listens.
struct ListenPlace {
  let address: ListenAddress
  /// The socket that a service manager has opened for it, if it has.
  let inherited: InheritedSocket?
  /// What its operator can do if it is taken.
  private let advice: String

  private init(_ address: ListenAddress, _ inherited: InheritedSocket?, _ advice: String) {
    self.address = inherited?.address.map { ListenAddress(host: $0.host, port: $0.port) } ?? address
    self.inherited = inherited
    self.advice = advice
  }

  static func line(_ address: ListenAddress, _ inherited: InheritedSocket?) -> ListenPlace {
    ListenPlace(address, inherited, "--listen HOST:PORT chooses another address")
  }

  /// The place of the HTTP port, or nil if there is none.
  static func web(_ address: ListenAddress?, _ inherited: InheritedSocket?) -> ListenPlace? {
    let own = inherited?.address.map { ListenAddress(host: $0.host, port: $0.port) }
    guard let address = own ?? address else { return nil }
    return ListenPlace(
      address, inherited, "--http HOST:PORT chooses another address, --http none serves no page")
  }

  /// Checks that nobody else listens there.
  ///
  /// - Throws: `Complaint`.
  func checkFree() throws(Complaint) {
    guard inherited == nil else { return }
    do throws(UVError) { try address.socketAddress.checkFree() } catch { throw complaint(error) }
  }

  func complaint(_ error: UVError) -> Complaint {
    Complaint("cannot listen at \(address): \(error.message); \(advice)")
  }
}

extension ListenAddress {
  /// - Throws: `UVError` if the host is no numeric address.
  var socketAddress: SocketAddress {
    get throws(UVError) { try SocketAddress(host: host, port: port) }
  }
}
