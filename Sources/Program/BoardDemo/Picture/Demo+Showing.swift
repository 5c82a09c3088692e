import BoardClient
import BoardModel
import BoardReplica
import Libuv
import Terminal

// Output: a picture if there is a terminal, otherwise a few lines.

extension Demo {
  /// The frame interval.
  private static let frame: Duration = .milliseconds(66)
  /// How long new and moved items are highlighted.
  private static let novelty: Duration = .milliseconds(700)

  /// How to join in.
  private var link: String { "http://\(host.webAddress)/b/\(options.board)" }

  private var invitation: String {
    "nc \(host.address.host) \(host.address.port), then \"open \(options.board)\"; or \(link)"
  }

  func introduce() {
    say("board \(options.board) at \(host.address), seed \(options.seed); join in: \(invitation)")
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
