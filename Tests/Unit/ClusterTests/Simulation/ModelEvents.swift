import BoardJournal
import BoardModel

/// What happens in a run, for the model of ownership: `Tests/Proofs/Ownership/replay.pml` includes it.
///
/// The model knows one space, and has a node for each life of a process.
struct ModelEvents {
  enum Event {
    case tick
    case start(ProcessLife)
    /// The store executes a renewal, or a registration if it knows no live process of this life.
    case renew(ProcessLife)
    /// The process gets the answer to it.
    case renewed(ProcessLife)
    case declareDead(ProcessLife, by: ProcessLife)
    case leave(ProcessLife)
    case kill(ProcessLife)
    /// The store executes a take.
    case take(ProcessLife, SpaceName, term: Int, groups: Int)
    /// The process has the space.
    case load(ProcessLife, SpaceName, term: Int, groups: Int)
    /// It may execute commands of the space.
    case execute(ProcessLife, SpaceName, term: Int)
    /// The store counts a group after so many others.
    case count(ProcessLife, SpaceName, term: Int, groups: Int)
    case release(ProcessLife, SpaceName, term: Int)
    /// The process does not have the space any more.
    case drop(ProcessLife, SpaceName)
    /// A client is passed to the owner.
    case open(ProcessLife, SpaceName)
    /// An operator takes the space away.
    case seize(SpaceName)
  }

  /// The step of the model, by which there are no two of it without time between them.
  static let step: Duration = .milliseconds(500)

  private var events: [(event: Event, time: Duration)] = []
  private var steps = 0

  mutating func append(_ event: Event, at now: Duration) {
    while Self.step * (steps + 1) <= now {
      steps += 1
      events.append((.tick, Self.step * steps))
    }
    events.append((event, now))
  }

  /// The events of a space in the language of the model.
  func lines(of space: SpaceName) -> [String] {
    var numbers: [ProcessLife: Int] = [:]
    var registered: Set<ProcessLife> = []
    return events.flatMap { event, time in
      let line = event.line(of: space) { life in
        let number = numbers[life, default: numbers.count]
        numbers[life] = number
        return number
      }
      guard let line else { return [String]() }
      var lines = ["E(\(line)) /* \(time.milliseconds) ms */"]
      if case .renew(let life) = event, registered.insert(life).inserted {
        lines.insert("E(REGISTER,\(numbers[life]!),0,0)", at: 0)
      }
      return lines
    }
  }
}

extension ModelEvents.Event {
  /// The kind and three numbers; nil if it is of another space.
  fileprivate func line(of space: SpaceName, _ node: (ProcessLife) -> Int) -> String? {
    switch self {
    case .tick: "TICK,0,0,0"
    case .start(let life): "START,\(node(life)),0,0"
    case .renew(let life): "RENEW,\(node(life)),0,0"
    case .renewed(let life): "RENEWED,\(node(life)),0,0"
    case .declareDead(let life, let other): "DECLARE_DEAD,\(node(other)),\(node(life)),0"
    case .leave(let life): "LEAVE,\(node(life)),0,0"
    case .kill(let life): "KILL,\(node(life)),0,0"
    case .take(let life, space, let term, let groups): "TAKE,\(node(life)),\(term),\(groups)"
    case .load(let life, space, let term, let groups): "LOAD,\(node(life)),\(term),\(groups)"
    case .execute(let life, space, let term): "EXECUTE,\(node(life)),\(term),0"
    case .count(let life, space, let term, let groups): "COUNT,\(node(life)),\(term),\(groups)"
    case .release(let life, space, let term): "RELEASE,\(node(life)),\(term),0"
    case .drop(let life, space): "DROP,\(node(life)),0,0"
    case .open(let life, space): "OPEN,\(node(life)),0,0"
    case .seize(space): "SEIZE,0,0,0"
    case .take, .load, .execute, .count, .release, .drop, .open, .seize: nil
    }
  }
}
