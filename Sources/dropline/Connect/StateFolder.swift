import Glibc

/// The folder for what one run leaves to the next: `$XDG_STATE_HOME/dropline`, or the like under
/// `~/.local/state`.
enum StateFolder {
  /// Nil where nothing in the environment says.
  static var path: String? {
    let folder =
      environment("XDG_STATE_HOME") ?? environment("HOME").map { "\($0)/.local/state" }
    return folder.map { "\($0)/dropline" }
  }

  /// The path of a file in it, with all folders above it made; nobody else may read what is in them.
  static func file(_ name: String) -> String? {
    guard let path = path.map({ "\($0)/\(name)" }) else { return nil }
    for index in path.indices.dropFirst() where path[index] == "/" {
      mkdir(String(path[..<index]), 0o700)
    }
    return path
  }
}
