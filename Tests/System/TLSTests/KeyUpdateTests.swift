import Glibc
import Net
import SystemTestKit
import TLS
import TestKit
import Testing

@Suite("A layer whose client sends records without data")
struct KeyUpdateTests {
  private let client: KeyUpdatingClient
  private let layer: any StreamLayer

  init() throws {
    layer = try TestCertificate(in: Scratch()).identity().makeLayer()
    client = KeyUpdatingClient()
    while !client.shakeHands() || !layer.isReady {
      let state = receive(client.output)
      expectEqual(state, .open)
      layer.withOutput { client.receive($0) }
    }
  }

  private func receive(_ bytes: [UInt8], _ body: ([UInt8]) -> Void = { _ in }) -> StreamLayerState {
    bytes.withUnsafeBytes { layer.receive($0) { body(Array($0)) } }
  }

  @Test("lets it change its keys a few times at once, and any number of times altogether")
  func few() {
    for _ in 0..<50 {
      for _ in 0..<16 { client.updateKeys() }
      client.send("ping")
      var received: [UInt8] = []
      let state = receive(client.output) { received += $0 }
      expectEqual(state, .open)
      expectEqual(received, [UInt8]("ping".utf8))
    }
  }

  @Test("ends it if very many come at once, however much data is between them")
  func many() {
    for _ in 0..<17 {
      client.updateKeys()
      client.send("ping")
    }
    guard case .failed = receive(client.output) else {
      Issue.record("all of them were taken")
      return
    }
  }
}

/// A client by OpenSSL, which libtls is made with and which can do more than libtls.
private final class KeyUpdatingClient {
  private typealias Object = UnsafeMutableRawPointer

  private let connection: Object
  private let (input, wire): (Object, Object)

  init() {
    let method = Self.function("TLS_client_method", (@convention(c) () -> Object).self)()
    let context = Self.function("SSL_CTX_new", (@convention(c) (Object) -> Object).self)(method)
    connection = Self.function("SSL_new", (@convention(c) (Object) -> Object).self)(context)
    Self.function("SSL_CTX_free", (@convention(c) (Object) -> Void).self)(context)
    let memory = Self.function("BIO_s_mem", (@convention(c) () -> Object).self)()
    let makeBuffer = Self.function("BIO_new", (@convention(c) (Object) -> Object).self)
    (input, wire) = (makeBuffer(memory), makeBuffer(memory))
    Self.function("SSL_set_bio", (@convention(c) (Object, Object, Object) -> Void).self)(
      connection, input, wire)
    Self.function("SSL_set_connect_state", (@convention(c) (Object) -> Void).self)(connection)
  }

  deinit { Self.function("SSL_free", (@convention(c) (Object) -> Void).self)(connection) }

  private static func function<Function>(_ name: String, _ type: Function.Type) -> Function {
    guard let symbol = dlsym(nil, name) else { preconditionFailure("there is no \(name)") }
    return unsafeBitCast(symbol, to: type)
  }

  /// - Returns: Whether the handshake is complete.
  func shakeHands() -> Bool {
    Self.function("SSL_do_handshake", (@convention(c) (Object) -> Int32).self)(connection) == 1
  }

  func updateKeys() {
    let update = Self.function("SSL_key_update", (@convention(c) (Object, Int32) -> Int32).self)
    let isDone = update(connection, 0) == 1 && shakeHands()
    #expect(isDone)
  }

  func send(_ text: String) {
    let write = Self.function(
      "SSL_write", (@convention(c) (Object, UnsafeRawPointer, Int32) -> Int32).self)
    Array(text.utf8).withUnsafeBytes {
      let count = write(connection, $0.baseAddress!, Int32($0.count))
      expectEqual(Int(count), $0.count)
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    let write = Self.function(
      "BIO_write", (@convention(c) (Object, UnsafeRawPointer, Int32) -> Int32).self)
    _ = write(input, bytes.baseAddress!, Int32(bytes.count))
  }

  /// What it has sent since this was asked last.
  var output: [UInt8] {
    let read = Self.function(
      "BIO_read", (@convention(c) (Object, UnsafeMutableRawPointer, Int32) -> Int32).self)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = bytes.withUnsafeMutableBytes { read(wire, $0.baseAddress!, Int32($0.count)) }
    return Array(bytes.prefix(max(0, Int(count))))
  }
}
