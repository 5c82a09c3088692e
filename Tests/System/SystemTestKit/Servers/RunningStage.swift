import BoardServer
import BoardTesting
import Net
import Simulation

/// A stage with a `RunningServer`, whose boards and drags a server that starts after it gets.
package func runningStage(
  connecting: @escaping (RunningServer) throws -> any LineConnection = {
    try LineSocket(to: .loopback($0.port))
  }
) -> ServerStage {
  ServerStage(
    starting: { boards, before in
      try RunningServer(
        boards: boards.map { ($0.name, $0.content, $0.revision) },
        store: (before as? RunningServer)?.store ?? MemoryStore(), origins: [])
    },
    connecting: { server in
      guard let server = server as? RunningServer else { throw LoopbackError.ended }
      return try connecting(server)
    })
}
