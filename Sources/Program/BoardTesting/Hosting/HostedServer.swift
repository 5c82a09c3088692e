import BoardAuthority
import BoardHub
import BoardJournal
import BoardServer
import Logging
import Net
import SQLiteJournal
import TokenHashing

/// A server for a test or a transcript, on free ports of the loopback interface. It sends each change at once.
package final class HostedServer: Sendable {
  private let server: BoardServer
  /// The folder that boards are kept in; nil for memory only.
  private let folder: TemporaryFolder?
  // It is never changed.
  private nonisolated(unsafe) let configuration: BoardServer.Configuration

  /// - Parameters:
  ///   - boards: New boards.
  ///   - folder: The folder that boards are kept in; nil for memory only.
  ///   - configure: Changes the other settings.
  /// - Throws: `BoardServerFault`; what `configure` throws.
  package convenience init(
    boards: [BoardFile] = [], in folder: TemporaryFolder? = nil,
    configure: (inout BoardServer.Configuration) throws -> Void = { _ in }
  ) throws {
    var configuration = BoardServer.Configuration()
    if let folder {
      configuration.place = try folder.journal
      configuration.addresses.append(.unix(try UnixPath(folder.socket)))
    }
    configuration.boards = boards
    configuration.cadence = .fixed(.zero)
    configuration.web = WebConfiguration(address: .loopback(0))
    configuration.connections.greetingDelay = .zero
    configuration.logger = Logger(label: "dropline") { _ in SwiftLogNoOpLogHandler() }
    try configure(&configuration)
    try self.init(configuration, in: folder)
  }

  /// A server with the settings and the folder of one that has ended.
  package convenience init(after ended: HostedServer) throws {
    var configuration = ended.configuration
    configuration.boards = []
    if let folder = ended.folder, case .directory = configuration.place {
      configuration.place = try folder.journal
    }
    try self.init(configuration, in: ended.folder)
  }

  private init(_ configuration: BoardServer.Configuration, in folder: TemporaryFolder?) throws {
    server = try BoardServer(configuration)
    self.folder = folder
    var configuration = configuration
    // The journal itself, which has the directory, ends with the server.
    if let folder, case .journal(_, _, folder.data) = configuration.place {
      configuration.place = .directory(folder.data)
    }
    self.configuration = configuration
  }

  /// The path of a Unix socket on which it listens as well, as one with a folder does.
  package var unixSocket: String? {
    server.endpoints.lazy.compactMap { endpoint -> String? in
      guard case .unix(let path) = endpoint else { return nil }
      return path.string
    }.first
  }
  package var port: UInt16 { server.port }
  package var webPort: UInt16 { server.webAddress?.port ?? 0 }
  package var control: ServerControl { server.control }

  deinit { server.kill() }

  /// Crashes the server: it ends without sending anything.
  package func crash() { server.kill() }

  /// Waits for the end of the server.
  ///
  /// - Returns: The fault that ended it, or nil.
  package func fault() -> JournalFault? { server.waitForEnd() }

  /// The rules of these lines of an access file, in which the label of each token is the token itself.
  package func accessRules(_ lines: [String]) throws -> AccessRules {
    try AccessFile(text: lines.joined(separator: "\n")).rulesOfLabels(hash: TokenDigest.init(of:))
  }

  /// Advances the server's time, and returns when it has acted on it. What had arrived is processed before.
  package func advance(by time: Duration) {
    control.settle()
    control.advance(by: time)
    control.settle()
  }
}

// What may happen to a server.

extension ServerControl {
  /// Begins to drain the server.
  package func drain(for time: Duration) { _ = ask { $0.drain(for: time) } }

  /// Fills the simulated disk, or frees it.
  package func setFull(_ isFull: Bool) { _ = ask { $0.hub.persistence.setFull(isFull) } }

  /// Makes the server refuse commands as if its database did not answer, or accept them again.
  package func setUnavailable(_ isUnavailable: Bool) {
    _ = ask { $0.soleSpace.setUnavailable(isUnavailable) }
  }

  /// Lets access rules hold from now on.
  package func setAccess(_ access: AccessRules) { _ = ask { $0.setAccess(access) } }

  /// The connections that the server knows of.
  package var connectionCount: Int { ask { $0.hub.room.count } ?? 0 }

  /// Returns when the server has processed all bytes that had arrived.
  package func settle() {
    _ = ask { _ in }
    _ = ask { _ in }
  }
}

extension TemporaryFolder {
  fileprivate var data: String { "\(path)/data" }
  fileprivate var socket: String { "\(path)/socket" }

  fileprivate var journal: BoardServer.Place {
    get throws { .journal(try SQLiteJournal(data, .trial), of: nil, at: data) }
  }
}
