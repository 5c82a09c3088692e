import LocalNodes
import Synchronization

/// A PostgreSQL primary and its synchronous standby, in a private directory and at private sockets.
///
/// Nothing is committed that the standby does not have. They end with the object, or else with the process.
package final class PostgresPair: Sendable {
  private let directory: String
  private let programs: String
  private let shell: Mutex<Shell>
  /// Whether the second one is the primary.
  private let isSwapped = Mutex(false)

  /// Makes a database, and starts both servers.
  ///
  /// - Parameter tables: The SQL that makes its tables.
  /// - Throws: `PostgresServerError`.
  package init(tables: String) throws {
    programs = try PostgresPrograms.directory()
    directory = try PostgresPrograms.makeDirectory()
    shell = Mutex(try Shell(Self.script, [programs, directory]))
    try run("begin")
    try execute(tables)
  }

  /// The URL of the database: that of the server that is the primary.
  package var address: String {
    "postgres://dropline@/postgres?host=\(directory)/a,\(directory)/b&target_session_attrs=read-write"
  }

  /// The path of the primary's socket.
  package var socket: String { "\(directory)/\(primary)/.s.PGSQL.5432" }

  /// The URL of the database at a port of this machine.
  package static func address(port: UInt16) -> String {
    "postgres://dropline@127.0.0.1:\(port)/postgres"
  }

  /// Ends the primary as a power failure would.
  package func killPrimary() throws { try run("kill \(primary)") }

  /// Promotes the standby, and makes a new standby from it. Nothing is committed until it is there.
  package func promote() throws {
    let (old, new) = (primary, standby)
    try run("promote \(new) \(old)")
    isSwapped.withLock { $0.toggle() }
  }

  /// Runs SQL at the primary.
  @discardableResult
  package func execute(_ sql: String) throws -> String {
    try PostgresPrograms.execute(sql, at: "\(directory)/\(primary)", programs)
  }

  private var primary: String { isSwapped.withLock { $0 } ? "b" : "a" }
  private var standby: String { isSwapped.withLock { $0 } ? "a" : "b" }

  private func run(_ command: String) throws {
    try shell.withLock { try PostgresPrograms.run(command, in: $0, logging: "\(directory)/log") }
  }

  /// Takes commands, each on a line, until its input ends. A server has a session of its own, so that all of its
  /// processes are killed at once.
  private static let script = """
    programs=$0 directory=$1
    \(PostgresPrograms.prelude)
    exec 2>>log
    quiet() { (as "$@") >>log 2>&1 </dev/null; }
    start() {
      (as setsid "$programs/postgres" -D "$1/data" -k "$directory/$1" -c listen_addresses= -c fsync=off \\
        -c shared_buffers=16MB -c max_connections=60 -c synchronous_standby_names=pair \\
        -c primary_conninfo="host=$directory/$2 user=dropline application_name=pair" \\
        -c wal_retrieve_retry_interval=100ms) >>log 2>&1 </dev/null &
      for try in $(seq 600); do
        "$programs/pg_isready" -q -h "$directory/$1" -U dropline -d postgres && return
        sleep 0.05
      done
      return 1
    }
    follow() {
      rm -rf "$1/data"
      quiet "$programs/pg_basebackup" -h "$directory/$2" -U dropline -D "$1/data" -R -X stream -c fast --no-sync &&
        start "$1" "$2"
    }
    end() {
      server=$(head -n 1 "$1/data/postmaster.pid") && kill -KILL "-$server" && wait "$server"
      rm -f "$1/data/postmaster.pid" "$1"/.s.PGSQL.*
    }
    quiet mkdir a b
    while read -r command one other; do
      case $command in
        begin) quiet "$programs/initdb" -D a/data -A trust -U dropline -E UTF8 --locale=C --no-sync &&
          start a b && follow b a ;;
        kill) end "$one" ;;
        promote) quiet "$programs/pg_ctl" promote -D "$one/data" -w && follow "$other" "$one" ;;
      esac && echo done || echo failed
    done
    end a
    end b
    rm -rf "$directory"
    """
}
