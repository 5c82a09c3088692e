import Glibc
import Libuv
import SystemTestKit
import TestKit
import Testing

/// The socket of a service manager.
private final class NotifySocket {
  private let scratch: Scratch
  private let descriptor: Int32
  var path: String { scratch.at("notify") }

  init() throws {
    scratch = try Scratch()
    descriptor = try boundUnixSocket(at: scratch.at("notify"), SOCK_DGRAM)
  }

  deinit { close(descriptor) }

  /// The next datagram.
  ///
  /// - Throws: `ChildError.silence` if none comes for a minute.
  func next() throws -> String {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 60_000) > 0 else { throw ChildError.silence }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

@Suite("A server under a service manager")
struct ServiceTests {
  private func serve(_ words: [String] = [], _ setting: String) throws -> ChildProcess {
    try ChildProcess(
      ["serve", "--listen", "127.0.0.1:0", "--data", "none"] + words, after: setting)
  }

  @Test("says when it serves and when it stops")
  func states() throws {
    let manager = try NotifySocket()
    let child = try serve([], "export NOTIFY_SOCKET='\(manager.path)'")
    try expectEqual(manager.next(), "READY=1")
    let client = try LoopbackClient(port: try child.port())
    #expect(try client.line() != nil)
    child.kill(SIGTERM)
    try expectEqual(manager.next(), "STOPPING=1")
    try expectEqual(child.end().status, 0)
  }

  @Test("says when it loads its access rules again, and that it is done, also if they are wrong")
  func reload() throws {
    let manager = try NotifySocket()
    let scratch = try Scratch()
    try write(Array("guest viewer *\n".utf8), toFile: scratch.at("access"))
    let child = try serve(
      ["--access", scratch.at("access")], "export NOTIFY_SOCKET='\(manager.path)'")
    try expectEqual(manager.next(), "READY=1")
    for text in ["guest editor *\n", "nonsense\n"] {
      try write(Array(text.utf8), toFile: scratch.at("access"))
      child.kill(SIGHUP)
      #expect(try manager.next().firstMatch(of: /^RELOADING=1\nMONOTONIC_USEC=[1-9][0-9]+$/) != nil)
      try expectEqual(manager.next(), "READY=1")
    }
  }

  @Test("says that it is done when all is loaded again, the certificate too")
  func reloadOfAll() throws {
    let manager = try NotifySocket()
    let scratch = try Scratch()
    let (old, new) = (
      try TestCertificate(in: scratch), try TestCertificate(in: scratch, days: 3)
    )
    let child = try serve(
      ["--demo", "--http", "none", "--tls", old.certificate, old.key],
      "export NOTIFY_SOCKET='\(manager.path)'")
    try expectEqual(manager.next(), "READY=1")
    let port = try child.port()
    try write(contents(ofFile: new.certificate), toFile: old.certificate)
    try write(contents(ofFile: new.key), toFile: old.key)
    child.kill(SIGHUP)
    #expect(try manager.next().hasPrefix("RELOADING=1\n"))
    try expectEqual(manager.next(), "READY=1")
    let boards = try ChildProcess(
      ["boards", "--server", "tls://localhost:\(port)"],
      after: "export DROPLINE_CA='\(new.certificate)'"
    ).end()
    expectEqual(boards.status, 0, "\(boards.output)")
  }

  @Test("goes on after SIGHUP if it has nothing to load again")
  func hangUp() throws {
    let manager = try NotifySocket()
    let child = try serve([], "export NOTIFY_SOCKET='\(manager.path)'")
    try expectEqual(manager.next(), "READY=1")
    child.kill(SIGHUP)
    #expect(try manager.next().hasPrefix("RELOADING=1\n"))
    try expectEqual(manager.next(), "READY=1")
    let client = try LoopbackClient(port: try child.port())
    #expect(try client.line() != nil)
  }

  @Test("says again and again from its loop that it is alive, if it is asked to")
  func watchdog() throws {
    let manager = try NotifySocket()
    let child = try serve([], "export NOTIFY_SOCKET='\(manager.path)' WATCHDOG_USEC=30000")
    try expectEqual(manager.next(), "READY=1")
    for _ in 0..<5 { try expectEqual(manager.next(), "WATCHDOG=1") }
    child.kill(SIGTERM)
    var last = ""
    while last != "STOPPING=1" { last = try manager.next() }
  }

