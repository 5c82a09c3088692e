import Glibc
import Net

/// The folder of a page of one's own. It is read once, when the server starts.
struct PageFolder {
  private let path: String

  /// The most files, and the most bytes of all of them.
  private static let limits = (files: 1_000, bytes: 64 << 20)

  init(_ path: String) { self.path = path }

  /// The regular files by name. Others, and those that begin with a dot, are left out.
  ///
  /// - Throws: `BoardServerFault.badPage` if one cannot be read, if there is no `index.html`, or if there is too much.
  func files() throws(BoardServerFault) -> [String: PageFile] {
    var files: [String: PageFile] = [:]
    var bytes = 0
    guard let names = names(inFolder: path) else { throw .badPage(system(path)) }
    for name in names where !name.hasPrefix(".") {
      guard let file = try contents(of: name, upTo: Self.limits.bytes - bytes) else { continue }
      bytes += file.count
      files[name] = PageFile(file, named: name)
    }
    guard files["index.html"] != nil else { throw .badPage("\(path) has no index.html") }
    guard files.count <= Self.limits.files else {
      throw .badPage("\(path) has more than \(Self.limits.files) files")
    }
    return files
  }

  /// Nil if it is no regular file.
  private func contents(of name: String, upTo limit: Int) throws(BoardServerFault) -> [UInt8]? {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .badPage(system(file)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard status.st_size <= limit else {
      throw .badPage("\(path) has more than \(Self.limits.bytes >> 20) MiB")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count)
      }
      guard read > 0 else { throw .badPage(system(file)) }
      count += read
    }
    return bytes
  }

  private func system(_ file: String) -> String { "\(file): \(String(cString: strerror(errno)))" }
}
