import BoardModel
import Foundation
import Glibc
import KillTrial
import LocalNodes
import SystemTestKit
import TestKit
import Testing

/// Nodes whose database refuses what they store, or takes long: each has a named answer, and nothing is lost.
@Suite("The database of nodes (slow: nodes and a database)")
struct NodeDatabaseTests {
  private let cluster: TestCluster
  private let nodes: [TestNode]
  /// A client that is there before the trouble begins.
  private let reader: LoopbackClient
  private static let work = SpaceName("work")!
  private static let bob = "hello bob token=a-token-of-bob-1234"

  init() throws {
    cluster = try TestCluster()
    try cluster.create(Self.work)
    // What is stored of a space that is a row of `trouble` takes so many seconds, or fails if that is less than 0.
    try cluster.server.execute(
      """
      CREATE TABLE trouble (name text, seconds float);
      CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE seconds float := (
        SELECT t.seconds FROM trouble t JOIN dropline.space USING (name) WHERE id = NEW.space);
      BEGIN
        IF seconds < 0 THEN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END IF;
        PERFORM pg_sleep(seconds);
        RETURN NEW;
      END $$;
      CREATE TRIGGER trouble BEFORE INSERT ON dropline.log FOR EACH ROW EXECUTE FUNCTION trouble();
      """)
    nodes = try cluster.nodes(2)
    _ = try nodes[1].say(TestCluster.board)
    _ = try nodes[1].say(["space work"] + TestCluster.board)
    reader = try LoopbackClient(port: nodes[1].port)
    reader.send("ping")
    _ = try reader.lines { $0 == "pong" }
  }

  private func items(_ node: TestNode) throws -> [String] {
    try node.say(["open list"]).filter { $0.hasPrefix("item ") }
  }

