import BoardClient
import BoardModel
import BoardReplica
import BoardWire

/// A client of a `TestServer`.
///
/// What it expects it waits for, at most for the deadline of the server, and without sleeping. A failure says where,
/// what was expected and came, and all that the clients have sent and read until then.
///
/// Expected lines are compared word by word as far as they go: `move 0.1 1.0` is also `move 0.1 1.0 Milk`. The word
/// `…` matches any word.
public final class TestClient: Sendable {
  public let name: String
  let site: TestSite
  let link: ClientLink

  init(_ name: String, _ link: ClientLink, of site: TestSite) {
    (self.name, self.link, self.site) = (name, link, site)
  }
}

// Sending.

extension TestClient {
  /// Sends lines as they are. `expectReply` has what the server says to each.
  public func send(_ lines: String...) throws {
    try site.loop.run { [link] in for line in lines { link.send(line) } }
  }

  /// Sends a command, and waits for its reply.
  ///
  /// - Returns: The first line of the reply.
  /// - Throws: `TestFailure`, also if the command is refused, or is none.
  @discardableResult
  public func ask(
    _ line: String, within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws -> String {
    let reply = try await reply(to: line, within: time, file: file, at: number)
    guard !reply.hasPrefix("refused "), !reply.hasPrefix("error ") else {
      throw try site.failure(
        "\(name) asked `\(line)`, and got: \(reply)", at: SourcePlace(file, number))
    }
    return reply
  }

  /// Sends a command, and waits for its reply, whatever it is: `refused leased item=i2 by=ann …`.
  ///
  /// - Returns: The first line of the reply.
  public func reply(
    to line: String, within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws -> String {
    let tag = try site.loop.run { [link] in link.ask(line) }
    return try await answer(to: tag, of: line, within: time, SourcePlace(file, number))
  }

  /// Opens a board, and waits until the client has it.
  public func open(
    _ board: String? = nil, within time: Duration? = nil, file: String = #fileID,
    at number: Int = #line
  ) async throws {
    let place = SourcePlace(file, number)
    let board = try site.name(board, at: place)
    if let tag = try site.loop.run({ [link] in try link.open(board) }) {
      let reply = try await answer(to: tag, of: "open \(board)", within: time, place)
      guard reply.hasPrefix("ok ") else {
        throw try site.failure("\(name) cannot open \(board): \(reply)", at: place)
      }
    }
    try await wait("\(name) to have the board \(board)", within: time, place) { link in
      try link.check()
      return link.replicas[board]?.isCurrent == true ? () : nil
    }
  }

  /// Drags an item to the end of a section, and drops it. Both are found by their text or their id.
  public func drag(
    _ item: String, to section: String, on board: String? = nil, within time: Duration? = nil,
    file: String = #fileID, at number: Int = #line
  ) async throws {
    let place = SourcePlace(file, number)
    let board = try site.name(board, at: place)
    let content = try site.content(of: board, at: place)
    guard let item = content.item(called: item), let section = content.section(called: section)
    else {
      throw try site.failure(
        "there is no \(item) or no \(section) on \(board): \(content.outline)", at: place)
    }
    for command in ["begin \(item) board=\(board)", "propose end:\(section)", "perform"] {
      let reply = try await reply(to: command, within: time, file: file, at: number)
      guard reply.hasPrefix("ok ") else {
        throw try site.failure("\(name) cannot \(command): \(reply)", at: place)
      }
    }
  }

  private func answer(
    to tag: String, of line: String, within time: Duration?, _ place: SourcePlace
  ) async throws -> String {
    try await wait("a reply to `\(line)`", within: time, place) { link in
      try link.answer(to: tag).map { ClientLink.untagged($0.lines[0]) }
    }
  }

  /// Waits for something of the link.
  func wait<Value: Sendable>(
    _ what: String, within time: Duration?, _ place: SourcePlace,
    for condition: @escaping @Sendable (ClientLink) throws -> Value?
  ) async throws -> Value {
    let (link, log, name, time) = (link, site.log, name, time ?? site.deadline)
    let failure: @Sendable (String) -> any Error = { TestFailure($0, at: place, log.lines) }
    return try await site.loop.wait(
      atMost: time,
      orThrow: failure("\(name) expected \(what), and nothing came in \(time)")
    ) {
      do { return try condition(link) } catch let fault as LinkFault {
        throw failure("\(name) expected \(what), but \(fault)")
      } catch let mismatch as Mismatch {
        throw failure("\(name) expected \(what), and got \(mismatch.received)")
      }
    }
  }
}

/// What came instead of what was expected.
struct Mismatch: Error {
  let received: String
}

// Expecting.

extension TestClient {
  /// Expects the next batch to have these rows, in any order, and no others.
  public func expectBatch(
    _ rows: String..., within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws {
    let expected = rows.joined(separator: " · ")
    try await wait("the batch `\(expected)`", within: time, SourcePlace(file, number)) { link in
      guard !link.batches.isEmpty else { return try link.nothing() }
      let received = link.batches.removeFirst().lines
      var rest = Array(received.dropFirst())
      for row in rows {
        guard let index = rest.firstIndex(where: { begins($0, row) }) else {
          throw Mismatch(received: "`\(received.joined(separator: " · "))`")
        }
        rest.remove(at: index)
      }
      guard rest.isEmpty else { throw Mismatch(received: "`\(received.joined(separator: " · "))`") }
      return ()
    }
  }

  /// Expects the next event.
  public func expectEvent(
    _ event: String, within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws {
    try await expect(event, "event", \.events, within: time, SourcePlace(file, number))
  }

  /// Expects the next reply to lines that were sent by `send`.
  public func expectReply(
    _ reply: String, within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws {
    try await expect(reply, "reply", \.replies, within: time, SourcePlace(file, number))
  }

  private func expect(
    _ line: String, _ what: String,
    _ queue: any ReferenceWritableKeyPath<ClientLink, [ReceivedMessage]> & Sendable,
    within time: Duration?, _ place: SourcePlace
  ) async throws {
    try await wait("the \(what) `\(line)`", within: time, place) { link in
      guard !link[keyPath: queue].isEmpty else { return try link.nothing() }
      let received = link[keyPath: queue].removeFirst().lines[0]
      guard begins(received, line) else { throw Mismatch(received: "`\(received)`") }
      return ()
    }
  }

  /// Expects that the server has sent no batch and no event that the test has not asked for.
  public func expectNothing(
    within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws {
    let place = SourcePlace(file, number)
    try await ask("ping", within: time, file: file, at: number)
    try await wait("nothing", within: time, place) { link in
      guard let message = (link.batches + link.events).first else { return () }
      throw Mismatch(received: "`\(message.lines.joined(separator: " · "))`")
    }
  }

  /// Expects its copy of a board, which it has opened, to become this one, written as text.
  public func expectBoard(
    _ text: String, of board: String? = nil, within time: Duration? = nil, file: String = #fileID,
    at number: Int = #line
  ) async throws {
    let place = SourcePlace(file, number)
    let board = try site.name(board, at: place)
    let wanted = try Content(outline: text).outline
    let (link, log, name, time) = (link, site.log, name, time ?? site.deadline)
    let failure: @Sendable () -> any Error = {
      let copy = link.replicas[board].map { "has `\($0.shown.content.outline)` after \(time)" }
      let message = "\(name) expected `\(wanted)`, and \(copy ?? "has not opened the board")"
      return TestFailure(message, at: place, log.lines)
    }
    try await site.loop.wait(atMost: time, orThrow: failure()) {
      link.replicas[board]?.shown.content.outline == wanted ? () : nil
    }
  }

  /// Expects the server to close the connection.
  public func expectClosed(
    within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws {
    try await wait("the end of the connection", within: time, SourcePlace(file, number)) {
      $0.isClosed ? () : nil
    }
  }
}

extension ClientLink {
  /// Nothing has come yet.
  ///
  /// - Throws: `LinkFault` if nothing will.
  fileprivate func nothing() throws(LinkFault) -> Void? {
    try check()
    return nil
  }
}

/// Whether a line begins with these words.
private func begins(_ line: String, _ pattern: String) -> Bool {
  let (words, wanted) = (line.split(separator: " "), pattern.split(separator: " "))
  return words.count >= wanted.count
    && zip(words, wanted).allSatisfy { word, pattern in pattern == "…" || word == pattern }
}

// Faults.

extension TestClient {
  /// Breaks its connection with a reset.
  public func cut() throws { try site.loop.run { [link] in link.cut() } }

  /// Lets nothing pass in either direction, as a network does that is stuck.
  public func stall() throws { try site.fault("\(name) stalls") { [link] in link.relay.stall() } }

  /// Lets everything pass again, what has waited first.
  public func resume() throws {
    try site.fault("\(name) resumes") { [link] in link.relay.resume() }
  }

  /// Loses everything in both directions, and tells neither side.
  public func halfOpen() throws {
    try site.fault("\(name) is half open") { [link] in link.relay.discard() }
  }

  /// Connects again, and opens its boards from the revisions of its copies.
  public func reconnect(
    within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws {
    let boards = try site.loop.run { [link] in
      try link.connect()
      return link.replicas.keys.sorted()
    }
    for board in boards {
      try await open(board.string, within: time, file: file, at: number)
    }
  }
}

extension Content {
  /// The id of an item by its text or its id.
  fileprivate func item(called name: String) -> ItemID? {
    let items = flatMap(\.items)
    return (items.first { $0.text.string == name } ?? items.first { $0.id.string == name })?.id
  }

  /// The id of a section by its title or its id.
  fileprivate func section(called name: String) -> SectionID? {
    (first { $0.title.string == name } ?? first { $0.id.string == name })?.id
  }
}
