/// A stretch of a list: a run of untouched old elements, or one touched element.
struct Piece {
  /// The first old index of a run, or the complement (`~`) of a record's number.
  private var bits: Int
  var count: Int

  static func run(_ start: Int, count: Int) -> Piece { Piece(bits: start, count: count) }
  static func record(_ number: Int) -> Piece { Piece(bits: ~number, count: 1) }

  /// The number of the touched element's record, or nil for a run.
  var record: Int? { bits < 0 ? ~bits : nil }
  /// The first old index of a run.
  var start: Int { bits }
}

/// A list as its past and its touched elements make it up, whatever its length.
///
/// The pieces lie in chunks with cached lengths, so that a place is found in O(√pieces). An old list
/// ends in a run without end, so that nobody has to know how long the list was.
struct PieceList {
  /// The length of the run without end. Nothing counts as far as half of it.
  static let endless = 1 << 48

  private var chunks: [[Piece]]
  private var lengths: [Int]

  /// An old list of which nothing is touched yet.
  static var old: PieceList {
    PieceList(chunks: [[.run(0, count: endless)]], lengths: [endless])
  }

  /// A new and empty list.
  static var new: PieceList { PieceList(chunks: [[]], lengths: [0]) }

  /// The piece that holds the element at an index, and the element's offset in it.
  ///
  /// - Complexity: O(√pieces), as is all that follows.
  func piece(at index: Int) -> (piece: Piece, offset: Int) {
    let place = locate(index)
    return (chunks[place.chunk][place.piece], place.offset)
  }

  /// Takes the element at an index out.
  ///
  /// - Returns: its record, or a run of just this old element.
  mutating func remove(at index: Int) -> Piece {
    let place = locate(index)
    let piece = chunks[place.chunk][place.piece]
    lengths[place.chunk] -= 1
    if piece.record != nil || piece.count == 1 {
      chunks[place.chunk].remove(at: place.piece)
      return piece
    }
    cut(place, piece)
    return .run(piece.start + place.offset, count: 1)
  }

  /// Takes one element out of a run of several.
  private mutating func cut(_ place: Place, _ run: Piece) {
    let rest = run.count - place.offset - 1
    let right = Piece.run(run.start + place.offset + 1, count: rest)
    if place.offset == 0 {
      chunks[place.chunk][place.piece] = right
      return
    }
    chunks[place.chunk][place.piece].count = place.offset
    if rest > 0 { insert(right, in: place.chunk, at: place.piece + 1) }
  }

  /// Puts a record at the index it has afterwards.
  mutating func insert(record: Int, at index: Int) {
    let place = locate(index)
    lengths[place.chunk] += 1
    if place.offset == 0 {
      insert(.record(record), in: place.chunk, at: place.piece)
      return
    }
    let run = chunks[place.chunk][place.piece]
    chunks[place.chunk][place.piece].count = place.offset
    let right = Piece.run(run.start + place.offset, count: run.count - place.offset)
    chunks[place.chunk].insert(right, at: place.piece + 1)
    insert(.record(record), in: place.chunk, at: place.piece + 1)
  }

  /// Puts records behind all others, in a list without old elements.
  mutating func append(records: Range<Int>) {
    let size = 48
    for start in stride(from: records.lowerBound, to: records.upperBound, by: size) {
      let part = start..<min(start + size, records.upperBound)
      chunks.append(part.map { .record($0) })
      lengths.append(part.count)
    }
  }

  /// Calls the body with each piece and the index of its first element.
  func walk(_ body: (_ piece: Piece, _ index: Int) -> Void) {
    var index = 0
    for chunk in chunks {
      for piece in chunk {
        body(piece, index)
        index += piece.count
      }
    }
  }
}

extension PieceList {
  /// The number of elements now, if the old list had `old` of them.
  ///
  /// - Complexity: O(pieces).
  func count(old: Int) -> Int { count(old: old) { _ in true } }

  /// The number of untouched elements, if the old list had `old` of them.
  ///
  /// - Complexity: O(pieces).
  func untouchedCount(old: Int) -> Int { count(old: old) { $0.record == nil } }

  /// The number of touched elements.
  ///
  /// - Complexity: O(pieces).
  var recordCount: Int { count(old: 0) { $0.record != nil } }

  private func count(old: Int, where counts: (Piece) -> Bool) -> Int {
    var sum = 0
    walk { piece, _ in
      guard counts(piece) else { return }
      sum += piece.count < Self.endless / 2 ? piece.count : max(0, old - piece.start)
    }
    return sum
  }
}

extension PieceList {
  private struct Place {
    var chunk: Int
    var piece: Int
    var offset: Int
  }

  /// Finds the element at an index, or the end of the list.
  private func locate(_ index: Int) -> Place {
    var rest = index
    var number = 0
    while number < lengths.count - 1, rest >= lengths[number] {
      rest -= lengths[number]
      number += 1
    }
    let chunk = chunks[number]
    var piece = 0
    while piece < chunk.count, rest >= chunk[piece].count {
      rest -= chunk[piece].count
      piece += 1
    }
    return Place(chunk: number, piece: piece, offset: rest)
  }

  private mutating func insert(_ piece: Piece, in chunk: Int, at index: Int) {
    chunks[chunk].insert(piece, at: index)
    if chunks[chunk].count > max(64, chunks.count) { split(chunk) }
  }

  /// Halves a chunk. Chunks grow with their number, so that both scans of a search are short.
  private mutating func split(_ chunk: Int) {
    let middle = chunks[chunk].count / 2
    let right = Array(chunks[chunk][middle...])
    let length = right.reduce(0) { $0 + $1.count }
    chunks[chunk].removeSubrange(middle...)
    lengths[chunk] -= length
    chunks.insert(right, at: chunk + 1)
    lengths.insert(length, at: chunk + 1)
  }
}
