import BoardJournal
import Cluster

extension NodeRow {
  /// A node with the address `n1:1`, for number 1. If it is not alive, its lease is over as soon as it is seen.
  init(
    _ number: Int, state: State = .serving, isAlive: Bool = true, weight: Int = 1,
    unreached: Set<String> = []
  ) {
    self.init(
      NodeID(number), address: .test(number), state: state,
      lease: isAlive ? ClusterTimes.lease : .zero, weight: weight, unreached: unreached)
    self.isAlive = isAlive
  }

  init(
    _ id: NodeID, address: NodeAddress?, state: State = .serving, renewals: Int = 0,
    lease: Duration = ClusterTimes.lease, weight: Int = 1, unreached: Set<String> = []
  ) {
    self.init(
      id: id, address: address, state: state, renewals: renewals, lease: lease, weight: weight,
      unreached: unreached)
  }
}

extension NodeAddress {
  /// The address of the node with a number.
  static func test(_ number: Int) -> NodeAddress {
    NodeAddress(link: "n\(number):1", certificate: "SHA256:\(number)")
  }
}
