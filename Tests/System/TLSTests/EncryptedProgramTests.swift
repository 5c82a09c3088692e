import BoardModel
import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("The program with encryption")
struct EncryptedProgramTests {
  private let scratch: Scratch
  private let certificate: TestCertificate
  private let server: ChildProcess
  private let port: UInt16

  init() throws {
    scratch = try Scratch()
    certificate = try TestCertificate(in: scratch)
    server = try ChildProcess([
      "serve", "--demo", "--http", "none", "--listen", "127.0.0.1:0", "--data", "none", "--tls",
      certificate.certificate, certificate.key,
    ])
    port = try server.port()
  }

  /// Runs a command with the server and these authorities.
  private func run(
    _ words: String..., authorities: String? = nil, on server: String? = nil, input: String = ""
  ) throws -> (output: String, status: Int32) {
    let server = server ?? "tls://localhost:\(port)"
    let trust = authorities.map { "DROPLINE_CA=\($0)" } ?? ""
    let shell = "export DROPLINE_SERVER=\(server) \(trust); printf '\(input)' | "
    return try ChildProcess(
      running: ["/bin/sh", "-c", "\(shell)\"$0\" \"$@\"", ChildProcess.program()] + words
    ).end()
  }

  @Test("is reached by all commands, which verify its certificate (slow: all core scenarios)")
  func commands() throws {
    let trusted = certificate.certificate
    let moved = try run("do", "--board", "groceries", "move i2 1.0", authorities: trusted)
    #expect(moved == ("ok move count=1 at=1.0 rev=4", 0))
    let tail = try run("tail", "groceries", "--from", "3", "--count", "1", authorities: trusted)
    #expect(tail.status == 0 && tail.output.contains("move 0.1 1.0 i2"), "\(tail.output)")
    // The input has often ended before the handshake.
    for _ in 0..<5 {
      let relayed = try run("connect", "groceries", authorities: trusted, input: "ping relayed\\n")
      #expect(relayed.status == 0 && relayed.output.contains("pong relayed"), "\(relayed.output)")
    }
    let checked = try run(
      "check", "tls://localhost:\(port)", "--profile", "core", authorities: trusted)
    expectEqual(checked.status, 0, "\(checked.output)")
    let unverified = try run("boards", authorities: "none")
    #expect(unverified.status == 0 && unverified.output.hasPrefix("groceries "))
  }

  @Test("is not spoken to if its certificate is not right")
  func faults() throws {
    let own =
      "dropline: the certificate of localhost is signed by itself; if that is right, name it in "
      + "DROPLINE_CA"
    #expect(try run("boards") == (own, 69))
    #expect(
      try run("connect", input: "boards\\n") == (
        "dropline: tls://localhost:\(port): \(own.dropFirst(10))", 69
      ))
    let name = try run(
      "boards", authorities: certificate.certificate, on: "tls://127.0.0.1:\(port)")
    #expect(name == ("dropline: the certificate of 127.0.0.1 is for another name", 69))
    let plain = try run("boards", on: "localhost:\(port)")
    #expect(plain.status == 69 && plain.output.contains("This port speaks TLS"), "\(plain.output)")
    let file = try run("boards", authorities: "/nonexistent")
    #expect(file.status == 69 && file.output.contains("/nonexistent"), "\(file.output)")
  }

  @Test("speaks TLS with other programs, in no old version")
  func openssl() throws {
    for (version, isSpoken) in [
      ("-tls1_3", true), ("-tls1_2", true), ("-tls1_1", false), ("-tls1", false),
    ] {
      let client = try ChildProcess(running: [
        "/bin/sh", "-c",
        "printf 'open groceries\\nquit\\n' | openssl s_client -quiet -verify_return_error \(version) "
          + "-cipher DEFAULT@SECLEVEL=0 -CAfile \(certificate.certificate) -connect localhost:\(port)",
      ])
      let (output, _) = try client.end()
      expectEqual(output.contains("item i2 Milk"), isSpoken, "\(version): \(output)")
    }
  }

  @Test("speaks TLS 1.2 with authenticated encryption only")
  func ciphers() throws {
    for (cipher, isSpoken) in [
      ("ECDHE-ECDSA-AES128-GCM-SHA256", true), ("ECDHE-ECDSA-CHACHA20-POLY1305", true),
      ("ECDHE-ECDSA-AES128-SHA", false), ("ECDHE-ECDSA-AES256-SHA384", false),
      ("ECDHE-ECDSA-CAMELLIA128-SHA256", false),
    ] {
      let (output, _) = try ChildProcess(running: [
        "/bin/sh", "-c",
        "printf 'ping\\nquit\\n' | openssl s_client -quiet -tls1_2 -cipher '\(cipher):@SECLEVEL=0' "
          + "-connect localhost:\(port)",
      ]).end()
      expectEqual(output.contains("pong"), isSpoken, "\(cipher): \(output)")
    }
  }

  @Test("refuses a key that others can read, and keeps its own")
  func readableKey() throws {
    expectEqual(chmod(certificate.key, 0o644), 0)
    server.kill(SIGHUP)
    while let line = try server.line(), !line.contains("other users can read the private key") {}
    try expectEqual(run("boards", authorities: certificate.certificate).status, 0)
    let (output, status) = try ChildProcess([
      "serve", "--data", "none", "--listen", "127.0.0.1:0", "--tls", certificate.certificate,
      certificate.key,
    ]).end()
    #expect(status == 1 && output.contains("chmod go= \(certificate.key)"), "\(output)")
  }

  @Test("reads the certificate again at SIGHUP, and keeps the old one if the new one is wrong")
  func reload() throws {
    let old = try contents(ofFile: certificate.certificate)
    let new = try TestCertificate("other.example", in: scratch)
    try write(contents(ofFile: new.certificate), toFile: certificate.certificate)
    server.kill(SIGHUP)
    while let line = try server.line(), !line.contains("the certificate is as it was") {}
    try write(old, toFile: certificate.certificate)
    try expectEqual(run("boards", authorities: certificate.certificate).status, 0)
    try write(contents(ofFile: new.certificate), toFile: certificate.certificate)
    try write(contents(ofFile: new.key), toFile: certificate.key)
    server.kill(SIGHUP)
    while let line = try server.line(), !line.contains("the certificate as it is now") {}
    let name = try run("boards", authorities: certificate.certificate)
    #expect(name == ("dropline: the certificate of localhost is for another name", 69))
  }

  @Test("does not start with files that do not belong together")
  func wrongFiles() throws {
    let other = try TestCertificate("other.example", in: scratch)
    let words = ["serve", "--data", "none", "--listen", "127.0.0.1:0", "--tls"]
    let (output, status) = try ChildProcess(words + [certificate.certificate, other.key]).end()
    #expect(status == 1 && output.contains(other.key), "\(output)")
    try expectEqual(ChildProcess(words + [certificate.certificate]).end().status, 64)
  }
}
