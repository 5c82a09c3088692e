/// What a drop can do with the items of a session.
public enum DropOperation: String, CaseIterable, Hashable, Sendable {
  case move
  case copy
}

/// A set of drop operations; `move,copy` on the wire, or `none`.
public struct DropOperations: Hashable, Sendable, CustomStringConvertible {
  public var move: Bool
  public var copy: Bool

  public init(move: Bool, copy: Bool) {
    self.move = move
    self.copy = copy
  }

  public static let all = DropOperations(move: true, copy: true)
  public static let none = DropOperations(move: false, copy: false)
  public static let copy = DropOperations(move: false, copy: true)

  public func contains(_ operation: DropOperation) -> Bool {
    switch operation {
    case .move: move
    case .copy: copy
    }
  }

  public func intersection(_ other: DropOperations) -> DropOperations {
    DropOperations(move: move && other.move, copy: copy && other.copy)
  }

  public var description: String {
    switch (move, copy) {
    case (true, true): "move,copy"
    case (true, false): "move"
    case (false, true): "copy"
    case (false, false): "none"
    }
  }
}

/// Why nothing may be dropped here, or not now.
public enum DropReason: String, CaseIterable, Hashable, Sendable {
  /// The place takes no drops for now.
  case paused
  /// The place takes only sessions that were begun on its board.
  case localOnly = "local-only"
  /// The session may not leave its board.
  case local
  /// The session has more items than the place takes at once.
  case maxItems = "max-items"
  /// Session and place have no operation in common, or not the one that was asked for.
  case operation
  /// The place does not take items of this type.
  case type
  /// The section would hold more items than it may.
  case limit

  /// Whether the place would normally take the drop (`forbidden`) or not at all (`cancel`).
  public var isTemporary: Bool { self == .type || self == .limit }
}

/// The answer to a proposal: what a drop at this place would do now.
public struct DropProposal: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    case allowed(DropOperation)
    /// Not here: `cancel` on the wire. Normally here, but not now: `forbidden`.
    case denied(DropReason)
  }

  public var verdict: Verdict
  /// The board of the place, or nil if it is the session's own.
  public var board: BoardName?
  /// The index path the first item would have: for a move counted with the session's items taken
  /// out, for a copy on the full list, with all sections in place.
  public var path: IndexPath
  /// The same place by name.
  public var anchor: Anchor

  public init(verdict: Verdict, board: BoardName? = nil, path: IndexPath, anchor: Anchor) {
    self.verdict = verdict
    self.board = board
    self.path = path
    self.anchor = anchor
  }

  /// `OPERATION INTENT PLACE ANCHOR [REASON]`, as rule 8.3 has it.
  public var description: String {
    let prefix = board.map { "\($0)/" } ?? ""
    let place = "at \(prefix)\(path) \(prefix)\(anchor)"
    switch verdict {
    case .allowed(let operation): return "\(operation.rawValue) \(place)"
    case .denied(let reason):
      return "\(reason.isTemporary ? "forbidden" : "cancel") \(place) \(reason.rawValue)"
    }
  }
}

/// How a drag session ended. Final: a session has one outcome.
public enum SessionOutcome: Hashable, Sendable, CustomStringConvertible {
  /// Dropped as a move: the revision, and the path of the first item after.
  case moved(revision: Int, path: IndexPath)
  /// Dropped as a copy. `board` is the place's board if it is not the session's own.
  case copied(revision: Int, board: BoardName?, path: IndexPath)
  /// Dropped where the items already were: no batch and no revision.
  case unchanged(revision: Int, path: IndexPath)
  case cancelled
  case forbidden(DropReason)
  /// Idle, lived or suspended for too long.
  case expired
  /// Somebody took all its items away.
  case gone
  case shutdown

  /// As in the reply to `perform`: `moved 4 1.0`.
  public var description: String {
    switch self {
    case .moved(let revision, let path): "moved \(revision) \(path)"
    case .copied(let revision, let board, let path):
      "copied \(revision) \(board.map { "\($0)/" } ?? "")\(path)"
    case .unchanged(let revision, let path): "unchanged \(revision) \(path)"
    case .cancelled: "cancelled"
    case .forbidden(let reason): "forbidden \(reason.rawValue)"
    case .expired: "expired"
    case .gone: "gone"
    case .shutdown: "shutdown"
    }
  }

  /// As in the event to everyone: `moved 4`, `copied 12 today`, `unchanged`.
  public var event: String {
    switch self {
    case .moved(let revision, _): "moved \(revision)"
    case .copied(let revision, let board, _):
      "copied \(revision)\(board.map { " \($0)" } ?? "")"
    case .unchanged: "unchanged"
    case .forbidden: "forbidden"
    case .cancelled, .expired, .gone, .shutdown: description
    }
  }
}
