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

  static func append(_ fields: Fields, to bytes: inout [UInt8]) {
    if fields.isEmpty { return }
    let start = bytes.count
    for field in fields {
      let (name, value) = (field.name.string.utf8, field.value.string.utf8)
      precondition(1...256 ~= value.count && 1...255 ~= name.count, "a field has a value")
      bytes.append(UInt8(name.count))
      bytes.append(UInt8(value.count - 1))
      bytes.append(contentsOf: name)
      bytes.append(contentsOf: value)
    }
    let count = bytes.count - start
    precondition(count < 1 << 24, "fields are short")
    bytes.append(UInt8(count >> 16))
    bytes.append(UInt8(count >> 8 & 0xFF))
    bytes.append(UInt8(count & 0xFF))
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
    while offset < packed.count - trailer {
      let middle = offset + 2 + Int(packed[offset])
      let end = middle + Int(packed[offset + 1]) + 1
      body(
        UnsafeRawBufferPointer(rebasing: packed[offset + 2..<middle]),
        UnsafeRawBufferPointer(rebasing: packed[middle..<end]))
      offset = end
    }
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

/// The fields of an item of a board, as they are stored, without a value of them. Valid as long as the call that is
/// handed them.
public struct FieldBytes {
  let packed: UnsafeRawBufferPointer

  public var isEmpty: Bool { packed.isEmpty }
  public var byteCount: Int { packed.count }

  /// The fields as a value.
  public var fields: Fields { packed.isEmpty ? Fields() : PackedFields.fields(in: packed) }

  /// Whether the fields have these values, and perhaps others.
  ///
  /// - Complexity: O(bytes).
  public func contain(_ others: Fields) -> Bool { others.isEmpty || fields.contain(others) }

  /// Calls the body with the name and the value of each field, in the order of the names.
  public func forEachField(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) {
    if !packed.isEmpty { PackedFields.forEach(in: packed, body) }
  }
}

extension Fields {
  /// Calls the body with the fields as they would be stored.
  public func withBytes(_ body: (FieldBytes) -> Void) {
    var packed: [UInt8] = []
    PackedFields.append(self, to: &packed)
    packed.withUnsafeBytes { body(FieldBytes(packed: $0)) }
  }
}
