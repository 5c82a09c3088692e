import BoardServer
import NodeLink

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
