import Foundation
import TestKit

/// The text of a file in `protocol/vectors`, or nothing if it cannot be read.
func vectorFile(_ name: String) -> String {
  let url = Repository.protocol.appending(path: "vectors/\(name)")
  return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
}
