/// Fields as bytes: for each its name and its value, with the length of each in front, and at the end the number of all
/// these bytes, in three bytes. No fields are no bytes.
///
/// The lengths of values are stored less one, as a value has 1 to 256 bytes.
enum PackedFields {
  private static let trailer = 3

  /// The bytes that fields need.
  static func byteCount(of fields: Fields) -> Int {
    fields.isEmpty ? 0 : fields.byteCount + trailer
  }

  static func append(_ fields: Fields, to writer: inout ByteWriter) {
    let start = writer.count
    for field in fields { append(field.name, field.value, to: &writer) }
    appendTrailer(to: &writer, from: start)
  }

  /// The most bytes that changes add to fields.
  static func mostBytes(of changes: FieldChanges) -> Int {
    changes.isEmpty ? 0 : changes.byteCount + trailer
  }

  /// Appends packed fields as they are after some changes.
  ///
  /// - Complexity: O(bytes).
  static func append(
    _ packed: UnsafeRawBufferPointer, after changes: FieldChanges, to writer: inout ByteWriter
  ) {
    guard let entries = changes.entries else { return writer.append(packed) }
    let (start, span) = (writer.count, entries.span)
    var (offset, index) = (0, 0)
    while let (name, value) = next(in: packed, from: &offset) {
      // Below zero as long as the change is of a name in front of this one.
      var order = -1
      while index < span.count, order < 0 {
        order = span[index].name.order(to: name)
        if order > 0 { break }
        append(span[index].name, span[index].value, to: &writer)
        index += 1
      }
      if order != 0 { append(name, value, to: &writer) }
    }
    for rest in index..<span.count { append(span[rest].name, span[rest].value, to: &writer) }
    appendTrailer(to: &writer, from: start)
  }

  @inline(__always)
  private static func append(_ name: FieldName, _ value: Text?, to writer: inout ByteWriter) {
    guard let value else { return }
    appendLengths(name.string.utf8.count, value.byteCount, to: &writer)
    writer.append(name.string)
    writer.append(value.string)
  }

  private static func append(
    _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, to writer: inout ByteWriter
  ) {
    appendLengths(name.count, value.count, to: &writer)
    writer.append(name)
    writer.append(value)
  }

  private static func appendLengths(_ name: Int, _ value: Int, to writer: inout ByteWriter) {
    precondition(1...256 ~= value && 1...255 ~= name, "a field has a value")
    writer.append(UInt8(name))
    writer.append(UInt8(value - 1))
  }

  /// Appends the number of the bytes behind a start, if there are any.
  private static func appendTrailer(to writer: inout ByteWriter, from start: Int) {
    let count = writer.count - start
    if count == 0 { return }
    precondition(count < 1 << 24, "fields are short")
    writer.append(UInt8(count >> 16))
    writer.append(UInt8(count >> 8 & 0xFF))
    writer.append(UInt8(count & 0xFF))
  }

  /// The place of packed fields that end, with their trailer, at an offset.
  static func range(in bytes: UnsafeRawBufferPointer, before end: Int) -> Range<Int> {
    let count = Int(bytes[end - 3]) << 16 | Int(bytes[end - 2]) << 8 | Int(bytes[end - 1])
    return end - trailer - count..<end
  }

  /// Calls the body with the name and the value of each field.
  static func forEach(
    in packed: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
  ) {
    var offset = 0
    while let field = next(in: packed, from: &offset) { body(field.name, field.value) }
  }

  /// The field at an offset, which is then that of the next one; nil behind the last one.
  @inline(__always)
  private static func next(
    in packed: UnsafeRawBufferPointer, from offset: inout Int
  ) -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
    if offset >= packed.count - trailer { return nil }
    let start = offset + 2
    let middle = start + Int(packed[offset])
    offset = middle + Int(packed[offset + 1]) + 1
    return (
      UnsafeRawBufferPointer(rebasing: packed[start..<middle]),
      UnsafeRawBufferPointer(rebasing: packed[middle..<offset])
    )
  }

  /// Where the value of a field is; nil if the field is not there.
  static func rangeOfValue(of name: FieldName, in packed: UnsafeRawBufferPointer) -> Range<Int>? {
    var offset = 0
    while let field = next(in: packed, from: &offset) {
      if name.order(to: field.name) == 0 { return offset - field.value.count..<offset }
    }
    return nil
  }

  /// How many fields there are, and their bytes: of all names and values, and two lengths of each.
  static func size(of packed: UnsafeRawBufferPointer) -> (count: Int, bytes: Int) {
    var (count, offset) = (0, 0)
    while next(in: packed, from: &offset) != nil { count += 1 }
    return (count, offset)
  }

  static func fields(in packed: UnsafeRawBufferPointer) -> Fields {
    var fields = Fields()
    forEach(in: packed) { name, value in
      fields.append(
        FieldName(unchecked: String(decoding: name, as: UTF8.self)),
        Text(String(decoding: value, as: UTF8.self)))
    }
    return fields
  }
}

/// Writes bytes one behind the other, to memory that has room for them.
struct ByteWriter {
  private let memory: UnsafeMutableRawBufferPointer
  /// The number of bytes that are written.
  private(set) var count = 0

  init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// What is written.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  mutating func append(_ byte: UInt8) {
    precondition(count < memory.count, "there is room")
    memory[count] = byte
    count += 1
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= memory.count - count, "there is room")
    guard let end = memory.baseAddress?.advanced(by: count), let start = bytes.baseAddress
    else { return }
    end.copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  /// Appends a string in UTF-8.
  mutating func append(_ string: String) {
    string.utf8.span.withUnsafeBytes { append($0) }
  }
}

/// The fields of an item of a board, as they are stored, without a value of them. Valid as long as the call that is
/// handed them.
public struct FieldBytes {
  let packed: UnsafeRawBufferPointer

  public var isEmpty: Bool { packed.isEmpty }
  public var byteCount: Int { packed.count }

  /// How many fields there are, and the bytes of all names and values with two more for each.
  var size: (count: Int, bytes: Int) { PackedFields.size(of: packed) }

  /// The fields as a value.
  public var fields: Fields { packed.isEmpty ? Fields() : PackedFields.fields(in: packed) }

  /// Whether the fields have these values, and perhaps others.
  ///
  /// - Complexity: O(bytes).
  public func contain(_ others: Fields) -> Bool { others.isEmpty || fields.contain(others) }

  /// The value of a field; nil if it is not there.
  ///
  /// - Complexity: O(fields).
  func value(of name: FieldName) -> Text? {
    PackedFields.rangeOfValue(of: name, in: packed).map {
      Text(String(decoding: packed[$0], as: UTF8.self))
    }
  }

  /// Calls the body with the name and the value of each field, in the order of the names.
  public func forEachField(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) {
    if !packed.isEmpty { PackedFields.forEach(in: packed, body) }
  }
}

extension Fields {
  /// Calls the body with the fields as they would be stored.
  public func withBytes(_ body: (FieldBytes) -> Void) {
    var packed = [UInt8](repeating: 0, count: PackedFields.byteCount(of: self))
    packed.withUnsafeMutableBytes { bytes in
      var writer = ByteWriter(bytes)
      PackedFields.append(self, to: &writer)
      body(FieldBytes(packed: UnsafeRawBufferPointer(bytes)))
    }
  }
}
