import ArgumentParser
import BoardHub
import BoardServer
import Logging

/// `HOST:PORT`, with brackets around an IPv6 address.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
  var host: String
  var port: UInt16

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { return nil }
    var host = argument[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { return nil }
    self.init(host: host == "localhost" ? "127.0.0.1" : String(host), port: port)
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  var defaultValueDescription: String { description }

  /// Whether it is a loopback address.
  var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}

/// `HOST:PORT`, or `none`.
enum WebPlace: ExpressibleByArgument {
  case none
  case address(ListenAddress)

  init?(argument: String) {
    if argument == "none" {
      self = .none
    } else if let address = ListenAddress(argument: argument) {
      self = .address(address)
    } else {
      return nil
    }
  }
}

extension WebOrigin: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// `auto`, or a time in `ms` or `s`.
struct Window: ExpressibleByArgument {
  var cadence: Cadence

  init(cadence: Cadence) { self.cadence = cadence }

  init?(argument: String) {
    if argument == "auto" {
      cadence = .automatic
    } else if argument.hasSuffix("ms"), let count = UInt32(argument.dropLast(2)) {
      cadence = .fixed(.milliseconds(count))
    } else if argument.hasSuffix("s"), let count = UInt32(argument.dropLast()) {
      cadence = .fixed(.seconds(count))
    } else {
      return nil
    }
  }

  var defaultValueDescription: String { "auto" }
}

/// The log level.
struct LogLevel: ExpressibleByArgument {
  var level: Logger.Level

  init(_ level: Logger.Level) { self.level = level }

  init?(argument: String) {
    guard let level = Logger.Level(rawValue: argument) else { return nil }
    self.level = level
  }

  var defaultValueDescription: String { level.rawValue }
}