  private func stop() throws {
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  /// Waits until the first node refuses commands, and sees that it does.
  private func requireUnavailable() throws {
    try nodes[0].awaitLine("commands are refused")
    reader.send("edit i1 board=list x")
    let answer = try #require(try reader.line())
    #expect(answer.hasPrefix("refused unavailable retry=1s"))
  }

  /// Says a line, which has an answer of one line, at the other node until the answer has this beginning.
  private func ask(_ line: String, until start: String) throws {
    for _ in 0..<100_000 {
      reader.send(line)
      if try #require(try reader.line()).hasPrefix(start) { return }
    }
    throw LoopbackError.silence
  }

  @Test(
    "without room refuses what comes meanwhile, other spaces go on, and what waits is executed once"
  )
  func full() throws {
    try cluster.server.execute("INSERT INTO trouble VALUES ('main', -1)")
    let writer = try LoopbackClient(port: nodes[1].port)
    writer.send(lines: [Self.bob, "#1 insert end:s1 board=list pear"])
    try requireUnavailable()
    let other = try nodes[1].say(["space work", "insert end:s1 board=list pear"])
    #expect(other.contains { $0.hasPrefix("ok insert i2 ") })
    try cluster.server.execute("DELETE FROM trouble")
    let answers = try writer.lines { $0.hasPrefix("#1 ") }
    expectEqual(answers.last?.hasPrefix("#1 ok insert i2 "), true)
    try ask("edit i2 board=list plum", until: "ok ")
    try expectEqual(items(nodes[0]), ["item i1 apple", "item i2 plum"])
    try stop()
  }

  @Test("without room lets a node end all the same, at the second signal at once")
  func fullEnd() throws {
    try cluster.server.execute("INSERT INTO trouble VALUES ('main', -1)")
    let writer = try LoopbackClient(port: nodes[1].port)
    writer.send(lines: [Self.bob, "#1 insert end:s1 board=list pear"])
    try requireUnavailable()
    nodes[0].child.kill(SIGTERM)
    try nodes[0].awaitLine("draining")
    nodes[0].child.kill(SIGTERM)
    let (log, status) = try nodes[0].child.end()
    #expect(status == 74 && log.contains("the disk does not answer"), "\(status): \(log)")
    #expect(try !writer.lines().contains { $0.hasPrefix("#1 ") })
    try cluster.server.execute("DELETE FROM trouble")
    try cluster.server.expireLease(of: TestCluster.space)
    let again = try nodes[1].say([Self.bob, "#1 insert end:s1 board=list pear", "open list"])
    #expect(again.contains { $0.hasPrefix("#1 ok insert i2 ") && !$0.contains("replayed") })
    try expectEqual(nodes[1].stop(), 0)
  }

  @Test("that is slow refuses what comes meanwhile, and executes once what waits")
  func slow() throws {
    try cluster.server.execute("INSERT INTO trouble VALUES ('main', 5)")
    let writer = try LoopbackClient(port: nodes[1].port)
    writer.send(lines: [Self.bob, "#1 insert end:s1 board=list pear"])
    try requireUnavailable()
    let other = try nodes[1].say(["space work", "insert end:s1 board=list pear"])
    #expect(other.contains { $0.hasPrefix("ok insert i2 ") })
    let answers = try writer.lines { $0.hasPrefix("#1 ") }
    expectEqual(answers.last?.hasPrefix("#1 ok insert i2 "), true)
    try cluster.server.execute("DELETE FROM trouble")
    try ask("edit i2 board=list plum", until: "ok ")
    try expectEqual(items(nodes[0]), ["item i1 apple", "item i2 plum"])
    try stop()
  }

  @Test("that does not let a board be read makes it wait and not damaged, until it does")
  func unreadable() throws {
    for node in nodes { try expectEqual(node.stop(), 0) }
    let node = try cluster.node()
    _ = try node.say(["ping"])
    try cluster.server.execute("ALTER TABLE dropline.log RENAME TO gone")
    let client = try LoopbackClient(port: node.port)
    client.send("open list")
    try node.awaitLine("a board cannot be read now: it is tried again")
    #expect(try node.say(["show list"]).contains { $0.hasPrefix("refused unavailable retry=1s") })
    try cluster.server.execute("ALTER TABLE dropline.gone RENAME TO log")
    _ = try client.lines { $0 == "item i1 apple" }
    try node.awaitLine("boards are read again")
    try expectEqual(node.stop(), 0)
  }

  @Test("in which somebody has locked a space holds nobody else up, and the space goes on later")
  func locked() throws {
    let lock = "SELECT FROM dropline.space WHERE name = 'work' FOR UPDATE"
    let server = cluster.server
    Thread.detachNewThread {
      _ = try? server.execute("BEGIN; \(lock); SELECT pg_sleep(600)")
    }
    let holder = "FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'"
    while try server.execute("SELECT count(*) \(holder)").hasPrefix("0") {}
    let writer = try LoopbackClient(port: nodes[1].port)
    writer.send(lines: ["space work", "insert end:s1 board=list pear"])
    for number in 0..<5 {
      let answers = try nodes[0].say(["insert end:s1 board=list \(number)"])
      #expect(answers.contains { $0.hasPrefix("ok insert ") })
    }
    #expect(try !writer.arrived().contains { $0.hasPrefix("ok insert") })
    try server.execute("SELECT pg_terminate_backend(pid) \(holder)")
    _ = try writer.lines { $0.hasPrefix("ok insert ") }
    try stop()
  }

  @Test("that is read-only executes nothing, and goes on where it was when it can be written")
  func readOnly() throws {
    func set(_ value: String) throws {
      try cluster.server.execute(
        """
        SET default_transaction_read_only = off;
        ALTER ROLE dropline SET default_transaction_read_only = \(value);
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'dropline%' AND pid <> pg_backend_pid();
        """)
    }
    let writer = try LoopbackClient(port: nodes[1].port)
    writer.send(lines: [Self.bob, "ping"])
    _ = try writer.lines { $0 == "pong" }
    try set("on")
    try nodes[0].awaitLine("the lease cannot be renewed")
    writer.send("#1 insert end:s1 board=list pear")
    try set("off")
    try nodes[0].awaitLine("the lease is renewed again")
    var answer = try writer.lines { $0.hasPrefix("#1 ") }.last ?? ""
    while answer.hasPrefix("#1 refused unavailable") {
      writer.send("#1 insert end:s1 board=list pear")
      answer = try writer.lines { $0.hasPrefix("#1 ") }.last ?? ""
    }
    #expect(answer.hasPrefix("#1 ok insert i2 "))
    try expectEqual(items(nodes[0]), ["item i1 apple", "item i2 pear"])
    try stop()
  }
}
