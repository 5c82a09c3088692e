import Testing
import Transcripts

/// The lines that a server may send instead of those in a transcript.
@Suite("A line of a server")
struct LineComparisonTests {
  @Test(
    "is the expected one if its parts match",
    arguments: [
      ("#7 ok move at=1.0 count=1 rev=4", "#7 ok move count=1 at=1.0 rev=4"),
      ("ok  move count=1 at=1.0 rev=4 later=a=b", "ok move count=1 at=1.0 rev=4"),
      ("refused leased for=118s item=i2 Somebody has it", "refused leased item=i2 for=118s"),
      ("error bad-number word=7 rev", "error bad-number word=…"),
      ("bye quit later=yes Good bye", "bye quit"),
      ("pong later=yes e\\=mc2  a=b", "pong e\\=mc2  a=b"),
      ("pong a", "pong …"), ("pong", "pong …"),
      ("drag d1 ended moved rev=4", "drag d1 ended moved rev=…"),
      ("ok create today rev=3", "ok create … rev=3"),
      (
        #"{"later":[{}],"rev":4,"kind":"ok","at":"1.0","verb":"move", "count":1}"#,
        #"{"kind":"ok","verb":"move","count":1,"at":"1.0","rev":4}"#
      ),
      (#"{"kind":"pong","text":""}"#, #"{"kind":"pong"}"#),
      (#"{"kind":"pong","text":"\u006bay \/"}"#, #"{"kind":"pong","text":"kay /"}"#),
      (
        #"{"code":"no-board","kind":"refused","text":"Open one"}"#,
        #"{"kind":"refused","code":"no-board"}"#
      ),
      (
        #"{"kind":"ok","verb":"show","board":"a","rows":["x"]}"#,
        #"{"kind":"ok","verb":"show","board":"a","rows":"…"}"#
      ),
    ])
  func same(_ line: String, _ expected: String) {
    #expect(LinePattern(expected).matches(line))
  }

  @Test(
    "is not the expected one if a part differs, is missing, or is additional",
    arguments: [
      ("ok move count=1 at=1.0 rev=4", "#7 ok move count=1 at=1.0 rev=4"),
      ("#7 ok move count=1 at=1.0 rev=4", "ok move count=1 at=1.0 rev=4"),
      ("ok move count=1 at=1.0 rev=5", "ok move count=1 at=1.0 rev=4"),
      ("ok move count=1 at=1.0", "ok move count=1 at=1.0 rev=4"),
      ("ok move count=1 at=1.0 rev=4 rev=4", "ok move count=1 at=1.0 rev=4"),
      ("ok move count=1 at=1.0 rev=4 replayed=yes", "ok move count=1 at=1.0 rev=4"),
      ("ok move count=1 at=1.0 rev=4 ", "ok move count=1 at=1.0 rev=4"),
      ("ok open list 3", "ok open list 3 rewound=yes"),
      ("refused leased item=i1", "refused no-board"),
      ("error bad-number word=7", "refused bad-number word=7"),
      ("refused leased item=i2 for=118s", "refused leased item=i2 for=120s"),
      ("pong é", "pong e\u{301}"), ("pong", "pong "), ("pong a ", "pong a"),
      ("pong a\u{202E}", "pong …"), ("pong a\u{7F}", "pong …"),
      ("bye full", "bye quit"),
      (
        #"{"kind":"ok","verb":"move","count":"1","at":"1.0","rev":4}"#,
        #"{"kind":"ok","verb":"move","count":1,"at":"1.0","rev":4}"#
      ),
      (
        #"{"kind":"ok","verb":"move","count":1,"at":"1.0","rev":4,"rev":4}"#,
        #"{"kind":"ok","verb":"move","count":1,"at":"1.0","rev":4}"#
      ),
      (
        #"{"kind":"ok","verb":"open","board":"a","rev":4,"rewound":true}"#,
        #"{"kind":"ok","verb":"open","board":"a","rev":4}"#
      ),
      (
        #"{"kind":"ok","verb":"select","board":"a","items":["i2","i1"]}"#,
        #"{"kind":"ok","verb":"select","board":"a","items":["i1","i2"]}"#
      ),
      (#"{"kind":"pong"}"#, "pong"), ("pong", #"{"kind":"pong"}"#),
      (#"{"kind":"pong"} "#, "pong"), (#"{"kind":"pong"#, #"{"kind":"pong"}"#),
      ("{\"kind\":\"pong\",\"text\":\"\u{202E}\"}", #"{"kind":"pong","text":"\u202e"}"#),
    ])
  func different(_ line: String, _ expected: String) {
    #expect(!LinePattern(expected).matches(line))
  }
}

/// A stage on which the only client reads these lines, whatever it sends.
private struct Script: Stage {
  var rest: [String]

  mutating func connect(_ client: String) -> String {
    "dropline 1 epoch=life client=guest-41 line=4096 text=1024 profiles=core"
  }

  mutating func nextLine(of client: String) -> Received<String> {
    rest.isEmpty ? .nothing : .value(rest.removeFirst())
  }

  mutating func finish() -> [Leftover] { rest.map { Leftover(client: "u1", line: $0) } }

  func start(holding boards: [GivenBoard]) {}
  func send(_ bytes: [UInt8], from client: String) {}
  func nextBytes(_ count: Int, of client: String) -> Received<[UInt8]> { .nothing }
  func halfClose(_ client: String) {}
  func cut(_ client: String) {}
  func advance(by time: Duration) {}
  func crash() {}
  func drain() {}
  func setFull(_ isFull: Bool) {}
  func setSilent(_ isSilent: Bool) {}
  func setAccess(_ rules: [String]) {}
}

@Suite("The comparison of messages")
struct MessageComparisonTests {
  private static let given = """
    given
    board list 1 2 5
    section s1 3 To buy
    item a Bread
    item b Milk
    item c Pears
    section s2 0 Done


    """

  /// Whether a server may send these lines instead of the expected ones.
  private func isAccepted(
    _ lines: [String], as expected: [String], under conditions: PlayConditions = .exact,
    behind command: String = "ping"
  ) throws -> Bool {
    let steps = ["u1> \(command)"] + expected.map { "u1< " + $0 }
    let text = Self.given + "u1 connects\n## T\n" + steps.joined(separator: "\n")
    let transcript = try Transcript.parse(text, file: "t.txt")
    var stage = Script(rest: lines)
    do {
      try TranscriptPlayer.play(transcript.scenarios[0], of: "t.txt", on: &stage, under: conditions)
      return true
    } catch is TranscriptDifference {
      return false
    }
  }

  @Test("accepts the rows of a batch in any order, and unknown keys in them")
  func order() throws {
    let expected = [
      "batch list 1 2 5", "delete-section 1 s2", "insert-section 1 s3 2 New", "item x One",
      "item y Two", "delete 0.0 a",
    ]
    let rows = [
      "delete 0.0 a later=yes", "insert-section 1 s3 2 later=a New", "item x x-later=yes One",
      "item y Two", "delete-section 1 s2",
    ]
    #expect(try isAccepted(["batch list 1 2 5"] + rows, as: expected))
    #expect(try !isAccepted(["batch list 1 2 4"] + rows.dropFirst(), as: expected))
    let swapped = Array(rows[..<2]) + [rows[3], rows[2], rows[4]]
    #expect(try !isAccepted(["batch list 1 2 5"] + swapped, as: expected))
  }

  @Test("accepts other rows if they are legal and lead to the same board")
  func otherRows() throws {
    let expected = ["batch list 1 2 1", "move 0.0 0.1 a"]
    let twoRows = ["batch list 1 2 2", "delete 0.0 a", "insert 0.1 a was=0.0 Bread"]
    #expect(try isAccepted(twoRows, as: expected))
    for rows in [
      ["move 0.0 0.2 a"], ["move 0.1 0.0 a"], [], ["delete 0.0 a", "insert 0.1 a Bread"],
      ["delete 0.0 a", "insert 0.1 a was=0.1 Bread"],
      ["delete 0.0 a", "insert 0.1 a was=0.0 Bred"],
      ["move 0.0 0.1 a", "reload 0.2 c Pears"], ["move 0.0 0.1 a", "move 0.0 0.1 a"],
    ] {
      #expect(try !isAccepted(["batch list 1 2 \(rows.count)"] + rows, as: expected), "\(rows)")
    }
  }

  @Test("refuses rows for untouched items")
  func untouched() throws {
    let expected = ["batch list 1 2 1", "move 0.0 0.1 a"]
    let other = ["batch list 1 2 1", "move 0.1 0.0 b"]
    #expect(try !isAccepted(other, as: expected))
    #expect(try isAccepted(other, as: expected, behind: "move b,a end:s1"))
    let all = [
      "batch list 1 2 5", "delete-section 0 s1", "insert-section 0 s1 3 To buy",
      "item b was=0.1 Milk", "item a was=0.0 Bread", "item c was=0.2 Pears",
    ]
    #expect(try !isAccepted(all, as: expected))
  }

  @Test("accepts another batch that follows and is based on it")
  func chain() throws {
    let expected = ["batch list 1 2 1", "move 0.0 1.0 a", "batch list 2 3 1", "move 0.0 0.1 b"]
    let lines = ["batch list 1 2 1", "move 0.0 1.0 a", "batch list 2 3 1", "move 0.1 0.0 c"]
    #expect(try isAccepted(lines, as: expected, behind: "move c 0.0"))
    #expect(try !isAccepted(Array(lines[2...]), as: Array(expected[2...]), behind: "move c 0.0"))
  }

  @Test("accepts other rows of a dry run if they are legal on the revision that it names")
  func dryrun() throws {
    let keys = "at=0.1 anchor=before:c"
    let expected = ["ok dryrun move 1 \(keys) rev=1", "move 0.0 0.1 a"]
    let head = "ok dryrun move 1 \(keys) rev=1"
    #expect(try isAccepted([head, "move 0.1 0.0 b"], as: expected, behind: "begin a,b"))
    #expect(try !isAccepted([head, "move 0.1 0.0 c"], as: expected, behind: "begin a,b,c"))
  }

  @Test("accepts other rows in the JSON form, too")
  func json() throws {
    let rows = [
      #"{"kind":"move","from":"0.0","to":"0.1","item":"a"}"#,
      #"{"later":1,"item":"b","kind":"move","from":"0.1","to":"0.0"}"#,
      #"{"kind":"move","from":"0.1","to":"0.0","item":"c"}"#,
      #"{"kind":"move","from":"0.0","to":0.1,"item":"a"}"#,
    ]
    let batches = rows.map {
      #"{"kind":"batch","board":"list","from":1,"to":2,"rows":[\#($0)]}"#
    }
    let command = #"{"kind":"move","items":["a","b","c"],"place":"0.0"}"#
    #expect(try isAccepted([batches[1]], as: [batches[0]], behind: command))
    #expect(try !isAccepted([batches[2]], as: [batches[0]], behind: command))
    #expect(try !isAccepted([batches[3]], as: [batches[0]], behind: command))
  }

  @Test("requires the rows of a snapshot and of a listing in their order, and all of them")
  func ordered() throws {
    let snapshot = ["board list 1 1 3", "section s1 2 A", "item a", "item b"]
    #expect(
      try isAccepted(
        ["board list 1 1 3", "section s1 2 k=1 A", "item a x-k=1", "item b"], as: snapshot))
    #expect(try !isAccepted([snapshot[0], snapshot[1], snapshot[3], snapshot[2]], as: snapshot))
    #expect(try !isAccepted(["board list 1 1 2", "section s1 2 A", "item a"], as: snapshot))
    let boards = ["ok boards 2", "a rev=1", "b rev=1"]
    #expect(try !isAccepted(["ok boards 2", "b rev=1", "a rev=1"], as: boards))
    #expect(try !isAccepted(["ok boards 1 more=yes", "a rev=1"], as: boards))
  }

  @Test("requires keys and rows in their written order if it is literal")
  func literal() throws {
    let expected = ["batch list 1 2 2", "delete 0.0 a", "delete 0.1 b"]
    #expect(try isAccepted(expected, as: expected, under: .literal))
    let rows = ["batch list 1 2 2", "delete 0.1 b", "delete 0.0 a"]
    #expect(try !isAccepted(rows, as: expected, under: .literal))
    let reply = ["ok edit a at=0.0 rev=2"]
    for line in ["ok edit a rev=2 at=0.0", "ok edit a at=0.0 rev=2 later=yes"] {
      #expect(try isAccepted([line], as: reply))
      #expect(try !isAccepted([line], as: reply, under: .literal))
    }
  }

  @Test("requires a sentence for people if it is literal, and the transcript has one")
  func sentences() throws {
    let (received, other) = ("refused no-board Say which.", "refused no-board Open one.")
    #expect(try isAccepted([received], as: [other]))
    #expect(try isAccepted([received], as: ["refused no-board"], under: .literal))
    #expect(try isAccepted([received], as: [received], under: .literal))
    #expect(try !isAccepted([received], as: [other], under: .literal))
  }

  @Test("requires a number as the count of rows")
  func counts() throws {
    #expect(try isAccepted(["ok boards 0"], as: ["ok boards 0"]))
    for count in ["00", "…", "none", "-1"] {
      #expect(try !isAccepted(["ok boards \(count)"], as: ["ok boards 0"]))
    }
  }

  @Test("maps other ids and names, even if the rows are in another order")
  func names() throws {
    var conditions = PlayConditions.exact
    conditions.names = NameMapping()
    let expected = [
      "batch list 1 2 2", "insert 0.0 i1 Tea", "insert 0.1 i2 Jam", "ok insert i1 at=0.0 rev=2",
    ]
    let lines = ["batch list 1 2 2", "insert 0.1 i8 Jam", "insert 0.0 i9 Tea"]
    #expect(
      try isAccepted(lines + ["ok insert i9 at=0.0 rev=2"], as: expected, under: conditions))
    #expect(
      try !isAccepted(lines + ["ok insert i8 at=0.0 rev=2"], as: expected, under: conditions))
    let other = [
      "batch list 1 2 4", "delete 0.0 a", "insert 0.0 i9 Tea", "insert 0.1 i8 Jam",
      "insert 0.2 a was=0.0 Bread", "ok insert i9 at=0.0 rev=2",
    ]
    #expect(try isAccepted(other, as: expected, under: conditions, behind: "delete a"))
  }

  @Test("maps the names of guests")
  func guests() throws {
    var conditions = PlayConditions.exact
    conditions.names = NameMapping()
    #expect(
      try isAccepted(["ok hello guest-41"], as: ["ok hello guest-1"], under: conditions))
    #expect(
      try !isAccepted(["ok hello guest-42"], as: ["ok hello guest-1"], under: conditions))
  }

  @Test(
    "accepts more rows of listings, and shorter leases, if other clients are connected")
  func others() throws {
    var conditions = PlayConditions.exact
    conditions.names = NameMapping()
    (conditions.hasOthers, conditions.hasRunningClock) = (true, true)
    let lease = ["refused leased item=a for=120s"]
    #expect(try isAccepted(["refused leased item=a for=111s"], as: lease, under: conditions))
    #expect(try !isAccepted(["refused leased item=a for=109s"], as: lease, under: conditions))
    #expect(try !isAccepted(["refused leased item=a for=121s"], as: lease, under: conditions))
    #expect(try !isAccepted(["refused leased item=a for=119s"], as: lease))
    let boards = ["ok boards 1", "list rev=1"]
    let others = ["ok boards 3 more=yes", "b rev=2", "list rev=1", "z rev=1"]
    #expect(try isAccepted(others, as: boards, under: conditions, behind: "boards"))
    #expect(try !isAccepted(others, as: boards, behind: "boards"))
    #expect(try !isAccepted(others, as: boards, under: conditions, behind: "who list"))
    let without = ["ok boards 1", "list rev=2"]
    #expect(try !isAccepted(without, as: boards, under: conditions, behind: "boards"))
  }
}
