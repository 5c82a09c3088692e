@testable import BoardWire

// Objects of single lines, for the laws of the two forms: each line is an object, which is that line.

/// Whose line it is.
package enum Speaker: Hashable, Sendable {
  case client
  case server
  /// A line of a batch, a snapshot or a block.
  case row

  fileprivate static let commands = Dictionary(
    grouping: LineSchema.commands, by: { $0.kind ?? "" })

  fileprivate var schemas: [String: [LineSchema]] {
    switch self {
    case .client: Self.commands
    case .server: LineSchema.fromServer
    case .row: LineSchema.rowsByKind
    }
  }
}

extension JSONTranslator {
  /// The object that one line of a client or a server is, without the lines that follow it.
  ///
  /// - Returns: nil if the line is not well formed.
  package static func object(of line: String, saidBy speaker: Speaker) -> String? {
    var json = WireBuffer()
    let isObject = Array(line.utf8).withUnsafeBytes { line in
      var lines = 0
      return json.begin(object: line, among: speaker.schemas, lines: &lines) != nil
    }
    return isObject ? json.string + "}" : nil
  }
}

extension JSONCommand {
  /// The line that an object is, without the lines that follow it: the inverse of
  /// `JSONTranslator.object(of:saidBy:)`.
  package static func line(
    of object: String, saidBy speaker: Speaker
  ) throws(LineError) -> String {
    let bytes = Array(object.utf8)
    let read = bytes.withUnsafeBytes { bytes in
      Result { () throws(LineError) in try JSONReader.object(bytes) }
    }
    let object = try read.get()
    guard case .string(let kind) = object["kind"],
      let schema = speaker.schemas[kind]?.first(where: { $0.fits(object) })
    else { throw .missingArgument("kind") }
    var text = WireBuffer()
    text.append(tag: try object.tag)
    try text.append(object: object, of: schema, besides: ["tag", "kind", "rows", "replayed"])
    text.truncate(to: text.count - 1)
    let isReplayed = schema.mayBeReplayed && object["replayed"] == .bool(true)
    return text.string + (isReplayed ? " replayed=yes" : "")
  }
}

extension LineSchema {
  /// Whether an object has the words that tell this kind from others of its first word.
  fileprivate func fits(_ object: JSONObject) -> Bool {
    parts.allSatisfy { part in
      guard case .literal(let literal) = part.role else { return true }
      return object[part.name] == .string(literal)
    }
  }
}
