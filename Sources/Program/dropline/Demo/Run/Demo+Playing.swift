import BoardClient
import BoardModel
import BoardReplica
import BoardServer
import BoardWire
import Libuv
import Terminal

// The end of a turn: every client that is due acts.

extension Demo {
  func turn() {
    guard phase != .over else { return }
    let now = loop.now
    if let fault = firstFault {
      differences = [fault]
      return enter(.over)
    }
    switch phase {
    case .gathering: gather(now)
    case .playing: play(now)
    case .settling: settle()
    case .lastChange: break
    case .comparing: compare(now)
    case .over: return
    }
    giveUp(now)
    report(now)
  }

  /// The first fault and its client.
  private var firstFault: String? {
    if let fault = spectator.fault { return "the spectator: \(fault)" }
    return members.lazy.compactMap { member in member.firstFault.map { "\(member.name): \($0)" } }
      .first
  }

  private func gather(_ now: Duration) {
    guard spectator.isLive, members.allSatisfy(\.follower.isLive) else { return }
    setPolicies()
    for member in members { member.nextAct = now + pause() }
    enter(.playing)
  }

  /// Sets the policies: no limit on selections. On the demo's own board choosing an item moves it
  /// to the last section, and deletes it there.
  private func setPolicies() {
    set(.selection(.multiple), for: .board)
    let count = spectator.board.sectionCount
    guard options.board == DemoBoard.name, count > 0 else { return }
    let last = SectionReference.id(spectator.board.sectionID(at: count - 1))
    set(.onChoose(.move(to: last)), for: .board)
    set(.onChoose(.delete), for: .section(last))
  }

  private func set(_ setting: PolicySetting, for target: PolicyRequest.Target) {
    spectator.connection.send(.policy(.init(target, [setting], on: options.board)))
  }

  private func play(_ now: Duration) {
    guard progress < 1 else { return enter(.settling) }
    for member in members {
      if let recovery = member.recovery, recovery <= now { member.recover() }
      guard member.nextAct <= now else { continue }
      if options.speed != .unlimited { member.nextAct = now + pause() }
      trouble(member, now)
      member.act(isLeaving: false)
    }
  }

  /// Injects faults at random: a wire stalls or breaks. The number of simultaneous faults is
  /// limited, so that other clients keep working.
  private func trouble(_ member: Member, _ now: Duration) {
    guard member.recovery == nil, member.follower.isLive, random.percent(3),
      members.count(where: { $0.recovery != nil }) < max(1, members.count / 3)
    else { return }
    if random.percent(60) {
      member.stall(until: now + absence(.milliseconds(1_000), .milliseconds(3_500)))
    } else {
      member.cut(until: now + absence(.milliseconds(500), .milliseconds(2_000)))
    }
  }

  /// The progress of the demo, from 0 to 1 and beyond.
  var progress: Double {
    guard phase == .playing else { return phase == .gathering ? 0 : 1 }
    switch options.length {
    case .time(let whole): return (loop.now - phaseStart) / whole
    case .drops(let whole): return Double(drops) / Double(whole)
    }
  }

  var drops: Int { members.reduce(0) { $0 + $1.drops } }

  /// The duration of a client's step.
  private func pause() -> Duration {
    switch options.speed {
    case .unlimited: .zero
    case .times(let factor): between(.milliseconds(50), .milliseconds(140)) / factor
    }
  }

  /// The duration of a fault.
  private func absence(_ shortest: Duration, _ longest: Duration) -> Duration {
    switch options.speed {
    case .unlimited: between(shortest, longest) / 20
    case .times(let factor): between(shortest, longest) / factor
    }
  }

  private func between(_ shortest: Duration, _ longest: Duration) -> Duration {
    shortest + (longest - shortest) * random.below(1_001) / 1_000
  }
}

// Output: a picture if there is a terminal, otherwise a few lines.

extension Demo {
  /// The frame interval.
  private static let frame: Duration = .milliseconds(66)
  /// How long new and moved items are highlighted.
  private static let novelty: Duration = .milliseconds(700)

  /// How to join in.
  private var link: String { "http://\(server.webAddress ?? .loopback(0))/b/\(options.board)" }

  private var invitation: String {
    "nc \(address.host) \(address.port), then \"open \(options.board)\"; or \(link)"
  }

  func introduce() {
    say("board \(options.board) at \(address), seed \(options.seed); join in: \(invitation)")
  }

  /// Shows the progress.
  func report(_ now: Duration) {
    guard let screen else { return reportQuarter() }
    guard now - lastFrame >= Self.frame else { return }
    lastFrame = now
    spectator.forgetChanges(before: now - Self.novelty)
    screen.setNeedsDisplay()
  }

  private func reportQuarter() {
    let now = phase == .gathering ? 0 : min(4, Int(progress * 4))
    guard now > quarters else { return }
    quarters = now
    let statistics = statistics
    let revision = spectator.revision ?? 0
    say(
      "\(now * 25) %: \(grouped(statistics.drops)) drops, \(grouped(statistics.batches)) batches, "
        + "revision \(revision)")
  }

  private var scene: Scene {
    let replica = spectator.connection.replica
    let statistics = statistics
    return Scene(
      heading: "dropline demo (q ends it); join in: \(link)", progress: progress,
      tally: "\(grouped(statistics.drops)) drops, revision \(grouped(replica.revision ?? 0))"
        + (phase == .playing || phase == .gathering ? "" : ", settling"),
      board: replica.shown, revision: replica.revision ?? 0,
      drags: replica.drags.sorted { $0.key < $1.key }.map { drag(of: $0.value) },
      selections: replica.selections, fresh: Set(spectator.recentChanges.keys),
      people: members.map { person($0, at: replica.revision ?? 0) })
  }

  private func drag(of presence: DragPresence) -> Scene.Drag {
    var drag = Scene.Drag(owner: presence.owner ?? "guest", items: presence.items)
    guard let proposal = presence.proposal, proposal.board == nil else { return drag }
    drag.anchor = proposal.anchor
    if case .denied = proposal.verdict { drag.isAllowed = false }
    return drag
  }

  private func person(_ member: Member, at head: Int) -> Scene.Person {
    let revision = member.follower.revision
    let behind = max(0, head - (revision ?? head))
    return Scene.Person(
      name: member.name, doing: doing(member, behind), revision: revision,
      meter: member.wire.meter)
  }

  private func doing(_ member: Member, _ behind: Int) -> String {
    if member.wire.isBroken { return "CUT OFF, \(behind) behind" }
    if member.wire.isStalled { return "STALLED, \(behind) behind" }
    guard member.follower.isLive else { return "reconnecting" }
    guard let drag = member.drag,
      let presence = member.connection.replica.drags[drag.session], let item = presence.items.first
    else { return member.doing }
    let text = presence.external[item]?.text ?? member.follower.board.item(item)?.text
    return "\(member.doing): \(text?.string ?? "something")"
  }
}

extension Demo: TerminalScreenDelegate {
  public func drawScreen(_ screen: TerminalScreen) -> Canvas {
    let (width, height) = screen.size
    return Picture(of: scene, width: width, height: height, isASCII: isASCII).canvas
  }

  /// `q`, Esc and Ctrl-C end the playing phase; a second one ends the demo.
  public func screen(_ screen: TerminalScreen, didTake event: InputEvent) {
    let ends: [Key] = [.character("q"), Key(.escape), .control("c")]
    if case .key(let key) = event, ends.contains(key) { interrupt() }
  }

  public func screen(_ screen: TerminalScreen, shouldEndFor signal: Int32) { interrupt() }
}
