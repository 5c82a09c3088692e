import BoardJournal
import BoardModel
import Cluster
import Foundation
import KillTrial
import LocalNodes
import PostgresJournal
import Synchronization
import SystemTestKit
import TestKit
import Testing

/// What an operator is told of a cluster, and what becomes of what the operator says.
@Suite("The command `cluster`")
struct ClusterCommandTests {
  private let server: PostgresServer

  init() throws { server = try PostgresServer() }

  private func cluster(_ words: String...) throws -> (output: String, status: Int32) {
    let program = try ChildProcess(["cluster"] + words + ["--store", server.address()])
    // The processes go on renewing their leases until it has ended.
    let hasEnded = Mutex(false)
    let renewing = Thread { [server] in
      while !hasEnded.withLock({ $0 }) {
        _ = try? server.execute("UPDATE dropline.node SET renewals = renewals + 1")
      }
    }
    renewing.start()
    defer { hasEnded.withLock { $0 = true } }
    return try program.end()
  }

  private func node(_ number: Int) -> NodeLease {
    let address = NodeAddress(link: "10.0.0.\(number):7767", certificate: "")
    return NodeLease(
      server.url(),
      as: NodeRegistration(address: address, process: "process \(number)", version: "1.0"))
  }

  @Test("lists idle spaces, and nodes with what they do, and all is well")
  func well() throws {
    try PostgresDatabase(server.url()).create(SpaceName("idle")!)
    let (first, second) = (node(1), node(2))
    _ = try first.renew(
      NodeReport(
        spaces: 1, clients: 7, links: 1, commits: 120, commitTime: .microseconds(4_321)))
    _ = try second.renew()
    let main = SpaceName("main")!
    try PostgresDatabase(server.url()).create(main)
    let journal = try PostgresJournal(main, of: first) { _ in }
    _ = try journal.acquire()
    let list = try cluster()
    expectEqual(
      list.output,
      """
      space  idle  idle
      space  main  served by process 1 at 10.0.0.1:7767
      node  10.0.0.1:7767  serving, 1 space, 7 clients, 1 link, 120 commits/s, p99 4.4 ms, process 1, 1.0
      node  10.0.0.2:7767  serving, 0 spaces, 0 clients, 0 links, process 2, 1.0
      """)
    expectEqual(list.status, 0)
    second.leave()
    #expect(try cluster("list").output.contains("10.0.0.2:7767  has left, process 2, 1.0"))
    try expectEqual(cluster("list").status, 0)
  }

  @Test("names nodes that are gone or do not reach others first, with status 1")
  func problems() throws {
    let (first, second) = (node(1), node(2))
    _ = try first.renew()
    _ = try second.renew(NodeReport(unreached: ["10.0.0.9:1", "10.0.0.1:7767"]))
    var list = try cluster()
    expectEqual(list.status, 1)
    #expect(
      list.output.hasPrefix(
        "node  10.0.0.2:7767  PROBLEM  does not reach 10.0.0.1:7767, 10.0.0.9:1, "))
    _ = try second.renew()
    try expectEqual(cluster().status, 0)
    try server.execute("UPDATE dropline.node SET lease = 0 WHERE link LIKE '%1:%'")
    list = try cluster("--json")
    expectEqual(list.status, 1)
    let line = try #require(list.output.split(separator: "\n").first)
    #expect(line.contains(#""name":"10.0.0.1:7767""#) && line.contains(#""state":"gone, "#))
  }

  @Test("moves a space, drains a node and weighs it, and takes that back")
  func decisions() throws {
    let main = SpaceName("main")!
    try PostgresDatabase(server.url()).create(main)
    let lease = node(1)
    let id = try lease.renew().me
    let link = "10.0.0.1:7767"
    try expectEqual(cluster("move", "main", link).status, 0)
    try expectEqual(lease.locate(main), .found(owner: nil, pinned: link))
    try expectEqual(cluster("move", "main", "--anywhere").status, 0)
    try expectEqual(lease.locate(main), .found(owner: nil, pinned: nil))
    #expect(try cluster("drain", link).status == 0 && cluster("weight", link, "3").status == 0)
    var row = try lease.renew().nodes.first { $0.id == id }
    #expect(row?.state == .draining && row?.weight == 3)
    try expectEqual(cluster("drain", link, "--undo").status, 0)
    row = try lease.renew().nodes.first { $0.id == id }
    #expect(row?.state == .serving && row?.weight == 3)
  }

  @Test(
    "refuses what there is not",
    arguments: [
      ("move main 10.0.0.1:7767", 74), ("move none --anywhere", 74), ("move main", 64),
      ("move main 10.0.0.1:7767 --anywhere", 64), ("drain 10.0.0.1:7767", 74),
      ("weight 10.0.0.1:7767 2", 74), ("weight 10.0.0.1:7767 0", 64),
    ] as [(String, Int32)])
  func refused(_ line: String, _ status: Int32) throws {
    let words = line.split(separator: " ").map(String.init)
    let end = try ChildProcess(["cluster"] + words + ["--store", server.address()]).end()
    expectEqual(end.status, status)
  }
}
