import BoardWire

extension ServerMessage {
  /// The message of these lines; nil if they are none, or not all of one.
  ///
  /// - Throws: `MalformedLine`.
  package init?(_ lines: [String]) throws(MalformedLine) {
    var reader = MessageReader()
    for (index, line) in lines.enumerated() {
      let result = Array(line.utf8).withUnsafeBytes { bytes in
        Result { () throws(MalformedLine) in try reader.read(bytes) }
      }
      guard let message = try result.get() else { continue }
      guard index == lines.indices.last else { return nil }
      self = message
      return
    }
    return nil
  }
}
