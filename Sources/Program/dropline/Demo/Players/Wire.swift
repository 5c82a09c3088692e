import Libuv
import Net

/// A TCP proxy between one client and the server, on its own port, which can inject stalls and
/// disconnects.
///
/// During a stall nothing is read from the server, whose socket buffers soon fill up. A break
/// happens in the middle of forwarded bytes, and lasts until the wire is repaired.
final class Wire: SocketStreamHandler {
  /// The kernel's receive buffer of a stalled wire: the minimum.
  private static let receiveBuffer: Int32 = 2_048

  private let loop: EventLoop
  private let server: SocketAddress
  private var listener: SocketListener?
  /// The stream to the client.
  private var near: SocketStream?
  /// The stream to the server.
  private var far: SocketStream?
  private(set) var meter = Meter()
  private(set) var isStalled = false
  private(set) var isBroken = false
  /// The number of breaks.
  private(set) var breaks = 0
  /// The generation of the present pair of streams: events of earlier ones are ignored.
  private var pair = 0
  /// The bytes left until the wire breaks.
  private var bytesLeft: Int?

  init(to server: SocketAddress, on loop: EventLoop) throws(UVError) {
    self.loop = loop
    self.server = server
    listener = try SocketListener(at: .loopback(0), on: loop) { [weak self] in self?.accept($0) }
  }

  /// The address for the client.
  var address: SocketAddress { listener!.address! }

  func stall() {
    isStalled = true
    far?.stopReading()
  }

  func goOn() {
    isStalled = false
    far?.startReading()
  }

  /// Breaks the wire after this many more bytes from the server.
  func breakDown(after bytes: Int) {
    guard !isBroken else { return }
    bytesLeft = bytes
    if bytes == 0 { breakNow() }
  }

  /// Accepts connections again.
  func mend() {
    bytesLeft = nil
    guard isBroken else { return }
    isBroken = false
    if near != nil { connect() }
  }

  /// Closes everything.
  func close() {
    listener?.close()
    drop()
  }

  private func breakNow() {
    bytesLeft = nil
    isBroken = true
    breaks += 1
    near?.reset()
    far?.reset()
    forget()
  }

  private func accept(_ result: Result<SocketStream, UVError>) {
    guard case .success(let stream) = result else { return }
    drop()
    near = stream
    stream.handler = self
    if !isBroken { connect() }
  }

  private func connect() {
    meter.beginAnew()
    let pair = pair
    far = try? SocketStream.connect(to: server, on: loop, receiveBuffer: Self.receiveBuffer) {
      [weak self] in
      if self?.pair == pair { self?.didConnect($0) }
    }
    if far == nil { drop() }
  }

  private func didConnect(_ result: Result<SocketStream, UVError>) {
    guard case .success(let stream) = result else { return drop() }
    stream.handler = self
    if !isStalled { stream.startReading() }
    near?.startReading()
  }

  private func drop() {
    near?.close()
    far?.close()
    forget()
  }

  private func forget() {
    near = nil
    far = nil
    pair += 1
  }
}

extension Wire {
  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { stream === near ? pass($0, to: far) : deliver($0) }
  }

  /// Forwards bytes of the server, up to the break.
  private func deliver(_ bytes: UnsafeRawBufferPointer) {
    let count = min(bytesLeft ?? .max, bytes.count)
    bytesLeft? -= count
    let through = UnsafeRawBufferPointer(rebasing: bytes[..<count])
    meter.count(through)
    pass(through, to: near)
    if bytesLeft == 0 { breakNow() }
  }

  private func pass(_ bytes: UnsafeRawBufferPointer, to other: SocketStream?) {
    guard let other, case .queued = other.write(bytes) else { return }
    (other === near ? far : near)?.stopReading()
  }

  func streamDidDrain(_ stream: SocketStream) {
    if stream === far {
      near?.startReading()
    } else if !isStalled {
      far?.startReading()
    }
  }

  func streamDidEnd(_ stream: SocketStream) {
    stream === near ? far?.finishWriting() : near?.finishWriting()
  }

  func streamDidClose(_ stream: SocketStream, error: UVError) { drop() }
}
