import BoardDelivery
import BoardModel
import BoardServer
import BoardWire
import Cluster
import Libuv

/// The service of a connection to a node until it is known which space it is for: that is in its first line, or in
/// the address of its WebSocket.
///
/// The client waits here while nobody is known that serves the space. What it sends is held.
final class FirstLineService: PeerService, AwaitedStream {
  /// What the first line means.
  private enum Choice {
    /// It is not looked at: the space is known.
    case made
    /// It may be a `space` command.
    case open
    /// It is one, for the space that is waited for.
    case pending(tag: String?, byteCount: Int)
  }

  let stream: SocketStream
  private unowned let router: SpaceRouter
  private(set) lazy var peerHandler = PeerHandler(of: self)
  /// The space that is waited for; nil if none is.
  private(set) var wanted: SpaceName?
  /// The space for which the router has it wait; nil if it does not.
  var waitsFor: SpaceName?
  private var start: ConnectionStart
  private var choice: Choice
  /// By when a space must serve the client that waits.
  var deadline = Duration.zero
  /// What has greeted the client; nil before.
  private var service: (any PeerService)?
  /// Whether the service has opened the connection.
  private var isOpen = false
  /// What the client has sent, and nobody has been passed.
  private(set) var buffered: [UInt8]
  private var hasEnded = false

  /// - Parameters:
  ///   - space: The space, if it is known; nil if the first line says it.
  ///   - bytes: What was read of the client.
  init(_ stream: SocketStream, for space: SpaceName?, _ bytes: [UInt8], of router: SpaceRouter) {
    self.stream = stream
    self.router = router
    buffered = bytes
    choice = space == nil ? .open : .made
    start = space == nil ? .greeting : .greetingOfChosenSpace
    wanted = space ?? router.defaultSpace
    chooseEarly()
  }

  /// Lets a client that has chosen before any greeting be greeted by the space it has chosen, which answers its
  /// command, too.
  private func chooseEarly() {
    guard service == nil, case .open = choice,
      case .chosen(let name, _, _) = buffered.withUnsafeBytes(SpaceChoice.init), name != wanted
    else { return }
    (wanted, choice) = (name, .made)
  }

  private var handler: any SocketStreamHandler {
    guard stream.isFramed, let handler = stream.handler else { return peerHandler }
    return handler
  }

  // MARK: The space

  /// Passes the client to what serves the space that it waits for.
  func serve(by next: any PeerService) {
    let old = service
    wanted = nil
    if let old {
      old.drop(stream)
      router.keep(self)
      takeCommand()
    }
    service = next
    isOpen = false
    if next.welcome(stream, as: start, handledBy: handler) { didOpen() }
  }

  /// Removes the `space` command that the next service answers without reading it.
  private func takeCommand() {
    guard case .pending(let tag, let byteCount) = choice else { return }
    buffered.removeFirst(byteCount)
    (start, choice) = (.space(tag: tag), .made)
  }

  /// Notes that the service has opened the connection.
  func didOpen() {
    guard !isOpen else { return }
    isOpen = true
    router.endWait(of: self)
    lookAtFirstLine()
  }

  /// Waits again: the service does not serve the space.
  func didRefuse(_ space: SpaceName) {
    service = nil
    isOpen = false
    wanted = space
    router.wait(self)
  }

  /// Notes that there is no space of the name that is waited for.
  func didFindNone() {
    if service != nil {
      // The space that has greeted the client refuses the command.
      wanted = nil
      settle()
    } else if wanted != router.defaultSpace, case .greeting = start {
      wanted = router.defaultSpace
      router.wait(self)
    } else {
      close(saying: .unknownSpace)
    }
  }

  /// Sends the client away: the space cannot be served now.
  func giveUp() { close(saying: .unavailable) }

  private func lookAtFirstLine() {
    switch choice {
    case .made: return settle()
    case .pending: return
    case .open: break
    }
    switch buffered.withUnsafeBytes(SpaceChoice.init) {
    case .incomplete where !hasEnded: return
    case .chosen(let name, _, _) where name != router.defaultSpace && !stream.isGreeted:
      beginAnew(with: name)
    case .chosen(let name, let tag, let byteCount) where name != router.defaultSpace:
      choice = .pending(tag: tag, byteCount: byteCount)
      wanted = name
      stream.stopReading()
      router.wait(self)
    case .incomplete, .other, .chosen: settle()
    }
  }

  /// Lets a client that has chosen before its greeting was written be greeted by the space it has chosen, which answers
  /// its command, too.
  private func beginAnew(with name: SpaceName) {
    service?.drop(stream)
    router.keep(self)
    (service, isOpen, wanted, choice) = (nil, false, name, .made)
    stream.stopReading()
    router.wait(self)
  }

  /// Leaves the client to its service for good.
  private func settle() {
    guard let service else { return }
    router.forget(stream)
    router.server.pass(stream, to: service, by: service.peerHandler)
    stream.startReading()
    if !buffered.isEmpty { buffered.withUnsafeBytes { service.didRead($0.bytes, from: stream) } }
    if hasEnded, stream.isOpen { service.didEnd(stream) }
  }

  /// Sends the client away.
  func close(saying bye: Bye) { router.server.close(stream, of: self, saying: bye) }

  // MARK: The service

  func welcome(
    _ stream: SocketStream, as start: ConnectionStart, handledBy handler: any SocketStreamHandler
  ) -> Bool { false }

  func didRead(_ bytes: RawSpan, from peer: Peer) {
    bytes.withUnsafeBytes { buffered += $0 }
    guard router.mayHold(bytes.byteCount) else { return close(saying: .full) }
    // Only a first line that has not ended needs more.
    if buffered.count > Limits.lineBytes { stream.stopReading() }
    if isOpen { return lookAtFirstLine() }
    let before = wanted
    chooseEarly()
    if wanted != before { router.wait(self) }
  }

  func didEnd(_ peer: Peer) {
    hasEnded = true
    if isOpen {
      lookAtFirstLine()
    } else if buffered.isEmpty, service == nil {
      close(saying: .quit)
    }
  }

  func didDrain(_ peer: Peer) { service?.didDrain(peer) }

  func didClose(_ peer: Peer) {
    router.forget(stream)
    service?.didClose(peer)
  }

  func didBlock(_ peer: Peer, unsentBytes: Int) {
    service?.didBlock(peer, unsentBytes: unsentBytes)
  }

  func isHeldUp(_ peer: Peer) -> Bool { service?.isHeldUp(peer) ?? true }

  func farewell(_ bye: Bye, to peer: Peer) -> [UInt8] {
    service?.farewell(bye, to: peer) ?? bye.line
  }

  @discardableResult
  func drop(_ peer: Peer) -> Int {
    router.forget(stream)
    return service?.drop(peer) ?? 0
  }

  func countLeaving(unreadBytes: Int) { service?.countLeaving(unreadBytes: unreadBytes) }
}
