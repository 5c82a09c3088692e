import NIOEmbedded

/// What the codecs of all connections share. The thread that first uses it owns it.
public final class Codecs {
  lazy var loop = EmbeddedEventLoop()

  public init() {}
}
