/// What a connection asks for and another thread does, because it takes long. Nothing else of the
/// connection is executed meanwhile.
///
/// The hub's owner calls `run` on any thread, and then `Hub.didMake` on its own. One thread at a time has
/// it.
public class LongWork: @unchecked Sendable {
  let connection: ClientConnection
  /// Earlier changes and boards that are gone, whose memory is released by the thread of this one.
  private var earlier: [AnyObject] = []

  init(of connection: ClientConnection) { self.connection = connection }

  /// Does the work, and releases what earlier changes left.
  public func run() { earlier = [] }

  /// Makes what was done part of the hub, or drops it if its connection is gone.
  func conclude(in hub: Hub) { connection.isWaiting = false }

  /// Releases the memory of earlier objects when this is run.
  func release(_ objects: [AnyObject]) { earlier = objects }
}
