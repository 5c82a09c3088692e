import Libuv

/// The wire between one client and the server. It has a port of its own, passes on what comes, and
/// can be made to stall and to break, like real ones.
///
/// While it stalls nothing is read from the server, whose kernel is full soon. When it breaks, it
/// does so in the middle of what is passed on, and stays dead until it is mended.
final class Wire: TCPStreamHandler {
  /// What the kernel takes ahead of a stalled wire: the least it can.
  private static let receiveBuffer: Int32 = 2_048

  private let loop: EventLoop
  private let server: SocketAddress
  private var listener: TCPListener?
  /// The stream to the client.
  private var near: TCPStream?
  /// The stream to the server.
  private var far: TCPStream?
  private(set) var meter = Meter()
  private(set) var isStalled = false
  private(set) var isBroken = false
  /// How often it broke.
  private(set) var breaks = 0
  /// The number of the present pair of streams: what is heard of earlier ones does not count.
  private var pair = 0
  /// How many more bytes of the server pass before the wire breaks.
  private var bytesLeft: Int?

  init(to server: SocketAddress, on loop: EventLoop) throws(UVError) {
    self.loop = loop
    self.server = server
    let any = try SocketAddress(host: "127.0.0.1", port: 0)
    listener = try TCPListener(at: any, on: loop) { [weak self] in self?.accept($0) }
  }

  /// Where the client finds the server.
  var address: SocketAddress { listener!.address }

  func stall() {
    isStalled = true
    far?.stopReading()
  }

  func goOn() {
    isStalled = false
    far?.startReading()
  }

  /// Breaks the wire as soon as the server has sent so many more bytes.
  func breakDown(after bytes: Int) {
    guard !isBroken else { return }
    bytesLeft = bytes
    if bytes == 0 { breakNow() }
  }

  /// Lets the client have a connection again.
  func mend() {
    bytesLeft = nil
    guard isBroken else { return }
    isBroken = false
    if near != nil { connect() }
  }

  /// Ends everything.
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

  private func accept(_ result: Result<TCPStream, UVError>) {
    guard case .success(let stream) = result else { return }
    drop()
    near = stream
    stream.handler = self
    if !isBroken { connect() }
  }

  private func connect() {
    meter.beginAnew()
    let pair = pair
    far = try? TCPStream.connect(to: server, on: loop, receiveBuffer: Self.receiveBuffer) {
      [weak self] in
      if self?.pair == pair { self?.didConnect($0) }
    }
    if far == nil { drop() }
  }

  private func didConnect(_ result: Result<TCPStream, UVError>) {
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
  func streamDidRead(_ stream: TCPStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { stream === near ? pass($0, to: far) : deliver($0) }
  }

  /// Passes on what the server sent, or as much of it as gets through.
  private func deliver(_ bytes: UnsafeRawBufferPointer) {
    let count = min(bytesLeft ?? .max, bytes.count)
    bytesLeft? -= count
    let through = UnsafeRawBufferPointer(rebasing: bytes[..<count])
    meter.count(through)
    pass(through, to: near)
    if bytesLeft == 0 { breakNow() }
  }

  private func pass(_ bytes: UnsafeRawBufferPointer, to other: TCPStream?) {
    guard let other, case .queued = other.write(bytes) else { return }
    (other === near ? far : near)?.stopReading()
  }

  func streamDidDrain(_ stream: TCPStream) {
    if stream === far {
      near?.startReading()
    } else if !isStalled {
      far?.startReading()
    }
  }

  func streamDidEnd(_ stream: TCPStream) {
    stream === near ? far?.finishWriting() : near?.finishWriting()
  }

  func streamDidClose(_ stream: TCPStream, error: UVError?) { drop() }
}
