import Glibc
import KillTrial
import LocalNodes

/// A directory with a board file and the data of the program, and the lives of the program on it.
final class LoadSite {
  /// The board `b` has this many items in sections of 100.
  static let items = 1_000

  let program: String
  private let path: String

  init(_ program: String) throws {
    self.program = program
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var bytes = Array("\(parent)/dropline-load-\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&bytes) != nil else { throw LocalServerError.system(errno) }
    path = String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let file = fopen(boardFile, "w") else { throw LocalServerError.system(errno) }
    fputs(Self.board, file)
    fclose(file)
  }

  /// Starts the program, and waits until it listens.
  ///
  /// - Parameter descriptors: The limit on its descriptors, if it is not this process's.
  func start(port: UInt16 = 0, descriptors: Int? = nil) throws -> LocalServer {
    var words = [
      program, "serve", "--data", "\(path)/data", "--listen", "127.0.0.1:\(port)", "--board",
      boardFile,
    ]
    if let descriptors {
      words = ["/bin/sh", "-c", "ulimit -n \(descriptors); exec \"$@\"", "-"] + words
    }
    let server = try LocalServer(words)
    try server.listen { server.port != nil }
    return server
  }

  /// Starts the nodes of a new space.
  ///
  /// - Returns: The nodes. The first one is to own the space.
  func startNodes(_ count: Int, store: String) throws -> [TrialNode] {
    let space = "load-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    try run(["space", "create", space, "--store", store])
    var nodes: [TrialNode] = []
    for index in 0..<count {
      let node = try TrialNode(
        program, store: store, space: space, index == 0 ? ["--board", boardFile] : [])
      try node.server.listen { node.server.port != nil && node.isRegistered }
      nodes.append(node)
      if index == 0 { try run(["cluster", "move", space, node.link, "--store", store]) }
    }
    return nodes
  }

  /// Runs a command of the program to its end.
  private func run(_ words: [String]) throws {
    let command = try LocalServer([program] + words)
    guard command.wait() == 0 else {
      command.listen()
      throw LocalServerError.ended(command.log)
    }
  }

  /// The bytes of the journal and its log.
  var storedBytes: Int {
    ["journal.db", "journal.db-wal"].reduce(0) { sum, name in
      var status = stat()
      return sum + (stat("\(path)/data/\(name)", &status) == 0 ? Int(status.st_size) : 0)
    }
  }

  func remove() {
    for file in ["journal.db", "journal.db-wal", "journal.db-shm", "lock", "witness", "reserve"] {
      unlink("\(path)/data/\(file)")
    }
    rmdir("\(path)/data")
    unlink(boardFile)
    rmdir(path)
  }

  private var boardFile: String { "\(path)/b.board" }

  private static let board: String = {
    var lines = ["board b"]
    for item in 0..<items {
      if item % 100 == 0 { lines.append("section s\(item / 100) - Section \(item / 100)") }
      lines.append("item i\(item) An item of ordinary length")
    }
    return lines.joined(separator: "\n") + "\n"
  }()
}

extension LocalServer {
  /// Resident memory in bytes.
  var residentBytes: Int {
    let words = Self.text(of: "/proc/\(id)/statm").split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The processor time so far.
  var processorTime: Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(id, &clock) == 0 else { return .zero }
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }
}
