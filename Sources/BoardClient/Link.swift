import BoardWire
import Libuv

/// What becomes of a link.
protocol LinkOwner: AnyObject {
  /// Some bytes arrived, at least a part of a message.
  func linkDidHear()
  func linkDidRead(_ message: ServerMessage)
  /// The last call of a link. It does not follow `close()`.
  func linkDidEnd(_ trouble: Connection.Trouble)
}

/// One TCP connection to a server: a host by name at first, then lines out and messages in.
final class Link: TCPStreamHandler {
  /// The capacity of the buffer that is kept between requests.
  private static let keptCapacity = 65_536

  private unowned let owner: any LinkOwner
  private var connector: HostConnector?
  private var stream: TCPStream?
  private var framer = LineFramer.forServerLines
  private var reader = MessageReader()
  /// The bytes of one request at a time.
  private var buffer = WireBuffer()
  private var isClosed = false

  init(to host: String, port: UInt16, on loop: EventLoop, owner: any LinkOwner) throws(UVError) {
    self.owner = owner
    let address = ServerAddress(host: host, port: port)
    connector = try HostConnector(to: address, on: loop) { [weak self] in self?.didConnect($0) }
  }

  deinit { close() }

  /// Sends what `append` appends to the buffer.
  func write(_ append: (inout WireBuffer) -> Void) {
    append(&buffer)
    // If it fails, the end of the stream says so.
    buffer.withUnsafeBytes { _ = stream?.write($0) }
    buffer.removeAll(keepingAtMost: Self.keptCapacity)
  }

  /// Whether an address has been tried that has not answered yet.
  var isConnecting: Bool { connector?.isConnecting == true }

  /// Leaves the address that is being tried for the next one.
  func tryNext() { connector?.tryNext() }

  /// Ends the link without a word to the owner.
  func close() {
    isClosed = true
    connector?.cancel()
    stream?.close()
    stream = nil
  }

  private func end(_ trouble: Connection.Trouble) {
    guard !isClosed else { return }
    close()
    owner.linkDidEnd(trouble)
  }
}

extension Link {
  private func didConnect(_ result: Result<TCPStream, UVError>) {
    connector = nil
    switch result {
    case .success(let stream):
      self.stream = stream
      stream.handler = self
      stream.startReading()
    case .failure(let error): end(.unreachable(error))
    }
  }
}

extension Link {
  func streamDidRead(_ stream: TCPStream, _ bytes: RawSpan) {
    owner.linkDidHear()
    bytes.withUnsafeBytes { bytes in
      _ = framer.feed(bytes) { frame in
        switch frame {
        case .line(let line): read(line)
        case .failed(let error): end(.malformed("\(error)"))
        case .answer, .quit: break
        case .foreign: end(.malformed("another protocol"))
        }
        return !isClosed
      }
    }
  }

  private func read(_ line: UnsafeRawBufferPointer) {
    do throws(MalformedLine) {
      guard let message = try reader.read(line) else { return }
      owner.linkDidRead(message)
    } catch { end(.malformed(error.line)) }
  }

  func streamDidEnd(_ stream: TCPStream) { end(.cut(nil)) }
  func streamDidDrain(_ stream: TCPStream) {}
  func streamDidClose(_ stream: TCPStream, error: UVError?) { end(.cut(error)) }
}
