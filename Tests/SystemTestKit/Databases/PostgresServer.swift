import BoardModel
import Foundation
import PostgresJournal
import Synchronization

/// A PostgreSQL server of our own, in a private directory and at a private socket.
///
/// It ends with the object, or else with the process.
package final class PostgresServer: Sendable {
  /// The server that tests share, with the tables. Each test has spaces of its own.
  package static let shared = Result { try PostgresServer() }

  package let directory: String
  private let shell: Mutex<Shell>

  /// Makes a database and starts the server.
  ///
  /// - Parameters:
  ///   - hasTables: Whether it has the tables of dropline.
  ///   - settings: Of the server, as `NAME=value`.
  /// - Throws: `PostgresServerError` that says what is missing.
  package init(hasTables: Bool = true, encoding: String = "UTF8", _ settings: [String] = []) throws
  {
    guard let programs = Self.programs else { throw PostgresServerError.notInstalled }
    directory = try Self.makeDirectory()
    shell = Mutex(
      try Shell(Self.script, [programs, directory, encoding, settings.joined(separator: " -c ")]))
    try run("start")
    if hasTables { try execute(Schema.sql) }
  }

  /// Ends the server as a power failure would.
  package func crash() throws { try run("crash") }

  /// Starts it after a crash.
  package func start() throws { try run("start") }

  /// Runs SQL in the database.
  @discardableResult
  package func execute(_ sql: String) throws -> String {
    let psql = try Shell(
      "exec \"$0\" -h \"$1\" -U dropline -d postgres -qAtX -v ON_ERROR_STOP=1 2>&1",
      [
        "\(Self.programs ?? "")/psql", directory,
      ])
    let (output, status) = psql.finish(sql)
    guard status == 0 else { throw PostgresServerError.failed(output) }
    return output
  }

  /// The URL of its database, by way of its own socket or of a port of this machine.
  package func url(port: UInt16? = nil) -> StoreURL { StoreURL(address(port: port))! }

  /// The same as a text, for programs.
  package func address(port: UInt16? = nil) -> String {
    let place = port.map { "127.0.0.1:\($0)" } ?? ""
    let host = port == nil ? "?host=\(directory)" : ""
    return "postgres://dropline@\(place)/postgres\(host)"
  }

  /// The path of its socket.
  package var socket: String { "\(directory)/.s.PGSQL.5432" }

  /// A new space with a name of its own.
  package func space() throws -> SpaceName {
    let name = SpaceName("s\(UUID().uuidString.lowercased())")!
    try PostgresDatabase(url()).create(name)
    return name
  }

  private func run(_ command: String) throws {
    let answer = shell.withLock { $0.ask(command) }
    guard answer == "done" else {
      let log = try? String(contentsOfFile: "\(directory)/log", encoding: .utf8)
      throw PostgresServerError.failed("\(command): \(answer ?? "")\n\(log ?? "")")
    }
  }

  /// Takes commands, each on a line, until its input ends.
  private static let script = """
    programs=$0 directory=$1 encoding=$2 settings=${3:+-c $3}
    trap '' INT TERM HUP
    as() { exec "$@"; }
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$directory"
      as() { exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; }
    fi
    cd "$directory"
    (as "$programs/initdb" -D data -A trust -U dropline -E "$encoding" --locale=C --no-sync) >log 2>&1
    start() {
      as "$programs/postgres" -D data -k "$directory" -c listen_addresses= -c fsync=off \\
        -c max_connections=60 -c shared_buffers=16MB $settings >>log 2>&1 </dev/null &
      server=$!
      until "$programs/pg_isready" -q -h "$directory" -U dropline -d postgres; do
        kill -0 $server 2>/dev/null || return 1
        sleep 0.05
      done
    }
    while read -r command; do
      case $command in
        start) start && echo done || echo failed ;;
        crash) kill -QUIT $server; wait $server; echo done ;;
      esac
    done
    [ -z "$server" ] || kill -QUIT $server
    wait
    rm -rf "$directory"
    """

  /// The folder of the programs of PostgreSQL.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap(Int.init).max().map { "\(root)/\($0)/bin" }
  }()

  /// The path of a socket has at most 107 bytes.
  private static func makeDirectory() throws -> String {
    let path = "/tmp/dropline-\(UUID().uuidString.prefix(8).lowercased())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return path
  }
}

package enum PostgresServerError: Error {
  /// PostgreSQL is not installed: the package `postgresql` has it.
  case notInstalled
  case failed(String)
}

/// A shell that runs a script beside the tests.
private final class Shell: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ script: String, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Ends when its input does.
  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Writes a line, and reads one.
  func ask(_ line: String) -> String? {
    try? input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    var answer = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte.first ?? 0x0A != 0x0A
    {
      answer += byte
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Writes all of the input, and reads to the end.
  func finish(_ text: String) -> (output: String, status: Int32) {
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try? input.fileHandleForWriting.close()
    let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
