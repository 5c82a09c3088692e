import Glibc

/// The process-wide setup of a socket server, to run first.
public enum ProcessSetup {
  /// Ignores `SIGPIPE`, so that a write to a closed peer is an error.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Unblocks all signals of the calling thread, which the parent process may have blocked.
  public static func clearSignalMask() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Whether the process was started with this signal ignored, as `nohup` does with `SIGHUP`.
  public static func ignores(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The limit on open descriptors of the process.
  public static var descriptorLimit: Int {
    Int(clamping: descriptorLimits().rlim_cur)
  }

  /// Raises the limit on open descriptors to the hard limit, and returns the new limit.
  @discardableResult
  public static func raiseDescriptorLimit() -> Int {
    var limits = descriptorLimits()
    limits.rlim_cur = limits.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    return descriptorLimit
  }

  private static func descriptorLimits() -> rlimit {
    var limits = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    return limits
  }
}
