import Foundation

/// The text of a file in `protocol/vectors`, or nothing if it cannot be read.
func vectorFile(_ name: String) -> String {
  let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let url = root.appendingPathComponent("protocol/vectors/\(name)")
  return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
}
