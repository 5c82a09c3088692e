/// The two forms in which a server writes to a connection (section 15 of the specification).
public enum WireForm: String, CaseIterable, Hashable, Sendable {
  case text
  case json
}
