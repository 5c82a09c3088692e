/// What a drop can do with the items of a session.
public enum DropOperation: String, CaseIterable, Hashable, Sendable {
  case move
  case copy
}

/// A set of drop operations.
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

  /// As a policy has it: `move,copy`, or `none`.
  public var description: String {
    switch (move, copy) {
    case (true, true): "move,copy"
    case (true, false): "move"
    case (false, true): "copy"
    case (false, false): "none"
    }
  }
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
  /// The same place by id.
  public var anchor: Anchor

  public init(verdict: Verdict, board: BoardName? = nil, path: IndexPath, anchor: Anchor) {
    self.verdict = verdict
    self.board = board
    self.path = path
    self.anchor = anchor
  }
}

/// The state of a live drag session, as clients see it.
public enum DragState: Hashable, Sendable {
  /// Over nothing.
  case lifted
  /// Over nothing, because the place that the session was over is gone.
  case lost
  /// Over a place, with the proposal that holds there now.
  case over(DropProposal)

  /// Whether it is over a place on another board than that of the session.
  public var isAbroad: Bool {
    if case .over(let proposal) = self { proposal.board != nil } else { false }
  }

  /// The same, for those who may not know of a place on another board than that of the session.
  public var withoutForeignPlace: DragState { isAbroad ? .lifted : self }
}

/// Something brought from outside: a text with fields, and the type it declares.
public struct DragParcel: Hashable, Sendable {
  public let type: String
  public let text: Text
  public let fields: Fields

  public init(type: String, _ text: Text, fields: Fields = Fields()) {
    self.type = type
    self.text = text
    self.fields = fields
  }
}
