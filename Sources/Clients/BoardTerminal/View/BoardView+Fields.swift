import BoardModel
import BoardReplica
import BoardWire

/// Keys for the fields of items.
extension BoardView {
  /// Makes the marked items done, or the item at the cursor; not done if all of them are.
  func toggleDone() -> [Action] { toggleDone(targets) }

  func toggleDone(_ items: [ItemID]) -> [Action] {
    guard !items.isEmpty else { return [] }
    let isDone = items.allSatisfy { snapshot.board.item($0)?.fields["done"] == "yes" }
    return [.make(.set(items, ["done": isDone ? nil : "yes"]))]
  }

  /// Begins a line that sets fields of the marked items, or of the item at the cursor.
  func setFields() -> [Action] { setFields(of: targets) }

  /// The line has the fields that all items have.
  func setFields(of items: [ItemID]) -> [Action] {
    let fields = items.compactMap { snapshot.board.item($0)?.fields }
    guard let first = fields.first else { return [] }
    var common = FieldChanges()
    for field in first where fields.allSatisfy({ $0[field.name] == field.value }) {
      common.set(field.name, to: field.value)
    }
    let set = EditRequest.Set(ItemReferences(ids: items), changes: common)
    return [.openCommandLine(Request.edit(.set(set)).line + " ")]
  }
}
