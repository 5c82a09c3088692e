import Glibc

/// The programs of PostgreSQL on this machine.
package enum PostgresPrograms {
  /// The folder with those of the newest version.
  ///
  /// - Throws: `PostgresServerError.notInstalled`.
  package static func directory() throws -> String {
    let folders = (10...40).reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    guard let folder = folders.first(where: { access("\($0)/postgres", X_OK) == 0 }) else {
      throw PostgresServerError.notInstalled
    }
    return folder
  }

  /// Makes a directory for data and sockets. The path of a socket has at most 107 bytes.
  package static func makeDirectory() throws -> String {
    var path = Array(("/tmp/dropline-" + String(repeating: "X", count: 6)).utf8CString)
    guard mkdtemp(&path) != nil else { throw LocalServerError.system(errno) }
    return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The beginning of a script: `as` runs a program as a user that is not root, in `$directory`.
  package static let prelude = """
    trap '' INT TERM HUP
    as() { exec "$@"; }
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$directory"
      as() { exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; }
    fi
    cd "$directory"
    """

  /// Runs a command of a script.
  package static func run(_ command: String, in shell: Shell, logging file: String) throws {
    let answer = shell.ask(command)
    guard answer == "done" else {
      let log = try Shell("exec tail -n 40 \"$0\"", [file]).finish("").output
      throw PostgresServerError.failed("\(command): \(answer)\n\(log)")
    }
  }

  /// Runs SQL by way of a socket.
  package static func execute(_ sql: String, at directory: String, _ programs: String) throws
    -> String
  {
    let psql = try Shell(
      "exec \"$0\" -h \"$1\" -U dropline -d postgres -qAtX -v ON_ERROR_STOP=1 2>&1",
      ["\(programs)/psql", directory])
    let (output, status) = psql.finish(sql)
    guard status == 0 else { throw PostgresServerError.failed(output) }
    return output
  }
}

/// Why a server cannot be had.
package enum PostgresServerError: Error {
  /// PostgreSQL is not installed: the package `postgresql` has it.
  case notInstalled
  case failed(String)
}

extension PostgresServerError: CustomStringConvertible {
  /// A sentence for people.
  package var description: String {
    switch self {
    case .notInstalled:
      "PostgreSQL is not installed here: the package postgresql has it, as in `apt-get install postgresql`"
    case .failed(let reason): "PostgreSQL does not start: \(reason)"
    }
  }
}
