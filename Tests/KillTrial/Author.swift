import TestSupport

/// A client that changes boards, and insists on an answer to whatever it asked.
///
/// It does not wait: commands are on their way while others are not answered yet. What had no answer
/// when the program was killed it asks again, with the same tag.
final class Author: Party {
  /// A tagged command and what became of it.
  struct Command {
    let order: Order
    /// The answer without the tag and `replayed`.
    var answer: String?
    /// The life of the program in which it was answered first, or carried out last.
    var life = 0
    /// How often it was asked.
    var tries = 0
  }

  /// As many as the program remembers of each client.
  private static let memory = 64
  /// As many as are on their way at one time.
  private static let mostInDoubt = 24

  private var issued: [Command] = []
  private var deviser: Deviser
  /// The revisions that answers tell of, and the number of the command that was the first.
  private(set) var claims: [Evidence.Moment: Int] = [:]
  /// Those whose answers are awaited in this life of the program.
  private var asked: Set<Int> = []
  /// Commands that had no answer when the life began.
  private var doubtful: [Int] = []
  private(set) var acknowledged = 0
  private(set) var retries = 0

  init(_ number: Int, watching boards: [String], seed: Int, _ evidence: Evidence) {
    deviser = Deviser(author: number, seed: seed)
    super.init("a\(number)", watching: boards, evidence)
  }

  override func answered(_ question: Question, _ line: String) {
    guard case .command(let number) = question else { return super.answered(question, line) }
    answered(number, line)
  }

  /// Connects and says who it is.
  func appear(port: UInt16) {
    connect(port: port)
    asked = []
    ask(.hello, ["hello \(name) \(name)-and-nobody-else"])
    for board in boards { open(board) }
  }
}

// Asking.

extension Author {
  /// Takes note of what is in doubt at the beginning of a life.
  func wake() {
    let first = max(0, issued.count - Self.memory)
    doubtful = (first..<issued.count).filter { issued[$0].answer == nil }
    deviser.forgetDrags()
  }

  /// Asks again all that changed something and that the program must remember.
  ///
  /// It remembers commands in the order in which it carried them out, and those that were in doubt
  /// may have been carried out behind later ones.
  func insist() {
    let first = max(0, issued.count - (Self.memory - Self.mostInDoubt))
    for number in first..<issued.count where hasChanged(number) { say(number) }
  }

  /// Asks again what had no answer.
  func askAgain() { for number in doubtful { say(number) } }

  /// Issues new commands, so that so many are on their way.
  func go(depth: Int) {
    let longest = Self.memory - Deviser.mostOrders
    while asked.count < depth, issued.count - (asked.min() ?? issued.count) < longest {
      for order in deviser.orders(on: boards, seeing: mirror.boards) {
        issued.append(Command(order: order))
        say(issued.count - 1)
      }
    }
  }

  /// Looks for its own changes, as far as the program must remember them, in the history of boards.
  func lookForChanges() {
    for number in max(0, issued.count - Self.memory)..<issued.count {
      let order = issued[number].order
      guard order.alwaysChanges, let answer = issued[number].answer,
        let moment = order.moment(in: answer), evidence.denies(moment, by: name)
      else { continue }
      evidence.object(.lost, "history knows nothing of \(tag(number)), “\(answer)”")
    }
  }

  private func say(_ number: Int) {
    if issued[number].tries > 0 { retries += 1 }
    issued[number].tries += 1
    asked.insert(number)
    var lines = issued[number].order.lines
    lines[0] = "#\(tag(number)) \(lines[0])"
    ask(.command(number), lines)
  }

  private func tag(_ number: Int) -> String { "\(name).\(number)" }

  /// Whether an answer told of a change, so that it was written down with it.
  private func hasChanged(_ number: Int) -> Bool {
    guard let answer = issued[number].answer, answer.hasPrefix("ok ") else { return false }
    let order = issued[number].order
    if order.alwaysChanges { return true }
    guard let moment = order.moment(in: answer) else { return false }
    return claims[moment] == number && evidence.notes[moment]?.client == name
  }
}

// Being answered.

extension Author {
  private func answered(_ number: Int, _ line: String) {
    asked.remove(number)
    var words = line.split(separator: " ").map(String.init)
    guard words.count > 1, words[1] == "#\(tag(number))" else {
      return evidence.object(.misfit, "\(line) for \(tag(number))")
    }
    words.remove(at: 1)
    // It is the last fact: behind it there may be a sentence for people.
    let facts = words.prefix { !$0.hasSuffix(";") }.count
    let last = min(facts, words.count - 1)
    let isReplayed = words[last] == "replayed" || words[last] == "replayed;"
    if isReplayed { words.removeSubrange(last...) }
    if let sentence = words.firstIndex(where: { $0.hasSuffix(";") }) {
      words[sentence].removeLast()
      words.removeSubrange((sentence + 1)...)
    }
    take(words.joined(separator: " "), to: number, isReplayed: isReplayed)
  }

  private func take(_ answer: String, to number: Int, isReplayed: Bool) {
    if answer.hasPrefix("error ") { evidence.object(.misfit, "\(tag(number)): \(answer)") }
    if let old = issued[number].answer {
      let mustStand = issued[number].life == evidence.life || hasChanged(number)
      if mustStand && !isReplayed {
        evidence.object(.lost, "\(tag(number)) was “\(old)”, and is carried out anew: “\(answer)”")
      }
      guard mustStand || isReplayed else { return settle(number, answer) }
      if answer != old {
        evidence.object(.doubled, "\(tag(number)) was “\(old)” and is “\(answer)”")
      }
      issued[number].life = evidence.life
    } else {
      acknowledged += 1
      settle(number, answer)
    }
  }

  private func settle(_ number: Int, _ answer: String) {
    issued[number].answer = answer
    issued[number].life = evidence.life
    let order = issued[number].order
    if let moment = order.moment(in: answer) {
      evidence.told(moment)
      if claims[moment] ?? .max > number { claims[moment] = number }
    }
    let words = answer.split(separator: " ").map(String.init)
    if words.starts(with: ["ok", "insert"]) {
      evidence.made("\(order.board)/\(words[2])", by: tag(number))
    }
    if words.starts(with: ["ok", "create"]) { adopt(words[2]) }
    deviser.learn(words, to: order)
  }

  /// Watches a board that it made.
  private func adopt(_ board: String) {
    guard !boards.contains(board) else { return }
    boards.append(board)
    open(board)
  }
}
