import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import BoardWire
import Simulation
import TestKit
import Testing

@testable import BoardHub

@Suite("The scheduler")
struct SchedulerTests {
  /// What keeps a command from being executed.
  enum Obstacle: String, CaseIterable {
    case noBoard, boardChanges, database, unread
  }

  /// What becomes of a command.
  enum Fate: Equatable { case runs, waits, isRefused }

  /// A command of each family, and the obstacles for which it waits. What none of them keeps from being executed runs.
  static let commands: [(line: String, waits: Set<Obstacle>)] = [
    ("help", []),
    ("hello m1", [.database]),
    ("open list", [.noBoard, .database, .unread]),
    ("show list", [.noBoard, .unread]),
    ("boards", [.noBoard, .unread]),
    ("create new", []),
    ("rename-board list new", [.noBoard, .boardChanges]),
    ("begin i1 board=list", [.noBoard, .boardChanges]),
    ("drags list", [.noBoard, .unread]),
    ("edit i1 board=list x", [.noBoard, .boardChanges]),
    ("move i1,i2 0.0 board=list", [.noBoard, .boardChanges]),
    ("undo list", [.noBoard, .boardChanges]),
    ("history list", [.noBoard, .unread]),
    ("select i1 board=list", [.noBoard, .boardChanges]),
    ("policy board=list", [.noBoard, .boardChanges, .unread]),
    ("find text board=list", [.noBoard, .unread]),
    ("stats", []),
  ]

  /// Those that are refused without a database.
  static let needNoDatabase = ["help", "hello m1", "open list"]

  private func fate(of line: String, behind obstacle: Obstacle) throws -> Fate {
    let scene = try HubScene(.fixed(.zero))
    let hub = scene.hub
    let connection = try #require(hub.roster[scene.connect()])
    switch obstacle {
    case .noBoard:
      let live = try #require(hub.boards["list"])
      hub.boards.remove(live) { _, _ in }
      hub.boards.add(StoredBoard(name: "list", head: 100, numbers: [:]))
    case .boardChanges:
      hub.stepsOfLongChange = 0
      scene.say("clear s1 board=list", by: scene.connect())
    case .database: hub.unavailable.isOn = true
    case .unread: hub.roster.unread.limit = -1
    }
    let request = try #require(Request(line: line))
    return switch hub.scheduler.admit(request, on: connection, by: hub.runner) {
    case .run: .runs
    case .wait: .waits
    case .refuse: .isRefused
    }
  }

  @Test(
    "lets each family of commands wait for what it needs, and for nothing else",
    arguments: Obstacle.allCases)
  func table(_ obstacle: Obstacle) throws {
    for (line, waits) in Self.commands {
      let expected: Fate =
        waits.contains(obstacle)
        ? .waits
        : obstacle == .database && !Self.needNoDatabase.contains(line) ? .isRefused : .runs
      try expectEqual(fate(of: line, behind: obstacle), expected, "\(line) behind \(obstacle)")
    }
  }

  @Test(
    "executes each command once, in the order of its connection, when its conditions hold and not before; none for ever",
    arguments: slices(of: randomSeeds(isProof ? 400 : 100)))
  func law(_ seeds: Range<Int>) throws {
    for seed in seeds {
      var world = try SchedulerWorld(seed: seed)
      for _ in 0..<300 { world.step() }
      world.settle()
      for client in world.clients {
        let sent = Array(0..<client.sent)
        let expected =
          client.connection.isClosing ? Array(sent.prefix(client.executed.count)) : sent
        expectEqual(client.executed, expected, "seed \(seed)")
      }
      expectEqual(
        world.executor.early, [],
        "seed \(seed): no command is executed before its conditions hold")
      #expect(world.scheduler.isEmpty, "seed \(seed)")
    }
  }
}
