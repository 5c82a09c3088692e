import ArgumentParser
import Glibc
import Logging

/// How the server logs.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json

  func handler(label: String) -> any LogHandler {
    switch self {
    case .text: StreamLogHandler.standardOutput(label: label)
    case .json: JSONLogHandler()
    }
  }
}

/// Logs one JSON object per line: `time`, `level`, `message`, and the metadata as strings.
struct JSONLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
    var members = [
      ("time", Self.time), ("level", event.level.rawValue), ("message", event.message.description),
    ]
    members += metadata.sorted { $0.key < $1.key }.map { ($0.key, $0.value.description) }
    let line = "{" + members.map { "\($0.json):\($1.json)" }.joined(separator: ",") + "}\n"
    // A server goes on if nobody reads its log.
    _ = Array(line.utf8).withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  /// The present time as RFC 3339 has it, with milliseconds.
  private static var time: String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var parts = tm()
    gmtime_r(&time.tv_sec, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      strftime(buffer.baseAddress!, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
      let milliseconds = String(1_000 + time.tv_nsec / 1_000_000).dropFirst()
      return "\(String(cString: buffer.baseAddress!)).\(milliseconds)Z"
    }
  }
}
