import BoardModel

extension Fields {
  /// What is wrong with the fields of an item of a file; nil if a board may have them.
  var fileFault: String? {
    if let field = first(where: { $0.value.byteCount > Limits.fieldValueBytes }) {
      return "the value of a field has at most \(Limits.fieldValueBytes) bytes, and \(field.name) "
        + "has \(field.value.byteCount)"
    }
    if count > Limits.itemFields {
      return "an item has at most \(Limits.itemFields) fields, and this one has \(count)"
    }
    return byteCount > Limits.fieldBytes
      ? "the fields of an item have at most \(Limits.fieldBytes) bytes with their names, each counted "
        + "as 2 more" : nil
  }

  /// Whether the item is done, as a box of a task list and Trello say it.
  var isDone: Bool { self["done"] == "yes" }
}
