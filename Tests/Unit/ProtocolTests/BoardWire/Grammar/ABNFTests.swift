import TestKit
import Testing

@Suite("The parser of grammars")
struct ABNFTests {
  private func matches(_ text: String, _ grammar: String) throws -> Bool {
    try ABNF.parse("top = " + grammar).matches(text, "top")
  }

  @Test(
    "matches what RFC 5234 defines, and nothing else",
    arguments: [
      (#""ab""#, ["ab", "AB", "aB"], ["a", "abc", ""]),
      (#"%s"ab""#, ["ab"], ["AB", "aB"]),
      (#"%i"ab""#, ["ab", "AB"], ["b"]),
      ("%x61.62", ["ab"], ["AB", "a"]),
      ("%d97-99", ["a", "c"], ["d", "A"]),
      ("%b1100001", ["a"], ["b"]),
      (#""a" / "b" "c""#, ["a", "bc"], ["ac", "b"]),
      (#"("a" / "b") "c""#, ["ac", "bc"], ["a", "c"]),
      (#"["a"] "b""#, ["b", "ab"], ["a", "aab"]),
      (#"*"a""#, ["", "a", "aaaa"], ["b"]),
      (#"1*"a""#, ["a", "aa"], [""]),
      (#"2*3"a""#, ["aa", "aaa"], ["a", "aaaa"]),
      (#"*2"a""#, ["", "aa"], ["aaa"]),
      (#"3"a""#, ["aaa"], ["aa", "aaaa"]),
      (#"*ALPHA DIGIT"#, ["7", "abc1"], ["abc", "1a"]),
      (#""a" ; "b" is a comment"#, ["a"], ["ab"]),
      (#"%x1F350"#, ["🍐"], ["🍎"]),
    ])
  func forms(_ grammar: String, _ good: [String], _ bad: [String]) throws {
    for text in good { #expect(try matches(text, grammar), "\(text) is \(grammar)") }
    for text in bad { #expect(try !matches(text, grammar), "\(text) is not \(grammar)") }
  }

  @Test("tries all alternatives")
  func choices() throws {
    #expect(try matches("aaab", #"*"a" "a" "b""#))
    #expect(try matches("abc", #"("a" / "ab") ("c" / "bd")"#))
    #expect(try matches("ab ab", #"*(ALPHA / SP) "ab""#))
    #expect(try matches("aaaa", #"*(*"a") "aa""#))
    #expect(try !matches("aaac", #"*"a" "a" "b""#))
  }

  @Test("follows recursive rules")
  func recursion() throws {
    let grammar = try ABNF.parse(
      """
      sum = term
            *( "+" term ) ; goes on in the next line
      term = 1*DIGIT / "(" Sum ")"
      term =/ "x"
      """)
    for text in ["1", "1+2", "((1+x)+23)+4"] { #expect(grammar.matches(text, "sum"), "\(text)") }
    for text in ["", "1+", "((1)", "1 + 2"] { #expect(!grammar.matches(text, "sum"), "\(text)") }
  }

  @Test("finds undefined and unused rules")
  func unusedRules() throws {
    let grammar = try ABNF.parse("a = b\nb = c DIGIT\nd = b")
    expectEqual(grammar.undefined, ["c"])
    expectEqual(grammar.unused(from: ["a"]), ["d"])
  }

  @Test(
    "refuses an invalid grammar",
    arguments: [
      "a", "a =", "a = (b", "a = \"b", "a = %x", "a = %q1", "a = b\na = c", "a =/ b", "a = %x5-4",
      "a = b /", "a = ]", " a = = b",
    ])
  func malformed(_ text: String) {
    #expect(throws: ABNFError.self) { _ = try ABNF.parse(text) }
  }
}
