import Glibc

/// What a process that serves sockets must see to before anything else.
public enum ProcessSetup {
  /// Makes a write to a peer that has gone an error instead of the end of the process.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Lets signals through that the parent process had blocked, for the calling thread.
  public static func clearSignalMask() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// How many descriptors the process may have open.
  public static var descriptorLimit: Int {
    Int(clamping: descriptorLimits().rlim_cur)
  }

  /// Raises the limit on descriptors as far as is allowed, and returns what it now is.
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
