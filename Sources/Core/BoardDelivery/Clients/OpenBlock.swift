import BoardAuthority
import BoardModel
import BoardWire

/// A block of lines that has not ended yet: one command, answered at its end.
///
/// It is an object, so that connections that are in no block, nearly all, need not hold its readers.
@usableFromInline package final class OpenBlock {
  /// The head; nil if that was an error, which has been answered. The rows are then skipped.
  package let request: BlockRequest?
  package let tag: String?
  /// The rows of a batch, also if the head was an error.
  private var batch = BatchReader()
  /// The rows of a content.
  private var content = ContentReader()
  private let isContent: Bool
  /// The bytes of the rows so far.
  package var bytes = 0
  /// Whether the rows were let go of, because all connections together had too many.
  package private(set) var isGivenUp = false

  package init(_ request: BlockRequest, tag: String?) {
    self.request = request
    self.tag = tag
    isContent = request.isContent
  }

  /// A block whose head was an error.
  package init() {
    request = nil
    tag = nil
    isContent = false
    giveUp()
  }

  /// Reads one line.
  ///
  /// - Returns: Whether the block is over, because the line was `end`.
  package func read(_ line: UnsafeRawBufferPointer) -> Bool {
    isContent ? content.read(line) : batch.read(line)
  }

  /// Counts a line that the framer found to be bad.
  package func readFailed() {
    if isContent { content.readFailed() } else { batch.readFailed() }
  }

  /// Discards the rows. The block continues to its end and has no effect.
  package func giveUp() {
    isGivenUp = true
    bytes = 0
    readFailed()
  }

  /// The rows of a block that is over.
  ///
  /// - Throws: What was wrong with the first bad row, or with their number.
  package func rows() throws(LineError) -> ClosedBlock {
    isContent ? .content(try content.finish()) : .batch(try batch.finish())
  }
}

/// The rows of a block that was read to its end.
package indirect enum ClosedBlock {
  case batch(BatchBlock)
  case content(Content)
}

extension BlockRequest {
  fileprivate var isContent: Bool {
    switch self {
    case .batch: false
    case .replace: true
    }
  }
}
