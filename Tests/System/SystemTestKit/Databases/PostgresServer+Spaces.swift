import BoardModel
import Foundation
import KillTrial
import LocalNodes
import PostgresJournal
import TestKit

extension PostgresServer {
  /// The server that tests share, with the tables. Each test has spaces of its own.
  package static let shared = Result { try PostgresServer() }

  /// - Parameter hasTables: Whether it has the tables of dropline.
  package convenience init(
    hasTables: Bool = true, encoding: String = "UTF8", _ settings: [String] = []
  ) throws {
    let copies = Repository.root.appending(path: ".build/postgres").path
    try self.init(
      tables: hasTables ? Schema.sql : "", encoding: encoding, copies: copies, settings)
  }

  /// The URL of its database, by way of its own socket or of a port of this machine.
  package func url(port: UInt16? = nil) -> StoreURL { StoreURL(address(port: port))! }

  /// A new space with a name of its own.
  package func space() throws -> SpaceName {
    let name = SpaceName("s\(UUID().uuidString.lowercased())")!
    try PostgresDatabase(url()).create(name)
    return name
  }

  /// Ends the lease of the process that owns a space, unless it renews it again: whoever looks next finds it over.
  package func expireLease(of space: SpaceName) throws {
    try execute(
      """
      UPDATE dropline.node SET lease = 0
      WHERE id = (SELECT owner FROM dropline.space WHERE name = '\(space)')
      """)
  }
}
