import BoardWire

extension [Request] {
  /// The commands as they are sent, one line each.
  var bytes: [UInt8] {
    var buffer = WireBuffer()
    for request in self { buffer.append(request) }
    return buffer.bytes
  }
}

extension Request {
  /// The command as it is sent.
  var bytes: [UInt8] { [self].bytes }

  /// `open` of the sample board, which is sent more often than anything else here.
  static func open(since revision: Int? = nil) -> Request {
    .board(.open(.init(SampleBoard.name, since: revision)))
  }
}
