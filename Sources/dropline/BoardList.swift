import BoardCore
import BoardWire
import Glibc
import Libuv

/// Asks a server which boards it has.
final class BoardList: TCPStreamHandler {
  typealias Boards = [(name: BoardName, about: String)]

  private let loop: EventLoop
  private var connecting: ServerStream?
  private var stream: TCPStream?
  private var framer = LineFramer.forServerLines
  private var reader = ServerReader()
  private var result: Result<Boards, Complaint> = .failure(Complaint("the connection broke"))

  private init(on loop: EventLoop) { self.loop = loop }

  /// - Throws: `ExitCode` 69 (`EX_UNAVAILABLE`) where the server cannot be reached, `Complaint` where it
  ///   is not understood.
  static func ask(_ address: ServerAddress) throws -> Boards {
    let loop = try EventLoop()
    let list = BoardList(on: loop)
    var failure: UVError?
    list.connecting = try ServerStream(to: address, on: loop) { result in
      switch result {
      case .success(let stream): list.begin(on: stream)
      case .failure(let error): failure = error
      }
    }
    loop.run()
    if let failure { throw Unreachable(address, failure) }
    return try list.result.get()
  }

  private func begin(on stream: TCPStream) {
    self.stream = stream
    stream.handler = self
    stream.startReading()
    stream.write(Array("boards\n".utf8))
  }

  func streamDidRead(_ stream: TCPStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { bytes in
      _ = framer.feed(bytes) { frame in
        if case .line(let line) = frame { take(line) }
        return self.stream != nil
      }
    }
  }

  private func take(_ line: UnsafeRawBufferPointer) {
    do throws(MalformedLine) {
      guard case .reply(let reply)? = try reader.read(line) else { return }
      result = .success(reply.lines.compactMap(Self.board))
      end()
    } catch {
      result = .failure(Complaint("this is no Dropline server: \(error.line.prefix(80))"))
      end()
    }
  }

  /// Reads `NAME` and what there is to say about it.
  private static func board(_ line: String) -> (name: BoardName, about: String)? {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard let name = parts.first.flatMap({ BoardName(String($0)) }) else { return nil }
    return (name, parts.count > 1 ? String(parts[1]) : "")
  }

  private func end() {
    stream?.close()
    stream = nil
  }

  func streamDidEnd(_ stream: TCPStream) { end() }
  func streamDidDrain(_ stream: TCPStream) {}
  func streamDidClose(_ stream: TCPStream, error: UVError?) { end() }
}

/// The server cannot be reached.
struct Unreachable: Error, CustomStringConvertible {
  let description: String

  init(_ address: ServerAddress, _ error: UVError) {
    description = "\(address): \(error.message)"
  }
}
