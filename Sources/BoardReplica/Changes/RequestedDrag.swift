import BoardModel
import BoardWire

/// What a request says of the session that it begins or adds to, and its reply does not repeat.
struct RequestedDrag {
  /// The board of a session that begins, if it is named.
  var board: BoardName?
  var operations = DropOperations.all
  var isLocal = false
  /// What is brought from outside.
  var parcel: DragParcel?

  /// The type of what is brought from outside, unless the request says another.
  private static let defaultType = "text/plain"

  init() {}

  /// - Parameter request: The request, or nil if it is not at hand.
  init(_ request: Request?) {
    guard case .drag(let request) = request else { return }
    switch request {
    case .begin(let begin):
      board = begin.board
      operations = begin.operations ?? .all
      isLocal = begin.isLocal
    case .beginExternal(let begin):
      board = begin.board
      operations = .copy
      parcel = DragParcel(type: begin.type ?? Self.defaultType, begin.text)
    case .addExternal(let add):
      parcel = DragParcel(type: add.type ?? Self.defaultType, add.text)
    case .add, .remove, .propose, .exit, .perform, .cancel, .resume, .dryrun: break
    }
  }
}
