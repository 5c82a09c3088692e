/// A piece of a list: a run of untouched old elements, or one touched element.
struct Piece {
  /// The first old index of a run, or the complement (`~`) of a record's number.
  private var bits: Int32
  private var length: Int32

  private init(bits: Int, count: Int) {
    self.bits = Int32(bits)
    length = Int32(count)
  }

  static func run(_ start: Int, count: Int) -> Piece {
    assert(start >= 0 && count >= 0, "a run is a range of old indices")
    return Piece(bits: start, count: count)
  }

  static func record(_ number: Int) -> Piece {
    assert(number >= 0, "a record is numbered from zero")
    return Piece(bits: ~number, count: 1)
  }

  var count: Int { Int(length) }
  /// The number of the touched element's record, or nil for a run.
  var record: Int? { bits < 0 ? Int(~bits) : nil }
  /// The first old index of a run.
  var start: Int { Int(bits) }

  /// The first elements of a run.
  func prefix(_ count: Int) -> Piece {
    assert(record == nil && count <= self.count, "only a run is cut")
    return .run(start, count: count)
  }

  /// A run without its first elements; a touched element unchanged.
  func dropFirst(_ count: Int) -> Piece {
    assert(count == 0 || record == nil && count <= self.count, "only a run is cut")
    return count == 0 ? self : .run(start + count, count: self.count - count)
  }
}
