import BoardModel
import Simulation
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub
@testable import Transcripts

/// A process may have one hub after another: a node that loses its space and owns it again.
@Suite("A hub that is dropped")
struct HubReleaseTests {
  private static let lines: [[String]] = [
    [], ["hello ann"], ["open b"], ["open b", "insert 0.0 x"], ["open b", "begin i1", "ping"],
    ["show b"], ["open b", "choose i1"], ["open b", "insert 0.0 x", "undo"],
  ]

  @Test("is released with its boards and sessions", arguments: lines)
  func released(_ lines: [String]) throws {
    weak var hub: Hub?
    weak var boards: BoardDirectory?
    weak var drags: DragSessions?
    do {
      var stage = HubStage()
      try stage.start(holding: [
        GivenBoard(name: "b", revision: 1, lines: ["section s1 1 One", "item i1 a"])
      ])
      (hub, boards, drags) = (stage.hub, stage.hub.boards, stage.hub.drags)
      if !lines.isEmpty {
        for name in ["ann", "bob"] {
          _ = try stage.connect(name)
          try stage.send(Array("open b\n".utf8), from: name)
        }
        try stage.send(Array(lines.map { $0 + "\n" }.joined().utf8), from: "ann")
        for name in ["ann", "bob"] { try stage.cut(name) }
      }
    }
    #expect(hub == nil && boards == nil && drags == nil)
  }
}
