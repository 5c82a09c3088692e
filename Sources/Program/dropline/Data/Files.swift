import Glibc

/// All bytes of a file.
///
/// - Throws: `Complaint` with the system's message.
func fileBytes(_ path: String) throws(Complaint) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw Complaint("\(path): \(String(cString: strerror(errno)))") }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    guard count >= 0 else { throw Complaint("\(path): \(String(cString: strerror(errno)))") }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
}
