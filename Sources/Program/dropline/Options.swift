import ArgumentParser
import BoardHub
import BoardServer
import Logging
import Net

/// `HOST:PORT`, or `none`.
enum WebPlace: ExpressibleByArgument {
  case none
  case address(ListenAddress)

  init?(argument: String) {
    if argument == "none" {
      self = .none
    } else if let address = ListenAddress(argument: argument), address.port != nil {
      self = .address(address)
    } else {
      return nil
    }
  }
}

extension WebOrigin: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension AddressRange: ExpressibleByArgument {
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
