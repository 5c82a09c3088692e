import BoardModel
import BoardTesting
import Libuv
import Net
import SystemTestKit
import TestKit
import Testing
import WebSocket

@testable import BoardServer

@Suite("The metrics")
struct MetricsTests {
  private func status(
    isLocal: Bool, isOpen: Bool, host: String = "localhost:7668",
    fields: [(String, String)] = []
  ) -> Int {
    let origins = [WebOrigin("https://boards.example")!]
    let routes = Routes(border: WebBorder(port: 7668, origins: origins), hasRemoteMetrics: isOpen)
    let request = HTTPRequest(
      method: "GET", target: "/metrics", fields: [("Host", host)] + fields)
    let decision = routes.decide(request, .init(isLocal: isLocal, metrics: { "a 1\n" }))
    guard case .answer(let answer) = decision else { return 0 }
    return answer.status.rawValue
  }

  @Test("are for this machine, unless the operator opens them")
  func locality() {
    expectEqual(status(isLocal: true, isOpen: false), 200)
    expectEqual(status(isLocal: false, isOpen: false), 403)
    expectEqual(status(isLocal: false, isOpen: true), 200)
    for name in ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"] {
      expectEqual(status(isLocal: true, isOpen: false, fields: [(name, "10.0.0.1")]), 403)
    }
  }

  @Test("are not for a proxy that says nothing of itself, and names the host of its client")
  func silentProxy() {
    for host in ["boards.example", "192.0.2.1:7668", "[2001:db8::1]:7668"] {
      expectEqual(status(isLocal: true, isOpen: false, host: host), 403)
      expectEqual(status(isLocal: true, isOpen: true, host: host), 200)
    }
    for host in ["127.0.0.1:7668", "127.1.2.3:7668", "[::1]:7668", "LOCALHOST:7668"] {
      expectEqual(status(isLocal: true, isOpen: false, host: host), 200)
    }
  }

  @Test("count connections, commands, batches and times in the format of Prometheus")
  func text() throws {
    let list: Content = [Section(id: "A", title: "A", items: [Item(id: "a", text: "apple")])]
    let server = try TestServer(boards: [BoardFile("list", revision: 1, list)]) {
      $0.place = .memory
    }
    let web = try WebSocketClient(port: server.webPort)
    let line = try LoopbackClient(port: server.port)
    let local = try LoopbackClient(unixSocket: server.unixSocket)
    _ = try local.line()
    web.send("open list\nbegin A")
    _ = try web.lines { $0.hasPrefix("refused") }
    line.send(lines: ["open list", "insert 0.0 Tea", "insert 0.0 Tea", "begin 0.0", "typo", "ping"])
    _ = try line.lines { $0 == "pong" }
    let text = server.control.ask { $0.metrics } ?? ""
    let lines = text.split(separator: "\n").map(String.init)
    for sample in [
      "dropline_connections{transport=\"tcp\"} 1",
      "dropline_connections{transport=\"websocket\"} 1",
      "dropline_boards 1", "dropline_watchers 2", "dropline_drag_sessions{state=\"lifted\"} 1",
      "dropline_commands_total{verb=\"insert\",outcome=\"ok\"} 2",
      "dropline_commands_total{verb=\"begin\",outcome=\"refused\"} 1",
      "dropline_commands_total{verb=\"none\",outcome=\"error\"} 1", "dropline_blocked_readers 0",
      "dropline_queue_bytes 0", "# TYPE dropline_commit_seconds histogram",
      "dropline_commit_seconds_count 0", "# TYPE dropline_loop_lag_seconds histogram",
      "# TYPE dropline_turn_seconds histogram", "# TYPE dropline_batch_revisions_total counter",
    ] { #expect(lines.contains(sample), "\(sample) is not in \(text)") }
    let names = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
    expectEqual(Set(names).count, names.count)
    line.send(lines: ["stats", "quit"])
    let stats = try Dictionary(
      line.lines { $0 == "ok quit" }.compactMap { row in
        let words = row.split(separator: " ").map(String.init)
        return words.count < 2 ? nil : ("\(words[0]) \(words.count > 2 ? words[2] : "")", words[1])
      }, uniquingKeysWith: { $1 })
    #expect(stats["connections of=unix"] == "1" && stats["connections of=tcp"] == "1", "\(stats)")
    #expect(stats["connections of=websocket"] == "1" && stats["boards "] == "1", "\(stats)")
    #expect(stats["commands-ok of=insert"] == "2" && stats["commits "] == "0", "\(stats)")
    #expect(stats["turn-microseconds of=p99"] != nil && stats["memory-bytes "] != "0", "\(stats)")
    let shape = /[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+/
    for line in lines where !line.hasPrefix("#") {
      #expect(line.wholeMatch(of: shape) != nil, "\(line)")
    }
  }

  @Test("measure how late a busy loop runs a timer, and wake no idle one for it")
  func lag() throws {
    var probe = LagProbe()
    let interval = LagProbe.interval
    let starts = [Duration.zero, .milliseconds(5)].map { probe.endTurn(at: $0) }
    expectEqual(starts, [true, false])
    let late = probe.didFire(at: interval + .milliseconds(7))
    expectEqual(late, .milliseconds(7))
    // The turn that it has caused itself starts no other one.
    let restarts = [Duration.seconds(1), .seconds(2)].map { probe.endTurn(at: $0) }
    expectEqual(restarts, [false, true])

    let server = try TestServer(boards: [])
    server.control.settle()
    _ = server.control.ask { server in
      let end = server.loop.now + interval * 3
      while server.loop.now < end {}
    }
    for _ in 0..<1_000_000 where server.control.ask({ $0.counters.lags.sum }) != 0 { break }
    #expect(server.control.ask { $0.counters.lags.sum } ?? 0 >= 0.15)
  }

  @Test("have buckets that count everything up to their bound")
  func histogram() {
    var histogram = Histogram()
    for time in [Duration.microseconds(900), .milliseconds(1), .milliseconds(3), .seconds(9)] {
      histogram.observe(time)
    }
    var text = MetricsText()
    text.append("a", "b", histogram)
    #expect(text.text.hasPrefix("# HELP a b\n# TYPE a histogram\na_bucket{le=\"5e-05\"} 0\n"))
    #expect(text.text.contains("\na_bucket{le=\"0.0005\"} 0\na_bucket{le=\"0.001\"} 2\n"))
    expectEqual([0.5, 0.75, 0.76, 1].map { histogram.quantile($0) }, [0.001, 0.005, 9, 9])
    expectEqual(Histogram().quantile(0.5), 0)
    let before = histogram
    for _ in 0..<50 { histogram.observe(.milliseconds(1)) }
    let since = histogram.since(before)
    #expect(since.count == 50 && since.quantile(0.99) == 0.001)
    #expect(text.text.contains("a_bucket{le=\"5.0\"} 3\na_bucket{le=\"+Inf\"} 4\na_sum 9.0049\n"))
  }
}
