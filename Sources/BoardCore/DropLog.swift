/// The edits of the revisions so far.
public struct RevisionLog: Sendable {
  private var edits: [Edit] = []
  private var ends: [Int] = []

  public init() {}

  public var head: Int { ends.count }

  public mutating func append(_ change: [Edit]) {
    edits += change
    ends.append(edits.count)
  }

  public func edits(since revision: Int) throws(Refusal) -> [Edit] {
    guard revision <= head else { throw .futureRevision(head: head) }
    return Array(edits[(revision == 0 ? 0 : ends[revision - 1])...])
  }
}
