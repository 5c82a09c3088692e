import BoardClient
import BoardModel
import BoardTerminal
import BoardWire
import Terminal

/// The lists that the view shows, other boards, and the retry of what was refused.
extension TerminalClient {
  func list(_ listing: BoardView.Listing, at board: BoardName? = nil) {
    switch listing {
    case .boards where connection?.state != .live: listBoardsWithoutConnection()
    case .boards:
      ask(.board(.boards)) { [weak self] reply in
        guard case .boards(let listing) = reply else { return }
        self?.view?.showBoards(listing.rows, hasMore: listing.hasMore, at: board)
      }
    case .people:
      ask(.board(.who(.init(connection?.replica.board)))) { [weak self] reply in
        guard case .who(let listing) = reply else { return }
        self?.view?.showPeople(listing.rows, hasMore: listing.hasMore)
      }
    }
  }

  /// After the board was removed there is no connection.
  private func listBoardsWithoutConnection() {
    do {
      let rows = try Conversation.boards(of: address, in: space, timeout: .seconds(1))
      view?.showBoards(rows, hasMore: false)
    } catch { refuse("no list of boards: \(error)") { $0.list(.boards) } }
  }

  /// Opens another board on the screen.
  func show(_ board: BoardName) {
    do { try watch(board) } catch { view?.complain("\(error)") }
  }

  /// Removes a board, and lists the others.
  func remove(_ board: BoardName) {
    ask(.board(.removeBoard(.init(board)))) { [weak self] _ in self?.list(.boards) }
  }

  /// Sends a request, and shows its refusal, which `r` tries again.
  func ask(_ request: Request, then body: @escaping (Reply) -> Void) {
    connection?.send(request) { [weak self] answer in
      switch answer {
      case .reply(let reply):
        switch reply.outcome {
        case .ok(let reply): body(reply)
        case .refused(let failure), .error(let failure):
          self?.refuse(failure.text) { $0.ask(request, then: body) }
        }
      case .lost: self?.view?.remark("the connection broke; it may have been done")
      case .unsent:
        self?.refuse("not sent, for want of a connection") {
          $0.ask(request, then: body)
        }
      }
      self?.screen.setNeedsDisplay()
    }
  }

  /// Shows a refusal, and keeps what was refused for another try.
  func refuse(_ text: String, again: @escaping (TerminalClient) -> Void) {
    refused = again
    view?.refuse(text)
  }

  /// Repeats what was refused last.
  func retry() {
    guard let again = refused else { return view?.remark("nothing was refused") ?? () }
    refused = nil
    again(self)
  }
}
