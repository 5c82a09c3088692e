import BoardCore

/// Names of boards for a shell that completes a word.
enum BoardCompletion {
  /// Asks the server that the words on the command line name, and says nothing where it is not there.
  static func boards(after words: [String]) -> [String] {
    let patience = Duration.milliseconds(500)
    guard let address = address(in: words),
      let socket = try? LineSocket(to: address, patience: patience)
    else { return [] }
    socket.send("boards")
    socket.finishWriting()
    var names: [String] = []
    while let line = try? socket.line(within: patience) {
      let words = line.split(separator: " ")
      if words.count > 1, words[0] == "|" { names.append(String(words[1])) }
    }
    // What no board can be called could mean something to the shell.
    return names.filter { BoardName($0) != nil }
  }

  private static func address(in words: [String]) -> ServerAddress? {
    if let index = words.lastIndex(of: "--server"), words.indices.contains(index + 1) {
      return ServerAddress(argument: words[index + 1])
    }
    return try? .fromEnvironment()
  }
}
