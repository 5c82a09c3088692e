import ArgumentParser
import Glibc
import Logging

/// How the server logs.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json

  var handler: LineLogHandler {
    // The journal of systemd reads the level from the beginning of a line.
    let format = self
    let isForJournal = environment("JOURNAL_STREAM").map { $0 == Self.output } ?? false
    return LineLogHandler { record in
      let line =
        switch format {
        case .text: record.text
        case .json: record.json
        }
      return isForJournal ? "<\(record.level.priority)>\(line)" : line
    }
  }
}

extension LogFormat {
  /// Device and inode of standard output, as `JOURNAL_STREAM` names a stream.
  private static var output: String {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : ""
  }
}

/// What is logged at once.
struct LogRecord {
  /// As RFC 3339 has it, with milliseconds, in UTC.
  let time: String
  let level: Logger.Level
  let message: String
  /// Sorted by their keys.
  let metadata: [(key: String, value: String)]

  /// One JSON object: `time`, `level`, `message`, and the metadata as strings.
  var json: String {
    let members =
      [("time", time), ("level", level.rawValue), ("message", message)]
      + metadata.map { ($0.key, $0.value) }
    return "{" + members.map { "\($0.json):\($1.json)" }.joined(separator: ",") + "}"
  }

  /// For people: `TIME LEVEL: MESSAGE key=value …`, in which no text can forge a line.
  var text: String {
    let words = metadata.map { " \($0.key)=\(Self.word($0.value))" }.joined()
    return "\(time) \(level.rawValue): \(printable(message))\(words)"
  }

  /// A value with blanks or quotes is quoted.
  private static func word(_ value: String) -> String {
    let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 < 0x7F }
    return isPlain ? value : value.json
  }
}

/// Logs each record on a line of standard output, but not the same of each of many spaces.
struct LineLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  private let format: @Sendable (LogRecord) -> String
  private let spaces = SpaceLines.Shared()

  init(format: @escaping @Sendable (LogRecord) -> String) { self.format = format }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var metadata = metadata.merging(event.metadata ?? [:]) { $1 }
    let message = event.message.description
    if metadata["space"] != nil {
      guard let more = spaces.judge(message) else { return }
      metadata.merge(more) { $1 }
    }
    let record = LogRecord(
      time: Self.time, level: event.level, message: message,
      metadata: metadata.sorted { $0.key < $1.key }.map { ($0.key, $0.value.description) })
    // A server goes on if nobody reads its log.
    _ = Array((format(record) + "\n").utf8).withUnsafeBytes {
      write(STDOUT_FILENO, $0.baseAddress, $0.count)
    }
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

extension Logger.Level {
  /// As syslog numbers it.
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
