import Libuv
import Net

/// The connections to one server: one driver that sends commands, and an audience of subscribers.
///
/// They run on their own loop in the measuring thread.
final class Room {
  private let loop: EventLoop
  private let timeout: Timer
  private let pause: Timer
  let address: SocketAddress
  /// Whether the server speaks over WebSockets.
  let isFramed: Bool
  private var missing = 0
  private var isAwaited: (Guest) -> Bool = { _ in false }
  private var lastArrival = ContinuousClock.now

  /// The subscribers.
  private(set) var audience: [Guest] = []
  /// The client that sends commands. It is subscribed, but not part of the audience.
  private(set) var driver: Guest!
  /// Called for each batch that one of the audience has read, with its revisions from and to.
  var onUpdate: ((Int, Int) -> Void)?

  /// Connects a driver and the subscribers, and waits until all have their snapshot.
  ///
  /// - Parameter opening: The first command of each.
  init(
    audience count: Int, at address: SocketAddress, isFramed: Bool = false, saying opening: [UInt8]
  ) throws {
    self.isFramed = isFramed
    let loop = try EventLoop()
    self.loop = loop
    self.address = address
    timeout = try Timer(on: loop) { fatalError("the server kept silent for too long") }
    pause = try Timer(on: loop) { [unowned loop] in loop.stop() }
    for _ in 0...count {
      try connect { [unowned self] guest in
        audience.append(guest)
        if !opening.isEmpty { guest.send(opening) }
        if isFramed { stop() }
      }
      // Few connections at a time may be no WebSockets.
      if isFramed { run() }
    }
    if isFramed {
      // The first of them may have it already.
      wait { $0.revision >= 0 }
    } else {
      missing = count + 1
      isAwaited = { $0.revision >= 0 }
      run()
    }
    driver = audience.removeLast()
    driver.isAudience = false
  }

  func close() {
    audience = []
    driver = nil
    loop.close()
  }

  private func connect(_ body: @escaping (Guest) -> Void) throws {
    try SocketStream.connect(to: .internet(address), on: loop) { [unowned self] result in
      guard case .success(let stream) = result else { fatalError("the server refuses: \(result)") }
      body(Guest(stream, in: self))
    }
  }

  /// Connects an unsubscribed client.
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

  /// Sends bytes from the driver and waits until a condition holds for every reading guest of the
  /// audience.
  ///
  /// - Returns: When the last of them satisfied it.
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

  /// Runs the loop for a time, without a condition.
  func rest(_ time: Duration) {
    readClock()
    pause.start(after: time)
    run()
  }

  /// Updates the loop's time, which is outdated after other rooms ran, and from which timers count.
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

  /// Checks the condition for a guest that has read something.
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
