import ArgumentParser
import Glibc
import Libuv

/// An answer of the server to one command.
struct ScriptAnswer {
  enum Kind {
    case done
    case refused
    case error
  }

  let kind: Kind
  /// The line as the server wrote it.
  let line: String
  /// What stands behind `| ` in the lines that follow; in the JSON form they are in the line.
  var listing: [String] = []

  /// The words in front of the sentence for people.
  var words: [Substring] { line.prefix(while: { $0 != ";" }).split(separator: " ") }

  /// A word of the answer by its place in the text form, or by its name in the JSON form.
  func word(_ index: Int, named name: String) -> String? {
    guard line.hasPrefix("{") else {
      return words.indices.contains(index) ? String(words[index]) : nil
    }
    return line.firstRange(of: "\"\(name)\":\"").map { range in
      String(line[range.upperBound...].prefix { $0 != "\"" })
    }
  }

  /// Whether it is about the verb of the command. Refusals and errors do not say what they are about.
  func isPossible(for command: String) -> Bool {
    guard kind == .done, !command.hasPrefix("{") else { return true }
    let words = command.split { $0 == " " || $0 == "\n" }
    let verb = words.first { !$0.hasPrefix("#") }?.lowercased() ?? ""
    if verb == "ping" { return line.hasPrefix("pong") || line.hasPrefix("{\"pong\":") }
    let isTagged = words.first?.hasPrefix("#") == true
    return word(isTagged ? 2 : 1, named: "ok") == verb
  }

  /// Nil for a line that answers nothing.
  init?(_ line: String) {
    let kinds: [(String, Kind)] = [
      ("ok", .done), ("pong", .done), ("refused", .refused), ("error", .error),
    ]
    let kind = kinds.first { word, _ in
      line == word || line.hasPrefix("\(word) ") || line.hasPrefix("{\"\(word)\":")
    }
    guard let kind else { return nil }
    self.kind = kind.1
    self.line = line
  }

  /// How many lines of a listing follow.
  fileprivate var listingCount: Int {
    let listings: Set<Substring> = [
      "help", "boards", "who", "drags", "show", "policy", "history", "dryrun",
    ]
    let words = words.filter { !$0.hasPrefix("#") && $0 != "replayed" }
    guard kind == .done, words.count > 2, words[0] == "ok", listings.contains(words[1]) else {
      return 0
    }
    return words.last.flatMap { Int($0) } ?? 0
  }
}

/// A conversation with a server: a command, its answer, the next command.
final class ScriptTalk {
  /// The status for what may have been done or not: the answer never came (`EX_TEMPFAIL`).
  static let lost = ExitCode(75)

  private let socket: LineSocket
  private let patience: Duration
  private let wantsJSON: Bool
  private var isJSON = false

  /// Connects and says who we are.
  ///
  /// - Throws: `ExitCode` 69 where there is no server, 1 where it refuses the name.
  init(_ options: ServerOptions) throws {
    patience = options.patience.duration
    wantsJSON = options.json
    let address = try options.address()
    do throws(SocketFault) {
      socket = try LineSocket(to: address, patience: patience)
      let greeting = try socket.line(within: patience) ?? "(nothing)"
      guard greeting.hasPrefix("dropline 1 ready;") else {
        throw .unreachable("\(address) does not speak Dropline 1; it says: \(greeting)")
      }
    } catch {
      complain(printable(error.description))
      throw ExitCode(EX_UNAVAILABLE)
    }
    if let hello = options.hello { _ = try done(hello) }
  }

  /// Has the server write JSON from now on, if that is what was asked for.
  ///
  /// - Throws: `ExitCode` 69 where the server does not know that form.
  func beginJSON() throws {
    guard wantsJSON, !isJSON else { return }
    guard try ask("hello json").line.hasPrefix("{") else {
      complain("the server has no JSON form")
      throw ExitCode(EX_UNAVAILABLE)
    }
    isJSON = true
    socket.lineLimit = LineSocket.longestObject
  }

  /// Sends a command, or a block, and waits for its answer.
  ///
  /// - Throws: `ExitCode` 75 where it does not come, 76 where something else is answered.
  func ask(_ command: String) throws -> ScriptAnswer {
    socket.send(command)
    do {
      let answer = try answer()
      guard answer.isPossible(for: command) else {
        complain("the server answers something else: \(printable(answer.line))")
        throw ExitCode(EX_PROTOCOL)
      }
      return answer
    } catch let fault as SocketFault {
      complain("\(fault) before the answer; the command was done or not")
      throw Self.lost
    }
  }

  /// Skips what is no answer: what happens on boards that are open, and goodbyes.
  private func answer() throws(SocketFault) -> ScriptAnswer {
    let deadline = EventLoop.now + patience
    var rows = 0
    while EventLoop.now < deadline {
      let line = try nextLine()
      if rows > 0 {
        rows -= 1
        continue
      }
      if let answer = ScriptAnswer(line) { return try withListing(answer) }
      let words = line.split(separator: " ")
      if words.count == 5, words[0] == "batch" || words[0] == "board" {
        rows = Int(words[4]) ?? 0
      }
    }
    throw .silent(patience)
  }

  private func withListing(_ answer: ScriptAnswer) throws(SocketFault) -> ScriptAnswer {
    var answer = answer
    for _ in 0..<answer.listingCount {
      let line = try nextLine()
      answer.listing.append(String(line.dropFirst(2)))
    }
    return answer
  }

  private func nextLine() throws(SocketFault) -> String {
    guard let line = try socket.line(within: patience) else { throw .closed }
    return line
  }

  /// Sends a command that has to be done for anything else to make sense.
  ///
  /// - Throws: `ExitCode` as `check` does.
  func done(_ command: String) throws -> ScriptAnswer {
    let answer = try ask(command)
    try check(answer)
    return answer
  }

  /// Sends a command and prints the answer: what is done on standard output, the rest on standard
  /// error.
  ///
  /// - Throws: `ExitCode` as `check` does.
  func tell(_ command: String, listingOnly: Bool = false) throws {
    try beginJSON()
    let answer = try done(command)
    if !listingOnly || isJSON { sayLine(printable(answer.line)) }
    for line in answer.listing { sayLine(printable(listingOnly ? line : "| \(line)")) }
  }

  /// - Throws: `ExitCode` 1 for a refusal and 64 for an error, which are then on standard error.
  func check(_ answer: ScriptAnswer) throws {
    switch answer.kind {
    case .done: return
    case .refused:
      sayError(printable(answer.line))
      throw ExitCode.failure
    case .error:
      sayError(printable(answer.line))
      throw ExitCode(EX_USAGE)
    }
  }
}

/// Says a line on standard error as it is.
func sayError(_ line: String) {
  let bytes = Array(line.utf8) + [0x0A]
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
