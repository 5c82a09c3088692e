import BoardAuthority
import BoardHub
import Libuv
import Logging

// Who may do what, and rules that change while the server runs.

extension Server {
  /// Lets access rules hold from now on. Connections that may not go on are told so and closed.
  public func setAccess(_ access: AccessRules) {
    let ended = hub.setAccess(access, at: now)
    logger.info("access rules hold", metadata: ["connections-ended": "\(ended)"])
  }

  /// Makes a signal load the access rules again. If they cannot be loaded, the old ones stay, and the log
  /// says why.
  ///
  /// - Parameter load: Returns nil if the server has no rules.
  public func reloadAccess(
    on signal: Int32, _ load: @escaping () throws -> AccessRules?
  ) throws(UVError) {
    signalWatchers.append(
      try SignalWatcher(for: signal, on: loop) { [unowned self] in reloadAccess(load) })
  }

  private func reloadAccess(_ load: () throws -> AccessRules?) {
    serviceManager?.tell(.reloading)
    defer { serviceManager?.tell(.ready) }
    do {
      guard let rules = try load() else {
        return logger.notice("there are no access rules to load again")
      }
      setAccess(rules)
    } catch {
      logger.error("the access rules are as they were: \(error)")
    }
  }
}
