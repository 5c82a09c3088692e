import Glibc
import Libuv
import Net
import SystemTestKit
import TestKit
import Testing

@Suite("A Unix socket")
struct UnixSocketTests {
  private let scratch: Scratch
  private let path: UnixPath

  init() throws {
    scratch = try Scratch()
    path = try UnixPath(scratch.at("socket"))
  }

  private func listen(
    on harness: Harness, onConnection: @escaping (SocketStream) -> Void = { _ in }
  ) throws -> SocketListener {
    try SocketListener(with: .own(.unix(path)), on: harness.loop) { result in
      do { onConnection(try result.get()) } catch { Issue.record(error) }
    }
  }

  private func mode() -> mode_t? {
    var status = stat()
    return lstat(path.string, &status) == 0 ? status.st_mode : nil
  }

  @Test("carries bytes both ways, tells the user of the peer, and has half-closes")
  func conversation() throws {
    let harness = try Harness()
    let (near, far) = (Recorder(), Recorder())
    var server: SocketStream?
    far.onEnd = { far, server in
      server.write([UInt8]("answer to \(far.text)"))
      server.finishWriting()
    }
    let listener = try listen(on: harness) { stream in
      stream.attach(far)
      server = stream
      expectEqual(stream.peerUser, geteuid())
      #expect(stream.peerAddress == nil && stream.localAddress == nil && stream.peerNetwork == nil)
    }
    let client = try SocketStream.connect(to: listener.endpoint, on: harness.loop) { result in
      guard case .success(let client) = result else { return }
      client.attach(near)
      client.write([UInt8]("question"))
      client.finishWriting()
    }
    harness.run { near.events == [.ended] && far.events == [.ended] }
    expectEqual(near.text, "answer to question")
    #expect(server?.kind == .unix && client.kind == .unix)
    expectEqual(listener.endpoint.description, "unix:\(path.string)")
  }

  @Test("has a file for its user and group while it listens, and none afterwards")
  func file() throws {
    let harness = try Harness()
    let listener = try listen(on: harness)
    expectEqual(mode(), S_IFSOCK | 0o660)
    listener.close()
    expectNil(mode())
  }

  @Test("takes the place of a file that a killed server has left")
  func leftOver() throws {
    let harness = try Harness()
    close(try boundUnixSocket(at: path.string))
    try Endpoint.unix(path).checkFree()
    let listener = try listen(on: harness)
    expectEqual(try LoopbackClient(unixSocket: path.string).isAtEnd, false)
    listener.close()
  }

  @Test("is refused at the path of a server that listens, which goes on")
  func taken() throws {
    let harness = try Harness()
    let first = try listen(on: harness)
    for attempt in [{ _ = try listen(on: harness) }, { try Endpoint.unix(path).checkFree() }] {
      let error = #expect(throws: UVError.self) { try attempt() }
      expectEqual(error?.name, "EADDRINUSE")
    }
    _ = try LoopbackClient(unixSocket: path.string)
    first.close()
  }

  @Test("is refused where there is a file or a link, which stays", arguments: [true, false])
  func otherFile(isLink: Bool) throws {
    let harness = try Harness()
    if isLink {
      symlink(scratch.at("elsewhere"), path.string)
    } else {
      try write(Array("text".utf8), toFile: path.string)
    }
    let before = mode()
    for attempt in [{ _ = try listen(on: harness) }, { try Endpoint.unix(path).checkFree() }] {
      let error = #expect(throws: UVError.self) { try attempt() }
      expectEqual(error?.name, "EEXIST")
    }
    expectEqual(mode(), before)
    #expect(access(scratch.at("elsewhere"), F_OK) != 0)
  }

  @Test("leaves the file of another server that has taken its path")
  func replaced() throws {
    let harness = try Harness()
    let first = try listen(on: harness)
    unlink(path.string)
    let second = try listen(on: harness)
    first.close()
    _ = try LoopbackClient(unixSocket: path.string)
    second.close()
    expectNil(mode())
  }

  @Test("has a path of at most 107 bytes")
  func longPath() throws {
    let longest = String(repeating: "x", count: 107)
    try expectEqual(UnixPath(longest).string, longest)
    for (text, fault) in [
      (longest + "x", AddressFault.tooLong), ("", .invalid), ("a\0b", .invalid),
    ] {
      #expect(throws: fault) { try UnixPath(text) }
    }
    let fault = #expect(throws: SocketFault.self) { try LoopbackClient(unixSocket: longest + "x") }
    expectEqual(fault?.description.contains("name too long"), true)
  }

  @Test("buffers little for a peer that does not read, and sends the rest when it does")
  func slowReader() throws {
    let harness = try Harness()
    var server: SocketStream?
    let listener = try listen(on: harness) { server = $0 }
    let client = try LoopbackClient(unixSocket: path.string)
    harness.run { server != nil }
    let stream = try #require(server)
    let far = Recorder()
    stream.attach(far)
    try stream.limitUnsentInKernel(to: 16_384)
    let bytes = [UInt8](repeating: 7, count: 1 << 18)
    guard case .queued(let unsent) = stream.write(bytes) else {
      Issue.record("The kernel has taken everything.")
      return
    }
    #expect(unsent > bytes.count - 65_536)
    // What is read makes room for more.
    _ = try client.arrived()
    harness.run {
      _ = try? client.arrived()
      return far.events == [.drained]
    }
    try expectEqual(client.bytes(bytes.count), bytes)
    listener.close()
  }
}
