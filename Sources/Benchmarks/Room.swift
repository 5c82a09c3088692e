import Libuv

/// All who are connected to the server: one client that drives, and an audience that watches.
///
/// They live on a loop of their own in the thread that measures.
final class Room {
  /// What the audience has read, all together and without the driver.
  struct Tally {
    var bytes = 0
    var batches = 0
  }

  private let loop: EventLoop
  private let patience: Timer
  private let pause: Timer
  private var guests: [Guest] = []
  private var missing = 0
  private var isAwaited: (Guest) -> Bool = { _ in false }
  private var lastArrival = ContinuousClock.now
  var tally = Tally()

  /// The one that sends commands. It watches as well, but is not one of the audience.
  private(set) var driver: Guest!

  /// Connects a driver and so many watchers, and waits until all have their snapshot.
  init(audience: Int, at address: SocketAddress) throws {
    let loop = try EventLoop()
    self.loop = loop
    patience = try Timer(on: loop) { fatalError("the server kept silent for too long") }
    pause = try Timer(on: loop) { [unowned loop] in loop.stop() }
    for _ in 0...audience {
      try TCPStream.connect(to: address, on: loop) { [unowned self] in self.admit($0) }
    }
    missing = audience + 1
    isAwaited = { $0.revision >= 0 }
    run()
    driver = guests.removeLast()
  }

  func close() {
    guests = []
    driver = nil
    loop.close()
  }

  private func admit(_ result: Result<TCPStream, UVError>) {
    guard case .success(let stream) = result else { fatalError("the server refuses: \(result)") }
    let guest = Guest(stream, in: self)
    guests.append(guest)
    guest.send(Array("open \(SampleBoard.name)\n".utf8))
  }

  /// Sends something for the driver and waits until a condition holds of every one of the audience.
  ///
  /// - Returns: When the last of them had read what was wanted.
  @discardableResult
  func wait(
    sending bytes: [UInt8] = [], until condition: @escaping (Guest) -> Bool
  ) -> ContinuousClock.Instant {
    isAwaited = condition
    missing = 0
    for guest in guests {
      guest.hasArrived = condition(guest)
      if !guest.hasArrived { missing += 1 }
    }
    if !bytes.isEmpty { driver.send(bytes) }
    if missing > 0 { run() }
    return lastArrival
  }

  /// Lets time pass, in which nothing is awaited.
  func rest(_ time: Duration) {
    pause.start(after: time)
    run()
  }

  /// Runs until `stop()`.
  func run() {
    patience.start(after: .seconds(30))
    loop.run()
    patience.stop()
  }

  func stop() { loop.stop() }

  func count(bytes: Int, of guest: Guest) {
    if guest !== driver { tally.bytes += bytes }
  }

  func countBatch(of guest: Guest) {
    if guest !== driver { tally.batches += 1 }
  }

  /// Sees whether a guest that has read something has come to what is awaited.
  func look(at guest: Guest) {
    guard !guest.hasArrived, guest !== driver, isAwaited(guest) else { return }
    guest.hasArrived = true
    missing -= 1
    if missing == 0 {
      lastArrival = .now
      loop.stop()
    }
  }
}
