import Foundation
import Synchronization
import SystemTestKit

/// A proxy that passes bytes on in pieces, before a server that writes lists and times otherwise than
/// Dropline and gives other names.
struct SplitRewriting: Rewriting {
  enum Size: CaseIterable { case line, byte }

  /// The bytes that are passed on one by one, of those that came together.
  private static let singleBytes = 300

  private let size: Size
  private let names: InventedNames?
  /// The beginning of a line of the server.
  private var unread: [UInt8] = []

  init(_ size: Size, _ names: InventedNames? = nil) { (self.size, self.names) = (size, names) }

  func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    switch size {
    case .line:
      return bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A }
        .map { Array($0) + [0x0A] }.withoutLastFeed
    case .byte:
      let rest = Array(bytes.dropFirst(Self.singleBytes))
      return bytes.prefix(Self.singleBytes).map { [$0] } + (rest.isEmpty ? [] : [rest])
    }
  }

  mutating func rewrite(sent bytes: [UInt8]) -> [UInt8] { names?.sent(bytes) ?? bytes }

  mutating func rewrite(received bytes: [UInt8]) -> [UInt8] {
    unread += bytes
    // A telnet command has no line feed.
    let end = unread.first == 0xFF ? unread.count : (unread.lastIndex(of: 0x0A) ?? -1) + 1
    defer { unread.removeFirst(end) }
    let lines = Array(unread[..<end])
    return varied(names?.received(lines) ?? lines)
  }

  private func varied(_ lines: [UInt8]) -> [UInt8] {
    guard let text = String(validating: lines, as: UTF8.self) else { return lines }
    var varied = text.replacing("ops=move,copy", with: "ops=copy,move")
      .replacing(#""ops":["move","copy"]"#, with: #""ops":["copy","move"]"#)
      .replacing(#""ops":"move,copy""#, with: #""ops":"copy,move""#)
    for key in ["for=", "retry=", #""for":""#, #""retry":""#] where varied.contains(key) {
      varied = varied.components(separatedBy: key).enumerated()
        .map { $0 == 0 ? $1 : inMilliseconds($1) }.joined(separator: key)
    }
    return Array(varied.utf8)
  }

  /// The text, if it begins with a time in seconds, with that in milliseconds.
  private func inMilliseconds(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text[digits.endIndex...]
    return digits.isEmpty || !rest.hasPrefix("s") ? text : "\(digits)000m\(rest)"
  }
}

extension [[UInt8]] {
  /// The lines without the line feed of the last one, or without that line if it is nothing else.
  fileprivate var withoutLastFeed: [[UInt8]] {
    let last = self[count - 1].dropLast()
    return dropLast() + (last.isEmpty ? [] : [[UInt8](last)])
  }
}

/// The names that a server gives, each 900 further than Dropline would: `i901` for `i1`.
///
/// It is shared by the connections of a scenario. Names that a client has used are not changed.
final class InventedNames: Sendable {
  private struct Names {
    var clients: Set<String>
    var outward: [String: String] = [:]
    var inward: [String: String] = [:]
  }

  private let names: Mutex<Names>

  /// - Parameter lines: The content of the boards of a scenario.
  init(given lines: [String]) {
    names = Mutex(Names(clients: []))
    for line in lines { _ = sent(Array(line.utf8)) }
  }

  func sent(_ bytes: [UInt8]) -> [UInt8] {
    // Long blocks repeat one row.
    guard bytes.count < 65_536 else { return bytes }
    return names.withLock { names in
      Self.replacing(in: bytes) { word in
        if let name = names.inward[word] { return name }
        if names.outward[word] == nil { names.clients.insert(word) }
        return word
      }
    }
  }

  func received(_ bytes: [UInt8]) -> [UInt8] {
    names.withLock { names in
      Self.replacing(in: bytes) { word in
        if names.clients.contains(word) { return word }
        if let other = names.outward[word] { return other }
        let number = word.drop { !$0.isNumber }
        let other = "\(word.dropLast(number.count))\(900 + Int(number)!)"
        (names.outward[word], names.inward[other]) = (other, word)
        return other
      }
    }
  }

  /// The bytes with other words for those that have the form of such a name.
  private static func replacing(
    in bytes: [UInt8], _ replace: (String) -> String
  ) -> [UInt8] {
    var replaced: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      replaced += rest.prefix { !isOfName($0) }
      rest = rest.drop { !isOfName($0) }
      let word = String(decoding: rest.prefix(while: isOfName), as: UTF8.self)
      rest = rest.drop(while: isOfName)
      replaced += Array((isGiven(word) ? replace(word) : word).utf8)
    }
    return replaced
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether the word has the form of a name that a server gives.
  private static func isGiven(_ word: String) -> Bool {
    ["guest-", "d", "i", "s"].contains { kind in
      let number = word.dropFirst(kind.count)
      return word.hasPrefix(kind) && (1...9).contains(number.count)
        && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }
}
