import BoardWire

extension [Request] {
  /// The commands in wire form, one line each.
  var bytes: [UInt8] {
    var buffer = WireBuffer()
    for request in self { buffer.append(request) }
    return buffer.bytes
  }
}

extension Request {
  /// The command in wire form.
  var bytes: [UInt8] { [self].bytes }

  /// `open` of the sample board.
  static func open(since revision: Int? = nil) -> Request {
    .board(.open(.init(SampleBoard.name, since: revision)))
  }
}
