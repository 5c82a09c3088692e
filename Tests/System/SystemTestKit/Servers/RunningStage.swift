import BoardServer
import BoardTesting
import Net
import Simulation

/// A stage with servers whose boards and drags a server that starts after them gets.
package func runningStage(
  connecting: @escaping (HostedServer) throws -> any LineConnection = {
    try LineSocket(to: .loopback($0.port))
  }
) throws -> ServerStage {
  let folder = try Scratch()
  var store = MemoryStore()
  return ServerStage(
    starting: { boards, before in
      if before == nil { store = MemoryStore() }
      return try HostedServer(boards: boards) {
        $0.place = .store(store)
        $0.addresses.append(.unix(try UnixPath(folder.at("socket"))))
      }
    }, connecting: connecting)
}
