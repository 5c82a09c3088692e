/// The first word of an event line.
enum EventKind: String, CaseIterable {
  case drag, selected, removed, renamed, ping, bye
}

/// The word behind the drag of a `drag` line.
enum DragEventKind: String, CaseIterable {
  case began, items, over, lifted, lost, suspended, resumed, ended
}
