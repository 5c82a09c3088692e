/// The result of a demo.
public struct DemoResult: Sendable {
  public let clients: Int
  /// The final revision of the board.
  public let revision: Int
  /// The replicas that differ from the board, and where; empty if none.
  public let differences: [String]
  /// Whether it was interrupted before the comparison.
  public let isBrokenOff: Bool
  /// Drops, batches, rows and bytes, as text.
  public let summary: String
  /// Edits, refusals, cuts and stalls, as text.
  public let trouble: String

  /// The last line of a demo.
  public var closing: String {
    if isBrokenOff { return "\(summary): broken off, nothing was compared" }
    guard differences.isEmpty else {
      return "\(summary): NOT all mirrors equal the board at revision \(revision)"
    }
    return "\(summary): \(mirrors) the board at revision \(revision)"
  }

  private var mirrors: String {
    switch clients {
    case 1: "the mirror equals"
    case 2: "both mirrors equal"
    default: "all \(clients) mirrors equal"
    }
  }
}
