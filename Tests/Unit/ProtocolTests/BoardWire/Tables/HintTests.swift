import TestKit
import Testing

@testable import BoardWire

@Suite("A hint")
struct HintTests {
  @Test("names the verb that somebody meant")
  func verbs() {
    for (word, verb) in [
      ("moev", "move"), ("MOEV", "move"), ("/move", "move"), ("insert_section", "insert-section"),
      ("serach", "find"), ("delete-board", "remove-board"), ("?", "help"), ("undo!", "undo"),
    ] {
      expectEqual(SpellingHint.verb(nearestTo: word)?.rawValue, verb, "\(word)")
    }
    for word in ["frobnicate", "xyzzy", "a", "-", "", "🙂", "version"] {
      expectNil(SpellingHint.verb(nearestTo: word), "\(word)")
    }
  }

  @Test("is the only one for a word that people bring along, and no verb is such a word")
  func habits() {
    for word in Habits.verbs.keys {
      expectNil(Verb(rawValue: word), "\(word)")
      expectNil(ErrorSentences.noVerb(word), "\(word)")
    }
  }

  @Test("counts letters that are missing, added, changed or exchanged")
  func distances() {
    let distance = { (a: String, b: String) in
      SpellingHint.distance(Array(a.utf8), Array(b.utf8))
    }
    expectEqual(distance("", ""), 0)
    #expect(distance("", "move") == 4 && distance("move", "") == 4)
    expectEqual(distance("moev", "move"), 1)
    #expect(distance("mve", "move") == 1 && distance("moove", "move") == 1)
    expectEqual(distance("more", "move"), 1)
    expectEqual(distance("delete", "select"), 3)
  }

  @Test("is not sought for a long word, which would cost much")
  func long() {
    let word = String(repeating: "a", count: 33)
    expectNil(SpellingHint.nearest(to: word, among: [word + "b"]))
    expectEqual(SpellingHint.nearest(to: String(word.dropFirst()), among: [word]), word)
  }
}
