import BoardHub
import BoardJournal
import Libuv
import Logging

// The end of a server: signals, the time for drags to end, and the last lines of all clients.

extension Server {
  /// Sends `bye` to all clients, then closes. If another server takes over, drags may end before
  /// (rule 1.14). A second call ends that wait, and one after the `bye` ends without waiting.
  public func stop() {
    source?.stopCheck()
    serviceManager?.tell(.stopping)
    if isStopping { return endAtOnce() }
    if let drain = configuration.drain, !isDraining { return self.drain(for: drain) }
    stopListening()
    hub.stop(at: now)
    noteEnding()
  }

  /// Lets drags end before clients are told that another server takes over.
  package func drain(for longest: Duration) {
    logger.info("draining", metadata: ["connections": "\(peerCount)"])
    stopListening()
    hub.drain(at: now, for: longest)
    isDraining = true
  }

  private func stopListening() {
    for listener in listeners + linkListeners { listener.close() }
    greetAll()
    closeProxyArrivals()
  }

  /// Makes these signals stop the server, as `stop()` does.
  ///
  /// - Throws: `UVError` if a signal cannot be caught.
  public func stop(on signals: [Int32]) throws(UVError) {
    for signal in signals {
      signalWatchers.append(
        try SignalWatcher(for: signal, on: loop) { [unowned self] in self.stop() })
    }
  }

  /// Notes that everyone is sent `bye`.
  func noteEnding() {
    guard hub.isEnding, !isStopping else { return }
    isStopping = true
    logger.info("stopping", metadata: ["connections": "\(peerCount)"])
    // Whoever comes back at once is for the server that takes over.
    if isDraining { web?.stopListening() }
    diskTimer = try? Timer(on: loop) { [unowned self] in self.noteSilentDisk() }
    diskTimer?.start(after: configuration.diskTimeout)
  }

  private func endAtOnce() {
    noteSilentDisk()
    loop.stop()
  }

  /// Ends the process if it waits for the disk.
  private func noteSilentDisk() {
    guard worker.isBusy else { return }
    logger.critical("the disk does not answer: changes that wait for it are not acknowledged")
    configuration.onSilentDisk?()
  }
}
