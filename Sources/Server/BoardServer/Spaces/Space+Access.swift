import BoardAuthority
import BoardHub
import Logging

// Who may do what, and rules that change while the server runs.

extension Space {
  /// Lets access rules hold from now on. Connections that may not go on are told so and closed.
  package func setAccess(_ access: AccessRules) {
    let ended = hub.setAccess(access, at: now)
    logger.info("access rules hold", metadata: ["connections-ended": "\(ended)"])
    markActive()
  }
}

extension Server {
  /// Lets access rules hold from now on. Connections that may not go on are told so and closed.
  public func setAccess(_ access: AccessRules) { soleSpace.setAccess(access) }

  /// Loads the access rules again. If they cannot be loaded, the old ones stay, and the log says why.
  ///
  /// - Parameter load: Returns nil if the server has no rules.
  public func reloadAccess(_ load: () throws -> AccessRules?) {
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
