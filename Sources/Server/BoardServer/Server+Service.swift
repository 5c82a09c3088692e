import Libuv
import Net

// What the service manager that has started the server is told.

extension Server {
  /// Reports to a service manager: when the server listens, loads rules again and stops. If the manager
  /// wants to know whether the server is alive, a timer of the loop says so: a loop that hangs does not.
  ///
  /// - Throws: `UVError` if there can be no timer.
  public func report(to manager: ServiceManager) throws(UVError) {
    serviceManager = manager
    guard manager.watchdogInterval != nil else { return }
    watchdogTimer = try Timer(on: loop) { manager.report(.alive) }
  }

  /// Makes a signal load settings again, all of them before the service manager is told that it is done.
  ///
  /// - Throws: `UVError` if the signal cannot be caught.
  public func reload(
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
