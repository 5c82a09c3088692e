import BoardAuthority
import BoardModel

// The text of an access file, changed by whole lines.

extension String {
  /// The lines of the text, as `AccessFile` counts them.
  var accessLines: [Substring] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// Adds lines to those of a space, or to those of every space.
  mutating func addAccess(_ new: [String], of space: SpaceName?) {
    var lines = accessLines
    if lines.last == "" { lines.removeLast() }
    let heads = lines.indices.filter { lines[$0].words.first == "space" }
    if let space {
      let last = heads.last.flatMap { lines[$0].words.dropFirst().first }
      if last != space.string[...] { lines.append("space \(space)") }
      lines += new.map { $0[...] }
    } else {
      lines.insert(contentsOf: new.map { $0[...] }, at: heads.first ?? lines.count)
    }
    self = lines.joined(separator: "\n") + "\n"
  }
}

extension Substring {
  fileprivate var words: [Substring] { split { $0 == " " || $0 == "\t" || $0 == "\r" } }
}
