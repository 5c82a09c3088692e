import BoardHub
import BoardModel
import BoardServer
import BoardWire
import Libuv
import Net
import NodeLink
import WebSocket

/// The clients of a link at the edge, by channel.
final class EdgeClients {
  /// A client here of a space there.
  private struct Member {
    let peer: Peer
    let space: RemoteSpace
    /// Whether the other node has sent it anything.
    var isOpen = false
    /// Whether it was last sent the JSON form.
    var hasJSON = false
    /// Whether the rest of a message is awaited.
    var isInMessage = false
    /// The bytes that it has not taken.
    var unsentBytes = 0
    /// The beginning of a line that the rest is awaited of, for a WebSocket, whose frames have whole lines.
    var partialLine: [UInt8] = []
    /// Input that the other node has no room for.
    var bufferedInput: [UInt8] = []
  }

  private unowned let router: SpaceRouter
  /// The end of the link; nil if there is none.
  var end: EdgeEnd?
  private var members: [Member?] = []
  /// The clients that have been greeted since the last turn.
  private var opened: [Peer] = []
  /// The clients that there was no room for, with their spaces.
  private var refusedPeers: [(peer: Peer, space: SpaceName)] = []
  /// What clients have not taken.
  private(set) var unsentBytes = 0

  /// The clients that are to come back in a millisecond, at most.
  private static let returnsInAMillisecond = 10

  init(of router: SpaceRouter) { self.router = router }

  private var server: Server { router.server }

  /// Connects a client to a space of the other node.
  ///
  /// - Returns: false if the link has no room, or is not there.
  func connect(_ peer: Peer, to space: RemoteSpace, _ request: ConnectRequest) -> Bool {
    guard let channel = end?.connect(request) else { return false }
    while members.count <= channel.index { members.append(nil) }
    members[channel.index] = Member(peer: peer, space: space)
    peer.key = UInt64(channel.number)
    server.wake()
    return true
  }

  /// Makes a client wait again that there is no room for.
  func refuse(_ peer: Peer, by space: RemoteSpace) {
    space.didForget(peer, isRefused: true)
    refusedPeers.append((peer, space.name))
    server.wake()
  }

  private func channel(of peer: Peer) -> Channel { Channel(UInt32(truncatingIfNeeded: peer.key)) }

  private func member(of peer: Peer) -> Member? {
    let channel = channel(of: peer)
    guard channel.index < members.count, let member = members[channel.index],
      member.peer === peer
    else { return nil }
    return member
  }

  /// Passes on what a client has sent.
  func pass(_ bytes: UnsafeRawBufferPointer, from peer: Peer) {
    guard member(of: peer) != nil, let end else { return }
    let channel = channel(of: peer)
    members[channel.index]!.bufferedInput += bytes
    passBuffered(of: channel, to: end)
    server.wake()
  }

  /// The last line of a client, in the form that it was last sent.
  func farewell(_ bye: Bye, to peer: Peer) -> [UInt8] {
    guard let member = member(of: peer) else { return ByeEvent(bye).line }
    return farewell(ByeEvent(bye), to: member)
  }

  /// A message whose rest is at the other node cannot be followed by anything.
  private func farewell(_ goodbye: ByeEvent, to member: Member) -> [UInt8] {
    if member.isInMessage { return [] }
    return member.hasJSON ? goodbye.object : goodbye.line
  }

  private func passBuffered(of channel: Channel, to end: EdgeEnd) {
    var buffered: [UInt8] = []
    swap(&buffered, &members[channel.index]!.bufferedInput)
    var rest = buffered[...]
    while !rest.isEmpty, end.mayRead(channel) {
      let part = rest.prefix(LinkLimits.inputBytes)
      part.withUnsafeBytes { _ = end.input($0, from: channel) }
      rest = rest.dropFirst(part.count)
    }
    members[channel.index]!.bufferedInput = Array(rest)
    guard let peer = members[channel.index]?.peer else { return }
    if !rest.isEmpty || !end.mayRead(channel) { peer.stopReading() }
  }

