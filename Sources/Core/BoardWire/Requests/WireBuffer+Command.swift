import BoardModel

extension WireBuffer {
  mutating func append(tag: String?) {
    guard let tag else { return }
    append("#")
    append(plain: tag)
    append(" ")
  }

  /// Appends a batch as a client sends it, from its head to its `end`.
  public mutating func append(_ head: BlockRequest.Batch, _ batch: BatchUpdate, tag: String? = nil)
  {
    append(.block(.batch(head)), tag: tag)
    append(rows: batch)
    append("end\n")
  }

  /// Appends a whole content as a client sends it, from its head to its `end`.
  public mutating func append(_ head: BlockRequest.Batch, _ content: Content, tag: String? = nil) {
    append(.block(.replace(head)), tag: tag)
    appendContent(content)
    append("end\n")
  }
}

extension BlockRequest {
  /// What both heads say.
  public var head: Batch {
    switch self {
    case .batch(let head), .replace(let head): head
    }
  }
}
