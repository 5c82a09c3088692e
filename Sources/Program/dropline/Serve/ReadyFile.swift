import BoardServer
import Glibc

/// The file that tells other programs where a server serves.
struct ReadyFile {
  /// `-` for standard output.
  let path: String

  /// Writes the addresses: `listening ADDRESS` for each, and `http ADDRESS` for the page, one on a line.
  ///
  /// Whoever finds a new file finds all of it. What is there and is no regular file, such as a pipe, is written to.
  ///
  /// - Throws: `Complaint` with the system's message.
  func write(_ endpoints: [Endpoint], _ web: SocketAddress?) throws(Complaint) {
    let lines = endpoints.map { "listening \($0)" } + (web.map { ["http \($0)"] } ?? [])
    if path == "-" {
      for line in lines { sayLine(line) }
      return
    }
    let text = lines.map { $0 + "\n" }.joined()
    var status = stat()
    let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    guard !isSpecial else { return try write(text, to: path, O_WRONLY) }
    let draft = "\(path).\(getpid())"
    try write(text, to: draft, O_WRONLY | O_CREAT | O_TRUNC)
    guard rename(draft, path) == 0 else {
      let fault = Complaint.system(path)
      unlink(draft)
      throw fault
    }
  }

  private func write(_ text: String, to path: String, _ flags: Int32) throws(Complaint) {
    let descriptor = open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Complaint.system(path) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Complaint.system(path)
    }
  }
}
