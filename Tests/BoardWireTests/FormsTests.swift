import BoardCore
import BoardWire
import Testing

/// `protocol/forms.md`, held against the forms of the code in both directions.
@Suite("The table of forms")
struct FormsTests {
  @Test(
    "has every line with its parts, and no other",
    arguments: zip(["What a server says", "Rows", "What a client says"], 0...2))
  func table(_ heading: String, _ index: Int) throws {
    let rows = try Tables(of: "forms.md").rows(under: heading)
    let forms = LineForm.table[index].forms
    #expect(rows.map { $0[0] } == forms.map(\.notation))
    #expect(
      rows.map { $0[1].replacing("`", with: "") } == forms.map { $0.parts.joined(separator: " ") })
  }

  @Test("has the verbs, refusals, errors and goodbyes of the other tables")
  func codes() {
    let server = LineForm.table[0].forms.map { $0.notation.split(separator: " ").map(String.init) }
    let codes = { (kind: String) in Set(server.filter { $0[0] == kind }.map { $0[1] }) }
    #expect(codes("refused") == Set(Refusal.Code.allCases.map(\.rawValue)))
    #expect(codes("error") == Set(LineError.Code.allCases.map(\.rawValue)))
    let said = LineForm.table[2].forms.map { $0.notation.prefix { $0 != " " } }
    let verbs = Set(said.map(String.init))
    #expect(verbs == Set(Verb.allCases.map(\.rawValue)))
    let answered = codes("ok").union(["ping"])
    #expect(verbs == answered)
  }

  @Test("has the facts of the other tables")
  func facts() throws {
    for (kind, heading) in [("refused", "Refusals"), ("error", "Errors")] {
      for row in try Tables(of: "errors.md").rows(under: heading) {
        let line = [kind, row[0], row[1]].filter { !$0.isEmpty }.joined(separator: " ")
        let forms = LineForm.table[0].forms.map(\.notation)
        // What is left open there has its parts here.
        let isThere =
          line.hasSuffix(" …")
          ? forms.contains { $0.hasPrefix(line.dropLast()) } : forms.contains(line)
        #expect(isThere, "\(line)")
      }
    }
  }

  @Test("gives no two parts of an object one name")
  func names() {
    for form in LineForm.table.flatMap(\.forms) {
      let parts = form.parts + ["tag", "replayed", "sentence"]
      #expect(Set(parts).count == parts.count, "\(form.notation)")
    }
  }

  @Test("tells what an object is by a part that no other has")
  func kinds() {
    let kinds = Set(LineForm.table[0].forms.map { $0.parts[0] })
    for form in LineForm.table[0].forms {
      #expect(kinds.intersection(form.parts) == [form.parts[0]], "\(form.notation)")
    }
    let rows = Set(LineForm.table[1].forms.map { $0.parts[0] }).subtracting(["section", "item"])
    for form in LineForm.table[1].forms {
      #expect(rows.intersection(form.parts).count <= 1, "\(form.notation)")
    }
  }
}
