import BoardWire

/// The settings of a server in a file: lines `KEY = VALUE`. Blank lines, and lines that begin with `#`, are
/// skipped.
struct ConfigurationFile {
  /// A value, with the place where it stands.
  struct Setting {
    let place: String
    let value: String
  }

  private(set) var settings: [ServeKey: [Setting]] = [:]
  /// The lines that are wrong, each with the file's name and its number.
  private(set) var faults: [String] = []

  static let maximumBytes = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: `Complaint` if it cannot be read, or is no text.
  init(path: String) throws(Complaint) {
    let bytes = try fileBytes(path)
    guard bytes.count <= Self.maximumBytes else {
      throw Complaint("\(path): a configuration file has at most \(Self.maximumBytes) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Complaint("\(path): it is not UTF-8")
    }
    self.init(text: text, path: path)
  }

  init(text: String, path: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() { read(line, at: "\(path):\(index + 1)") }
  }

  private mutating func read(_ line: Substring, at place: String) {
    let line = line.trimmed
    guard !line.isEmpty, line.utf8.first != UInt8(ascii: "#") else { return }
    // By bytes: a mark such as U+0301 makes one character with a blank or an equals sign before it.
    guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return fault(place, "a line is KEY = VALUE, as in listen = 127.0.0.1:7667")
    }
    let word = String(line[..<equals].trimmed)
    let value = String(line[line.utf8.index(after: equals)...].trimmed)
    guard let key = ServeKey(rawValue: word) else { return fault(place, Self.unknown(word)) }
    guard !value.isEmpty else {
      return fault(place, "\(key.rawValue) has no value; it is \(key.form)")
    }
    if let first = settings[key]?.first, !key.isRepeatable {
      return fault(place, "\(key.rawValue) is set already, at \(first.place)")
    }
    settings[key, default: []].append(Setting(place: place, value: value))
  }

  private mutating func fault(_ place: String, _ reason: String) {
    faults.append("\(place): \(reason)")
  }

  private static func unknown(_ word: String) -> String {
    let keys = ServeKey.allCases.map(\.rawValue)
    let hint = SpellingHint.nearest(to: word, among: keys).map { "did you mean \($0)?" }
    return "there is no key \(printable(word)); "
      + (hint ?? "the keys are " + keys.joined(separator: ", "))
  }
}

extension Substring {
  /// Without the blanks at its ends.
  fileprivate var trimmed: Substring {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var rest = utf8.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return Substring(rest)
  }
}
