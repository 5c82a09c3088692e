import ArgumentParser
import BoardJournal
import BoardServer
import Glibc
import PostgresJournal
import SQLiteJournal

/// `dropline serve --check`: what a server with these settings would find. It changes nothing.
struct ServeCheck {
  private let settings: ServeSettings

  init(_ settings: ServeSettings) { self.settings = settings }

  /// Says each fault on standard error.
  ///
  /// - Throws: `ExitCode` of the first one, as `ServeRun` ends with it.
  func run() throws {
    var first: ExitCode?
    func check(_ status: ExitCode, _ body: () throws -> Void) {
      do { try body() } catch {
        complain("\(error)", status)
        first = first ?? status
      }
    }
    var isServed = false
    check(ExitCode(EX_IOERR)) { isServed = try checkData() }
    // The server of this directory is the one that listens there.
    if !isServed {
      for place in settings.places { check(.failure) { try place.checkFree() } }
    }
    if let access = settings.access { check(.failure) { _ = try access.rules() } }
    check(.failure) { _ = try settings.identity() }
    check(.failure) { _ = try settings.webConfiguration.map { web in try PageFiles(of: web) } }
    for file in settings.allBoardFiles {
      check(.failure) { _ = try BoardFormat(ofFile: file).read(file) }
    }
    if let first { throw first }
    sayLine("all is well")
  }

  /// - Returns: Whether a server has the directory, or the space.
  private func checkData() throws(JournalFault) -> Bool {
    let holder: String? =
      switch settings.data {
      case .memory: nil
      case .directory(let path): try SQLiteJournal.inspect(path).map { "process \($0)" }
      case .space(let url, let space): try PostgresDatabase(url).holder(of: space)
      }
    guard let holder else { return false }
    sayLine("\(settings.data) is served by \(holder)")
    return true
  }
}
