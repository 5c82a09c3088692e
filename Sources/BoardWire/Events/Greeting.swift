import BoardModel

/// The line with which a server begins (rule 1.1).
public struct Greeting: Hashable, Sendable, LineFields {
  /// The version of the protocol.
  public var version: Int
  public var epoch: Epoch
  /// The name that the connection has.
  public var client: ClientName
  public var lineLimit: Int
  public var textLimit: Int
  public var profiles: [Profile]

  public init(epoch: Epoch, client: ClientName) {
    version = 1
    self.epoch = epoch
    self.client = client
    lineLimit = Limits.lineBytes
    textLimit = Limits.textBytes
    profiles = Profile.allCases
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    version = try line.word("version", old?.version)
    epoch = try line.fact("epoch", old?.epoch)
    client = try line.fact("client", old?.client)
    lineLimit = try line.fact("line", old?.lineLimit)
    textLimit = try line.fact("text", old?.textLimit)
    let names = old?.profiles.map { ProfileWord(word: QuotedWord(unchecked: $0.rawValue)) }
    profiles = try line.fact("profiles", names).compactMap { Profile(rawValue: $0.word.string) }
  }
}

/// The name of a profile, which a client may not know.
private struct ProfileWord: WireValue {
  static var notation: String { "PROFILE" }
  static var jsonForm: JSONForm { .string }
  static var sample: ProfileWord { ProfileWord(word: .sample) }

  let word: QuotedWord

  init(word: QuotedWord) { self.word = word }
  init(_ word: Word) throws(LineError) { self.word = try QuotedWord(word) }

  func write(to buffer: inout WireBuffer) { word.write(to: &buffer) }
}

extension WireBuffer {
  /// Appends the line with which a server begins.
  public mutating func append(_ greeting: Greeting) { line("dropline", greeting) }
}
