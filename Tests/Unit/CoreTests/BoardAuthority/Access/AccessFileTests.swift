import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("An access file")
struct AccessFileTests {
  private static let digest = String(repeating: "0a", count: 32)

  @Test("gives roles on boards by name, by the beginning of names, and on all")
  func roles() throws {
    let rules = try AccessFile(
      text: """
        # Everybody may look at what is public.
        guest viewer public-*

        user ann owner *
        user bob viewer list public-1
        user bob\teditor  work-*
        token bob \(Self.digest) laptop of Bob
        """
    ).rules()
    let expected: [(String, String, Role?)] = [
      ("guest-7", "public-1", .viewer), ("zoe", "public-", .viewer), ("zoe", "publi", nil),
      ("ann", "anything", .owner), ("bob", "list", .viewer), ("bob", "list-2", nil),
      ("bob", "public-1", .viewer), ("bob", "public-2", nil), ("bob", "work-9", .editor),
    ]
    for (client, board, role) in expected {
      expectEqual(
        rules.role(of: ClientName(client)!, on: BoardName(board)!), role, "\(client) \(board)")
    }
    #expect(rules.reserves("bob"))
    #expect(!rules.reserves("zoe"))
    #expect(rules.accepts(TokenDigest(Self.digest[...])!, of: "bob"))
    #expect(!rules.accepts(TokenDigest(Self.digest[...])!, of: "ann"))
  }

  @Test("lets users of the machine be users without a token, by their names")
  func localUsers() throws {
    let text = "user ann owner *\nlocal-user ann root\nlocal-user ann anna\nuser bob viewer *\n"
    let rules = try AccessFile(text: text, userID: { ["root": 0, "anna": 1_000][$0] }).rules()
    for (id, isAnn) in [(0, true), (1_000, true), (1_001, false)] as [(UInt32, Bool)] {
      expectEqual(rules.accepts(localUser: id, as: "ann"), isAnn)
      #expect(!rules.accepts(localUser: id, as: "bob"))
    }
    #expect(!rules.accepts(localUser: nil, as: "ann"))
    #expect(rules.reserves("ann"))
  }

  @Test("takes the highest of the roles that a client has on a board")
  func highest() throws {
    let rules = try AccessFile(text: "user a viewer *\nuser a owner b\nuser a editor b*\n").rules()
    expectEqual(rules.role(of: "a", on: "b"), .owner)
    expectEqual(rules.role(of: "a", on: "bb"), .editor)
    expectEqual(rules.role(of: "a", on: "c"), .viewer)
  }

  @Test("gives more rules to a space, and those before the first space to every one")
  func spaces() throws {
    let (other, third) = (
      Self.digest.replacing("a", with: "b"), Self.digest.replacing("a", with: "c")
    )
    let file = try AccessFile(
      text: """
        guest viewer public
        user ann viewer *
        token ann \(Self.digest)
        space shop
        user ann owner *
        user bob editor list
        token bob \(other)
        space park
        guest viewer *
        token ann \(third)
        local-user ann 7
        space shop
        guest editor public
        """)
    let (shop, park) = (file.rules(of: SpaceName("shop")), file.rules(of: SpaceName("park")))
    let expected: [(AccessRules, String, String, Role?)] = [
      (file.rules(), "ann", "list", .viewer), (file.rules(), "bob", "public", .viewer),
      (file.rules(), "bob", "list", nil), (shop, "ann", "list", .owner),
      (shop, "bob", "list", .editor), (shop, "guest-1", "public", .editor),
      (shop, "guest-1", "list", nil), (park, "ann", "list", .viewer),
      (park, "bob", "list", .viewer),
    ]
    for (rules, client, board, role) in expected {
      expectEqual(rules.role(of: ClientName(client)!, on: BoardName(board)!), role)
    }
    let tokens = [Self.digest, other, third].map { TokenDigest($0[...])! }
    expectEqual(tokens.map { file.rules().accepts($0, of: "ann") }, [true, false, false])
    expectEqual(tokens.map { park.accepts($0, of: "ann") }, [true, false, true])
    #expect(shop.accepts(tokens[1], of: "bob"))
    #expect(!park.reserves("bob"))
    #expect(park.accepts(localUser: 7, as: "ann") && !shop.accepts(localUser: 7, as: "ann"))
    expectEqual(file.rules(of: .standard), file.rules())
    expectEqual(file.tokens.map(\.space?.string), [nil, "shop", "park"])
  }

  @Test("lets a user have tokens for every space, and roles in some alone")
  func rolesInSpaces() throws {
    let file = try AccessFile(
      text: "token ann \(Self.digest)\nspace shop\nuser ann editor *\n")
    #expect(file.rules().reserves("ann") && !file.rules().hasRoles("ann"))
    expectEqual(file.rules(of: SpaceName("shop")).role(of: "ann", on: "list"), .editor)
  }

  @Test(
    "names the line that is wrong, and what is right",
    arguments: [
      ("guest\n", 1, "ROLE and BOARDS are missing"),
      (
        "\n# a\nguests viewer *\n", 3,
        "a line begins with `guest`, `user`, `token`, `local-user`, `space` or #"
      ),
      ("guest admin *\n", 1, "the roles are viewer, editor and owner"),
      ("guest viewer *a\n", 1, "\"*a\" is no board's name"),
      ("guest viewer a b/c\n", 1, "\"b/c\" is no board's name"),
      ("user guest-1 owner *\n", 1, "\"guest-1\" is no name for a user"),
      ("user\n", 1, "`user NAME ROLE BOARDS…`"),
      ("token ann\n", 1, "`token NAME DIGEST [LABEL]`"),
      ("token ann secret\n", 1, "64 hexadecimal digits"),
      ("token ann \(String(repeating: "0A", count: 32))\n", 1, "in lower case"),
      ("token ann \(digest)\n", 2, "ann has a token or a login and no line `user ann ROLE BOARDS`"),
      ("local-user ann 7\n", 2, "ann has a token or a login and no line `user ann ROLE BOARDS`"),
      ("local-user ann\n", 1, "`local-user NAME LOGIN`"),
      ("local-user guest-1 7\n", 1, "\"guest-1\" is no name for a user"),
      ("local-user ann nobody-here\n", 1, "this machine has no user \"nobody-here\""),
      (
        "user a viewer *\ntoken a \(digest)\ntoken a \(digest)\n", 3,
        "the same token is there already"
      ),
      (
        "user a viewer *\ntoken a \(digest)\nspace x\ntoken a \(digest)\n", 4,
        "the same token is there already"
      ),
      ("space\n", 1, "`space SPACE`"), ("space a b\n", 1, "`space SPACE`"),
      ("space A\n", 1, "\"A\" is no name for a space"),
      (
        "space x\nuser a viewer *\nspace y\ntoken a \(digest)\n", 5,
        "a has a token or a login and no line `user a ROLE BOARDS`"
      ),
    ])
  func faults(_ text: String, _ line: Int, _ reason: String) throws {
    let fault = try #require(throws: AccessFile.Fault.self) { try AccessFile(text: text) }
    expectEqual(fault.line, line, "\(fault)")
    #expect(fault.reason.contains(reason), "\(fault)")
  }
}
