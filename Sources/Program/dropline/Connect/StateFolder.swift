import Glibc

/// The folder for state across runs: `$XDG_STATE_HOME/dropline`, or the like under
/// `~/.local/state`.
enum StateFolder {
  /// Nil if no environment variable says where.
  static var path: String? {
    let folder =
      environment("XDG_STATE_HOME") ?? environment("HOME").map { "\($0)/.local/state" }
    return folder.map { "\($0)/dropline" }
  }

  /// The path of a file in it; creates the folders above it with mode 0700.
  static func file(_ name: String) -> String? {
    guard let path = path.map({ "\($0)/\(name)" }) else { return nil }
    for index in path.indices.dropFirst() where path[index] == "/" {
      mkdir(String(path[..<index]), 0o700)
    }
    return path
  }
}
