import BoardModel
import BoardWire

// The space of a connection (section 18 of the specification).

/// What a connection is sent first.
public enum ConnectionStart: Sendable {
  /// The greeting. The first command may choose a space.
  case greeting
  /// The greeting of a space that the client has chosen by its path (rule 18.5).
  case greetingOfChosenSpace
  /// The reply to the first command, `space` with this tag: the default space has greeted the connection.
  case space(tag: String?)
}

extension Hub {
  func begin(_ connection: ClientConnection, as start: ConnectionStart) {
    switch start {
    case .greeting: greet(connection)
    case .greetingOfChosenSpace:
      connection.isSettled = true
      greet(connection)
    case .space(let tag):
      guard let spaceName else { preconditionFailure("a server without spaces is one space") }
      connection.hasSpoken = true
      write(entered(spaceName, by: connection), tag: tag, to: connection)
    }
  }

  private func greet(_ connection: ClientConnection) {
    let greeting = Greeting(epoch: epoch, client: connection.client.name)
    delivery.write(to: connection) { $0.buffer.append(greeting) }
    expectFirstLine(of: connection)
  }

  /// Executes `space`. Those that choose another space than this one do not come here.
  ///
  /// - Throws: `unknownSpace`; `spaceChosen` if it is not the first command.
  func choose(_ name: SpaceName, on connection: ClientConnection) throws(Refusal) -> Reply {
    guard !connection.isSettled else { throw .spaceChosen(spaceName) }
    guard name == spaceName else { throw .unknownSpace(name) }
    return entered(name, by: connection)
  }

  private func entered(_ space: SpaceName, by connection: ClientConnection) -> Reply {
    .space(SpaceReply(space, epoch: epoch, client: connection.client.name))
  }
}

extension Greeting {
  /// The greeting of this version's servers.
  package init(epoch: Epoch, client: ClientName) {
    self.init(
      Self.spokenVersion, epoch: epoch, client: client, lineLimit: Limits.lineBytes,
      textLimit: Limits.textBytes, profiles: Profile.allCases)
  }
}
