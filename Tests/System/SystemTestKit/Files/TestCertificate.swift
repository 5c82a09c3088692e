import BoardServer
import TLS

/// A certificate with its private key, made by `openssl`.
package struct TestCertificate {
  package let certificate: String
  package let key: String
  private let scratch: Scratch

  /// - Parameters:
  ///   - days: For how many days from now it is valid.
  ///   - issuer: Who signs it; itself if nil.
  package init(
    _ name: String = "localhost", in scratch: Scratch, days: Int = 2,
    issuedBy issuer: TestCertificate? = nil, isAuthority: Bool = false
  ) throws {
    self.scratch = scratch
    let stem = "\(name)-\(days)\(issuer == nil ? "" : "-issued")\(isAuthority ? "-ca" : "")"
    certificate = scratch.at("\(stem).pem")
    key = scratch.at("\(stem).key")
    let request = scratch.at("\(stem).csr")
    let names = isAuthority ? "basicConstraints=critical,CA:TRUE" : "subjectAltName=DNS:\(name)"
    try Self.openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
      "-out", request, "-subj", "/CN=\(name)", "-addext", names)
    let signer =
      issuer.map { ["-CA", $0.certificate, "-CAkey", $0.key, "-CAcreateserial"] }
      ?? ["-key", key]
    try Self.openssl(
      ["x509", "-req", "-in", request, "-days", "\(days)", "-out", certificate]
        + ["-copy_extensions", "copy"] + signer)
  }

  private static func openssl(_ words: String...) throws { try openssl(words) }

  private static func openssl(_ words: [String]) throws {
    let (output, status) = try ChildProcess(running: ["/usr/bin/openssl"] + words).end()
    if status != 0 { throw Failure(output: output) }
  }

  package struct Failure: Error { let output: String }

  package var files: BoardServer.Certificate {
    BoardServer.Certificate(path: certificate, keyPath: key)
  }

  package func identity() throws -> ServerIdentity {
    try ServerIdentity(certificate: certificate, key: key)
  }
}
