import BoardModel
import BoardWire

/// The facts about a session that only the request holds: its reply does not repeat them.
struct RequestedDrag {
  /// The board of a session that begins, if the request names one.
  private(set) var board: BoardName?
  private(set) var operations = DropOperations.all
  private(set) var isLocal = false
  /// The parcel of an item from outside.
  private(set) var parcel: DragParcel?

  /// The default type of a parcel.
  private static let defaultType = "text/plain"

  /// - Parameter request: The request, or nil if it is unknown.
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
    case .add, .remove, .propose, .exit, .perform, .cancel, .resume, .dryrun, .drags: break
    }
  }
}
