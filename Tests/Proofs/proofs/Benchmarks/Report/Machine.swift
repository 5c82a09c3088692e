import Glibc
import Net

/// A description of the machine.
enum Machine {
  /// Cores, processor, system and load in one line.
  static var summary: String {
    var system = utsname()
    uname(&system)
    let kernel = withUnsafeBytes(of: &system.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return "\(cores) cores, \(processor), Linux \(kernel), load \(load.text), "
      + "\(ProcessSetup.descriptorLimit) descriptors, \(build)"
  }

  /// The resident memory of a process in bytes, by its id or `self`.
  static func residentBytes(of process: String) -> Int {
    let words = ProcFile.text(of: "/proc/\(process)/statm").split(separator: " ")
    return (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static var processor: String {
    ProcFile.value(of: "model name", in: "/proc/cpuinfo") ?? "a processor without a name"
  }

  /// The load average of the last minute.
  private static var load: Double {
    var load = 0.0
    getloadavg(&load, 1)
    return load
  }

  private static var build: String {
    #if DEBUG
      "DEBUG BUILD: the numbers mean nothing"
    #else
      "release build"
    #endif
  }
}

/// The files of `/proc`.
enum ProcFile {
  /// The content of the file, or an empty string.
  static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16_384) { buffer in
      while case let count = fread(buffer.baseAddress, 1, buffer.count, file), count > 0 {
        bytes += buffer[..<count]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value in the first line `KEY: VALUE` with this key.
  static func value(of key: String, in path: String) -> String? {
    for line in text(of: path).split(separator: "\n") where line.hasPrefix(key) {
      let value = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
      return String(value)
    }
    return nil
  }
}

/// The bytes in the kernel's socket queues between a server and its clients.
enum KernelQueues {
  /// The unreceived and the unread bytes of each IPv4 connection to this port, if not zero.
  static func bytes(ofPort port: UInt16) -> (unreceived: [Double], unread: [Double]) {
    var unreceived: [Double] = []
    var unread: [Double] = []
    for line in ProcFile.text(of: "/proc/net/tcp").split(separator: "\n").dropFirst() {
      // Number, both ends as ADDRESS:PORT, state, UNRECEIVED:UNREAD, and more.
      let words = line.split(separator: " ")
      let queues = words[4].split(separator: ":").map { Double(Int($0, radix: 16) ?? 0) }
      if words[1].hasSuffix(suffix(port)), queues[0] > 0 { unreceived.append(queues[0]) }
      if words[2].hasSuffix(suffix(port)), queues[1] > 0 { unread.append(queues[1]) }
    }
    return (unreceived, unread)
  }

  private static func suffix(_ port: UInt16) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return ":" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
