import BoardModel
import BoardWire
import CheckedClients
import Simulation

/// A client that changes boards, and retries every command until it has a reply.
///
/// It pipelines commands. Commands without a reply at a kill are retried under the same tag.
final class Author: TrialClient {
  /// A tagged command and its reply.
  struct Command {
    let command: GeneratedCommand
    /// The reply without the tag and `replayed=yes`.
    var answer: ServerReply.Outcome?
    /// The life (run) of the program in which it was first answered, or last executed.
    var life = 0
    /// The number of attempts.
    var tries = 0
  }

  /// The size of the program's reply cache per client.
  private static let memory = 64
  /// The limit on pipelined commands.
  private static let mostInDoubt = 24

  private var issued: [Command] = []
  /// The number of the first command of the present epoch.
  private var first = 0
  /// When it asks for something new again, after it was refused for now.
  private var pauseEnd = ContinuousClock.now
  /// How long that is.
  private static let pause: Duration = .milliseconds(200)
  private var generator: CommandGenerator
  /// The revisions in replies, each with the number of the first command that reported it.
  private(set) var claims: [Evidence.Moment: Int] = [:]
  /// The commands pending in this life of the program.
  private var asked: Set<Int> = []
  /// Commands without a reply when the life began.
  private var doubtful: [Int] = []
  /// The drags of the last life.
  private var drags: [SessionID] = []
  /// The number of drags that went on in another life.
  private(set) var resumed = 0
  private(set) var acknowledged = 0
  private(set) var retries = 0

  init(_ number: Int, watching boards: [String], seed: Int, _ evidence: Evidence) {
    generator = CommandGenerator(author: number, seed: seed)
    super.init("a\(number)", watching: boards, evidence)
  }

  override func answered(_ question: Question, _ reply: ServerReply) {
    switch question {
    case .command(let number): answered(number, reply)
    case .resume(let drag): didResume(drag, reply)
    case .space, .hello, .open, .create, .ping, .history, .cancel: super.answered(question, reply)
    }
  }

  /// A drag goes on, or has ended in a way that has a name.
  private func didResume(_ drag: SessionID, _ reply: ServerReply) {
    switch reply.outcome {
    case .ok:
      resumed += 1
      ask(.cancel, .drag(.cancel(.init(drag))))
    case .refused(let failure):
      // It is held if nobody has noticed yet that its connection is gone.
      var codes: [Refusal.Code] = [.sessionEnded, .notSuspended, .unavailable]
      if evidence.isNewEpoch { codes.append(.unknownSession) }
      guard !codes.contains(where: { $0 == failure.refusal?.wire.code }) else { return }
      evidence.object(.vanished, "\(name) resumes \(drag): \(reply.shown)")
    case .error: evidence.object(.misfit, "\(name) resumes \(drag): \(reply.shown)")
    }
  }

  /// Connects and sends `hello`.
  func appear(port: UInt16) {
    connect(port: port)
    asked = []
    let token = "\(name)-and-nobody-else"
    ask(.hello, .connection(.hello(.init(ClientName(name)!, token: token))))
    for board in boards { open(board) }
    for drag in drags { ask(.resume(drag), .drag(.resume(.init(drag)))) }
    drags = []
  }
}

// Sending.

extension Author {
  /// Records the unanswered commands at the beginning of a life.
  func wake() {
    let first = max(first, issued.count - Self.memory)
    doubtful = (first..<issued.count).filter { issued[$0].answer == nil }
    drags = generator.forgetDrags()
  }

  /// Forgets its commands and drags: a new epoch has begun (rule 9.4).
  func forgetCommands() {
    first = issued.count
    (claims, doubtful, drags) = ([:], [], [])
  }

  /// Retries all changes that the reply cache must contain.
  ///
  /// The cache is in the order of execution, and unanswered commands may have been executed after
  /// later ones.
  func insist() {
    let first = max(first, issued.count - (Self.memory - Self.mostInDoubt))
    for number in first..<issued.count where hasChanged(number) { say(number) }
  }

  /// Retries the unanswered commands.
  func askAgain() { for number in doubtful { say(number) } }

  /// Issues new commands up to the pipeline limit.
  func go(depth: Int) {
    let longest = Self.memory - CommandGenerator.longestSequence
    guard ContinuousClock.now >= pauseEnd else { return }
    while asked.count < depth, issued.count - (asked.min() ?? issued.count) < longest {
      for command in generator.commands(on: boards, seeing: mirror.boards) {
        issued.append(Command(command: command))
        say(issued.count - 1)
      }
    }
  }

