import Transcripts

/// The commands of one client that are still to be answered.
struct Ledger: CustomStringConvertible {
  private var open: [String] = []
  private var isWithinBlock = false
  /// Whether raw bytes were sent, whose answers are not counted here.
  private var isUncounted = false

  var description: String { "\(open)" }
  var isSettled: Bool { open.isEmpty && !isWithinBlock }

  /// Takes what a client does or reads next, and tells what does not fit.
  mutating func take(_ action: Step.Action) -> String? {
    switch action {
    case .connect, .cut, .crash:
      self = Ledger()
    case .line(let line, _):
      send(line)
    case .expect(.line(let pattern)):
      return read(pattern.description)
    case .bytes:
      isUncounted = true
    case .end:
      // A block that is cut off has no reply.
      if isWithinBlock { open.removeLast() }
      isWithinBlock = false
    case .expect, .wait, .disk:
      break
    }
    return nil
  }

  private mutating func send(_ line: String) {
    var words = line.split(separator: " ")
    if words.first?.hasPrefix("#") == true { words.removeFirst() }
    guard let verb = words.first?.lowercased() else { return }
    if isWithinBlock {
      isWithinBlock = verb != "end"
    } else {
      open.append(verb)
      isWithinBlock = verb == "batch" || verb == "replace"
    }
  }

  /// Takes a line from the server.
  private mutating func read(_ line: String) -> String? {
    var words = line.split(separator: " ").map(String.init)
    guard let kind = words.first, ["ok", "refused", "error", "pong"].contains(kind) else {
      return nil
    }
    guard let verb = open.first else {
      return isUncounted ? nil : "a reply to nothing: \(line)"
    }
    open.removeFirst()
    if words.count > 1, words[1].hasPrefix("#") { words.remove(at: 1) }
    if kind == "ok", words[1] != verb { return "\(verb) is answered by \(line)" }
    return (kind == "pong") == (verb == "ping") || kind == "error" || kind == "refused"
      ? nil : "\(verb) is answered by \(line)"
  }
}
