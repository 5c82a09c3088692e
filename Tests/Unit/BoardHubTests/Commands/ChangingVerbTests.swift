import BoardModel
import BoardWire
import CheckedClients
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

/// What holds for every verb of the tables that changes what is on a board, also for one that is new.
@Suite("A verb that changes a board")
struct ChangingVerbTests {
  /// What changes a board only behind something else, or nothing that is on it.
  private static let others: Set<Substring> = ["perform", "undo", "redo", "policy", "fields"]
  private static let board: BoardName = "wide"

  private static let forms = CommandForms.all.filter {
    $0.change == .board && !others.contains($0.verb)
  }

  /// A board on which each verb finds something to change.
  private static func scene() throws -> (HubScene, ConnectionID) {
    let scene = try HubScene(.fixed(.zero))
    let items = ["c", "a", "b"].map { Item(id: ItemID(unchecked: "w\($0)"), text: Text($0)) }
    try scene.hub.service.serve(
      board,
      content: [
        Section(id: "p1", title: "Narrow"), Section(id: "p2", title: "Wide", items: items),
      ])
    let author = scene.connect()
    _ = scene.ask(["hello ann token=the-token-of-ann"], by: author)
    return (scene, author)
  }

  private static func content(_ scene: HubScene) -> Content? {
    scene.hub.sight(of: board)?.board.content
  }

  /// A command of each form that changes the board.
  private static let lines: [String] = {
    var filler = SampleFiller(board: board.string, section: "p2", items: ["wa", "wb", "wa,wc"])
    var lines: [String] = []
    for _ in 0..<20 {
      lines += forms.besides(lines).lines(of: &filler).filter { line in
        guard let (scene, author) = try? scene() else { return false }
        let content = content(scene)
        _ = scene.ask([line], by: author)
        return Self.content(scene) != content
      }
    }
    return lines
  }()

  @Test("is tried, each of them")
  func complete() throws {
    let tried = Set(try Self.lines.map { try #require(Request(line: $0)?.verb) })
    let all = Verb.allCases.filter {
      $0.change == .board && !$0.beginsBlock && !Self.others.contains($0.rawValue[...])
    }
    expectEqual(tried, Set(all))
  }

  @Test("is undone and made again, content for content", arguments: lines)
  func undo(_ line: String) throws {
    let (scene, author) = try Self.scene()
    let before = Self.content(scene)
    _ = scene.ask([line], by: author)
    let after = Self.content(scene)
    expectEqual(scene.ask(["undo wide"], by: author).first?.hasPrefix("ok undo "), true)
    expectEqual(Self.content(scene), before)
    expectEqual(scene.ask(["redo wide"], by: author).first?.hasPrefix("ok redo "), true)
    expectEqual(Self.content(scene), after)
  }

  @Test("has one effect and one reply for one tag", arguments: lines)
  func retry(_ line: String) throws {
    let (scene, author) = try Self.scene()
    let reply = scene.ask(["#t \(line)"], by: author)
    let content = Self.content(scene)
    expectEqual(reply.first?.hasPrefix("#t ok "), true)
    expectEqual(scene.ask(["#t \(line)"], by: author), reply.map { "\($0) replayed=yes" })
    expectEqual(Self.content(scene), content)
  }

  @Test(
    "is left to another thread if it is long and not always one edit, and then does the same",
    arguments: lines)
  func long(_ line: String) throws {
    let (short, other) = try Self.scene()
    let (scene, author) = try Self.scene()
    let connection = try #require(scene.hub.roster[author])
    let request = try #require(Request(line: line))
    guard case .change = scene.hub.runner.cost(of: request, on: connection) else { return }
    let before = Self.content(scene)
    scene.hub.stepsOfLongChange = 0
    expectEqual(scene.ask([line], by: author), [])
    expectEqual(Self.content(scene), before)
    scene.finish(try #require(scene.nextJob()))
    expectEqual(scene.lines(of: author), short.ask([line], by: other))
    expectEqual(Self.content(scene), Self.content(short))
    expectEqual(scene.ask(["undo wide"], by: author), [])
    scene.finish(try #require(scene.nextJob()))
    expectEqual(scene.lines(of: author).first?.hasPrefix("ok undo "), true)
    expectEqual(Self.content(scene), before)
  }
}
