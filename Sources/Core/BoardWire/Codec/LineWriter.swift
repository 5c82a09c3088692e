import BoardModel

/// A buffer writes the parts of a line one behind the other, without a line end.
///
/// A value is written from the optional that holds it, since one of a name of its own is retained and released, which
/// takes as long as writing an item. For the same reason a text and fields are not given back: nobody asks a writer for them.
extension WireBuffer: LineCoder {
  typealias Failure = Never

  @inline(__always)
  mutating func word<Value: WireValue>(_ name: StaticString, _ value: Value?) -> Value {
    append(byte: 0x20)
    value.written.write(to: &self)
    return value.written
  }

  @inline(__always)
  mutating func lastWord<Value: WireValue>(_ name: StaticString, _ value: Value?) -> Value? {
    guard let value else { return nil }
    return word(name, value)
  }

  @inline(__always)
  mutating func literal(_ word: StaticString) {
    append(byte: 0x20)
    append(word)
  }

  @inline(__always)
  mutating func fact<Value: WireValue>(_ name: StaticString, _ value: Value?) -> Value {
    begin(key: name)
    value.written.write(to: &self)
    return value.written
  }

  @inline(__always)
  mutating func key<Value: WireValue>(_ name: StaticString, _ value: Value?) -> Value? {
    guard let value else { return nil }
    return fact(name, value)
  }

  @inline(__always)
  mutating func flag(_ name: StaticString, _ value: Bool?) -> Bool {
    let value = value.written
    if value {
      begin(key: name)
      append("yes")
    }
    return value
  }

  @inline(__always)
  mutating func fields(_ value: Fields?) -> Fields {
    if !value.written.isEmpty { append(value.written) }
    return Fields()
  }

  @inline(__always)
  mutating func changes(_ value: FieldChanges?) -> FieldChanges {
    if !value.written.isEmpty { append(value.written) }
    return FieldChanges()
  }

  mutating func require(_ name: StaticString, _ isThere: Bool) {}

  @inline(__always)
  mutating func text(limit: Int, _ value: Text?) -> Text {
    append(byte: 0x20)
    append(rest: value.written)
    return ""
  }

  @inline(__always)
  mutating func trailingText(limit: Int, _ value: Text?) -> Text {
    if value.written.byteCount > 0 { _ = text(limit: limit, value) }
    return ""
  }

  private mutating func append(_ fields: Fields) {
    for field in fields { append(field: field.name, field.value) }
  }

  private mutating func append(_ changes: FieldChanges) {
    for change in changes { append(field: change.name, change.value ?? "") }
  }

  private mutating func append(field name: FieldName, _ value: Text) {
    var (name, value) = (name.string, value.string)
    name.withUTF8 { name in
      value.withUTF8 { append(field: UnsafeRawBufferPointer(name), UnsafeRawBufferPointer($0)) }
    }
  }

  private mutating func append(field name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer)
  {
    append(byte: 0x20)
    append(bytes: name)
    append(byte: UInt8(ascii: "="))
    append(escapedWord: value)
  }

  @inline(__always)
  private mutating func begin(key name: StaticString) {
    append(byte: 0x20)
    append(name)
    append(byte: UInt8(ascii: "="))
  }
}

extension WireBuffer {
  /// Appends a line with its end.
  ///
  /// - Parameter head: The kind, and what else each such line begins with.
  @inline(__always)
  mutating func line<Fields: LineFields>(_ head: StaticString, _ fields: Fields) {
    append(head)
    append(fields: fields)
    endLine()
  }

  /// Appends the parts of a line.
  @inline(__always)
  mutating func append<Fields: LineFields>(fields: Fields) {
    _ = Fields(&self, from: fields)
  }

  /// Appends fields that are given as their bytes.
  mutating func append(fields: FieldBytes) {
    fields.forEachField { append(field: $0, $1) }
  }

  /// Appends the text at the end of a line, which must not read as a key (rule 3.10).
  mutating func append(rest text: Text) {
    text.string.utf8.span.bytes.withUnsafeBytes { append(rest: $0) }
  }

  /// The same for a text that is given as its bytes.
  mutating func append(rest text: UnsafeRawBufferPointer) {
    guard let sign = text.signOfKey else { return append(text: text) }
    append(text: text.part(0..<sign))
    append("\\=")
    append(text: text.part((sign + 1)..<text.count))
  }

  @inline(__always)
  mutating func endLine() { append(byte: 0x0A) }
}

extension UnsafeRawBufferPointer {
  /// The offset of the `=` that makes the first word of a text read as a key, or nil.
  var signOfKey: Int? {
    var offset = 0
    while offset < count && self[offset] == 0x20 { offset &+= 1 }
    guard offset < count, self[offset].isSmallLetter else { return nil }
    while offset < count && self[offset].isOfKey { offset &+= 1 }
    return offset < count && self[offset] == UInt8(ascii: "=") ? offset : nil
  }
}

extension Optional {
  /// The value, which a writer is always given.
  @inline(__always)
  fileprivate var written: Wrapped {
    guard let self else { preconditionFailure("a line is written from a value") }
    return self
  }
}
