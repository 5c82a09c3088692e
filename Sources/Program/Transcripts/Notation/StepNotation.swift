extension Step: CustomStringConvertible {
  /// The step in the notation; an `access` has several lines.
  public var description: String {
    switch action {
    case .connect: "\(client) connects"
    case .line("", malformed: false): "\(client)>"
    case .line(let line, let isMalformed): "\(client)>\(isMalformed ? "?" : "") \(line)"
    case .bytes(let bytes): "\(client)>! \(notation(of: bytes))"
    case .expect(.line(let pattern)): "\(client)< \(pattern)"
    case .expect(.listing): "\(client)< | …"
    case .expect(.bytes(let bytes)): "\(client)<! \(notation(of: bytes))"
    case .expect(.closed): "\(client)< (closed)"
    case .end: "\(client) ends"
    case .cut: "\(client) cuts"
    case .wait(let time): "wait \(shown(time))"
    case .crash: "server crashes"
    case .drain: "server drains"
    case .disk(let isFull): isFull ? "disk full" : "disk free"
    case .database(let isSilent): isSilent ? "database silent" : "database answers"
    case .access(let rules): (["access"] + rules + [""]).joined(separator: "\n")
    }
  }

  private func shown(_ time: Duration) -> String {
    let milliseconds = Int(time / .milliseconds(1))
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }
}
