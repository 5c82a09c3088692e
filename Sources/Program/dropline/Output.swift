import ArgumentParser
import BoardWire
import Glibc

/// Prints a line on standard output, unbuffered.
///
/// If the reader has closed, the program exits with success. If the write fails otherwise, as on a
/// full disk, it exits with status 74 and an error message.
func sayLine(_ line: String) {
  let bytes = Array(line.utf8) + [0x0A]
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else {
      if errno == EPIPE { exit(EXIT_SUCCESS) }
      complain("standard output: \(String(cString: strerror(errno)))", ExitCode(EX_IOERR))
      exit(EX_IOERR)
    }
    rest = rest.dropFirst(count)
  }
}

/// The text sanitised for a terminal: the characters that rule 3.9 escapes are shown as escapes.
///
/// Unlike in a line of the protocol, a backslash is not escaped.
func printable(_ text: String) -> String {
  text.split(separator: "\\", omittingEmptySubsequences: false)
    .map { TextEscapes.escaped(String($0)) }.joined(separator: "\\")
}

/// A value of a JSON object.
protocol JSONText {
  var json: String { get }
}

extension Int: JSONText {
  var json: String { "\(self)" }
}

extension Bool: JSONText {
  var json: String { self ? "true" : "false" }
}

extension String: JSONText {
  /// Quoted, with the escapes of RFC 8259, and escapes for all terminal control characters.
  var json: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where TextEscapes.escaped(String(scalar)) == String(scalar):
        text.unicodeScalars.append(scalar)
      default: text += scalar.utf16.map { "\\u" + fourDigits($0) }.joined()
      }
    }
    return text + "\""
  }

  private func fourDigits(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension Array: JSONText where Element: JSONText {
  var json: String { "[" + map(\.json).joined(separator: ",") + "]" }
}

/// A JSON object on one line, its members in the order in which they were added.
struct JSONLine: JSONText {
  private var members: [String] = []

  init(_ members: (String, any JSONText)...) {
    for member in members { add(member) }
  }

  mutating func add(_ members: (String, any JSONText)...) {
    for (name, value) in members { self.members.append("\(name.json):\(value.json)") }
  }

  var json: String { "{" + members.joined(separator: ",") + "}" }
}
