/// What is wrong with the certificate of a server, and what helps.
struct CertificateFault: CustomStringConvertible {
  private let reason: String
  private let host: String

  /// - Parameter reason: As libtls and OpenSSL word it.
  init(_ reason: String, of host: String) {
    self.reason = reason
    self.host = host
  }

  var description: String {
    let certificate = "the certificate of \(host)"
    if reason.contains("has expired") { return "\(certificate) has expired" }
    if reason.contains("not yet valid") { return "\(certificate) is not valid yet" }
    if reason.contains("not present in server certificate") {
      return "\(certificate) is for another name"
    }
    if reason.contains("self signed") || reason.contains("self-signed") {
      return "\(certificate) is signed by itself; if that is right, name it in DROPLINE_CA"
    }
    if reason.contains("unable to get") {
      return
        "\(certificate) is of an unknown authority; if that is right, name its file in DROPLINE_CA"
    }
    if reason.contains("wrong version number") || reason.contains("packet length") {
      return "\(host) does not speak TLS there; leave out tls://"
    }
    return "no encrypted connection with \(host): \(reason)"
  }
}
