import BoardClient
import BoardModel
import BoardWire
import Libuv

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
