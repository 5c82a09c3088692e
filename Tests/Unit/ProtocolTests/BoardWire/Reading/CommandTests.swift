import BoardModel
import BoardWire
import TestKit
import Testing

@Suite("Commands (sections 3 and 9)")
struct CommandTests {
  /// What a line is, written canonically.
  private func canonical(_ line: String) -> String? {
    guard let command = read(line), case .success(let request) = command.request else { return nil }
    var buffer = WireBuffer()
    buffer.append(request, tag: command.tag)
    return String(buffer.string.dropLast())
  }

  @Test(
    "are read in any case, with any blanks and any order of keys",
    arguments: [
      ("open groceries", "open groceries"),
      ("  OPEN   groceries   every=1000ms  since=3", "open groceries since=3 every=1s"),
      (
        "#t.1 Move i2,0.1@7 end:s2 board=b force=yes", "#t.1 move i2,0.1@7 end:s2 force=yes board=b"
      ),
      ("insert 0.0 board=b  two blanks", "insert 0.0 board=b  two blanks"),
      ("insert 0.0 ", "insert 0.0 "),
      ("insert 0.0 e\\=mc2", "insert 0.0 e\\=mc2"),
      ("insert 0.0 a e=mc2", "insert 0.0 a e=mc2"),
      ("insert 0.0 E=mc2", "insert 0.0 E=mc2"),
      ("insert 0.0 \\u{65}=mc2", "insert 0.0 e\\=mc2"),
      ("ping", "ping"), ("ping  x", "ping  x"), ("quit", "quit"),
      (
        "hello ann token=abcd-long-enough form=json heartbeat=10s version=1",
        "hello ann token=abcd-long-enough form=json heartbeat=10s version=1"
      ),
      ("hello form=text", "hello form=text"), ("hello json", "hello json"),
      ("select none", "select none"), ("deselect", "deselect"), ("deselect none", "deselect none"),
      ("perform", "perform"), ("perform d7", "perform d7"),
      ("cancel force=yes", "cancel force=yes"),
      ("dryrun 1.0 items=copy", "dryrun 1.0 items=copy"),
      ("begin i1 ops=copy,move", "begin i1 ops=move,copy"),
      ("begin-external Call Ann", "begin-external Call Ann"),
      ("policy * paused=yes ops=none", "policy * ops=none paused=yes"),
      ("policy limit=3", "policy * limit=3"), ("policy", "policy"),
      ("history today from=4 to=3", "history today from=4 to=3"),
      ("find board=b milk", "find board=b milk"),
      ("rename-board a b", "rename-board a b"),
      ("remove-board a force=yes", "remove-board a force=yes"),
    ])
  func wellFormed(_ line: String, _ expected: String) {
    expectEqual(canonical(line), expected)
  }

  @Test("of blanks are ignored", arguments: ["", " ", "    "])
  func blank(_ line: String) { expectNil(read(line)) }

  @Test(
    "that are invalid report the error",
    arguments: [
      ("fly", .unknownVerb("fly")), ("#", .badTag), ("#a/b quit", .badTag),
      ("#t", .missingArgument("VERB")),
      ("open", .missingArgument("BOARD")), ("open a/b", .badName("a/b")), ("open 7", .badName("7")),
      ("open b 3", .tooManyArguments("3")), ("open b since=x", .badNumber("x")),
      ("open b since=03", .badNumber("03")), ("open b since=", .badArgument("since=")),
      ("open b every=61s", .badArgument("every=61s")),
      ("open b epoch=K7", .badArgument("epoch=K7")),
      ("open b sinse=3", .unknownKey("sinse")),
      ("open b since=3 since=3", .duplicateKey("since")),
      ("open b since=x sinse=3", .badNumber("x")),
      ("open b since=3 sinse=3 since=4", .duplicateKey("since")),
      ("open b since=3 since=4 every=x", .badArgument("every=x")),
      ("begin i1 ops=move,coy", .badArgument("ops=move,coy")),
      ("insert before:0. a", .badArgument("before:0.")),
      ("quit force=yes", .unknownKey("force")), ("quit now", .tooManyArguments("now")),
      ("move i2", .missingArgument("PLACE")), ("move i2 force=yes", .missingArgument("PLACE")),
      ("move i2 i3 1.0", .badArgument("i3")), ("move i2,,i3 1.0", .badArgument("i2,,i3")),
      ("move , 1.0", .badArgument(",")), ("move i2 1.0 force=no", .badArgument("force=no")),
      ("move i2 1.0 x", .tooManyArguments("x")), ("begin", .missingArgument("ITEMS")),
      ("begin i1 ops=none", .badArgument("ops=none")), ("begin i1 ops=", .badArgument("ops=")),
      ("insert 0.0", .missingArgument("TEXT")), ("insert 0.0 e=mc2", .missingArgument("TEXT")),
      ("insert 0.0 was=1 a", .unknownKey("was")), ("insert 0.0 a-b=1 a", .unknownKey("a-b")),
      ("insert 0.0 a= b", .badArgument("a=")), ("set i1", .missingArgument("FIELD")),
      ("set i1 a=1 a=2", .duplicateKey("a")), ("set i1 rev=1", .unknownKey("rev")),
      ("insert 0.0 \\x", .badEscape), ("insert x a", .badArgument("x")),
      ("hello token=abcd-long-enough", .missingArgument("CLIENT")),
      ("hello ann token=abc", .badArgument("TOKEN")),
      ("hello ann form=xml", .badArgument("form=xml")),
      ("resume 7", .badArgument("7")), ("resume d07", .badNumber("07")),
      ("dryrun 1.0 items=i1 drag=d1", .badArgument("drag=d1")),
      ("policy s1 selection=none", .badArgument("selection=none")),
      ("policy s1 limit=x", .badArgument("limit=x")), ("policy s1 fly=yes", .unknownKey("fly")),
      ("find rev=1", .unknownKey("rev")), ("batch", .missingArgument("BOARD")),
      ("show b @3", .tooManyArguments("@3")), ("show @", .badName("@")),
    ] as [(String, LineError)])
  func wrong(_ line: String, _ error: LineError) {
    expectEqual(mistake(line), error)
  }

  @Test("have a text of at most the permitted bytes")
  func long() {
    let text = String(repeating: "x", count: 1_024)
    #expect(request("ping \(text)") != nil)
    expectEqual(mistake("ping \(text)x"), .textTooLong(1_024))
    expectEqual(mistake("insert-section end \(text)"), .textTooLong(256))
  }

  @Test("with too many keys report the first unknown or duplicate one")
  func manyKeys() {
    let keys = (0..<1_000).map { "k\($0)=1" }.joined(separator: " ")
    expectEqual(mistake("open b \(keys)"), .unknownKey("k0"))
    let known = Array(repeating: "since=1", count: 500).joined(separator: " ")
    expectEqual(mistake("open b \(known)"), .duplicateKey("since"))
  }

  @Test("that are invalid show the form of their verb, and the values of a policy")
  func usage() {
    for (line, sentence) in [
      ("move i2", "Usage: move ITEMS PLACE [force=yes] [board=BOARD]"),
      ("open b 3", "Usage: open BOARD [since=REV] [epoch=EPOCH] [every=TIME]"),
      ("policy s1 empty=gone", "empty takes keep or remove, or inherit."),
      (
        "policy s1 selection=none",
        "selection takes none, single or multiple, or inherit, and is set"
      ),
    ] {
      guard let command = read(line), case .failure(let error) = command.request else {
        Issue.record("\(line)")
        continue
      }
      #expect(written(.error(error, command.verb)).contains(sentence))
    }
  }
}
