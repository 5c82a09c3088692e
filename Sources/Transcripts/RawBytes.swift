/// Reads raw bytes as the notation writes them: `FF F4`, `"text"`, `00*20`, `"ab"*5000`.
///
/// - Returns: nil where something else stands there, or nothing at all.
func bytes(_ text: some StringProtocol) -> [UInt8]? {
  var rest = Array(text.utf8)[...]
  var bytes: [UInt8] = []
  while let first = rest.first {
    if first == UInt8(ascii: " ") {
      rest.removeFirst()
      continue
    }
    let quoted = first == UInt8(ascii: "\"")
    guard let piece = quoted ? quotedBytes(&rest) : hexByte(&rest), let count = count(&rest) else {
      return nil
    }
    for _ in 0..<count { bytes += piece }
  }
  return bytes.isEmpty ? nil : bytes
}

/// What stands between two quotes, without any escapes.
private func quotedBytes(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
  let quote = UInt8(ascii: "\"")
  guard let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
  defer { rest = rest[(end + 1)...] }
  return Array(rest[(rest.startIndex + 1)..<end])
}

/// A byte in two hexadecimal digits.
private func hexByte(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
  let digits = rest.prefix(2)
  guard digits.count == 2,
    let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  else { return nil }
  rest.removeFirst(2)
  return [byte]
}

/// The number behind a `*`, or one where there is none. A piece ends at a blank or at the end.
private func count(_ rest: inout ArraySlice<UInt8>) -> Int? {
  let word = rest.prefix { $0 != UInt8(ascii: " ") }
  rest = rest[word.endIndex...]
  if word.isEmpty { return 1 }
  guard word.first == UInt8(ascii: "*") else { return nil }
  return Int(String(decoding: word.dropFirst(), as: UTF8.self))
}
