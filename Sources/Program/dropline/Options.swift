import ArgumentParser
import BoardDelivery
import BoardServer
import Logging
import Net

/// On the command line: `HOST`, `HOST:PORT`, `:PORT` or `PORT`, with brackets around an IPv6 address, or
/// `unix:PATH`, and with `tls://` in front for an encrypted connection.
extension ServerAddress: ExpressibleByArgument {
  static let standardPort: UInt16 = 7667
  static let standard = ServerAddress(host: "localhost", port: standardPort)

  package init?(argument: String) {
    guard !argument.hasPrefix(Self.scheme) else {
      self.init(plain: String(argument.dropFirst(Self.scheme.count)))
      trust = .fromEnvironment
      return
    }
    self.init(plain: argument)
  }

  private static let scheme = "tls://"

  private init?(plain argument: String) {
    if let path = unixSocketPath(in: argument) {
      self.init(.unix(path))
      return
    }
    // No host has only digits: a system would take the number for an address.
    let argument =
      !argument.isEmpty && argument.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? ":\(argument)" : argument
    var host = argument[...]
    var port = Self.standardPort
    let isBare6 = argument.count { $0 == ":" } > 1 && !argument.hasPrefix("[")
    guard !isBare6 || argument.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else {
      return nil
    }
    if !isBare6, let colon = argument.lastIndex(of: ":"), !argument.hasSuffix("]") {
      guard let number = UInt16(argument[argument.index(after: colon)...]), number > 0 else {
        return nil
      }
      port = number
      host = argument[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty || argument.hasPrefix(":") else { return nil }
    self.init(host: host.isEmpty ? "localhost" : String(host), port: port)
  }

  package var defaultValueDescription: String { description }

  /// What help and errors call an address.
  static let form = "HOST:PORT or unix:PATH"

  /// The default server of commands: `DROPLINE_SERVER`, or this machine.
  ///
  /// - Throws: `ValidationError` if the variable is not an address.
  static func fromEnvironment() throws -> ServerAddress {
    try argument(of: "DROPLINE_SERVER", form) ?? standard
  }
}

/// The path in `unix:PATH`; nil if the word is of another form.
func unixSocketPath(in word: String) -> String? {
  let prefix = "unix:"
  guard word.hasPrefix(prefix), word.count > prefix.count else { return nil }
  return String(word.dropFirst(prefix.count))
}

extension ServerTrust {
  /// `DROPLINE_CA`: a file of authorities, or `none` to verify nothing; those of the system if it is not set.
  static var fromEnvironment: ServerTrust {
    switch environment("DROPLINE_CA") {
    case nil: .system
    case "none"?: .anybody
    case let file?: .authorities(inFile: file)
    }
  }
}

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
