import Libuv

/// All who are connected to one server: one client that drives, and an audience that watches.
///
/// They live on a loop of their own in the thread that measures.
final class Room {
  private let loop: EventLoop
  private let timeout: Timer
  private let pause: Timer
  private let address: SocketAddress
  private var missing = 0
  private var isAwaited: (Guest) -> Bool = { _ in false }
  private var lastArrival = ContinuousClock.now

  /// Those who watch.
  private(set) var audience: [Guest] = []
  /// The one that sends commands. It watches as well, but is not one of the audience.
  private(set) var driver: Guest!
  /// Is told of each batch that one of the audience has read: from which revision to which.
  var onUpdate: ((Int, Int) -> Void)?

  /// Connects a driver and so many watchers, and waits until all have their snapshot.
  ///
  /// - Parameter opening: What each of them says first.
  init(audience count: Int, at address: SocketAddress, saying opening: [UInt8]) throws {
    let loop = try EventLoop()
    self.loop = loop
    self.address = address
    timeout = try Timer(on: loop) { fatalError("the server kept silent for too long") }
    pause = try Timer(on: loop) { [unowned loop] in loop.stop() }
    for _ in 0...count {
      try connect { [unowned self] guest in
        audience.append(guest)
        if !opening.isEmpty { guest.send(opening) }
      }
    }
    missing = count + 1
    isAwaited = { $0.revision >= 0 }
    run()
    driver = audience.removeLast()
    driver.isAudience = false
  }

  func close() {
    audience = []
    driver = nil
    loop.close()
  }

  private func connect(_ body: @escaping (Guest) -> Void) throws {
    try TCPStream.connect(to: address, on: loop) { [unowned self] result in
      guard case .success(let stream) = result else { fatalError("the server refuses: \(result)") }
      body(Guest(stream, in: self))
    }
  }

  /// Connects somebody who watches nothing.
  func stranger() throws -> Guest {
    var stranger: Guest?
    try connect { [unowned self] guest in
      guest.isAudience = false
      stranger = guest
      stop()
    }
    run()
    return stranger!
  }

  /// Sends something for the driver and waits until a condition holds of every one of the audience
  /// that reads.
  ///
  /// - Returns: When the last of them had read what was wanted.
  @discardableResult
  func wait(
    sending bytes: [UInt8] = [], until condition: @escaping (Guest) -> Bool
  ) -> ContinuousClock.Instant {
    isAwaited = condition
    missing = 0
    for guest in audience {
      guest.hasArrived = guest.isStalled || condition(guest)
      if !guest.hasArrived { missing += 1 }
    }
    if !bytes.isEmpty { driver.send(bytes) }
    guard missing > 0 else { return .now }
    run()
    return lastArrival
  }

  /// Lets time pass, in which nothing is awaited.
  func rest(_ time: Duration) {
    readClock()
    pause.start(after: time)
    run()
  }

  /// Lets the loop see what time it is. It has stood still while other rooms had their turn, and
  /// timers count from where it stands.
  private func readClock() {
    pause.start(after: .zero)
    loop.run()
  }

  /// Calls back each millisecond for a while.
  func tick(for time: Duration, _ body: @escaping () -> Void) throws {
    readClock()
    let ticker = try Timer(on: loop, onFire: body)
    ticker.start(after: .milliseconds(1), repeating: .milliseconds(1))
    rest(time)
    ticker.stop()
  }

  /// Runs until `stop()`.
  func run() {
    timeout.start(after: .seconds(100))
    loop.run()
    timeout.stop()
  }

  func stop() { loop.stop() }

  /// Sees whether a guest that has read something has come to what is awaited.
  func look(at guest: Guest) {
    guard !guest.hasArrived, guest.isAudience, isAwaited(guest) else { return }
    guest.hasArrived = true
    missing -= 1
    if missing == 0 {
      lastArrival = .now
      loop.stop()
    }
  }
}
