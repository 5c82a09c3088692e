import Glibc
import Libuv

/// What the numbers were measured on.
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

  /// The bytes of memory that a process occupies, by its number or `self`.
  static func residentBytes(of process: String) -> Int {
    let words = ProcFile.text(of: "/proc/\(process)/statm").split(separator: " ")
    return (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static var processor: String {
    ProcFile.value(of: "model name", in: "/proc/cpuinfo") ?? "a processor without a name"
  }

  /// The processes that wanted to run during the last minute, on average.
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

/// The small files in which the kernel tells of processes and threads.
enum ProcFile {
  /// What the file says, or nothing if it cannot be read.
  static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16_384) { buffer in
      let count = fread(buffer.baseAddress, 1, buffer.count, file)
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
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