  func ended(_ peer: Peer) {
    guard member(of: peer) != nil else { return }
    end?.ended(channel(of: peer))
    server.wake()
  }

  func drained(_ peer: Peer) {
    guard let member = member(of: peer) else { return }
    let channel = channel(of: peer)
    unsentBytes -= member.unsentBytes
    members[channel.index]!.unsentBytes = 0
    end?.drained(channel)
    if end?.mayRead(channel) == true { peer.startReading() }
    server.wake()
  }

  func isHeldUp(_ peer: Peer) -> Bool {
    guard let end, member(of: peer) != nil else { return false }
    return !end.mayRead(channel(of: peer))
  }

  /// Forgets a client.
  ///
  /// - Returns: Whether it was one.
  func remove(_ peer: Peer) -> Bool {
    guard member(of: peer) != nil else { return false }
    let channel = channel(of: peer)
    end?.closed(channel)
    forget(channel)
    server.wake()
    return true
  }

  /// Lets the clients of a space wait again that the other node has not answered.
  func takeBack(of space: SpaceName) {
    for index in members.indices {
      guard let member = members[index], member.space.name == space, !member.isOpen else {
        continue
      }
      let channel = Channel(UInt32(index))
      end?.closed(channel)
      forget(channel, isRefused: true)
      if !router.didRefuse(member.peer, space) { member.peer.close() }
    }
    server.wake()
  }

  /// - Parameter isRefused: Whether it waits for another node from now on.
  private func forget(_ channel: Channel, isRefused: Bool = false) {
    guard let member = members[channel.index] else { return }
    unsentBytes -= member.unsentBytes
    members[channel.index] = nil
    member.space.didForget(member.peer, isRefused: isRefused)
  }

  /// Notes that a client has not taken everything.
  func blocked(_ peer: Peer, _ bytes: Int) {
    guard let member = member(of: peer) else { return }
    let channel = channel(of: peer)
    unsentBytes += bytes - member.unsentBytes
    members[channel.index]!.unsentBytes = bytes
    end?.blocked(channel, unsentBytes: bytes)
  }

  /// The clients of the link.
  var peers: some Sequence<Peer> { members.lazy.compactMap { $0?.peer } }

  /// The client that has taken the least of what it was sent.
  var slowest: (peer: Peer, space: RemoteSpace, bytes: Int)? {
    members.lazy.compactMap { $0 }.max { $0.unsentBytes < $1.unsentBytes }
      .map { ($0.peer, $0.space, $0.unsentBytes) }
  }

  // MARK: What the other node sends

  /// Does what the other node wants for clients.
  func perform(_ event: EdgeEvent) {
    switch event {
    case .accepted: return
    case .send(let channel, let bytes, let endsMessage): send(bytes, to: channel, endsMessage)
    case .broadcast(let channels, let bytes): broadcast(SharedBytes(bytes), to: channels)
    case .sendShared(let channels, let blob, let endsMessage):
      let bytes = SharedBytes(blob.bytes, ownedBy: blob)
      for channel in channels { send(bytes, to: channel, endsMessage) }
    case .mayRead(let channel): mayRead(channel)
    case .close(let channel, let reason): close(channel, reason)
    case .refused(let channel, let refusal): refused(channel, refusal)
    }
  }

  private func mayRead(_ channel: Channel) {
    guard let member = members[channel.index], let end else { return }
    if !member.bufferedInput.isEmpty { passBuffered(of: channel, to: end) }
    if end.mayRead(channel), members[channel.index] != nil { member.peer.startReading() }
  }

  /// Notes that the other node has sent a client something.
  private func recordMessage(_ channel: Channel, _ first: UInt8?, _ endsMessage: Bool) {
    if !members[channel.index]!.isInMessage {
      members[channel.index]!.hasJSON = first == UInt8(ascii: "{")
    }
    members[channel.index]!.isInMessage = !endsMessage
    guard let member = members[channel.index], !member.isOpen else { return }
    members[channel.index]!.isOpen = true
    router.didAccept(member.space)
    opened.append(member.peer)
  }

