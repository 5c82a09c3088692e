/// The drawing of a state machine of `protocol`, made from its table, which tests compare with the server.
struct StateDrawing {
  static let (begin, end) = ("<!-- drawn from the table below -->", "<!-- to here -->")

  private let states: [String]
  /// The input of each row, and the next state in each state; nil if it stays.
  private let rows: [(input: String, next: [String?])]

  /// - Parameter page: The text of a page whose first table with inputs is that of the machine.
  init(of page: String) {
    let lines = page.split(separator: "\n").drop { !$0.hasPrefix("| input |") }
    let table = lines.prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    }
    states = Array((table.first ?? []).dropFirst())
    rows = table.dropFirst(2).map { cells in
      (cells[0], cells.dropFirst().map { $0.split(separator: ":").first.map(String.init) })
    }.map { (input, next) in (input, next.map { $0 == "=" ? nil : $0 }) }
  }

  /// The states that something leaves, but for the one in which nothing is there.
  private var living: [Int] {
    states.indices.filter { index in
      states[index] != "none" && rows.contains { $0.next[index] != nil }
    }
  }

  var text: String {
    let inside = living.map { "    \(states[$0])" }
    let head =
      [Self.begin, "", "```mermaid", "stateDiagram-v2", "  state live {"] + inside + ["  }"]
    let arrows = edges.map { "  \($0.from) --> \($0.to): \($0.inputs.joined(separator: "<br>"))" }
    return (head + arrows + ["```", "", Self.end]).joined(separator: "\n")
  }

  private typealias Edge = (from: String, to: String, inputs: [String])

  private var edges: [Edge] {
    var edges: [Edge] = []
    for row in rows {
      let targets = Set(living.map { row.next[$0] })
      if targets.count == 1, let target = targets.first ?? nil, states.contains(target) {
        add(("live", target, [row.input]), to: &edges)
        add(row, in: states.indices.filter { !living.contains($0) }, to: &edges)
      } else {
        add(row, in: Array(states.indices), to: &edges)
      }
    }
    return edges
  }

  private func add(
    _ row: (input: String, next: [String?]), in sources: [Int], to edges: inout [Edge]
  ) {
    for source in sources {
      guard let target = row.next[source], states.contains(target), target != states[source]
      else { continue }
      add((states[source], target, [row.input]), to: &edges)
    }
  }

  private func add(_ edge: Edge, to edges: inout [Edge]) {
    if let index = edges.firstIndex(where: { $0.from == edge.from && $0.to == edge.to }) {
      edges[index].inputs += edge.inputs
    } else {
      edges.append(edge)
    }
  }
}
