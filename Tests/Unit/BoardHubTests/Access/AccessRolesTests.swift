import BoardHub
import BoardModel
import BoardWire
import CheckedClients
import TestKit
import Testing

@Suite("Access rules")
struct AccessRolesTests {
  /// Commands about a session are judged by the boards of the session.
  private static let ofSessions = [
    "add", "add-external", "remove", "propose", "exit", "perform", "cancel", "resume", "quit",
  ]

  /// A command of each verb, and the role that it needs; nil if it needs none. For verbs that are not among those that
  /// were chosen, it is the role of the tables, which `CommandFactsTests` agrees on.
  private static let commands: [(line: String, role: Role?)] = {
    var filler = SampleFiller(board: "list")
    let others = CommandForms.all.besides(chosen.map { $0.line } + ofSessions).lines(of: &filler)
    return chosen + others.map { (line: $0, role: role(of: $0)) }
  }()

  private static func role(of line: String) -> Role? {
    let request = Array(line.utf8).withUnsafeBytes { Command($0)?.request }
    return try? request?.get().role
  }

  private static let chosen: [(line: String, role: Role?)] = [
    ("help", nil), ("hello", nil), ("ping", nil), ("space main", nil),
    ("open list", .viewer), ("close list", .viewer), ("show list", .viewer), ("who list", .viewer),
    ("find milk board=list", .viewer), ("boards", .viewer), ("stats", .owner),
    ("drags list", .viewer),
    ("history list", .viewer), ("policy board=list", .viewer), ("policy s1 board=list", .viewer),
    ("select i1 board=list", .viewer), ("deselect board=list", .viewer),
    ("choose i1 board=list", .editor),
    ("begin i1 board=list", .editor), ("begin-external board=list something", .editor),
    ("dryrun 0.0 items=i2 board=list", .editor),
    ("insert 0.0 board=list something", .editor), ("delete i3 board=list", .editor),
    ("move i4 0.0 board=list", .editor), ("edit i5 board=list other", .editor),
    ("insert-section end board=list new", .editor), ("rename-section s2 board=list new", .editor),
    ("move-section s2 0 board=list", .editor), ("delete-section s2 board=list", .editor),
    ("clear s1 board=list", .editor), ("undo list", .editor), ("redo list", .editor),
    ("batch list\nend", .editor), ("batch list force=yes\nend", .owner),
    ("replace list\nend", .owner),
    ("delete i3 board=list force=yes", .owner), ("move i4 0.0 board=list force=yes", .owner),
    ("clear s1 board=list force=yes", .owner), ("undo list force=yes", .owner),
    ("policy s1 board=list limit=5", .owner),
    ("create list-2", .owner), ("remove-board list", .owner), ("rename-board list other", .owner),
  ]

  private func isDenied(_ lines: [String]) -> Bool {
    lines.contains { $0.hasPrefix("refused access-denied") }
  }

  @Test(
    "let each command be given by those who have its role, and nobody else", arguments: commands)
  func matrix(_ line: String, _ needed: Role?) throws {
    for (name, role) in [("cid", Role.viewer), ("bob", .editor), ("ann", .owner)] {
      let access = try AccessScene()
      let id = access.client(name)
      let lines = access.scene.ask(line.split(separator: "\n").map(String.init), by: id)
      let mayDoIt = needed.map { role >= $0 } ?? true
      expectEqual(isDenied(lines), !mayDoIt, "\(name): \(line): \(lines)")
      if let needed, !mayDoIt {
        expectEqual(lines.first?.hasPrefix("refused access-denied role=\(needed.rawValue)"), true)
      }
    }
  }

