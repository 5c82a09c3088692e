import ArgumentParser
import BoardAuthority
import BoardModel
import Glibc

/// The file of access rules that an option or the environment names.
struct StoredAccess: ExpressibleByArgument {
  let path: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    path = argument
  }

  /// The file that `DROPLINE_ACCESS` names, or nil.
  ///
  /// - Throws: `ValidationError` if the variable is empty.
  static func fromEnvironment() throws -> StoredAccess? {
    try dropline.argument(of: "DROPLINE_ACCESS", "file")
  }

  /// - Throws: `Complaint` with the system's message.
  func text() throws(Complaint) -> String {
    let bytes = try fileBytes(path)
    guard bytes.count <= AccessFile.maximumBytes else {
      throw Complaint("\(path): an access file has at most \(AccessFile.maximumBytes) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Complaint("\(path): it is not UTF-8")
    }
    return text
  }

  /// - Throws: `Complaint`, with the line that is wrong.
  func parse(_ text: String) throws(Complaint) -> AccessFile {
    do throws(AccessFile.Fault) {
      return try AccessFile(text: text, userID: userID(of:))
    } catch {
      throw Complaint("\(path):\(error.line): \(error.reason)")
    }
  }

  /// The rules as a server takes them, for one space or for a server without spaces.
  ///
  /// - Throws: `Complaint`, also if others could give themselves a role.
  func rules(of space: SpaceName? = nil) throws(Complaint) -> AccessRules {
    try trusted().rules(of: space)
  }

  /// The rules of all spaces, as a server takes them.
  ///
  /// - Throws: `Complaint`, also if others could give themselves a role.
  func trusted() throws(Complaint) -> AccessFile {
    try OwnFile(path: path, name: "access file").checkWriters()
    return try parse(try text())
  }

  /// Replaces the file whole or not at all. Only its owner may read a new one.
  ///
  /// - Throws: `Complaint` if the text is no access file, or with the system's message.
  func replace(with text: String) throws(Complaint) {
    _ = try parse(text)
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
    let draft = "\(path).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Complaint.system(draft) }
    let isWritten =
      writeWhole(text, to: descriptor) && fchmod(descriptor, mode) == 0
      && fsync(descriptor) == 0
    let fault = Complaint.system(draft)
    guard close(descriptor) == 0, isWritten, rename(draft, path) == 0 else {
      unlink(draft)
      throw isWritten ? Complaint.system(path) : fault
    }
  }

  private func writeWhole(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The id of a user of this machine, by its name or its number; nil if there is none of that name.
private func userID(of login: String) -> UInt32? {
  if let id = UInt32(login) { return id }
  var entry = passwd()
  var found: UnsafeMutablePointer<passwd>?
  var room = [CChar](repeating: 0, count: 16_384)
  guard getpwnam_r(login, &entry, &room, room.count, &found) == 0 else { return nil }
  return found?.pointee.pw_uid
}
