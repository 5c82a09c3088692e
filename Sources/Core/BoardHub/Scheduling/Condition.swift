import BoardDelivery
import BoardModel
import BoardWire

/// What a command waits for. Each condition is asked anew whenever the command could go on: nobody has to remember
/// to fulfil it.
enum Condition {
  /// The board is loaded, or cannot be.
  case loaded(BoardName)
  /// The board, which could not be read just now, can be tried again.
  case retried(BoardName)
  /// No long change of the board is under way.
  case unchanging(BoardName)
  /// The content of the board, which is large, is written in this form, as it was at this version or later; nil if any will do.
  case written(LiveBoard, WireForm, atLeast: ContentVersion?)
  /// The drags of the board are evaluated again, of which so many were under a large change that it takes some turns.
  case evaluated(LiveBoard)
  /// Another thread has done its part.
  case worker(Job)
  /// The database answers.
  case database
  /// Fewer answers are unread, since the one of this command may be long.
  case unreadBelowLimit
  /// The turn has steps left for commands that are long by themselves.
  case longSteps
  /// The turn has steps left for searches.
  case searchSteps

  /// The board that the command is about, for which later commands wait behind it.
  var board: BoardName? {
    switch self {
    case .loaded(let board), .retried(let board), .unchanging(let board): board
    case .written, .evaluated, .worker, .database, .unreadBelowLimit, .longSteps, .searchSteps: nil
    }
  }
}
