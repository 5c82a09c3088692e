/// What a demo came to.
public struct DemoResult: Sendable {
  public let clients: Int
  /// The board's revision in the end.
  public let revision: Int
  /// Which copies are not the board, and where; empty if all are.
  public let differences: [String]
  /// Whether it was broken off before anything was compared.
  public let isBrokenOff: Bool
  /// Drops, batches, rows and bytes, in words.
  public let summary: String
  /// Edits, refusals, cuts and stalls, in words.
  public let trouble: String

  /// The line that a demo closes with.
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
