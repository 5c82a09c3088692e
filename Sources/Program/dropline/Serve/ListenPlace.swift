import Libuv
import Net

/// Where a port of the server listens, or a Unix socket of it.
struct ListenPlace {
  let address: ListenAddress
  /// The socket that a service manager has opened for it, if it has.
  let inherited: InheritedSocket?
  /// What its operator can do if it is taken.
  private let advice: String

  private init(_ address: ListenAddress, _ inherited: InheritedSocket?, _ advice: String) {
    self.address = inherited?.endpoint.map { ListenAddress($0) } ?? address
    self.inherited = inherited
    self.advice = advice
  }

  /// The places for lines: the sockets of a service manager, or else the addresses.
  static func lines(_ addresses: [ListenAddress], _ inherited: [InheritedSocket]) -> [ListenPlace] {
    inherited.isEmpty
      ? addresses.map { ListenPlace($0, nil, advice(for: $0)) }
      : inherited.compactMap { socket in
        socket.endpoint.map { ListenPlace(ListenAddress($0), socket, "") }
      }
  }

  private static func advice(for address: ListenAddress) -> String {
    switch address {
    case .internet: "--listen HOST:PORT chooses another address"
    case .unix: "--listen unix:PATH chooses another path"
    }
  }

  /// The place of the HTTP port, or nil if there is none.
  static func web(_ address: ListenAddress?, _ inherited: InheritedSocket?) -> ListenPlace? {
    let own = inherited?.endpoint.map { ListenAddress($0) }
    guard let address = own ?? address else { return nil }
    return ListenPlace(
      address, inherited, "--http HOST:PORT chooses another address, --http none serves no page")
  }

  /// - Throws: `Complaint` if it is no address.
  var source: SocketListener.Source {
    get throws(Complaint) {
      if let inherited { return .inherited(inherited) }
      do throws(UVError) { return .own(try address.endpoint) } catch { throw complaint(error) }
    }
  }

  /// Checks that nobody else listens there.
  ///
  /// - Throws: `Complaint`.
  func checkFree() throws(Complaint) {
    guard inherited == nil else { return }
    do throws(UVError) { try address.endpoint.checkFree() } catch { throw complaint(error) }
  }

  func complaint(_ error: UVError) -> Complaint {
    Complaint("cannot listen at \(address): \(error.message); \(advice)")
  }
}
