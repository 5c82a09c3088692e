import Foundation

/// The table of a state machine in `protocol/`, as it is published.
package struct StateTable {
  package private(set) var inputs: [String] = []
  /// By input, then by state: the state afterwards and the answer.
  package private(set) var cells: [String: [String: (state: String, answer: String)]] = [:]

  /// - Parameter file: The name of a file with one table whose first column is `input`.
  package init(of file: String) throws {
    let file = Repository.protocol.appending(path: file)
    var states: [String]?
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if words.first == "input" {
        states = Array(words.dropFirst())
      } else if !line.hasPrefix("|") {
        states = nil
      } else if let states, words[0] != "---", words.count == states.count + 1 {
        inputs.append(words[0])
        for (state, cell) in zip(states, words.dropFirst()) {
          let parts = cell.split(separator: ": ", maxSplits: 1).map(String.init)
          cells[words[0], default: [:]][state] = (parts[0], parts.count > 1 ? parts[1] : "-")
        }
      }
    }
  }
}
