/// The part of `Sources/README.md` that is made from the manifest: a drawing of the floors, and a table of the rooms.
enum FloorDrawing {
  static let (begin, end) = ("<!-- made from Package.swift -->", "<!-- to here -->")

  static var text: String {
    let head = ["| room | depends on | what it is |", "| --- | --- | --- |"]
    let lines = [begin, "", "```mermaid"] + graph + ["```", ""] + head + table + ["", end]
    return lines.joined(separator: "\n")
  }

  /// Each floor as a box, with arrows to what its rooms use of the floors below. An arrow that follows from others is
  /// left out.
  private static var graph: [String] {
    var lines = ["graph BT"]
    for floor in House.floors {
      let names = rooms.filter { $0.floor == floor }.map(\.name).joined(separator: " · ")
      lines.append("  \(floor)[\"<b>\(floor)</b><br>\(names)\"]")
    }
    for floor in House.floors {
      for below in House.floors where direct(floor).contains(below) {
        lines.append("  \(floor) --> \(below)")
      }
    }
    return lines
  }

  /// The rooms that are Swift or C of our own.
  private static var rooms: [House.Room] { House.rooms.filter { $0.isProduct && !$0.isSystem } }

  private static func direct(_ floor: String) -> Set<String> {
    let below = used(by: floor)
    return below.subtracting(below.flatMap { reached(from: $0) })
  }

  private static func reached(from floor: String) -> Set<String> {
    used(by: floor).reduce(into: []) { $0.formUnion(reached(from: $1).union([$1])) }
  }

  private static func used(by floor: String) -> Set<String> {
    let names = Set(rooms.filter { $0.floor == floor }.flatMap(\.dependencies))
    let floors = rooms.filter { names.contains($0.name) }.map(\.floor)
    return Set(floors).subtracting([floor])
  }

  private static var table: [String] {
    rooms.map { room in
      let names = room.dependencies.map { "`\($0)`" }.joined(separator: " ")
      return "| `\(room.name)` | \(names) | \(room.purpose.lowercasedFirst) |"
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String {
    let text = hasSuffix(".") ? String(dropLast()) : self
    let isName = text.dropFirst().first?.isUppercase == true
    return isName ? text : text.prefix(1).lowercased() + text.dropFirst()
  }
}
