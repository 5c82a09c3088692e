import BoardModel
import BoardWire
import Net

/// Why a server cannot be had, or does not do what it was asked for. The description is for people.
public enum BoardServerFault: Error, Hashable, Sendable {
  /// The address is not available: another socket listens there, or it may not be used. With the words of the system.
  case cannotListen(Endpoint, String)
  /// The directory cannot be used: another server has it, it is damaged, or the disk fails.
  case unusableDirectory(String)
  /// A board cannot be served.
  case badBoard(String, reason: String)
  /// The certificate or its key cannot be used.
  case badCertificate(String)
  /// The folder of a page cannot be used.
  case badPage(String)
  /// The system has no thread for it.
  case noThread(Int32)
  /// There is no board of this name, or its content is damaged.
  case noBoard(String)
  /// The server has refused a command of `client(named:)`.
  case refused(Failure)
  /// The server or the client has ended; with the reason that the client was told, if it was.
  case ended(Bye?)
  /// Nothing came within the time.
  case silent(Duration)
  /// The command has no reply of its own, or one in another form.
  case notAnswered(String)
}

extension BoardServerFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotListen(let endpoint, let reason): "cannot listen at \(endpoint): \(reason)"
    case .unusableDirectory(let reason): reason
    case .badBoard(_, let reason): reason
    case .badCertificate(let reason), .badPage(let reason): reason
    case .noThread(let code): "no thread can be had: error \(code)"
    case .noBoard(let name): "there is no board \(name)"
    case .refused(let failure): "refused \(failure.code): \(failure.sentence)"
    case .ended(let bye):
      bye.map { "the server has ended the conversation: \($0)" } ?? "it has ended"
    case .silent(let time): "nothing came within \(time)"
    case .notAnswered(let reason): reason
    }
  }
}
