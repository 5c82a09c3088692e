@testable import Transcripts

/// An injected fault of a server, and a scenario by which `check` must detect it.
struct Fault: Sendable, CustomStringConvertible {
  let description: String
  let file: String
  let scenario: String
  /// What a client reads of messages that came together.
  let rewrite: @Sendable ([ProxiedMessage]) -> [ProxiedMessage]

  init(
    _ description: String, _ file: String, _ scenario: String,
    _ rewrite: @escaping @Sendable ([ProxiedMessage]) -> [ProxiedMessage]
  ) {
    (self.description, self.file, self.scenario) = (description, file, scenario)
    self.rewrite = rewrite
  }

  /// A fault of single messages.
  static func each(
    _ description: String, _ file: String, _ scenario: String,
    _ change: @escaping @Sendable (inout ProxiedMessage) -> Void
  ) -> Fault {
    Fault(description, file, scenario) { messages in
      messages.map { message in
        var message = message
        change(&message)
        return message
      }
    }
  }

  /// A fault of single lines, rows included.
  static func line(
    _ description: String, _ file: String, _ scenario: String,
    _ change: @escaping @Sendable (inout ProxiedFields) -> Void
  ) -> Fault {
    each(description, file, scenario) { message in
      message.head.fields = message.head.fields.map { changed($0, change) }
      for index in message.rows.indices {
        message.rows[index].fields = message.rows[index].fields.map { changed($0, change) }
      }
    }
  }

  private static func changed(
    _ line: ProxiedFields, _ change: (inout ProxiedFields) -> Void
  ) -> ProxiedFields {
    var line = line
    change(&line)
    return line
  }

  /// A fault of single members of objects.
  static func members(
    _ description: String, _ file: String, _ scenario: String,
    _ change: @escaping @Sendable (inout JSON.Member) -> Void
  ) -> Fault {
    each(description, file, scenario) { message in
      guard var object = message.head.object else { return }
      for index in object.members.indices { change(&object.members[index]) }
      message.head.object = object
    }
  }
}

/// A proxy with a fault.
struct FaultyRewriting: MessageRewriting {
  let fault: Fault

  func rewrite(_ messages: [ProxiedMessage]) -> [ProxiedMessage] { fault.rewrite(messages) }
}

/// A server that executes a repeated command once more.
struct RepeatingRewriting: MessageRewriting {
  private var tags: Set<String> = []
  private var count = 0
  /// What the client calls a command that was sent with another tag.
  private var origins: [String: String] = [:]

  mutating func rewrite(sent bytes: [UInt8]) -> [UInt8] {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let rewritten = lines.map { line in
      guard line.hasPrefix("#"), let end = line.firstIndex(of: " ") else { return String(line) }
      let tag = String(line[..<end].dropFirst())
      guard !tags.insert(tag).inserted else { return String(line) }
      count += 1
      origins["again-\(count)"] = tag
      return "#again-\(count)\(line[end...])"
    }
    return Array(rewritten.joined(separator: "\n").utf8)
  }

  func rewrite(_ messages: [ProxiedMessage]) -> [ProxiedMessage] {
    messages.map { message in
      guard var head = message.head.fields, let tag = head.tag, let origin = origins[tag] else {
        return message
      }
      var message = message
      head.tag = origin
      head["replayed"] = "yes"
      message.head = .fields(head)
      return message
    }
  }
}
