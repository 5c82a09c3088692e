import Synchronization

/// A PostgreSQL server of our own, in a private directory and at a private socket.
///
/// It ends with the object, or else with the process.
package final class PostgresServer: Sendable {
  package let directory: String
  private let programs: String
  private let shell: Mutex<Shell>

  /// Makes a database and starts the server.
  ///
  /// - Parameters:
  ///   - tables: The SQL that makes its tables; empty for none.
  ///   - copies: The path of a folder with empty databases, of which one is copied: making one takes longer. It is
  ///     kept there if there is none yet. Empty for no such folder.
  ///   - settings: Of the server, as `NAME=value`.
  /// - Throws: `PostgresServerError` that says what is missing.
  package init(
    tables: String, encoding: String = "UTF8", copies: String = "", _ settings: [String] = []
  ) throws {
    let programs = try PostgresPrograms.directory()
    self.programs = programs
    directory = try PostgresPrograms.makeDirectory()
    shell = Mutex(
      try Shell(
        Self.script,
        [programs, directory, encoding, settings.joined(separator: " -c "), copies]))
    try run("start")
    if !tables.isEmpty { try execute(tables) }
  }

  /// Ends the server as a power failure would.
  package func crash() throws { try run("crash") }

  /// Starts it after a crash.
  package func start() throws { try run("start") }

  /// Runs SQL in the database.
  @discardableResult
  package func execute(_ sql: String) throws -> String {
    try PostgresPrograms.execute(sql, at: directory, programs)
  }

  /// The URL of its database, by way of its own socket or of a port of this machine.
  package func address(port: UInt16? = nil) -> String {
    let place = port.map { "127.0.0.1:\($0)" } ?? ""
    let host = port == nil ? "?host=\(directory)" : ""
    return "postgres://dropline@\(place)/postgres\(host)"
  }

  /// The path of its socket.
  package var socket: String { "\(directory)/.s.PGSQL.5432" }

  private func run(_ command: String) throws {
    try shell.withLock { try PostgresPrograms.run(command, in: $0, logging: "\(directory)/log") }
  }

  /// Takes commands, each on a line, until its input ends.
  private static let script = """
    programs=$0 directory=$1 encoding=$2 settings=${3:+-c $3} copies=$4
    \(PostgresPrograms.prelude)
    make() { (as "$programs/initdb" -D data -A trust -U dropline -E "$encoding" --locale=C --no-sync --wal-segsize=1) >log 2>&1; }
    # Nobody makes a database of the templates, and without them there are a third of the files to copy.
    shrink() {
      printf '%s\\n' "UPDATE pg_database SET datistemplate = false" "DROP DATABASE template0" "DROP DATABASE template1" |
        (as "$programs/postgres" --single -D data postgres) >>log 2>&1
    }
    copy=$copies$programs/$encoding
    # Others may keep one at the same time: that of the first stays.
    keep() {
      mkdir -p "$copies$programs" && cp -a data "$copy.$$" && mv -T "$copy.$$" "$copy" || rm -rf "$copy.$$"
    }
    if [ -z "$copies" ]; then
      make
    elif ! cp -a "$copy" data 2>/dev/null; then
      rm -rf data && make && shrink && keep 2>/dev/null
    fi
    start() {
      as setsid "$programs/postgres" -D data -k "$directory" -c listen_addresses= -c fsync=off \\
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
}
