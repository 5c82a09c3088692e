import BoardModel
import BoardServer
import Libuv
import Logging
import TLS

/// Where other nodes connect.
final class LinkListener {
  private unowned let router: SpaceRouter
  private let setup: LinkSetup
  private let listener: SocketListener
  private let handshakes = SetUpQueue(mostHeldBytes: Limits.handshakeBytes)
  private var links: [ObjectIdentifier: OwnerLink] = [:]
  /// When the log has last warned of a connection that was refused.
  private var lastWarning: Duration?

  /// The connections that may be there before they have shown the secret.
  private static let strangers = 64
  /// The shortest time between two warnings: whoever connects can cause them.
  private static let warningInterval: Duration = .seconds(10)

  init(_ setup: LinkSetup, of router: SpaceRouter) throws(UVError) {
    (self.setup, self.router) = (setup, router)
    let door = Door()
    listener = try SocketListener(with: setup.source, on: router.server.loop) {
      door.listener?.accept($0)
    }
    door.listener = self
  }

  /// A reference for the callback that is created before the initialization ends.
  private final class Door {
    weak var listener: LinkListener?
  }

  private func accept(_ result: Result<SocketStream, UVError>) {
    switch result {
    case .failure(let error): router.server.logUnaccepted(error)
    case .success(let stream):
      makeRoom()
      do throws(TLSFault) {
        stream.secure(
          with: try setup.identity.makeLayer(answeringOthers: []), in: handshakes)
      } catch { return stream.close() }
      let link = OwnerLink(stream, secret: setup.secret, of: self, router)
      links[ObjectIdentifier(link)] = link
    }
  }

  /// Ends the stranger that came first, if there are too many.
  private func makeRoom() {
    let strangers = links.values.filter { !$0.isAccepted }
    guard strangers.count >= Self.strangers else { return }
    strangers.min { $0.begin < $1.begin }?.fail("too many others have shown no secret either")
  }

  /// Forgets a link that has ended.
  ///
  /// - Parameter fault: Why it was ended here; nil if the other end has closed it.
  func didEnd(_ link: OwnerLink, because fault: String?) {
    links[ObjectIdentifier(link)] = nil
    guard let fault else { return }
    let now = router.server.now
    let isQuiet = lastWarning.map { now < $0 + Self.warningInterval } ?? false
    if !isQuiet { lastWarning = now }
    router.server.logger.log(
      level: isQuiet ? .debug : .warning, "a link was ended",
      metadata: ["reason": "\(fault)", "peer": "\(link.peerName)"])
  }

  /// Sends what the links have to send, and ends those that are silent.
  func endTurn() {
    if handshakes.endTurn() { router.server.wake() }
    for link in links.values { link.endTurn() }
  }

  /// When a link must be looked at next; nil if there is none.
  var nextDeadline: Duration? { links.values.lazy.map(\.nextDeadline).min() }

  /// Whether something is still to be sent.
  var hasUnsent: Bool { links.values.contains(where: \.hasUnsent) }

  /// Where it listens, with the actual port.
  var listening: String { "\(listener.endpoint)" }

  /// Accepts nobody any more.
  func stopListening() { listener.close() }

  /// Ends all links.
  func close() {
    listener.close()
    for link in links.values { link.close() }
    links = [:]
  }
}