  /// A listening socket on a free port.
  private func listeningSocket() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0, listen(descriptor, 16) == 0 else { throw ChildError.socket(errno) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard status == 0 else { throw ChildError.socket(errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  @Test("accepts clients at the sockets that were opened for it, by their names")
  func activation() throws {
    let (web, line) = (try listeningSocket(), try listeningSocket())
    defer { for socket in [web, line] { close(socket.descriptor) } }
    // Who connects before the server is there waits, and is served.
    let early = try LoopbackClient(port: line.port)
    // An unbound socket listens on all addresses.
    let child = try ChildProcess(
      ["serve", "--data", "none", "--insecure"],
      after: "export LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=http:dropline.socket",
      passing: [web.descriptor, line.descriptor])
    expectEqual(try early.line()?.hasPrefix("dropline 1 "), true)
    try expectEqual(child.port(), line.port)
    let page = try LoopbackClient(port: web.port)
    page.send("GET /healthz HTTP/1.1\r\nHost: localhost:\(web.port)\r\n\r")
    expectEqual(try page.line()?.hasPrefix("HTTP/1.1 200"), true)
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("accepts clients at a Unix socket that was opened for it, and leaves its file")
  func unixActivation() throws {
    let scratch = try Scratch()
    let path = scratch.at("socket")
    let line = try boundUnixSocket(at: path)
    defer { close(line) }
    expectEqual(Glibc.listen(line, 16), 0)
    let early = try LoopbackClient(unixSocket: path)
    let child = try ChildProcess(
      ["serve", "--data", "none"],
      after: "export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=dropline.socket", passing: [line])
    expectEqual(try early.line()?.hasPrefix("dropline 1 "), true)
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
    expectEqual(access(path, F_OK), 0)
  }

  @Test("refuses a Unix socket for the page, and a socket that does not listen")
  func badActivation() throws {
    let scratch = try Scratch()
    let (listening, bound) = (
      try boundUnixSocket(at: scratch.at("a")), try boundUnixSocket(at: scratch.at("b"))
    )
    defer { for socket in [listening, bound] { close(socket) } }
    expectEqual(Glibc.listen(listening, 16), 0)
    for (socket, reason) in [
      (listening, "the HTTP port cannot be a Unix socket"),
      (bound, "the inherited socket http is no listening TCP socket, nor a Unix socket"),
    ] {
      let child = try ChildProcess(
        ["serve", "--data", "none"], after: "export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=http",
        passing: [socket])
      let (output, status) = try child.end()
      expectEqual(status, 64)
      #expect(output.contains(reason), "\(output)")
    }
  }

  @Test("sends clients to the server that takes over its sockets, which nobody is refused by")
  func handOver() throws {
    let line = try listeningSocket()
    defer { close(line.descriptor) }
    let persisted = try PersistedBoards()
    func start() throws -> ChildProcess {
      try ChildProcess(
        ["serve", "--data", persisted.data, "--insecure", "--demo", "--http", "none"],
        after: "export LISTEN_PID=$$ LISTEN_FDS=1", passing: [line.descriptor])
    }
    let first = try start()
    let client = try LoopbackClient(port: line.port)
    client.send(lines: ["hello ann token=annannannannannann", "edit i1 board=groceries Rolls"])
    try expectEqual(client.lines { $0.hasPrefix("ok edit") }.last, "ok edit i1 at=0.0 rev=4")
    let tail = try ChildProcess([
      "tail", "groceries", "--from", "3", "--count", "2", "--server", "127.0.0.1:\(line.port)",
    ])
    try expectEqual(tail.line(), "batch groceries 3 4 1")
    first.kill(SIGTERM)
    expectEqual(try client.lines().last?.hasPrefix("bye moved retry=1ms "), true)
    // Nobody listens for it yet.
    let again = try LoopbackClient(port: line.port)
    again.send(lines: ["hello ann token=annannannannannann", "open groceries since=3"])
    try expectEqual(first.end().status, 0)
    let second = try start()
    let lines = try again.lines { $0.hasPrefix("reload ") }
    expectEqual(
      lines.suffix(3), ["ok open groceries 4", "batch groceries 3 4 1", "reload 0.0 i1 Rolls"])
    again.send("edit i1 board=groceries Bread")
    // Whoever follows the board has not noticed.
    #expect(
      try tail.end() == ("reload 0.0 i1 Rolls\nbatch groceries 4 5 1\nreload 0.0 i1 Bread", 0))
    second.kill(SIGTERM)
    try expectEqual(second.end().status, 0)
  }

  @Test("waits with --drain for a drag, until a second signal")
  func drain() throws {
    let child = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--data", "none", "--demo", "--http", "none", "--drain",
      "10m",
    ])
    let client = try LoopbackClient(port: try child.port())
    client.send(lines: ["open groceries", "begin i2"])
    _ = try client.lines { $0.hasPrefix("ok begin") }
    child.kill(SIGTERM)
    while let line = try child.line(), !line.contains("draining") {}
    client.send("begin i1")
    expectEqual(try client.line()?.hasPrefix("refused draining "), true)
    child.kill(SIGTERM)
    let last = try client.lines()
    #expect(last.first == "drag d1 ended shutdown" && last.last?.hasPrefix("bye moved") == true)
    try expectEqual(child.end().status, 0)
  }

  @Test("refuses a socket that other machines reach, as an address, without access rules")
  func openActivation() throws {
    let line = try listeningSocket()
    defer { close(line.descriptor) }
    let child = try ChildProcess(
      ["serve", "--data", "none"], after: "export LISTEN_PID=$$ LISTEN_FDS=1",
      passing: [line.descriptor])
    let (output, status) = try child.end()
    expectEqual(status, 64)
    #expect(output.contains("0.0.0.0:\(line.port) can be reached from other machines"), "\(output)")
  }

  @Test("does not take the sockets of another process")
  func otherProcess() throws {
    let line = try listeningSocket()
    defer { close(line.descriptor) }
    let child = try ChildProcess(
      ["serve", "--data", "none", "--listen", "127.0.0.1:0"],
      after: "export LISTEN_PID=1 LISTEN_FDS=1", passing: [line.descriptor])
    #expect(try child.port() != line.port)
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }
}
