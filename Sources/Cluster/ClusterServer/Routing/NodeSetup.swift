import BoardModel
import BoardServer
import Libuv
import TLS

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
