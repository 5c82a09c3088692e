import BoardWire

/// The connection of a client to the server in its process.
final class HostConnection: Sendable {
  let inbox: HostInbox
  private let control: ServerControl
  private let channel: UInt32

  /// - Throws: `BoardServerFault.ended`.
  init(to control: ServerControl) async throws(BoardServerFault) {
    let inbox = HostInbox { inbox in control.post { $0.hostLink.didMakeRoom(inbox) } }
    let channel: UInt32? = await withCheckedContinuation { waiting in
      let promise = Promise<UInt32> { waiting.resume(returning: $0) }
      control.post { promise.keep($0.hostLink.connect(inbox)) }
    }
    guard let channel else { throw .ended(nil) }
    (self.inbox, self.control, self.channel) = (inbox, control, channel)
  }

  deinit { close() }

  func close() { control.post { [channel, inbox] in $0.hostLink.leave(channel, inbox) } }

  func ask(_ command: HostCommand, _ time: Duration) async throws -> Reply {
    let reply = try await inbox.reply { [control, channel, bytes = command.bytes] number in
      control.post { $0.hostLink.receive(bytes, from: channel, as: number, within: time) }
    }
    switch reply.outcome {
    case .ok(let reply): return reply
    case .refused(let failure), .error(let failure): throw BoardServerFault.refused(failure)
    }
  }
}
