import CCrypto

/// A certificate that is signed by itself, with a private key that no file has.
///
/// Who knows its digest from a place that it trusts can verify it, and needs no authority.
package struct EphemeralCertificate {
  /// PEM texts.
  let certificate: [UInt8]
  let key: [UInt8]
  /// `SHA256:` and 64 hexadecimal digits, of the certificate in DER.
  package let digest: String

  /// Makes a key of the curve P-256 and a certificate that is valid for a hundred years: it ends with the process.
  package init() throws(TLSFault) {
    guard let key = Self.makeKey() else { throw TLSFault("no key can be made") }
    defer { EVP_PKEY_free(key) }
    guard let certificate = Self.makeCertificate(of: key) else {
      throw TLSFault("no certificate can be made")
    }
    defer { X509_free(certificate) }
    self.certificate = Self.text { PEM_write_bio_X509($0, certificate) }
    self.key = Self.text { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
    digest = Self.digest(of: certificate)
  }

  private static func makeKey() -> OpaquePointer? {
    let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      EVP_PKEY_generate(context, &key) == 1
    else { return nil }
    return key
  }

  private static func makeCertificate(of key: OpaquePointer) -> OpaquePointer? {
    guard let certificate = X509_new() else { return nil }
    let name = X509_get_subject_name(certificate)
    let century = 100 * 365 * 86_400
    guard X509_set_version(certificate, 2) == 1,
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1,
      // A node whose clock is behind accepts it, too.
      X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400) != nil,
      X509_gmtime_adj(X509_getm_notAfter(certificate), century) != nil,
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, "dropline", -1, -1, 0) == 1,
      X509_set_issuer_name(certificate, name) == 1, X509_set_pubkey(certificate, key) == 1,
      X509_sign(certificate, key, EVP_sha256()) > 0
    else {
      X509_free(certificate)
      return nil
    }
    return certificate
  }

  /// What `write` writes.
  private static func text(_ write: (OpaquePointer?) -> Int32) -> [UInt8] {
    let memory = BIO_new(BIO_s_mem())
    defer { BIO_free(memory) }
    _ = write(memory)
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = BIO_read(memory, &chunk, Int32(chunk.count))
      guard count > 0 else { return text }
      text += chunk[..<Int(count)]
    }
  }

  private static func digest(of certificate: OpaquePointer) -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    var count = UInt32(bytes.count)
    X509_digest(certificate, EVP_sha256(), &bytes, &count)
    let digits = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "SHA256:" + digits.joined()
  }
}
