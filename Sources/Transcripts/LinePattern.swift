/// A line that a client must read, byte for byte but for two things.
///
/// The sentence for people behind `; ` in `refused` and `error` lines is not compared, nor is the
/// `sentence` with which an object of that kind ends. A last word of `…` stands for any number.
public struct LinePattern: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ line: String) {
    description = line
  }

  public func matches(_ line: String) -> Bool {
    let expected = withoutSentence(Array(description.utf8))
    let got = withoutSentence(Array(line.utf8))
    let wildcard = Array(" …".utf8)
    guard expected.suffix(wildcard.count).elementsEqual(wildcard) else { return expected == got }
    let head = expected.dropLast(wildcard.count - 1)
    let number = got.dropFirst(head.count)
    return got.starts(with: head) && !number.isEmpty && number.allSatisfy(isDigit)
  }
}

/// The line up to the sentence of a refusal or an error; any other line as it is.
private func withoutSentence(_ line: [UInt8]) -> ArraySlice<UInt8> {
  if line.starts(with: #"{"refused""#.utf8) || line.starts(with: #"{"error""#.utf8) {
    guard let sentence = line.firstRange(of: #","sentence":"#.utf8) else { return line.dropLast() }
    return line[..<sentence.lowerBound]
  }
  guard line.starts(with: "refused ".utf8) || line.starts(with: "error ".utf8) else {
    return line[...]
  }
  let sentence = line.indices.dropLast().first { index in
    line[index] == UInt8(ascii: ";") && line[index + 1] == UInt8(ascii: " ")
  }
  return line[..<(sentence ?? line.endIndex)]
}

func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// The number that a line ends with, if its last word is one.
func lastNumber(of line: String) -> Int? {
  line.utf8.split(separator: UInt8(ascii: " ")).last.flatMap { word in
    word.allSatisfy(isDigit) ? Int(Substring(word)) : nil
  }
}
