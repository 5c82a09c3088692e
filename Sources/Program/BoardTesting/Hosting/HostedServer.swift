import BoardAuthority
import BoardServer
import Logging
import Net
import SQLiteJournal
import TokenHashing

/// A server for a test or a transcript, on free ports of the loopback interface. It sends each change at once.
package final class HostedServer: ServerHost, Sendable {
  private let server: BoardServer
  /// The folder that boards are kept in; nil for memory only.
  private let folder: TemporaryFolder?

  /// - Parameters:
  ///   - boards: New boards; one that the folder has already is not replaced.
  ///   - folder: The folder that boards are kept in; nil for memory only.
  ///   - configure: Changes the other settings.
  /// - Throws: `BoardServerFault`; what `configure` throws.
  package init(
    boards: [BoardFile] = [], in folder: TemporaryFolder? = nil,
    configure: (inout BoardServer.Configuration) throws -> Void = { _ in }
  ) throws {
    var configuration = BoardServer.Configuration()
    if let folder {
      let path = "\(folder.path)/data"
      configuration.place = .journal(try SQLiteJournal(path, .trial), of: nil, at: path)
    }
    configuration.boards = boards
    configuration.cadence = .fixed(.zero)
    configuration.web = WebConfiguration(address: .loopback(0))
    configuration.connections.greetingDelay = .zero
    configuration.logger = Logger(label: "dropline") { _ in SwiftLogNoOpLogHandler() }
    try configure(&configuration)
    self.folder = folder
    server = try BoardServer(configuration)
  }

  /// A server that keeps its boards in a folder of its own, or in that of one that has ended.
  package convenience init(boards: [BoardFile], after ended: HostedServer?) throws {
    try self.init(
      boards: boards, in: try ended?.folder ?? TemporaryFolder("board-testing", inMemory: true))
  }

  package var port: UInt16 { server.port }
  package var webPort: UInt16 { server.webAddress?.port ?? 0 }
  package var control: ServerControl { server.control }

  package func crash() { server.kill() }

  package func accessRules(_ lines: [String]) throws -> AccessRules {
    try AccessFile(text: lines.joined(separator: "\n")).rulesOfLabels(hash: TokenDigest.init(of:))
  }
}