  @Test("refuse everything to a client without any role but to say who it is", arguments: commands)
  func stranger(_ line: String, _ needed: Role?) throws {
    let access = try AccessScene()
    let before = access.scene.hub.service.revisions
    let lines = access.scene.ask(
      line.split(separator: "\n").map(String.init), by: access.client("guest"))
    let expected = needed.map { ["refused access-denied role=\($0.rawValue)"] }
    #expect(expected.map { $0 == lines } ?? !isDenied(lines), "\(line): \(lines)")
    expectEqual(access.scene.hub.service.revisions, before)
  }

  @Test("have a role for every verb")
  func allVerbs() {
    let tried = Set(Self.commands.compactMap { $0.line.split { " \n".contains($0) }.first })
    let all = Set(Verb.allCases.map { Substring($0.rawValue) })
    expectEqual(all.subtracting(tried).subtracting(Self.ofSessions.map { $0[...] }), [])
  }

  @Test("judge a drop by the board of the place and the board on which the drag began")
  func drops() throws {
    let access = try AccessScene(
      AccessScene.rules + "\nuser bob viewer other-*\nuser eve editor list other-*\ntoken eve "
        + "\(AccessScene.digest("eve"))")
    let (bob, eve) = (access.client("bob"), access.client("eve"))
    expectEqual(access.ask("begin i1 board=list", by: bob), ["ok begin d1 items=i1"])
    expectEqual(
      access.ask("propose 0.0 board=other-1", by: bob),
      ["refused access-denied role=editor board=other-1"])
    expectEqual(access.ask("propose 0.0", by: bob).first?.hasPrefix("ok propose"), true)
    expectEqual(
      access.ask("cancel d1 force=yes", by: eve), ["refused access-denied role=owner board=list"])
    expectEqual(access.ask("begin i2 board=list", by: eve), ["ok begin d2 items=i2"])
    expectEqual(
      access.ask("propose 0.0 board=other-1", by: eve).first?.hasPrefix("ok propose"), true)
    expectEqual(access.ask("perform", by: eve).last?.hasPrefix("ok perform d2 copied"), true)
    expectEqual(
      access.ask("cancel d1 force=yes", by: access.client("ann")).first, "ok cancel d1 cancelled")
  }

  @Test("count when the command is executed, also in the middle of a drag")
  func lostRole() throws {
    let access = try AccessScene()
    let bob = access.client("bob")
    _ = access.ask("begin i1 board=list", by: bob)
    _ = access.ask("propose 1.0", by: bob)
    try access.set(AccessScene.rules.replacing("bob editor", with: "bob viewer"))
    expectEqual(Sent(access.scene.turn()).lines(of: bob), ["drag d1 ended cancelled"])
    let refusal = "refused session-ended drag=d1 outcome=cancelled"
    expectEqual(access.ask("perform d1", by: bob), [refusal])
    expectEqual(access.scene.hub.service.revisions["list"], 100)
  }

  @Test("that change again and again are told once to a reader that is blocked meanwhile")
  func blocked() throws {
    let access = try AccessScene()
    let bob = access.client("bob")
    _ = access.ask("open list", by: bob)
    let change = { (role: String) -> [String] in
      try access.set(AccessScene.rules.replacing("bob editor", with: "bob \(role)"))
      return Sent(access.scene.turn()).lines(of: bob)
    }
    try expectEqual(change("owner"), ["role list owner"])
    access.scene.hub.setBlocked(bob, true, unsentBytes: 1)
    for role in ["editor", "viewer", "owner", "viewer"] { #expect(try change(role) == []) }
    access.scene.hub.setBlocked(bob, false)
    expectEqual(Sent(access.scene.turn()).lines(of: bob), ["role list viewer"])
    access.scene.hub.setBlocked(bob, true, unsentBytes: 1)
    for role in ["editor", "viewer"] { #expect(try change(role) == []) }
    access.scene.hub.setBlocked(bob, false)
    expectEqual(Sent(access.scene.turn()).lines(of: bob), [])
  }
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    var text = self
    if let range = text.firstRange(of: old) { text.replaceSubrange(range, with: new) }
    return text
  }
}
