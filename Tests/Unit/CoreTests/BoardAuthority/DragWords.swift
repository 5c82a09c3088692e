import BoardAuthority
import BoardModel

// What the drag tests compare, written in a few words.

extension DropProposal {
  /// `move at 0.1 before:b`, with the reason behind it where there is one, and with the board in
  /// front of the place where it is another one.
  var words: String {
    let prefix = board.map { "\($0)/" } ?? ""
    let place = "at \(prefix)\(path) \(prefix)\(anchor)"
    switch verdict {
    case .allowed(let operation): return "\(operation.rawValue) \(place)"
    case .denied(let reason):
      return "\(reason.isTemporary ? "forbidden" : "cancel") \(place) \(reason.rawValue)"
    }
  }
}

extension DragState {
  var words: String {
    switch self {
    case .lifted: "lifted"
    case .lost: "lost"
    case .over(let proposal): "over \(proposal.words)"
    }
  }
}

extension SessionOutcome {
  /// `moved 3 1.0`: the outcome, the revision and the path of the first item.
  var words: String {
    switch self {
    case .moved(let revision, let path): "moved \(revision) \(path)"
    case .copied(let revision, let board, let path):
      "copied \(revision) \(board.map { "\($0)/" } ?? "")\(path)"
    case .unchanged(let revision, let path): "unchanged \(revision) \(path)"
    case .forbidden(let reason): "forbidden \(reason.rawValue)"
    case .cancelled, .expired, .gone, .shutdown: "\(self)"
    }
  }
}

extension DragSessionEvent.Kind {
  var words: String {
    switch self {
    case .began(let load): "began \(load.items.map(\.string).joined(separator: " "))"
    case .items(let items, let parcel):
      "items \(items.map(\.string).joined(separator: " "))"
        + (parcel.map { " \($0.type) \($0.text)" } ?? "")
    case .state(let state): state.words
    case .suspended: "suspended"
    case .resumed: "resumed"
    case .ended(let outcome): "ended \(outcome.words)"
    }
  }
}

extension Refusal {
  /// The code of the refusal: `no-session` for `noSession`.
  var code: String {
    "\(self)".prefix { $0 != "(" }.reduce(into: "") { code, letter in
      code += letter.isUppercase ? "-\(letter.lowercased())" : "\(letter)"
    }
  }
}
