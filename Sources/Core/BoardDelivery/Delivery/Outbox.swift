import BoardWire

/// What one connection is to be sent at the end of the turn, in order.
///
/// Everything is written into it in the text form. Where the connection has asked for the JSON form,
/// that is made of it as late as possible, so that nobody else knows of it.
package struct Outbox: ~Copyable {
  private var pieces: [OutputPiece] = []
  /// The own bytes behind the last piece.
  package var buffer = WireBuffer()

  package init() {}

  package var isEmpty: Bool { pieces.isEmpty && buffer.isEmpty }
  /// The bytes to be sent, shared ones included.
  var count: Int { pieces.reduce(buffer.count) { $0 + $1.count } }

  /// Puts shared bytes, which are in the connection's form already, behind what is there.
  mutating func append(_ update: EncodedUpdate, in form: WireForm) {
    if form == .json {
      seal(in: form)
      pieces += update.pieces.map { .shared($0) }
    } else {
      for piece in update.pieces { append(piece) }
    }
  }

  /// Puts bytes that are no lines behind what is there.
  package mutating func append(raw bytes: [UInt8], in form: WireForm) {
    seal(in: form)
    pieces.append(.own(bytes))
  }

  private mutating func append(_ encoding: Encoding) {
    if encoding.count < Encoding.copyBelow {
      encoding.withBytes { buffer.append(bytes: $0) }
    } else {
      seal(in: .text)
      pieces.append(.shared(encoding))
    }
  }

  /// Hands everything over and is empty again.
  package mutating func take(in form: WireForm) -> [OutputPiece] {
    seal(in: form)
    defer { pieces = [] }
    return pieces
  }

  /// Makes a piece of the own bytes, in this form.
  mutating func seal(in form: WireForm) {
    guard !buffer.isEmpty else { return }
    var own = WireBuffer()
    swap(&own, &buffer)
    pieces.append(form == .json ? Self.piece(of: Self.objects(of: own)) : Self.piece(of: own))
  }

  private static func piece(of own: consuming WireBuffer) -> OutputPiece {
    own.count < Encoding.copyBelow ? .own(own.bytes) : .shared(Encoding(own, isOwn: true))
  }

  /// Own bytes in the JSON form. They are whole messages.
  private static func objects(of text: borrowing WireBuffer) -> WireBuffer {
    var json = WireBuffer(capacity: 2 * text.count)
    text.withUnsafeBytes { text in
      var translator = JSONTranslator()
      translator.translate(text, to: &json)
    }
    return json
  }
}
