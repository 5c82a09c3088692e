import BoardAuthority

@testable import dropline

/// Access files and configuration files: their lines mean the same with both line ends, and whatever
/// stands around them.
enum SettingLaws {
  static func checkAccess(_ bytes: [UInt8]) throws {
    guard let text = plain(bytes) else { return }
    let file = access(text)
    try require(access(crlf(text)) == file, "with CR LF: \(access(crlf(text))), not \(file)")
    let longer = text + "\n\n# \n"
    guard case .success = file else { return }
    try require(access(longer) == file, "with a comment: \(access(longer)), not \(file)")
  }

  static func checkConfiguration(_ bytes: [UInt8]) throws {
    guard let text = plain(bytes) else { return }
    let file = ConfigurationFile(text: text, path: "f")
    let other = ConfigurationFile(text: crlf(text), path: "f")
    try require(shown(other) == shown(file), "with CR LF: \(shown(other)), not \(shown(file))")
    try require(other.faults == file.faults, "with CR LF: \(other.faults), not \(file.faults)")
    let written = shown(file).map { "\($0)\n" }.joined()
    let again = ConfigurationFile(text: written, path: "f")
    try require(shown(again) == shown(file), "\(shown(file)) is written as \(written)")
    try require(again.faults.isEmpty, "\(written) is written and cannot be read: \(again.faults)")
    for fault in file.faults {
      try require(!fault.utf8.contains { $0 < 0x20 }, "a fault with a control byte: \(fault)")
    }
  }

  private static func access(_ text: String) -> Result<AccessFile, AccessFile.Fault> {
    Result { () throws(AccessFile.Fault) in try AccessFile(text: text) }
  }

  private static func shown(_ file: ConfigurationFile) -> [String] {
    ServeKey.allCases.flatMap { key in
      (file.settings[key] ?? []).map { "\(key.rawValue) = \($0.value)" }
    }
  }

  /// The text if it is UTF-8 without carriage returns.
  private static func plain(_ bytes: [UInt8]) -> String? {
    bytes.contains(0x0D) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func crlf(_ text: String) -> String {
    String(decoding: text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, as: UTF8.self)
  }
}