  /// Requests the history of boards for its own changes that the log must contain.
  func lookForChanges() {
    for number in max(first, issued.count - Self.memory)..<issued.count {
      let command = issued[number].command
      guard command.alwaysChanges, case .ok(let reply) = issued[number].answer,
        let moment = command.moment(in: reply), evidence.denies(moment, by: name)
      else { continue }
      let answer = ServerReply.Outcome.ok(reply).shown
      evidence.object(.lost, "history knows nothing of \(tag(number)), “\(answer)”")
    }
  }

  private func say(_ number: Int) {
    if issued[number].tries > 0 { retries += 1 }
    issued[number].tries += 1
    asked.insert(number)
    ask(.command(number), issued[number].command.bytes(tag: tag(number)))
  }

  private func tag(_ number: Int) -> String { "\(name).\(number)" }

  /// Whether a reply reported a change, so that both are durable.
  private func hasChanged(_ number: Int) -> Bool {
    guard case .ok(let reply) = issued[number].answer else { return false }
    let command = issued[number].command
    if command.alwaysChanges { return true }
    guard let moment = command.moment(in: reply) else { return false }
    return claims[moment] == number && evidence.notes[moment]?.client == name
  }
}

// Replies.

extension Author {
  private func answered(_ number: Int, _ reply: ServerReply) {
    asked.remove(number)
    guard reply.tag == tag(number) else {
      return evidence.object(.misfit, "\(reply) for \(tag(number))")
    }
    receive(reply.outcome, to: number, isReplayed: reply.isReplayed)
  }

  private func receive(_ answer: ServerReply.Outcome, to number: Int, isReplayed: Bool) {
    // It was not executed, and is retried in the next life.
    if answer.isForgotten {
      pauseEnd = .now + Self.pause
      return
    }
    if case .refused(let failure) = answer, failure.refusal?.wire.code == .boardDamaged {
      evidence.object(.vanished, "\(tag(number)): \(answer.shown)")
    }
    if case .error = answer { evidence.object(.misfit, "\(tag(number)): \(answer.shown)") }
    if let old = issued[number].answer {
      let mustStand = issued[number].life == evidence.life || hasChanged(number)
      if mustStand && !isReplayed {
        evidence.object(
          .lost, "\(tag(number)) was “\(old.shown)”, and is carried out anew: “\(answer.shown)”")
      }
      guard mustStand || isReplayed else {
        return settle(number, answer, isReplayed: isReplayed)
      }
      if answer != old {
        evidence.object(.doubled, "\(tag(number)) was “\(old.shown)” and is “\(answer.shown)”")
      }
      issued[number].life = evidence.life
    } else {
      acknowledged += 1
      settle(number, answer, isReplayed: isReplayed)
    }
  }

  private func settle(_ number: Int, _ answer: ServerReply.Outcome, isReplayed: Bool) {
    issued[number].answer = answer
    issued[number].life = evidence.life
    let command = issued[number].command
    generator.learn(answer, to: command)
    guard case .ok(let reply) = answer else { return }
    let temporary = command.temporaryMoment(in: reply)
    if let temporary { evidence.produced(temporary, by: tag(number), isReplayed: isReplayed) }
    if let moment = command.moment(in: reply) {
      evidence.reported(moment)
      if claims[moment] ?? .max > number { claims[moment] = number }
    }
    if case .insert(let placed) = reply {
      evidence.made("\(command.board)/\(placed.item)", by: tag(number))
    }
    if case .create(let created) = reply, temporary == nil { openCreated(created.board.string) }
  }

  /// Opens a board that it created, and watches it from now on.
  private func openCreated(_ board: String) {
    guard !boards.contains(board) else { return }
    boards.append(board)
    open(board)
  }
}

extension ServerReply.Outcome {
  /// Whether it is a refusal that the server does not remember (rule 9.3), and that a repetition need not have.
  fileprivate var isForgotten: Bool {
    guard case .refused(let failure) = self, let code = failure.refusal?.wire.code else {
      return false
    }
    let codes: [Refusal.Code] = [.unavailable, .draining, .diskFull, .sessionSuspended]
    return codes.contains(code)
  }
}
