/// The URL of a PostgreSQL database: `postgres://USER@HOST:PORT/DATABASE?KEY=VALUE`, as libpq reads it.
public struct StoreURL: Hashable, Sendable {
  let string: String

  /// - Returns: Nil unless it begins with `postgres://` or `postgresql://`.
  public init?(_ text: String) {
    guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    string = text
  }
}

extension StoreURL: CustomStringConvertible {
  /// The URL without passwords, for logs.
  public var description: String {
    let scheme = string.prefix { $0 != "/" }
    let rest = string.dropFirst(scheme.count + 2)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    return "\(scheme)//\(Self.withoutPassword(authority))\(Self.withoutPassword(parameters: path))"
  }

  /// `USER:PASSWORD@HOST` without the password.
  private static func withoutPassword(_ authority: Substring) -> String {
    guard let at = authority.lastIndex(of: "@") else { return String(authority) }
    let user = authority[..<at].prefix { $0 != ":" }
    return "\(user)\(authority[at...])"
  }

  private static func withoutPassword(parameters path: Substring) -> String {
    guard let mark = path.firstIndex(of: "?") else { return String(path) }
    let parameters = path[path.index(after: mark)...].split(separator: "&")
    let shown = parameters.filter { !$0.lowercased().contains("password") }
    return path[..<mark] + (shown.isEmpty ? "" : "?" + shown.joined(separator: "&"))
  }
}

/// How long a journal waits for its database.
package struct DatabaseTimeouts: Sendable {
  /// For an answer, before the connection is given up. Each time that a group is sent once more it is twice as
  /// long, up to `longestAnswer`: a primary that waits for its standby keeps what it has got.
  package var answer: Duration = .seconds(10)
  package var longestAnswer: Duration = .seconds(300)
  /// For a database in which the outcome of a group can be read; nil for ever.
  package var outage: Duration?
  /// Between two tries.
  package var pause: Duration = .milliseconds(200)

  package init() {}
}
