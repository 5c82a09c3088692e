import Glibc

/// A certificate with its private key in a directory, made by `openssl`.
struct BenchmarkCertificate: Sendable {
  /// The kind of the key, in the words of `openssl req`.
  enum Key: String {
    case p256 = "ec -pkeyopt ec_paramgen_curve:prime256v1"
    case rsa2048 = "rsa:2048"
  }

  static let fileName = "certificate.pem"
  static let keyFileName = "key.pem"

  let directory: String
  var file: String { "\(directory)/\(Self.fileName)" }
  var keyFile: String { "\(directory)/\(Self.keyFileName)" }

  /// One that is there.
  init(in directory: String) { self.directory = directory }

  /// Makes one.
  init(_ key: Key, in directory: String) {
    self.directory = directory
    let status = system(
      "openssl req -x509 -newkey \(key.rawValue) -nodes -keyout \(keyFile) -out \(file) "
        + "-subj /CN=localhost -days 2 2> /dev/null")
    precondition(status == 0, "there is openssl")
  }
}
