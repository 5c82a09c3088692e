import BoardModel
import BoardWire
import Glibc
import Net

/// A claim of a client name against other processes of this user, with its token.
///
/// The server remembers a name with its token for a while (rule 9.2). The token is stored in a
/// file, so that a user who quits and returns has the same identity. The file is locked as long as
/// the name is in use; the lock ends with the process.
final class NameClaim {
  private static let tokenLength = 24

  let name: ClientName
  private(set) var token: String
  /// The locked file, or -1 if nothing can be stored.
  private let descriptor: Int32

  /// Claims a name; nil if another process has it.
  ///
  /// If no file is available the token is a fresh one.
  init?(_ name: ClientName, at address: ServerAddress, in space: SpaceName?) {
    var descriptor = Self.open(name, address, space)
    if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let isTaken = errno == EWOULDBLOCK
      close(descriptor)
      if isTaken { return nil }
      descriptor = -1
    }
    self.name = name
    self.descriptor = descriptor
    token = Self.token(in: descriptor)
  }

  /// The stored token of a name, for a command that is that client for a moment: also while another
  /// process has the name. If none is stored, a new one is.
  ///
  /// - Returns: Nil if nothing can be stored.
  static func sharedToken(
    of name: ClientName, at address: ServerAddress, in space: SpaceName?
  ) -> String? {
    let descriptor = open(name, address, space)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Whoever has the lock writes a token at once.
    for _ in 0..<1_000 {
      if let token = storedToken(in: descriptor) { return token }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return token(in: descriptor) }
      usleep(1_000)
    }
    return nil
  }

  /// A name with a token for this run only.
  init(unkept name: ClientName) {
    self.name = name
    descriptor = -1
    token = Self.newToken
  }

  /// Takes a token that the user has said, and stores it if asked.
  func use(_ token: String, keeping: Bool) {
    self.token = token
    if keeping { Self.write(token, to: descriptor) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// A name belongs to a space (section 18).
  private static func open(
    _ name: ClientName, _ address: ServerAddress, _ space: SpaceName?
  ) -> Int32 {
    // Characters that are not legal in a host name could be path separators.
    let place = canonical(address).description.map { $0 == "/" || $0 == "\0" ? "_" : $0 }
    let part = space.map { "+\($0)" } ?? ""
    guard let path = StateFolder.file("tokens/\(name)@\(String(place))\(part)") else { return -1 }
    return Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  /// The address with the whole path of a Unix socket: in another directory it is the same server.
  private static func canonical(_ address: ServerAddress) -> ServerAddress {
    guard case .unix(let path) = address.place, let whole = realpath(path, nil) else {
      return address
    }
    defer { free(whole) }
    return ServerAddress(.unix(String(cString: whole)), trust: address.trust)
  }

  /// The stored token, or a fresh one, which is then stored.
  private static func token(in descriptor: Int32) -> String {
    guard descriptor >= 0 else { return newToken }
    if let token = storedToken(in: descriptor) { return token }
    let token = newToken
    write(token, to: descriptor)
    return token
  }

  private static func write(_ token: String, to descriptor: Int32) {
    guard descriptor >= 0 else { return }
    ftruncate(descriptor, 0)
    pwrite(descriptor, Array(token.utf8), token.utf8.count, 0)
  }

  private static func storedToken(in descriptor: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: Limits.nameBytes + 1)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return try? SingleWord.token(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
  }

  private static var newToken: String {
    String((0..<tokenLength).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement()! })
  }
}
