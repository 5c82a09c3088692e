import BoardDelivery
import BoardHub
import BoardWire
import Libuv
import WebSocket

/// The connections of a space, by slot: streams of clients of this server, and channels of links, over which other
/// nodes pass on theirs.
///
/// A broadcast goes to thousands of streams. They have an array of their own, so that its loop allocates nothing and
/// calls no protocol.
package final class Recipients {
  /// A connection that another node passes on.
  private struct LinkedChannel {
    let id: ConnectionID
    let number: UInt32
    unowned let link: any ChannelLink
  }

  private enum Recipient {
    case stream(Peer)
    case channel(LinkedChannel)
  }

  private unowned let space: Space
  private var streams: [Peer?] = []
  private var channels: [LinkedChannel?] = []

  init(of space: Space) { self.space = space }

  private var server: Server { space.server }

  // MARK: Members

  package var peers: [Peer] { streams.compactMap(\.self) }

  var ids: [ConnectionID] { peers.map(\.id) + channels.compactMap { $0?.id } }

  var isEmpty: Bool { streams.allSatisfy { $0 == nil } && channels.allSatisfy { $0 == nil } }

  func insert(_ stream: Peer) {
    while streams.count <= stream.id.slot { streams.append(nil) }
    streams[stream.id.slot] = stream
  }

  /// - Parameter channel: Its number on the link.
  func insert(_ id: ConnectionID, as channel: UInt32, of link: any ChannelLink) {
    while channels.count <= id.slot { channels.append(nil) }
    channels[id.slot] = LinkedChannel(id: id, number: channel, link: link)
  }

  /// Removes a stream.
  ///
  /// - Returns: Whether it was a member.
  func remove(_ stream: Peer) -> Bool {
    let slot = stream.id.slot
    guard slot < streams.count, streams[slot] === stream else { return false }
    streams[slot] = nil
    return true
  }

  /// Removes a channel.
  ///
  /// - Returns: Whether it was a member.
  func removeChannel(_ id: ConnectionID) -> Bool {
    guard channel(id) != nil else { return false }
    channels[id.slot] = nil
    return true
  }

  func removeAll() { (streams, channels) = ([], []) }

  private func recipient(_ id: ConnectionID) -> Recipient? {
    if id.slot < streams.count, let stream = streams[id.slot], stream.id == id {
      return .stream(stream)
    }
    return channel(id).map { .channel($0) }
  }

  private func channel(_ id: ConnectionID) -> LinkedChannel? {
    guard id.slot < channels.count, let channel = channels[id.slot], channel.id == id else {
      return nil
    }
    return channel
  }

  // MARK: What they are sent

  func send(_ pieces: [OutputPiece], to id: ConnectionID) {
    switch recipient(id) {
    case .stream(let peer)?:
      server.counters.writes += 1
      server.counters.sentBytes += pieces.reduce(0) { $0 + $1.count }
      if !peer.isGreeted { peer.isGreeted = true }
      space.handle(peer.write(pieces), of: peer)
    case .channel(let channel)?: channel.link.send(pieces, to: channel.number)
    case nil: return
    }
  }

  /// Sends several connections the same bytes.
  func broadcast(_ encoding: Encoding, to ids: [ConnectionID]) {
    let shared = encoding.sharedBytes
    let header = FrameHeader(payload: encoding.count)
    let streams = streams
    if !channels.isEmpty { broadcastOverLinks(encoding, to: ids) }
    server.counters.writes += ids.count
    server.counters.sentBytes += ids.count * encoding.count
    for id in ids {
      guard id.slot < streams.count, let peer = streams[id.slot], peer.key == id.number else {
        continue
      }
      let outcome = peer.write(shared, framedBy: header)
      if case .sent = outcome { continue }
      space.handle(outcome, of: peer)
    }
  }

  private func broadcastOverLinks(_ encoding: Encoding, to ids: [ConnectionID]) {
    var links: [any ChannelLink] = []
    for id in ids {
      guard let channel = channel(id) else { continue }
      if channel.link.gather(channel.number) { links.append(channel.link) }
    }
    for link in links { link.broadcast(encoding, from: space) }
  }

  /// Closes a connection once its client has taken everything it was sent.
  func close(_ id: ConnectionID, saying bye: Bye) {
    switch recipient(id) {
    case .stream(let peer)?:
      server.close(peer, of: space, with: server.closeCode(of: peer) ?? bye.closeCode)
    case .channel(let channel)?:
      space.disconnect(id)
      channel.link.close(channel.number, saying: bye, isUrgent: false)
    case nil: return
    }
  }

  /// Closes a connection at once that others need more.
  ///
  /// - Parameter farewell: The last line, for a client of this server that can take it.
  /// - Returns: Whether it was one of this server.
  @discardableResult
  func giveUp(_ id: ConnectionID, saying farewell: [UInt8]) -> Bool {
    switch recipient(id) {
    case .stream(let peer)?:
      peer.close(saying: farewell, .idle)
      space.drop(peer)
      return true
    case .channel(let channel)?:
      space.disconnect(id)
      channel.link.close(channel.number, saying: .idle, isUrgent: true)
      return false
    case nil: return false
    }
  }

  /// The bytes that a client has not taken.
  func unsentBytes(of id: ConnectionID) -> Int {
    switch recipient(id) {
    case .stream(let peer)?: peer.unsentBytes
    case .channel(let channel)?: channel.link.unsentBytes(of: channel.number)
    case nil: 0
    }
  }

  /// Reads more of a connection, all of whose input has been executed.
  func mayRead(_ id: ConnectionID) {
    switch recipient(id) {
    case .stream(let peer)?:
      if peer.isNew { peer.isNew = space.hub.room.isNewcomer(id) }
      peer.startReading()
    case .channel(let channel)?: channel.link.consume(channel.number)
    case nil: return
    }
  }
}
