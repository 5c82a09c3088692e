import BoardModel
import BoardWire
import CheckedClients

// Who may do what, if there are rules of access.

extension SimulatedClient {
  /// The number of a client that comes when everything is at rest.
  static let newcomer = 1_000

  /// The rules: some clients own all boards, some edit one, and guests look on.
  ///
  /// - Parameter restricted: Whether client 3 may only look on.
  static func rules(restricted: Bool) -> [String] {
    let users = [
      (0, "owner *"), (4, "owner *"), (newcomer, "owner *"), (1, "editor alpha"),
      (3, restricted ? "viewer alpha" : "editor alpha"),
    ]
    return ["guest viewer *"]
      + users.flatMap { number, grant in
        let digit = String(number % 16, radix: 16)
        let digest = String(repeating: digit, count: 60) + String(repeating: "0", count: 4)
        return [
          "user m\(number) \(grant)", "token m\(number) \(digest) \(token(of: number))",
        ]
      }
  }

  static func token(of number: Int) -> String { "a-long-secret-of-\(number)" }

  /// Whether it never has a right to change anything under the rules.
  private var isOnlooker: Bool { name == nil }

  /// Whether it never has the right to override others under the rules.
  var mayNotForce: Bool { ![0, 4, Self.newcomer].contains(number) }

  /// Whether a reply says that it did what its role does not permit.
  func exceedsRole(_ reply: Reply) -> Bool {
    guard isOnlooker else { return false }
    switch reply {
    case .begin, .beginExternal, .perform, .create, .removeBoard, .renameBoard: return true
    default: return reply.editedRevision != nil
    }
  }
}
