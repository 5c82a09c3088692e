import BoardModel
import Simulation

extension SeededRandom {
  /// A content with at most four sections of at most three items, whose ids are of a file without ids.
  ///
  /// - Parameter scalars: What titles, texts and values are made of.
  mutating func content(of scalars: [Unicode.Scalar]) -> Content {
    var items = 0
    var content: Content = []
    for section in 0..<below(5) {
      var rows: [Item] = []
      for _ in 0..<below(4) {
        items += 1
        let id = ItemID(unchecked: "i\(items)")
        rows.append(Item(id: id, text: text(of: scalars), fields: fields(of: scalars)))
      }
      let id = SectionID(unchecked: "s\(section + 1)")
      content.append(Section(id: id, title: text(of: scalars), items: rows))
    }
    return content
  }

  mutating func text(of scalars: [Unicode.Scalar]) -> Text {
    var view = String.UnicodeScalarView()
    for _ in 0..<below(9) { view.append(one(of: scalars)) }
    return Text(String(view))
  }

  /// Some fields that file formats have a place for, and some that they have not.
  private mutating func fields(of scalars: [Unicode.Scalar]) -> Fields {
    let names: [FieldName] = [
      "done", "due", "label", "closed", "description", "id", "section", "a", "x1",
    ]
    let usual: [Text] = ["yes", "no", "2026-12-01", "2026-12-01T09:00Z", "red,big", ",", "\"a\""]
    var fields = Fields()
    for _ in 0..<below(4) {
      let value = percent(50) ? one(of: usual) : text(of: scalars)
      if value.byteCount > 0 { fields.set(one(of: names), to: value) }
    }
    return fields
  }
}
