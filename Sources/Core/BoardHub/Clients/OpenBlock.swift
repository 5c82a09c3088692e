import BoardAuthority
import BoardModel
import BoardWire

/// A block of lines that has not ended yet: one command, answered at its end.
///
/// It is an object, so that connections that are in no block, nearly all, need not hold its readers.
final class OpenBlock {
  /// The head; nil if that was an error, which has been answered. The rows are then skipped.
  let request: BlockRequest?
  let tag: String?
  /// The rows of a batch, also if the head was an error.
  private var batch = BatchReader()
  /// The rows of a content.
  private var content = ContentReader()
  private let isContent: Bool
  /// The bytes of the rows so far.
  var bytes = 0
  /// Whether the rows were let go of, because all connections together had too many.
  private(set) var isGivenUp = false

  init(_ request: BlockRequest, tag: String?) {
    self.request = request
    self.tag = tag
    isContent = request.isContent
  }

  /// A block whose head was an error.
  init() {
    request = nil
    tag = nil
    isContent = false
    giveUp()
  }

  /// Reads one line.
  ///
  /// - Returns: Whether the block is over, because the line was `end`.
  func read(_ line: UnsafeRawBufferPointer) -> Bool {
    isContent ? content.read(line) : batch.read(line)
  }

  /// Counts a line that the framer found to be bad.
  func readFailed() {
    if isContent { content.readFailed() } else { batch.readFailed() }
  }

  /// Discards the rows. The block continues to its end and has no effect.
  func giveUp() {
    isGivenUp = true
    bytes = 0
    readFailed()
  }

  /// The rows of a block that is over.
  ///
  /// - Throws: What was wrong with the first bad row, or with their number.
  func rows() throws(LineError) -> BlockRows {
    isContent ? .content(try content.finish()) : .batch(try batch.finish())
  }
}

/// The rows of a block that was read to its end.
indirect enum BlockRows {
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
