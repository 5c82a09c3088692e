/// A layer between the network and the owner of a stream: TLS.
///
/// It does no I/O of its own: it turns bytes into bytes, and never blocks.
package protocol StreamLayer: AnyObject {
  /// Whether the owner's bytes can be sent. Until then they are held.
  var isReady: Bool { get }
  /// The owner's bytes that are held.
  var bufferedBytes: Int { get }

  /// How many of the first of these bytes are the next step of its set-up; 0 if more must come before.
  func stepBytes(in bytes: UnsafeRawBufferPointer) -> Int

  /// Takes bytes of the network, and calls `body` at most once, with all that they have for the owner.
  func receive(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> StreamLayerState

  /// Takes bytes of the owner.
  ///
  /// - Returns: False if the layer has failed.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// Tells the peer that nothing more comes.
  func finish()

  /// Calls `body` with the bytes for the network, if there are any, and forgets them.
  func withOutput(_ body: (UnsafeRawBufferPointer) -> Void)
}

/// What became of a layer with the bytes that it received.
package enum StreamLayerState: Hashable, Sendable {
  case open
  /// The peer sends nothing more.
  case ended
  case failed(StreamLayerFault)
}

/// Why a layer has failed.
package struct StreamLayerFault: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// What a peer is answered that speaks without the layer, as it is.
  package let answer: [UInt8]

  package init(_ description: String, answer: [UInt8] = []) {
    self.description = description
    self.answer = answer
  }
}

/// How a client verifies the certificate of a server.
public enum ServerTrust: Hashable, Sendable {
  /// By the authorities that the system trusts.
  case system
  /// By the authorities in a file of PEM certificates.
  case authorities(inFile: String)
  /// By the digest of its certificate: `SHA256:` and 64 hexadecimal digits. Its name, its dates and its issuer do
  /// not matter.
  case certificate(digest: String)
  /// Not at all: whoever is on the way can read and change everything.
  case anybody
}
