import BoardHub
import Glibc
import Libuv
import Logging

// The state of the server, for its operator.

extension Server {
  /// Makes a signal log the state of the server, which goes on.
  ///
  /// - Throws: `UVError` if the signal cannot be caught.
  public func logState(on signal: Int32) throws(UVError) {
    signalWatchers.append(
      try SignalWatcher(for: signal, on: loop) { [unowned self] in self.logState() })
  }

  private func logState() {
    logger.notice(
      "state",
      metadata: [
        "connections": "\(peerCount)", "closing": "\(leavingCount)",
        "boards": "\(spaces.reduce(0) { $0 + $1.hub.revisions.count })",
        "memory-kib": "\(residentBytes / 1_024)",
        "disk-full": "\(spaces.contains { $0.isDiskFull })",
      ])
  }

  /// The resident memory of the process; 0 if the system does not say.
  var residentBytes: Int {
    let descriptor = Glibc.open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { Glibc.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    // The second number counts resident pages.
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
