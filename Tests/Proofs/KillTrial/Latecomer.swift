import BoardModel
import BoardWire
import CheckedClients

/// A client that asks for a board while the database is away, which nobody has asked for since the space was taken. It
/// must be served when the database is back.
final class Latecomer: TrialClient {
  /// Whether the board is stored.
  var hasBoard = false
  /// Whether it has asked, and has not been served yet.
  private var isWaiting = false
  /// How often it was served.
  private(set) var servedCount = 0
  /// When it asks again, after it was refused for now.
  private var nextTime: ContinuousClock.Instant?
  private static let pause: Duration = .milliseconds(200)

  /// Connects, and asks for the board, which it does not know.
  func come(to port: UInt16?) {
    guard hasBoard, let port else { return }
    isWaiting = true
    forget()
    connect(port: port)
    for board in boards { open(board) }
  }

  /// Whether it has all that it has asked for. If not, it asks again if it was refused or sent away.
  func isServed(at port: UInt16?) -> Bool {
    guard isWaiting else { return true }
    if hasLostConnection { come(to: port) }
    if let nextTime, ContinuousClock.now >= nextTime {
      self.nextTime = nil
      for board in boards { open(board) }
    }
    guard boards.allSatisfy({ mirror.boards[$0] != nil }) else { return false }
    isWaiting = false
    servedCount += 1
    cut()
    return true
  }

  override func answered(_ question: Question, _ reply: ServerReply) {
    if case .open = question, reply.failure?.refusal?.wire.code == .unavailable {
      nextTime = .now + Self.pause
    } else {
      super.answered(question, reply)
    }
  }
}
