import BoardClient
import BoardModel
import BoardWire
import Libuv

/// Completion of board names for shells.
enum BoardCompletion {
  /// Asks the server that the words on the command line name, and says nothing if there is none.
  static func boards(after words: [String]) -> [String] {
    guard let address = address(in: words) else { return [] }
    let rows = try? Conversation.boards(of: address, timeout: .milliseconds(500))
    return (rows ?? []).map(\.board.string)
  }

  private static func address(in words: [String]) -> ServerAddress? {
    if let index = words.lastIndex(of: "--server"), words.indices.contains(index + 1) {
      return ServerAddress(argument: words[index + 1])
    }
    return try? .fromEnvironment()
  }
}