  private func send(_ bytes: UnsafeRawBufferPointer, to channel: Channel, _ endsMessage: Bool) {
    guard let member = members[channel.index] else { return }
    recordMessage(channel, bytes.first, endsMessage)
    let peer = member.peer
    guard peer.isFramed else { return member.space.handle(peer.write(bytes), of: peer) }
    sendFramed(bytes, to: channel, endsMessage)
  }

  private func send(_ bytes: SharedBytes, to channel: Channel, _ endsMessage: Bool) {
    guard let member = members[channel.index] else { return }
    let peer = member.peer
    guard peer.isFramed || !member.isOpen else {
      members[channel.index]!.isInMessage = !endsMessage
      return member.space.handle(peer.write(bytes), of: peer)
    }
    bytes.withUnsafeBytes { send($0, to: channel, endsMessage) }
  }

  /// Sends a WebSocket whole lines.
  private func sendFramed(
    _ bytes: UnsafeRawBufferPointer, to channel: Channel, _ endsMessage: Bool
  ) {
    let member = members[channel.index]!
    var text = member.partialLine
    text += bytes
    let end = endsMessage ? text.count : text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    members[channel.index]!.partialLine = Array(text[end...])
    guard end > 0 else { return }
    let frame = FrameHeader(payload: end).copy + text[..<end]
    member.space.handle(member.peer.write(frame), of: member.peer)
  }

  private func broadcast(_ bytes: SharedBytes, to channels: [Channel]) {
    let header = FrameHeader(payload: bytes.count)
    for channel in channels {
      guard let member = members[channel.index] else { continue }
      let peer = member.peer
      let outcome =
        peer.isFramed ? header.withBytes { peer.write($0, then: bytes) } : peer.write(bytes)
      if case .sent = outcome { continue }
      member.space.handle(outcome, of: peer)
    }
    server.counters.writes += channels.count
    server.counters.sentBytes += channels.count * bytes.count
  }

  private func close(_ channel: Channel, _ reason: UInt8) {
    guard let member = members[channel.index] else { return }
    let code = CloseCode(linkReason: reason)
    if code == .goingAway { router.didMove(member.space) }
    let own = server.closeCode(of: member.peer)
    server.close(member.peer, of: member.space, with: own ?? code)
  }

  private func refused(_ channel: Channel, _ refusal: ConnectRefusal) {
    guard let member = members[channel.index] else { return }
    // It waits before the space is forgotten that nobody here uses.
    router.didRefuse(member.space, refusal)
    if !router.didRefuse(member.peer, member.space.name) { member.peer.close() }
    if members[channel.index]?.peer === member.peer { forget(channel, isRefused: true) }
  }

  // MARK: The link

  /// Tells the router what has become of clients.
  func endTurn() {
    let peers = opened
    opened = []
    for peer in peers where peer.isOpen { router.didOpen(peer) }
    let refused = refusedPeers
    refusedPeers = []
    for (peer, space) in refused where !router.didRefuse(peer, space) { peer.close() }
  }

  /// Releases all clients: those that have been greeted come back, and others wait for another owner.
  ///
  /// Nobody waits before all are released: the space would be found here again.
  func release() {
    var waiting = refusedPeers
    refusedPeers = []
    let count = members.count { $0 != nil }
    let goodbye = ByeEvent(.moved, retry: .milliseconds(max(1, count / Self.returnsInAMillisecond)))
    for index in members.indices {
      guard let member = members[index] else { continue }
      if member.isOpen {
        server.close(
          member.peer, of: member.space, saying: .moved, farewell(goodbye, to: member))
      } else {
        forget(Channel(UInt32(index)), isRefused: true)
        waiting.append((member.peer, member.space.name))
      }
    }
    for (peer, space) in waiting where !router.didRefuse(peer, space) { peer.close() }
  }
}
