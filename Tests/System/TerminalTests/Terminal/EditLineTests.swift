import TestKit
import Testing

@testable import Terminal

/// There is one editor per process, so these tests share it and run serially.
@Suite("The line editor", .serialized)
struct EditLineTests {
  nonisolated(unsafe) private static let editor = Result { try EditLine() }

  private let editor: EditLine

  init() throws {
    editor = try Self.editor.get()
    editor.cancel()
  }

  @discardableResult
  private func type(_ text: String) -> EditLine.Outcome? {
    var decoder = KeyDecoder()
    var outcome: EditLine.Outcome?
    for case .key(let key) in decoder.feed(Array(text.utf8)) { outcome = editor.receive(key) }
    return outcome
  }

  @Test("edits UTF-8 at the cursor")
  func editing() {
    editor.open()
    type("héx漢\u{1B}[D\u{1B}[D")
    expectEqual(editor.text, "héx漢")
    expectEqual(editor.cursor, 3)
    type("\u{7F}")
    expectEqual(editor.text, "hx漢")
    type("\u{01}A\u{1B}[FZ")
    expectEqual(editor.text, "Ahx漢Z")
    expectEqual(type("\r"), .line("Ahx漢Z"))
    #expect(!editor.isOpen)
  }

  @Test("reports when the line has become empty")
  func emptied() {
    editor.open()
    type("some words")
    type("\u{15}")
    expectEqual(editor.text, "")
    expectEqual(editor.cursor, 0)
    type("ab\u{7F}\u{7F}")
    expectEqual(editor.text, "")
  }

  @Test("recalls earlier lines, and finds them by their prefix")
  func history() {
    for line in ["move i1 1.0", "insert end:s1 Tea", "ping"] {
      editor.open()
      expectEqual(type("\(line)\r"), .line(line))
      editor.remember(line)
    }
    editor.open()
    type("\u{1B}[A")
    expectEqual(editor.text, "ping")
    type("\u{1B}[A")
    expectEqual(editor.text, "insert end:s1 Tea")
    type("\u{15}mo\u{12}")
    expectEqual(editor.text, "move i1 1.0")
    editor.cancel()
    #expect(!editor.isOpen)
    expectEqual(editor.text, "")
  }

  @Test("starts empty after every line and after a cancelled line")
  func again() {
    editor.open()
    type("given up")
    editor.cancel()
    for _ in 0..<3 {
      editor.open()
      expectEqual(editor.text, "")
      expectEqual(type("x\r"), .line("x"))
    }
    editor.open(with: "edit i1 Milk")
    expectEqual(editor.text, "edit i1 Milk")
    expectEqual(editor.cursor, 12)
  }

  @Test("completes a unique prefix, and lists several candidates")
  func completion() {
    editor.completions = { line in
      (line.contains(" ") ? ["i10", "i11", "s1"] : ["move", "ping", "propose", "perform"])
        .map { Completion($0) }
    }
    editor.open()
    type("mo\t")
    #expect(editor.text == "move" || editor.text == "move ")
    editor.cancel()
    editor.open()
    type("p\t")
    expectEqual(editor.text, "p")
    expectEqual(editor.choices.map(\.word), ["ping", "propose", "perform"])
    type("r")
    expectEqual(editor.choices, [])
    editor.cancel()
    editor.open()
    type("delete i\t")
    expectEqual(editor.text, "delete i1")
  }

  @Test("completes a text to the word that stands for it, if that is one")
  func completionByText() {
    editor.completions = { _ in
      [Completion("i1", about: "Milk"), Completion("i2", about: "Oat milk"), Completion("before:")]
    }
    editor.open()
    type("move Mi\t")
    expectEqual(editor.text, "move Mi")
    expectEqual(editor.choices.map(\.shown), ["i1 Milk", "i2 Oat milk"])
    editor.cancel()
    editor.completions = { _ in [Completion("i2", about: "Oat milk")] }
    editor.open()
    type("move Oat\t")
    expectEqual(editor.text, "move i2 ")
    expectEqual(editor.choices, [])
    editor.cancel()
    // Nothing is put behind a word that goes on.
    editor.completions = { _ in [Completion("force=")] }
    editor.open()
    type("move i2 fo\t")
    expectEqual(editor.text, "move i2 force=")
    editor.cancel()
    editor.completions = { _ in [Completion("yes")] }
    editor.open()
    type("move i2 force=\t")
    expectEqual(editor.text, "move i2 force=yes ")
  }

  @Test("ignores keys that would wait for another key")
  func unfinishedKeys() {
    editor.open()
    type("zz")
    for key in ["\u{16}", "\u{12}", "\u{18}", "\u{1B}[5;9~", "\u{1B}[[", "\u{1C}", "\u{1B}v"] {
      type(key)
    }
    type("x")
    #expect(editor.isOpen)
    expectEqual(editor.text, "zzx")
  }

  @Test("inserts a paste as text, whatever it contains")
  func paste() {
    editor.open()
    #expect(editor.paste("a\tb\r\nc\u{1B}[A\u{03}d"))
    expectEqual(editor.text, "a b  c[Ad")
    #expect(editor.isOpen)
  }

  @Test("accepts at most the bytes of a line, however they are typed")
  func limit() {
    editor.open()
    #expect(!editor.paste(String(repeating: "x", count: 20_000)))
    expectEqual(editor.text, "")
    #expect(editor.paste(String(repeating: "é", count: 300)))
    type(String(repeating: "é", count: 300))
    expectEqual(editor.text.utf8.count, EditLine.lineLimit)
    for _ in 1...4 { type("\u{15}\u{19}\u{19}\u{19}") }
    #expect(editor.text.utf8.count <= EditLine.lineLimit)
    type("\u{15}x")
    expectEqual(editor.text, "x")
  }

  @Test("ends at Ctrl-D only on an empty line")
  func end() {
    editor.open()
    type("ab\u{04}")
    #expect(editor.isOpen)
    type("\u{15}")
    expectEqual(type("\u{04}"), .end)
    #expect(!editor.isOpen)
  }

  @Test("cannot be created twice")
  func only() {
    #expect(throws: TerminalFault.self) { try EditLine() }
  }
}
