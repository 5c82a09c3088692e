import BoardModel
import Foundation
import KillTrial
import LocalNodes
import PostgresJournal
import SystemTestKit
import TestKit
import Testing

/// Many spaces of one database, on several nodes.
@Suite("The spaces of a cluster (slow: nodes and a database)")
struct SpacesOfNodesTests {
  private let cluster: TestCluster
  private let folder: Scratch
  private static let work = SpaceName("work")!

  init() throws {
    folder = try Scratch()
    cluster = try TestCluster("fsync=on")
    try cluster.create(Self.work)
  }

  @Test(
    "are chosen by the first line, before and after the greeting, at any node",
    arguments: [
      "space work", "#7 SPACE work", "\nspace work", #"{"kind":"space","space":"work","tag":"7"}"#,
    ])
  func chosen(line: String) throws {
    let nodes = try cluster.nodes(2)
    try cluster.pin(Self.work, to: nodes[1])
    _ = try nodes[0].say(TestCluster.board)
    let tag = line.contains("7") ? "#7 " : ""
    for node in nodes {
      let early = try LoopbackClient(port: node.port)
      early.send(lines: [line, "boards", "ping"])
      let late = try LoopbackClient(port: node.port)
      _ = try late.lines { $0.hasPrefix("dropline ") }
      late.send(lines: [line, "boards", "ping"])
      for client in [early, late] {
        let answers = try client.lines { $0 == "pong" }
        #expect(answers.contains { $0.hasPrefix("\(tag)ok space work epoch=") })
        #expect(answers.contains("ok boards 0"))
      }
    }
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("greet whoever has chosen one while the greeting of another is under way")
  func greetedOnce() throws {
    // A node stores the names that it gives guests before it greets one.
    try cluster.server.execute(
      """
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.space = (SELECT id FROM dropline.space WHERE name = 'main') THEN
          PERFORM pg_sleep(2);
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER wait BEFORE INSERT ON dropline.number FOR EACH ROW EXECUTE FUNCTION wait();
      """)
    let node = try cluster.node()
    let client = try LoopbackClient(port: node.port)
    let insertion = "FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    while try cluster.server.execute("SELECT count(*) \(insertion)").hasPrefix("0") {}
    client.send("space work")
    expectEqual(try client.line()?.hasPrefix("dropline 1 "), true)
    expectEqual(try client.line()?.hasPrefix("ok space work epoch="), true)
    try expectEqual(node.stop(), 0)
  }

  @Test("are served to whoever chooses one though the default one cannot be, by a new node, too")
  func withoutDefault() throws {
    try cluster.server.execute(
      "UPDATE dropline.space SET state = 'moved', note = 'elsewhere' WHERE name = 'main'")
    let node = try cluster.node()
    let client = try LoopbackClient(port: node.port)
    client.send(lines: ["space work", "ping"])
    expectEqual(try client.line()?.hasPrefix("dropline 1 "), true)
    _ = try client.lines { $0 == "pong" }
    let boards = try ChildProcess([
      "boards", "--server", "127.0.0.1:\(node.port)", "--space", "work",
    ]).end()
    expectEqual(boards.status, 0, "\(boards.output)")
    try expectEqual(node.stop(), 0)
  }

  @Test("have boards that are counted, each its own")
  func counted() throws {
    let nodes = try cluster.nodes(2)
    try cluster.pin(Self.work, to: nodes[1])
    _ = try nodes[0].say(TestCluster.board)
    _ = try nodes[0].say(["space work"] + TestCluster.board + ["insert 0.0 board=list pear"])
    let open = ["open list content=counts", "rows 0.0 60"]
    for node in nodes {
      let main = try node.say(open)
      #expect(main.contains("section s1 1 A") && main.contains("ok rows list 1 at=0.0 rev=2"))
      let work = try node.say(["space work"] + open)
      #expect(work.contains("section s1 2 A") && work.contains("item i2 pear"))
    }
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("know nothing of each other")
  func apart() throws {
    let nodes = try cluster.nodes(2)
    let hello = "hello ann token=a-token-of-ann-1234"
    let other = "hello ann token=another-token-of-ann"
    let first = try nodes[0].say([hello] + TestCluster.board + ["#1 insert end:s1 board=list x"])
    let second = try nodes[1].say(
      ["space work", other] + TestCluster.board + ["#1 insert end:s1 board=list y"])
    #expect(second.contains("ok hello ann"))
    #expect(second.contains { $0.hasPrefix("#1 ok insert") && !$0.contains("replayed") })
    #expect(try nodes[0].say(["space work", "open list"]).contains("item i2 y"))
    #expect(try nodes[1].say(["open list"]).contains("item i2 x"))
    func epoch(_ lines: [String], _ start: String) -> Substring? {
      lines.first { $0.hasPrefix(start) }?.firstMatch(of: /epoch=(\S+)/)?.1
    }
    #expect(epoch(first, "dropline ") != epoch(second, "ok space"))
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("are refused if there are none of their name, and later")
  func refused() throws {
    let nodes = try cluster.nodes(2)
    for node in nodes {
      let answers = try node.say(["space nowhere", "boards"])
      #expect(answers.contains { $0.hasPrefix("refused unknown-space space=nowhere") })
      #expect(answers.contains("ok boards 0"))
      let late = try node.say(["ping 1", "space work"])
      #expect(late.contains { $0.hasPrefix("refused space-chosen space=main") })
    }
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("are chosen by the path of a WebSocket")
  func path() throws {
    let nodes = try cluster.nodes(2)
    for node in nodes {
      let client = try WebSocketClient(port: node.webPort, path: "/s/\(Self.work)/ws")
      client.send("ping\nspace main\n")
      let lines = try client.lines { $0.hasPrefix("refused ") }
      expectEqual(lines.last?.hasPrefix("refused space-chosen space=work"), true)
      let nowhere = try WebSocketClient(port: node.webPort, path: "/s/nowhere/ws")
      #expect(
        try nowhere.lines { $0.hasPrefix("bye ") }.last?.hasPrefix("bye unknown-space") == true)
    }
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test(
    "move to the node that an operator names, and clients come back with one batch and their drags")
  func moved() throws {
    let nodes = try cluster.nodes(2)
    try expectEqual(cluster.run("cluster", "move", "work", nodes[0].link).status, 0)
    let hello = "hello cat token=a-token-of-cat-1234"
    _ = try nodes[1].say(["space work"] + TestCluster.board)
    // A node that was slow to answer gets it a little later.
    try nodes[0].awaitLine("owning space=work")
    let client = try LoopbackClient(port: nodes[1].port)
    client.send(lines: ["space work", hello, "open list", "begin i1"])
    _ = try client.lines { $0.hasPrefix("ok begin d1 ") }
    let reader = try LoopbackClient(port: nodes[1].port)
    reader.send(lines: ["space work", "open list content=counts"])
    _ = try reader.lines { $0 == "section s1 1 A" }
    try expectEqual(cluster.run("cluster", "move", "work", nodes[1].link).status, 0)
    let last = try client.lines { $0.hasPrefix("bye ") }.last
    expectEqual(last?.hasPrefix("bye moved retry="), true)
    let resumed = try nodes[0].say([
      "space work", hello, "open list since=1", "resume d1", "propose end:s1", "perform",
    ])
    #expect(resumed.contains("batch list 1 2 1"))
    #expect(resumed.contains { $0.hasPrefix("ok perform d1 unchanged ") })
    expectEqual(try reader.lines { $0.hasPrefix("bye ") }.last?.hasPrefix("bye moved retry="), true)
    let counted = try nodes[0].say([
      "space work", "open list since=1 content=counts", "rows 0.0 9",
    ])
    expectEqual(
      counted.dropFirst(2).dropLast(),
      [
        "ok open list 2", "batch list 1 2 1", "insert 0.0 i1 apple", "ok rows list 1 at=0.0 rev=2",
        "item i1 apple",
      ])
    try nodes[1].awaitLine("owning space=work")
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test(
    "leave a node that is drained, and come back if they belong there"
  )
  func drained() throws {
    let nodes = try cluster.nodes(2)
    let client = try LoopbackClient(port: nodes[0].port)
    client.send(lines: ["ping"])
    _ = try client.lines { $0 == "pong" }
    try expectEqual(cluster.run("cluster", "drain", nodes[0].link).status, 0)
    expectEqual(try client.lines { $0.hasPrefix("bye ") }.last?.hasPrefix("bye moved"), true)
    #expect(try nodes[0].say(["ping"]).contains("pong"))
    try nodes[1].awaitLine("owning space=main")
    try expectEqual(cluster.run("cluster", "drain", nodes[0].link, "--undo").status, 0)
    let moved = try LoopbackClient(port: nodes[1].port)
    _ = try moved.lines { $0.hasPrefix("bye ") }
    #expect(try nodes[1].say(["ping"]).contains("pong"))
    try nodes[0].awaitLine("owning space=main")
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("have access rules of their own, which SIGHUP loads again")
  func access() throws {
    let file = "\(folder.path)/access"
    func write(_ role: String) throws {
      try "space main\nguest owner *\nspace work\nguest \(role) *\n".write(
        toFile: file, atomically: true, encoding: .utf8)
    }
    try write("viewer")
    let nodes = try cluster.nodes(1, "--access", file)
    #expect(try nodes[0].say(["create list"]).contains("ok create list rev=0"))
    let client = try LoopbackClient(port: nodes[0].port)
    client.send(lines: ["space work", "create list", "ping"])
    #expect(try client.lines { $0 == "pong" }.contains { $0.hasPrefix("refused access-denied") })
    try write("owner")
    nodes[0].child.kill(SIGHUP)
    try nodes[0].awaitLine("access rules hold")
    client.send(lines: ["create list", "ping"])
    #expect(try client.lines { $0 == "pong" }.contains("ok create list rev=0"))
    try expectEqual(nodes[0].stop(), 0)
  }

  @Test("are listed with their nodes, problems first, and the status says whether there is one")
  func listed() throws {
    let nodes = try cluster.nodes(2)
    let before = try cluster.run("cluster")
    expectEqual(before.status, 0, "\(before.output)")
    #expect(before.output.contains("space  work  idle"))
    #expect(nodes.allSatisfy { before.output.contains("node  \($0.link)  serving") })
    nodes[1].child.kill(SIGKILL)
    _ = try nodes[1].child.end()
    try cluster.server.execute(
      "UPDATE dropline.node SET lease = 0 WHERE link = '\(nodes[1].link)'")
    let after = try cluster.run("cluster")
    #expect(after.status == 1 && after.output.hasPrefix("node  \(nodes[1].link)  PROBLEM  gone"))
    try expectEqual(nodes[0].stop(), 0)
  }

  @Test("that cannot be served are named by their nodes, with why, and so are nodes that all drain")
  func complaints() throws {
    let node = try cluster.nodes(1)[0]
    try cluster.server.execute(
      "UPDATE dropline.space SET state = 'moved', note = 'there', term = term + 1, owner = NULL WHERE name = 'main'"
    )
    var list = try cluster.run("cluster")
    #expect(list.status == 1 && list.output.contains("PROBLEM  its default space main is moved"))
    try cluster.server.execute("UPDATE dropline.space SET state = 'ready' WHERE name = 'main'")
    _ = try node.say(TestCluster.board)
    try expectEqual(cluster.run("cluster").status, 0)
    // It has lost a group of which nobody asks.
    try cluster.server.execute("UPDATE dropline.space SET groups = groups - 1")
    try node.awaitLine("not the owner any more")
    while try cluster.run("cluster").output.contains("space  main  PROBLEM") == false {}
    try expectEqual(cluster.run("space", "accept-loss", "main").status, 0)
    _ = try node.say(["ping"])
    let drain = try cluster.run("cluster", "drain", node.link)
    #expect(drain.status == 0 && drain.output.contains("no node takes them"))
    list = try cluster.run("cluster")
    #expect(list.status == 1 && list.output.contains("PROBLEM  no node takes its spaces"))
    try expectEqual(node.stop(), 0)
  }

  @Test("go on while the tables are changed for programs that know both, and the nodes come back")
  func rolling() throws {
    var nodes = try cluster.nodes(3)
    _ = try nodes[1].say(TestCluster.board)
    try cluster.server.execute(
      """
      BEGIN;
      ALTER TABLE dropline.node ADD COLUMN later text;
      ALTER TABLE dropline.space ADD COLUMN later bigint NOT NULL DEFAULT 7;
      ALTER TABLE dropline.log ADD COLUMN later text;
      UPDATE dropline.format SET version = version + 1;
      COMMIT;
      """)
    for number in 1...3 {
      let first = nodes.removeFirst()
      try expectEqual(first.stop(), 0)
      let item = "item i\(number + 1) \(number)"
      #expect(try nodes[0].say(["insert end:s1 board=list \(number)", "open list"]).contains(item))
      nodes.append(try cluster.node())
      #expect(try nodes[2].say(["open list"]).contains(item))
    }
    try expectEqual(cluster.run("cluster").status, 0)
    for node in nodes { try expectEqual(node.stop(), 0) }
  }
}
