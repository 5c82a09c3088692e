import Foundation
import Libuv
import Net
import SystemTestKit
import TestKit
import Testing
import WebSocket

@testable import BoardServer

@Suite("A request")
struct RoutesTests {
  private static let handshake = [
    ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
  ]

  private let routes = Routes(
    border: WebBorder(
      port: 7668,
      origins: [WebOrigin("https://boards.example")!, WebOrigin("http://lan.example:8080")!]))

  private func decide(
    _ target: String, method: String = "GET", host: String? = "localhost:7668",
    fields: [(String, String)] = [], isDraining: Bool = false
  ) -> (status: Int, fields: [String: String], body: String?) {
    let request = HTTPRequest(
      method: method, target: target, fields: (host.map { [("Host", $0)] } ?? []) + fields)
    switch routes.decide(request, .init(isDraining: isDraining)) {
    case .upgrade: return (101, [:], nil)
    case .answer(let answer):
      let body = answer.body?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      return (answer.status.rawValue, Dictionary(answer.fields) { first, _ in first }, body)
    }
  }

  private func status(host: String?) -> Int { decide("/", host: host).status }

  /// What `/ws` answers to an origin.
  private func socket(
    _ origins: String..., host: String = "localhost:7668", isDraining: Bool = false
  ) -> Int {
    decide(
      "/ws", host: host, fields: Self.handshake + origins.map { ("Origin", $0) },
      isDraining: isDraining
    ).status
  }

  @Test("is answered if its host is localhost, a numeric address or one of --origin")
  func hosts() {
    let own = [
      "localhost:7668", "LOCALHOST:7668", "127.0.0.1:7668", "192.168.1.20:7668", "[::1]:7668",
      "[fe80::1]:7668", "0.0.0.0:7668", "boards.example", "BOARDS.example", "lan.example:8080",
    ]
    for host in own { expectEqual(status(host: host), 200, "\(host)") }
  }

  @Test(
    "is 421 for any other host, so that no name of an attacker's works",
    arguments: [
      "", "localhost", "localhost:", "localhost:80", "localhost:07668x", "localhost:7669",
      "localhost.:7668", "localhost.attacker.example:7668", "attacker.example:7668", "evil",
      "127.0.0.1", "127.1:7668", "2130706433:7668", "0x7f000001:7668", "0177.0.0.1:7668",
      "127.0.0.1.attacker.example:7668", "127.0.0.1.:7668", "::1:7668", "[::1]", "[::1:7668",
      "[::1%25lo]:7668", "[localhost]:7668", "boards.example:443", "boards.example:7668",
      "boards.example.", "sub.boards.example", "xboards.example", "boards.example.evil",
      "lan.example", "lan.example:7668", "localhost:7668, evil", "user@localhost:7668",
    ])
  func wrongHosts(_ host: String) { expectEqual(status(host: host), 421) }

  @Test("names exactly one host")
  func oneHost() {
    expectEqual(status(host: nil), 400)
    expectEqual(decide("/", fields: [("Host", "localhost:7668")]).status, 400)
  }

  @Test("for a WebSocket has no origin, the server's own, or one of --origin")
  func origins() {
    expectEqual(socket(), 101)
    expectEqual(socket("http://localhost:7668"), 101)
    expectEqual(socket("http://127.0.0.1:7668", host: "127.0.0.1:7668"), 101)
    expectEqual(socket("http://[::1]:7668", host: "[::1]:7668"), 101)
    expectEqual(socket("https://boards.example", host: "boards.example"), 101)
    expectEqual(socket("https://boards.example"), 101)
    expectEqual(socket("http://lan.example:8080", host: "lan.example:8080"), 101)
  }

  @Test(
    "for a WebSocket is 403 with any other origin",
    arguments: [
      "null", "", "http://localhost", "https://localhost:7668", "http://localhost:7669",
      "http://LOCALHOST:7668", "http://localhost:7668/", "http://127.0.0.1:7668", "localhost:7668",
      "http://localhost.:7668", "http://localhost:7668.evil", "http://evil", "file://",
      "http://boards.example", "https://boards.example:443", "https://boards.example:8443",
      "https://boards.example.", "https://xboards.example", "https://boards.example.evil",
      "https://sub.boards.example", "https://boards.example/", "https://BOARDS.example",
      "https://xn--bards-vva.example", "http://lan.example", "https://lan.example:8080",
      "http://localhost:7668 http://localhost:7668", "http://localhost:7668, http://evil",
      "moz-extension://1", "chrome-extension://1", "http://attacker@localhost:7668",
    ])
  func wrongOrigins(_ origin: String) { expectEqual(socket(origin), 403) }

