import BoardWire
import Libuv
import Net
import TLS

/// The owner of a link, which receives its events.
protocol LinkOwner: AnyObject {
  /// It can be written to.
  func linkDidConnect()
  /// Some bytes arrived, at least a part of a message.
  func linkDidHear()
  func linkDidRead(_ message: ServerMessage)
  /// The last call of a link. It does not follow `close()`.
  func linkDidEnd(_ trouble: Connection.Trouble)
}

/// One connection to a server: connects, then writes lines and reads messages.
final class Link: SocketStreamHandler {
  /// The largest buffer capacity that is reused between requests.
  private static let reusableCapacity = 65_536

  private unowned let owner: any LinkOwner
  private var connector: ServerConnector?
  private var stream: SocketStream?
  private var framer = LineFramer.forServerLines
  private var reader = MessageReader()
  /// The bytes of one request at a time.
  private var buffer = WireBuffer()
  private var isClosed = false

  private let address: ServerAddress

  init(to address: ServerAddress, on loop: EventLoop, owner: any LinkOwner) throws(UVError) {
    self.owner = owner
    self.address = address
    connector = try ServerConnector(to: address, on: loop) { [weak self] in self?.didConnect($0) }
  }

  deinit { close() }

  /// Sends what `append` appends to the buffer.
  func write(_ append: (inout WireBuffer) -> Void) {
    append(&buffer)
    // If it fails, the end of the stream reports it.
    buffer.withUnsafeBytes { _ = stream?.write($0) }
    buffer.removeAll(keepingAtMost: Self.reusableCapacity)
  }

  /// Whether a connection attempt is pending.
  var isConnecting: Bool { connector?.isConnecting == true }

  /// Gives up the pending attempt and tries the next address.
  func tryNext() { connector?.tryNext() }

  /// Closes the link without a call to the owner.
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
  private func didConnect(_ result: Result<SocketStream, UVError>) {
    connector = nil
    switch result {
    case .success(let stream):
      self.stream = stream
      stream.handler = self
      do throws(TLSFault) {
        try address.secure(stream)
      } catch { return end(.unencrypted("\(error)")) }
      stream.startReading()
      owner.linkDidConnect()
    case .failure(let error): end(.unreachable(error))
    }
  }
}

extension Link {
  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
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

  func streamDidEnd(_ stream: SocketStream) { end(.cut(nil)) }
  func streamDidClose(_ stream: SocketStream, error: UVError) {
    end(stream.layerFault.map { .unencrypted("\($0)") } ?? .cut(error))
  }
}
