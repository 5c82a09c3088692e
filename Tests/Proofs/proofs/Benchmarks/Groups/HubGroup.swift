import BoardDelivery
import BoardHub
import BoardModel
import BoardWire

extension Group {
  static let hub = Group(
    name: "hub", summary: "commands through the hub in memory, from bytes to effects"
  ) { scale in
    try HubBench.measureAudiences(scale)
    try HubBench.measureBoards(scale)
  }
}

/// A user's gesture with one item, as commands.
struct Gesture: Sendable {
  let name: String
  /// The commands of the nth repetition.
  let requests: @Sendable (Int) -> [Request]

  /// Drops the first item of one section at the end of the other, alternating.
  static let drag = Gesture(name: "begin, propose, perform") { time in
    [
      .drag(.begin(.init([item(0, time)]))),
      .drag(.propose(.init(.end(.index(1 - time % 2))))),
      .drag(.perform(.init())),
    ]
  }
  static let move = Gesture(name: "move") { time in
    [.edit(.move(.init([item(0, time)], place: .end(.index(1 - time % 2)))))]
  }
  static let change = Gesture(name: "insert, delete") { time in
    let place = Place.index([time % 2, 0], revision: nil)
    return [
      .edit(.insert(.init(place, text: "Call Ann about the tickets"))),
      .edit(.delete(.init([item(1, time)]))),
    ]
  }
  static let all = [drag, move, change]

  /// The repetitions of the gesture.
  func bytes(_ times: Range<Int>) -> [UInt8] {
    times.flatMap { requests($0) }.bytes
  }

  /// An item of the present section.
  private static func item(_ index: Int, _ time: Int) -> ItemReference {
    .path([time % 2, index], revision: nil)
  }
}

/// A hub with one author and other subscribers.
private final class HubBench {
  private let played: PlayedHub
  private let author: ConnectionID

  init(items: Int = 1_000, watchers: Int) throws {
    played = try PlayedHub(content: SampleBoard.content(items: items, sections: 2))
    author = played.watch()
    for _ in 0..<watchers { _ = played.watch() }
  }

  /// Times a gesture; all results are per gesture, and bytes are those to everyone but the author.
  func run(
    _ gesture: Gesture, perTurn: Int, count: Int
  ) -> (time: Double, writes: Double, bytes: Double) {
    let turns = (0..<count / perTurn).map { gesture.bytes($0 * perTurn..<($0 + 1) * perTurn) }
    for turn in turns.prefix(10) { played.play(turn, from: author) }
    played.sent = PlayedHub.Tally()
    var times: [Double] = []
    let rounds = turns.dropFirst(10).evenSlices(5)
    for round in rounds {
      let time = nanoseconds { for turn in round { played.play(turn, from: author) } }
      times.append(time / Double(round.count * perTurn))
    }
    let gestures = Double(rounds.reduce(0) { $0 + $1.count } * perTurn)
    let bytes = played.sent.bytes - played.sent.bytesToSpeaker
    return (times.median, Double(played.sent.writes) / gestures, Double(bytes) / gestures)
  }
}

extension HubBench {
  /// Single and pipelined gestures, for several numbers of subscribers.
  static func measureAudiences(_ scale: Scale) throws {
    var table = Table(
      "gesture", "watchers", "gestures/turn", "ns/command", "commands/s", "ns/gesture",
      "writes/gesture", "bytes/gesture/watcher")
    for gesture in Gesture.all {
      for watchers in scale.pick([0, 1, 100, 1_000], quick: [0, 100]) {
        for perTurn in [1, 64] {
          let bench = try HubBench(watchers: watchers)
          let result = bench.run(gesture, perTurn: perTurn, count: scale.pick(10_000, quick: 4_000))
          let command = result.time / Double(gesture.requests(0).count)
          table.add(
            gesture.name, watchers.text, perTurn.text, command.text, (1e9 / command).text,
            result.time.text, result.writes.text,
            watchers > 0 ? (result.bytes / Double(watchers)).text : "-")
        }
      }
    }
    table.show()
  }

  /// Gestures on boards of several sizes, which must not affect the times.
  static func measureBoards(_ scale: Scale) throws {
    var table = Table("items", Gesture.all.map { $0.name + " ns" })
    for items in scale.pick([1_000, 100_000, 1_000_000], quick: [1_000, 100_000]) {
      let bench = try HubBench(items: items, watchers: 1)
      let times = Gesture.all.map { bench.run($0, perTurn: 1, count: 4_000).time.text }
      table.add(items.text, times)
    }
    table.show()
  }
}

extension ArraySlice {
  /// Slices of equal length, without the remainder.
  func evenSlices(_ number: Int) -> [ArraySlice] {
    let length = count / number
    return (0..<number).map { self[startIndex + $0 * length..<startIndex + ($0 + 1) * length] }
  }
}
