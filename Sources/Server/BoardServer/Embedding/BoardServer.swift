import BoardAuthority
import BoardHub
import BoardJournal
import BoardModel
import Net

/// A server of boards in this process, on a thread of its own, until `stop()`.
///
///     let server = try BoardServer(boards: ["groceries": "To buy: Bread Milk | Basket:"])
///     print(server.port)
///
/// It serves what `dropline serve` serves, by the same rules. Several in one process do not know of each other. From the first
/// one on the process ignores SIGPIPE.
public final class BoardServer: Sendable {
  /// Where it listens for lines, with the actual ports.
  public let endpoints: [Endpoint]
  /// Where it listens for HTTP, with the actual port; nil if it does not.
  public let webAddress: SocketAddress?
  /// The interface for other threads.
  package let control: ServerControl
  private let thread: ServerThread
  /// How long the end may take.
  private let longestEnd: Duration

  /// Starts a server.
  ///
  /// - Throws: `BoardServerFault`; then nothing is left of it but the directory.
  /// - Complexity: O(boards), whatever is on those that are kept already.
  public init(_ configuration: Configuration) throws(BoardServerFault) {
    let server = try Server.prepared(configuration)
    endpoints = server.endpoints
    webAddress = server.webAddress
    control = server.control
    longestEnd = configuration.farewell + configuration.diskTimeout + .seconds(1)
    thread = try ServerThread(server)
  }

  /// Starts a server with boards in memory, on 127.0.0.1 and a port that the system chooses.
  ///
  /// - Parameter boards: Their names, each with an outline of its content, as `Content(outline:)` reads it.
  /// - Throws: `BoardServerFault`.
  public convenience init(boards: KeyValuePairs<String, String>) throws(BoardServerFault) {
    var configuration = Configuration()
    for (name, outline) in boards {
      configuration.boards.append(try BoardFile(name, outline: outline))
    }
    try self.init(configuration)
  }

  deinit { stop() }

  /// The port of the first address on which it listens; 0 if there are Unix sockets only.
  public var port: UInt16 { endpoints.firstPort }

  /// Whether clients can connect.
  public var isRunning: Bool { thread.isRunning }

  /// What ended the server; nil if it runs, or was stopped.
  public var fault: BoardServerFault? {
    thread.fault.map { .unusableDirectory("\($0)") }
  }

  /// Lends a board as it is at one moment. Later changes do not show in it, and all that shows is stored.
  ///
  /// A board that is kept in a directory is loaded if it is not yet; others do not wait for that.
  ///
  /// - Parameters:
  ///   - name: The name of the board.
  ///   - time: How long it may take to load the board, and to store what is being changed.
  ///   - body: Uses the board, on the calling thread.
  /// - Throws: `BoardServerFault.noBoard`; `ended` if the server has; `silent`; what `body` throws.
  /// - Complexity: O(1) on the server's thread for a loaded board. A change of the board after that costs it O(items), once.
  public func withBoard<Result>(
    _ name: String, within time: Duration = .seconds(30), _ body: (ServedBoard) throws -> Result
  ) throws -> Result {
    guard let board = BoardName(name) else { throw BoardServerFault.noBoard(name) }
    let sight = control.sight(of: board)
    guard sight.wait(for: time) else { throw BoardServerFault.silent(time) }
    guard let served = sight.wait() else { throw BoardServerFault.ended(nil) }
    guard let served else { throw BoardServerFault.noBoard(name) }
    return try body(served)
  }

  /// Lets access rules hold from now on; nil lets everybody do everything. Connections that may not go on are told so and
  /// closed.
  public func setAccess(_ rules: AccessRules?) {
    control.post { $0.soleSpace.setAccess(rules) }
  }

  /// Ends the server at once, as if it was killed.
  package func kill() {
    control.kill()
    thread.wait(for: longestEnd)
  }

  /// Waits for the end of the server.
  ///
  /// - Returns: What its journal could not do, if that ended it.
  package func waitForEnd() -> JournalFault? {
    thread.wait(for: .seconds(600))
    return thread.fault
  }

  /// Ends the server: all clients are told so and may read their last line; what is acknowledged is stored. A second call
  /// does nothing.
  ///
  /// It returns within `Configuration.farewell` and `diskTimeout` together. If the disk has not answered by then, its thread
  /// stays behind, and `isRunning` true.
  public func stop() {
    control.stop()
    thread.wait(for: longestEnd)
  }
}

extension BoardFile {
  /// A board that is an outline, as `Content(outline:)` reads it.
  ///
  /// - Throws: `BoardServerFault.badBoard`.
  public init(_ name: String, revision: Int = 0, outline: String) throws(BoardServerFault) {
    guard let board = BoardName(name) else {
      throw .badBoard(
        name, reason: "\(name) is no name of a board: 1 to 64 letters, digits, _ and -")
    }
    do throws(OutlineFault) {
      self.init(board, revision: revision, try Content(outline: outline))
    } catch {
      throw .badBoard(name, reason: "board \(name): \(error)")
    }
  }
}

extension [Endpoint] {
  /// The port of the first address that has one; 0 if there is none.
  var firstPort: UInt16 { lazy.compactMap(\.address).first?.port ?? 0 }
}
