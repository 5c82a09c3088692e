import Glibc

/// A temporary directory, removed with the object.
final class Folder {
  let path: String

  init() {
    var name = Array(("/tmp/dropline-benchmark-" + String(repeating: "X", count: 6)).utf8CString)
    precondition(mkdtemp(&name) != nil, "there is room for a directory")
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The bytes of the journal and its log.
  var size: Int {
    ["journal.db", "journal.db-wal"].reduce(0) { sum, name in
      var status = stat()
      return sum + (stat("\(path)/\(name)", &status) == 0 ? Int(status.st_size) : 0)
    }
  }

  deinit {
    for name in [
      "journal.db", "journal.db-wal", "journal.db-shm", "lock", "witness", "reserve",
      BenchmarkCertificate.fileName, BenchmarkCertificate.keyFileName,
    ] {
      unlink("\(path)/\(name)")
    }
    rmdir(path)
  }
}
