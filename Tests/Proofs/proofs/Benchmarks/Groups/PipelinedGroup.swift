import BoardHub
import BoardModel
import BoardWire
import Libuv
import Net
import Simulation

extension Group {
  static let pipelined = Group(
    name: "pipelined", summary: "one connection with many commands in flight, in memory and on disk"
  ) { scale in
    var table = Table(
      "commands", "in memory/s", "µs of the server", "stored/s", "µs of the server", "stored/memory"
    )
    for gesture in PipelinedBench.Gesture.allCases {
      let count = scale.pick(200_000, quick: 10_000)
      let plain = try PipelinedBench.measure(gesture, count, isStored: false)
      let stored = try PipelinedBench.measure(gesture, count, isStored: true)
      table.add(
        gesture.rawValue, plain.rate.text, plain.cost.text, stored.rate.text, stored.cost.text,
        (stored.rate / plain.rate).text)
    }
    table.show()
  }
}

/// Commands of an unsubscribed client, up to 256 in flight, on a board of 10,000 items.
private enum PipelinedBench {
  enum Gesture: String, CaseIterable {
    case ping
    case move
    case edit
    case set
    case insertDelete = "insert, delete"
    case drag = "begin, propose, perform"
  }

  /// - Returns: The commands per second, and the server's CPU time per command in µs.
  static func measure(
    _ gesture: Gesture, _ count: Int, isStored: Bool
  ) throws -> (rate: Double, cost: Double) {
    let folder = Folder()
    let server = try ServerProcess(
      .board(
        .init(items: items, sections: sections, directory: isStored ? folder.path : nil)))
    let client = PlainSocket(port: server.address.port)
    let lines = gesture.lines(count)
    client.exchange(lines.prefix(count / 10), inFlight: 256)
    let (timed, before) = (lines.dropFirst(count / 10), server.usage)
    let time = nanoseconds { client.exchange(timed, inFlight: 256) }
    let spent = (server.usage - before).processor
    let number = Double(timed.count)
    return (number / time * 1e9, spent.nanoseconds / number / 1_000)
  }

  fileprivate static let items = 10_000
  fileprivate static let sections = 100
}

extension PipelinedBench.Gesture {
  /// Commands in wire form.
  fileprivate func lines(_ count: Int) -> [[UInt8]] {
    var random = SeededRandom(seed: SampleBoard.seed)
    var lines: [[UInt8]] = []
    while lines.count < count { lines += requests(using: &random).map(\.bytes) }
    return lines
  }

  private func requests(using random: inout SeededRandom) -> [Request] {
    let board = SampleBoard.name
    let number = Int.random(in: 0..<PipelinedBench.items, using: &random)
    let item = ItemReference.id(SampleBoard.itemID(number))
    let section = Int.random(in: 0..<PipelinedBench.sections, using: &random)
    let place = Place.index([section, 0], revision: nil)
    switch self {
    case .ping: return [.connection(.ping(.init()))]
    case .move: return [.edit(.move(.init([item], place: place, on: board)))]
    case .edit:
      return [.edit(.edit(.init(item, text: Text("changed \(random.next() % 1_000)"), on: board)))]
    case .set:
      let value = Text("2026-12-\(10 + random.next() % 20)")
      return [.edit(.set(.init([item], changes: ["due": value], on: board)))]
    case .insertDelete:
      let first = ItemReference.path([section, 0], revision: nil)
      return [
        .edit(.insert(.init(place, text: "something new", on: board))),
        .edit(.delete(.init([first], on: board))),
      ]
    case .drag:
      return [
        .drag(.begin(.init([item], on: board))), .drag(.propose(.init(place))),
        .drag(.perform(.init())),
      ]
    }
  }
}
