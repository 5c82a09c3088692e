// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

extension FieldName {
  /// The names that are no fields, since lines with fields have such keys, or may have them.
  static let reserved = [
    "anchor",
    "at",
    "board",
    "content",
    "drag",
    "every",
    "external",
    "force",
    "from",
    "item",
    "items",
    "kind",
    "local",
    "op",
    "ops",
    "place",
    "reason",
    "replayed",
    "rev",
    "rows",
    "since",
    "tag",
    "text",
    "to",
    "type",
    "verb",
    "was",
  ]
}
