import BoardHub
import BoardJournal
import Glibc
import Libuv
import Logging
import Net

// The end of a server: signals, the time for drags to end, and the last lines of all clients.

extension Server {
  /// Sends `bye` to all clients, then closes. If another server takes over, drags may end before
  /// (rule 1.14). A second call ends that wait, and one after the `bye` ends without waiting.
  package func stop() {
    for space in spaces { space.source?.stopCheck() }
    serviceManager?.report(.stopping)
    if isStopping { return endAtOnce() }
    if let router { return stop(router) }
    if let drain = configuration.drain, !isDraining { return self.drain(for: drain) }
    stopListening()
    for space in spaces { space.stop() }
    checkEnding()
  }

  /// Lets drags end before clients are told that another server takes over.
  package func drain(for longest: Duration) {
    logger.info("draining", metadata: ["connections": "\(peerCount)"])
    stopListening()
    for space in spaces { space.drain(for: longest) }
    isDraining = true
    startDiskTimer(after: longest)
  }

  /// Hands the spaces of a node over to others, and then sends away everyone else. A second call ends drags, and the
  /// process if its database does not answer.
  private func stop(_ router: any ConnectionRouter) {
    if isDraining, spaces.contains(where: \.hub.unavailable.isOn) { return endAtOnce() }
    if isDraining {
      for space in spaces { space.drain(for: .zero) }
    } else {
      logger.info("draining", metadata: ["connections": "\(peerCount)"])
      isDraining = true
      stopListening()
      router.stop()
      startDiskTimer(after: configuration.drain ?? .zero)
    }
    checkEnding()
  }

  private func stopListening() {
    for listener in listeners { listener.close() }
    greetAll()
    closeProxyArrivals()
  }

  /// Makes these signals stop the server, as `stop()` does.
  ///
  /// - Throws: `UVError` if a signal cannot be caught.
  package func stop(on signals: [Int32]) throws(UVError) {
    for signal in signals {
      signalWatchers.append(
        try SignalWatcher(for: signal, on: loop) { [unowned self] in self.stop() })
    }
  }

  /// Stops, as `stop()` does, within half a second after the process that has started this one has ended.
  ///
  /// - Throws: `UVError` if there can be no timer.
  package func stopWithParent() throws(UVError) {
    let parent = getppid()
    parentTimer = try Timer(on: loop) { [unowned self] in
      guard getppid() != parent else { return }
      parentTimer = nil
      logger.notice("the process that has started the server has ended")
      stop()
    }
    parentTimer?.start(after: .zero, repeating: .milliseconds(250))
  }

  /// Notes that everyone is sent `bye`, if that is so.
  func checkEnding() {
    guard !isStopping, spaces.allSatisfy(\.isEnding) else { return }
    guard router == nil || isDraining else { return }
    isStopping = true
    hurryLeaving()
    logger.info("stopping", metadata: ["connections": "\(peerCount)"])
    // Whoever comes back at once is for the server that takes over.
    if isDraining { web?.stopListening() }
    router?.sendAway()
    startDiskTimer()
  }

  /// Lets the process end if it waits for the disk when the timeout is over, which begins after this time.
  private func startDiskTimer(after time: Duration = .zero) {
    diskTimer = try? Timer(on: loop) { [unowned self] in self.reportSilentDisk() }
    diskTimer?.start(after: time + configuration.diskTimeout)
  }

  private func endAtOnce() {
    reportSilentDisk()
    loop.stop()
  }

  /// Ends the process if it waits for the disk.
  private func reportSilentDisk() {
    guard spaces.contains(where: { $0.journalCalls > 0 || $0.pendingTurn != nil }) else { return }
    logger.critical("the disk does not answer: changes that wait for it are not acknowledged")
    configuration.onSilentDisk?()
  }

  /// Notes that a space has ended.
  func didEnd(_ space: Space, _ end: SpaceEnd) {
    forget(space)
    count(former: space)
    router?.didEnd(space, end)
    guard space === sole, case .failed(let fault) = end else { return }
    logger.critical("\(fault)")
    self.fault = fault
    loop.stop()
  }
}

extension Space {
  /// Sends `bye` to all clients.
  func stop() {
    hub.drain.stop(at: now)
    didSayBye()
    markActive()
  }

  /// Lets drags end before clients are told that another server takes over.
  package func drain(for longest: Duration) {
    hub.drain.begin(at: now, for: longest)
    markActive()
  }

  /// Notes that everyone is sent `bye`.
  func didSayBye() {
    guard !isEnding else { return }
    isEnding = true
    server.checkEnding()
  }
}

// What the service manager that has started the server is told.

extension Server {
  /// Reports to a service manager: when the server listens, loads rules again and stops. If the manager
  /// wants to know whether the server is alive, a timer of the loop says so: a loop that hangs does not.
  ///
  /// - Throws: `UVError` if there can be no timer.
  package func report(to manager: ServiceManager) throws(UVError) {
    serviceManager = manager
    guard manager.watchdogInterval != nil else { return }
    watchdogTimer = try Timer(on: loop) { manager.report(.alive) }
  }

  /// Makes a signal load settings again, all of them before the service manager is told that it is done.
  ///
  /// - Throws: `UVError` if the signal cannot be caught.
  package func reload(
    on signal: Int32, _ load: @escaping (Server) -> Void
  ) throws(UVError) {
    signalWatchers.append(
      try SignalWatcher(for: signal, on: loop) { [unowned self] in
        serviceManager?.report(.reloading)
        load(self)
        serviceManager?.report(.ready)
      })
  }

  /// Says that the server listens.
  func reportReady() {
    serviceManager?.report(.ready)
    guard let interval = serviceManager?.watchdogInterval else { return }
    // A third of the time, so that a busy turn is not taken for a loop that hangs.
    watchdogTimer?.start(after: .zero, repeating: interval / 3)
  }
}
