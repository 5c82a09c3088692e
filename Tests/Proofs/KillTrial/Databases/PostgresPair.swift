import LocalNodes
import Net
import Synchronization

/// A PostgreSQL primary and its standby, in a private directory and at private sockets.
///
/// If the standby is synchronous, nothing is committed that it does not have. They end with the object, or else with
/// the process.
package final class PostgresPair: Sendable {
  private let directory: String
  private let programs: String
  private let shell: Mutex<Shell>
  /// Whether the second one is the primary.
  private let isSwapped = Mutex(false)
  package let isSynchronous: Bool
  /// Whether the servers have clocks of their own, which can be set: that needs a compiler of C.
  package let hasClocks: Bool

  /// Makes a database, and starts both servers.
  ///
  /// - Parameter tables: The SQL that makes its tables.
  /// - Throws: `PostgresServerError`.
  package init(tables: String, isSynchronous: Bool = true) throws {
    self.isSynchronous = isSynchronous
    programs = try PostgresPrograms.directory()
    directory = try PostgresPrograms.makeDirectory()
    hasClocks = DatabaseClock.make(in: directory, ["clock-a", "clock-b"])
    shell = Mutex(
      try Shell(
        Self.script,
        [
          programs, directory, isSynchronous ? "pair" : "", hasClocks ? DatabaseClock.library : "",
        ]))
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

  /// In how many ways lives end in it.
  package var faultCount: Int { NodeFault.all(in: self).count }

  /// Ends the primary as a power failure would.
  package func killPrimary() throws { try run("kill \(primary)") }

  /// Stops all processes of the standby.
  package func stallStandby() throws { try run("signal \(standby) STOP") }

  package func resumeStandby() throws { try run("signal \(standby) CONT") }

  /// Lets the primary send the standby nothing any more, until it is killed.
  package func holdBackStandby() throws { try run("hold \(primary)") }

  /// Sets the clock of the primary.
  ///
  /// - Parameter seconds: By how much it is ahead of the clock of this machine.
  package func setClock(ahead seconds: Int) throws {
    try DatabaseClock.set("\(directory)/clock-\(primary)", ahead: seconds)
  }

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

  /// Runs SQL at the primary meanwhile.
  func start(_ sql: String) -> RunningStatement {
    let statement = RunningStatement()
    RelaySocket.detach { [self] in
      statement.end(with: Result { try execute(sql) })
    }
    return statement
  }

  private var primary: String { isSwapped.withLock { $0 } ? "b" : "a" }
  private var standby: String { isSwapped.withLock { $0 } ? "a" : "b" }

  private func run(_ command: String) throws {
    try shell.withLock { try PostgresPrograms.run(command, in: $0, logging: "\(directory)/log") }
  }

  /// Takes commands, each on a line, until its input ends.
  private static let script = """
    programs=$0 directory=$1 synchronous=$2 clock=$3
    \(PostgresPrograms.prelude)
    exec 2>>log
    quiet() { (as "$@") >>log 2>&1 </dev/null; }
    start() {
      (
        [ -z "$clock" ] || export LD_PRELOAD="$directory/$clock" DROPLINE_CLOCK="$directory/clock-$1"
        as setsid "$programs/postgres" -D "$1/data" -k "$directory/$1" -c listen_addresses= -c fsync=off \\
          -c shared_buffers=16MB -c max_connections=60 -c synchronous_standby_names="$synchronous" \\
          -c primary_conninfo="host=$directory/$2 user=dropline application_name=pair" \\
          -c wal_retrieve_retry_interval=100ms
      ) >>log 2>&1 </dev/null &
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
    # Each process of a server has a session of its own.
    signal() {
      server=$(head -n 1 "$1/data/postmaster.pid") &&
        kill "-$2" "$server" $(cat "/proc/$server/task/$server/children") || kill -0 "$server"
    }
    hold() {
      kill -STOP $("$programs/psql" -h "$directory/$1" -U dropline -d postgres -Atc \\
        "SELECT pid FROM pg_stat_replication WHERE application_name = 'pair'")
    }
    end() {
      signal "$1" KILL
      wait "$server"
      rm -f "$1/data/postmaster.pid" "$1"/.s.PGSQL.*
    }
    quiet mkdir a b
    while read -r command one other; do
      case $command in
        begin) quiet "$programs/initdb" -D a/data -A trust -U dropline -E UTF8 --locale=C --no-sync &&
          start a b && follow b a ;;
        kill) end "$one" ;;
        signal) signal "$one" "$other" ;;
        hold) hold "$one" ;;
        promote) quiet "$programs/pg_ctl" promote -D "$one/data" -w && follow "$other" "$one" ;;
      esac && echo done || echo failed
    done
    end a
    end b
    rm -rf "$directory"
    """
}

/// SQL that is executed while something else happens.
final class RunningStatement: Sendable {
  private let gate = Gate()
  private let result = Mutex<Result<String, any Error>?>(nil)

  fileprivate func end(with result: Result<String, any Error>) {
    self.result.withLock { $0 = result }
    gate.open()
  }

  /// Waits until it has ended.
  ///
  /// - Throws: `PostgresServerError` if it was refused.
  func wait() throws -> String {
    gate.pass()
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("what has ended has a result")
    }
    return try result.get()
  }
}
