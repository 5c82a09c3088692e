import Foundation
import TestKit
import Testing

@testable import BoardTerminal

/// The drawings of `Tests/Unit/PageTests/Drawings`, to which the layouts of the terminal and of the page are
/// both held.
enum Drawings {
  struct Mosaic: CustomTestStringConvertible, Sendable {
    let name: String
    let width: Int
    let unit: LayoutSize
    let spacing: LayoutSize
    let spans: [[MosaicSpan]]
    let drawing: [String]

    var testDescription: String { name }
  }

  struct Malformed: Error {
    let block: Substring
  }

  static var mosaics: [Mosaic] {
    get throws {
      let file = Repository.root.appending(path: "Tests/Unit/PageTests/Drawings/mosaic.txt")
      return try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n\n").filter { $0.hasPrefix("case ") }.map { try Mosaic($0) }
    }
  }
}

extension Drawings.Mosaic {
  fileprivate init(_ block: Substring) throws {
    let lines = block.split(separator: "\n")
    let numbers = lines[1].split(separator: " ").compactMap { Int($0) }
    guard lines.count > 3, numbers.count == 5, lines[2].hasPrefix("items ") else {
      throw Drawings.Malformed(block: block)
    }
    name = String(lines[0].dropFirst(5))
    width = numbers[0]
    unit = LayoutSize(width: numbers[1], height: numbers[2])
    spacing = LayoutSize(width: numbers[3], height: numbers[4])
    spans = try lines[2].dropFirst(6).split(separator: "|").map { section in
      try section.split(separator: " ").map { span in
        let sides = span.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2 else { throw Drawings.Malformed(block: block) }
        return MosaicSpan(width: sides[0], height: sides[1])
      }
    }
    drawing = lines[3...].map { String($0.dropFirst(2)) }
  }
}
