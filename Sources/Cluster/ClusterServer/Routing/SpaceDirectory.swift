import BoardJournal
import BoardModel
import BoardServer
import Cluster
import Libuv
import TLS

/// What tells a node where spaces are, and which it serves itself. Calls return at once: answers come by the methods
/// of `SpaceRouter`.
package protocol SpaceDirectory: AnyObject {
  /// Clients of this node, or of others, wait for a space.
  ///
  /// - Parameter isAsked: Whether another node takes this one for its owner.
  func want(_ space: SpaceName, isAsked: Bool)
  /// Nobody waits for a space or uses it any more.
  func release(_ space: SpaceName)
  /// A node serves a space.
  func didAccept(_ space: SpaceName, by node: NodeID)
  /// A node has ended the connections of a space, which it does not serve any more.
  func didMove(_ space: SpaceName, from node: NodeID)
  /// A node does not serve a space.
  func didRefuse(_ space: SpaceName, by node: NodeID)
  /// The link to a node is there, or is not any more.
  func linkDidChange(to node: NodeID, isUp: Bool)
  /// A space that was served here has ended.
  func didEnd(_ space: SpaceName, _ end: SpaceEnd)
  /// The node is to stop.
  func stop()
}

/// Those who wait for a space.
struct Waiters {
  var clients: [ObjectIdentifier: FirstLineService] = [:]
  /// The clients of other nodes.
  var channels: [ChannelOfLink: ConnectRequest] = [:]

  var isEmpty: Bool { clients.isEmpty && channels.isEmpty }
}

/// A connection that another node passes on.
struct ChannelOfLink: Hashable {
  let link: OwnerLink
  let channel: Channel

  init(_ link: OwnerLink, _ channel: Channel) { (self.link, self.channel) = (link, channel) }

  static func == (one: Self, other: Self) -> Bool {
    one.link === other.link && one.channel == other.channel
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(link))
    hasher.combine(channel)
  }
}

/// What makes a server a node of a cluster.
package struct NodeSetup {
  /// The space of clients that name none.
  package let defaultSpace: SpaceName
  package let directory: any SpaceDirectory
  let link: LinkSetup

  package init(
    defaultSpace: SpaceName, directory: any SpaceDirectory, link: LinkSetup
  ) {
    (self.defaultSpace, self.directory, self.link) = (defaultSpace, directory, link)
  }
}

/// The links of a node to others.
package struct LinkSetup {
  /// Where other nodes connect.
  let source: SocketListener.Source
  /// What all nodes of the cluster know, and nobody else.
  let secret: [UInt8]
  /// What the node shows to those that connect.
  let identity: ServerIdentity
  /// Where others reach it, if that is another address than the one at which it listens.
  let advertised: String?

  package init(
    _ source: SocketListener.Source, secret: [UInt8], identity: ServerIdentity, advertised: String?
  ) {
    (self.source, self.secret, self.identity) = (source, secret, identity)
    self.advertised = advertised
  }
}
