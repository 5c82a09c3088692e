import BoardDelivery
import BoardModel
import BoardWire

/// The clients of a server in its own process. It belongs to the server's thread.
final class HostLink: ChannelLink {
  private struct Member {
    let id: ConnectionID
    let inbox: HostInbox
    /// What was sent while no more could be read.
    var unreadInput: [UInt8] = []
    /// The commands that may be unanswered, and when they are given up.
    var asked: [(number: Int, deadline: Duration, time: Duration)] = []
    var isHeldUp = false
    var isBlocked = false

    /// Notes a command, and forgets the first ones if they are answered.
    mutating func note(_ number: Int, until deadline: Duration, _ time: Duration) {
      asked.removeFirst(asked.prefix { !inbox.awaits($0.number) }.count)
      asked.append((number, deadline, time))
    }

    mutating func giveUp(at now: Duration) {
      asked.removeAll { number, deadline, time in
        guard inbox.awaits(number) else { return true }
        guard deadline <= now else { return false }
        inbox.giveUp(number, since: BoardServerFault.silent(time))
        return true
      }
    }
  }

  private unowned let space: Space
  private var members: [UInt32: Member] = [:]
  private var lastChannel: UInt32 = 0
  private var gathered: [UInt32] = []
  /// When a command may be given up; nil if none may.
  private(set) var nextDeadline: Duration?

  init(to space: Space) { self.space = space }

  // MARK: What clients do

  /// Connects a client.
  ///
  /// - Returns: Its channel.
  func connect(_ inbox: HostInbox) -> UInt32 {
    lastChannel += 1
    let id = space.connect(
      lastChannel, of: self, from: .unknown, address: "this process", as: .greeting)
    members[lastChannel] = Member(id: id, inbox: inbox)
    return lastChannel
  }

  /// Takes in a command.
  ///
  /// - Parameter time: For how long its reply is awaited.
  func receive(_ bytes: [UInt8], from channel: UInt32, as number: Int, within time: Duration) {
    members[channel]?.note(number, until: space.now + time, time)
    nextDeadline = min(nextDeadline ?? .seconds(Int64.max), space.now + time)
    members[channel]?.unreadInput += bytes
    if members[channel]?.isHeldUp == false { pass(channel) }
  }

  /// Passes on what waits, as far as it may be read.
  private func pass(_ channel: UInt32) {
    guard let member = members[channel], !member.unreadInput.isEmpty else { return }
    members[channel]?.unreadInput = []
    let mayRead = member.unreadInput.withUnsafeBytes { space.receive($0, from: member.id).mayRead }
    members[channel]?.isHeldUp = !mayRead
  }

  /// Gives up the commands whose time is over.
  func endTurn() {
    guard let nextDeadline, nextDeadline <= space.now else { return }
    for channel in members.keys { members[channel]?.giveUp(at: space.now) }
    self.nextDeadline = members.values.flatMap(\.asked).map(\.deadline).min()
  }

  /// Notes that a client is no slow reader any more.
  func didMakeRoom(_ inbox: HostInbox) {
    let found = members.first { $0.value.inbox === inbox }
    guard let (channel, member) = found, member.isBlocked, !inbox.isFull else { return }
    members[channel]?.isBlocked = false
    space.setBlocked(member.id, false)
  }

  /// Disconnects a client.
  func leave(_ channel: UInt32, _ inbox: HostInbox) {
    inbox.end(nil)
    guard let member = members.removeValue(forKey: channel) else { return }
    space.disconnect(member.id)
  }

  /// Ends all conversations, when nobody will.
  func endAll() {
    for member in members.values { member.inbox.end(nil) }
    members = [:]
  }

  // MARK: What the space does

  func send(_ pieces: [OutputPiece], to channel: UInt32) {
    guard let member = members[channel] else { return }
    for piece in pieces { member.inbox.put(piece) }
    guard member.inbox.isFull, !member.isBlocked else { return }
    members[channel]?.isBlocked = true
    space.setBlocked(member.id, true, unsentBytes: member.inbox.heldBytes)
  }

  func gather(_ channel: UInt32) -> Bool {
    gathered.append(channel)
    return gathered.count == 1
  }

  func broadcast(_ encoding: Encoding, from space: Space) {
    let channels = gathered
    gathered = []
    for channel in channels { send([.shared(encoding)], to: channel) }
  }

  func close(_ channel: UInt32, saying bye: Bye, isUrgent: Bool) {
    members.removeValue(forKey: channel)?.inbox.end(bye)
  }

  func consume(_ channel: UInt32) {
    members[channel]?.isHeldUp = false
    pass(channel)
  }

  func unsentBytes(of channel: UInt32) -> Int { members[channel]?.inbox.heldBytes ?? 0 }
}