  @Test("for a WebSocket has at most one origin, and under a named host a named one")
  func twoOrigins() {
    expectEqual(socket("http://localhost:7668", "http://localhost:7668"), 403)
    expectEqual(socket("http://boards.example", host: "boards.example"), 403)
  }

  @Test("for a WebSocket needs a handshake of version 13")
  func handshake() {
    expectEqual(decide("/ws").status, 426)
    expectEqual(decide("/ws").fields["Sec-WebSocket-Version"], "13")
    let short = Self.handshake.dropLast() + [("Sec-WebSocket-Key", "short")]
    expectEqual(decide("/ws", fields: Array(short)).status, 400)
    expectEqual(decide("/ws", method: "HEAD", fields: Self.handshake).status, 400)
  }

  @Test("is GET or HEAD, and the answer of a board's path is the page")
  func page() {
    for target in ["/", "/?x=1", "/b/groceries", "/b/%E6%A2%A8"] {
      let answer = decide(target)
      expectEqual(answer.status, 200)
      expectEqual(answer.body?.hasPrefix("<!doctype html>"), true)
      expectEqual(decide(target, method: "HEAD").status, 200)
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PATCH", "get"] {
      let answer = decide("/", method: method)
      expectEqual(answer.status, 405)
      expectEqual(answer.fields["Allow"], "GET, HEAD")
      expectEqual(decide("/ws", method: method, fields: Self.handshake).status, 405)
    }
    for target in [
      "/b/", "/b/x/y", "/page/", "/page/../Package.swift", "/page/none.js", "/index.html", "*",
      "http://localhost:7668/", "/WS",
    ] { expectEqual(decide(target).status, 404, "\(target)") }
    expectEqual(decide("/nothing").body?.contains(#"<a href="/">"#), true)
  }

  @Test("with the validator of the present file is 304")
  func validator() throws {
    let first = decide("/page/style.css")
    let etag = try #require(first.fields["ETag"])
    expectEqual(first.fields["Cache-Control"], "no-cache")
    for value in [etag, "W/\(etag)", "\"other\", \(etag)", "*"] {
      let again = decide("/page/style.css", fields: [("If-None-Match", value)])
      expectEqual(again.status, 304)
      expectEqual(again.fields["ETag"], etag)
      expectNil(again.body)
    }
    for value in ["\"other\"", "", etag.dropLast().description] {
      expectEqual(decide("/page/style.css", fields: [("If-None-Match", value)]).status, 200)
    }
  }

  @Test("is answered by a page that may load and connect from here only")
  func contentSecurityPolicy() throws {
    let policy = try #require(decide("/", host: "127.0.0.1:7668").fields["Content-Security-Policy"])
    let parts = policy.components(separatedBy: "; ")
    for part in [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
      "connect-src 'self' ws://127.0.0.1:7668 wss://127.0.0.1:7668", "base-uri 'none'",
      "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ] { #expect(parts.contains(part)) }
  }

  @Test("is 503 while the server stops, for a WebSocket and for its health")
  func draining() {
    expectEqual(decide("/healthz").body, "ok\n")
    expectEqual(decide("/healthz", isDraining: true).status, 503)
    expectEqual(socket(isDraining: true), 503)
    expectEqual(decide("/", isDraining: true).status, 200)
  }

  @Test("may come under the origin of a proxy, which has a scheme and a host")
  func proxyOrigins() {
    expectEqual(WebOrigin("https://boards.example:443")?.description, "https://boards.example")
    expectEqual(
      WebOrigin("https://Boards.example:8443")?.description, "https://boards.example:8443")
    expectEqual(WebOrigin("http://[::1]:80")?.description, "http://[::1]")
    for text in [
      "", "null", "boards.example", "ftp://boards.example", "https://", "https://boards.example/",
      "https://boards.example:x", "https://boards.example:99999", "https://a b",
      "https://*.example",
      "https://user@boards.example", "https://[::1",
    ] { expectNil(WebOrigin(text), "\(text)") }
  }
}
