/// The help page.
extension BoardView {
  /// - Parameter isViewOnly: Whether keys that change the board are left out.
  static func help(width: Int, isViewOnly: Bool = false) -> [Page.Line] {
    (isViewOnly ? viewerKeys : keys).flatMap {
      Page.Line.lines($0.keys, $0.meaning, column: 19, width: width)
    }
  }

  private static let keys: [(keys: String, meaning: String)] = [
    ("arrows, h j k l", "look at another item; while dragging, move it"),
    ("shift and arrows", "move the item at once, without a drag"),
    (
      "space or m",
      "pick up, or drop; what is marked is picked up together, without marks what is selected"
    ),
    ("enter", "choose the item; while dragging, drop"),
    ("esc", "cancel the drag; end the search; unmark; close the panel"),
    ("c", "while dragging, copy instead of moving, and back"),
    ("i", "all about the item: its whole text, its names, who has it, its policy"),
    ("x", "select, deselect: others see it"),
    ("v, V", "mark the item; mark all from the last marked one to here"),
    ("D, space, s", "act on all marked items, if there are any; esc unmarks"),
    ("s", "move to the end of a section, from a list"),
    ("A, R, X", "add a section, rename it, remove it"),
    ("<, >, z", "move the section left or right; collapse or expand it"),
    ("u, U or Ctrl-R", "undo, redo"),
    ("e, a, D", "edit the item, add one behind it, delete it"),
    ("page up and down", "go far, as do home, end, g and G"),
    ("/", "find a text: only items with it are shown while you type"),
    ("n, N, f", "next match, previous match, show the others too; esc ends"),
    ("tab, or 1 2 3", "columns, flow, mosaic; 2 again: the flow runs down or across"),
    (
      ":",
      "a command of the protocol; tab completes, also from texts to names; arrows recall "
        + "(:help lists them)"
    ),
    ("b", "the boards: open, make, rename, remove"),
    ("w", "who is here, with what they drag and have selected"),
    ("r", "try again what was refused last"),
    (
      "L",
      "show or hide the answers; Ctrl-U and Ctrl-D scroll them, while you type page up and down do"
    ),
    ("Ctrl-L, Ctrl-Z", "draw anew, suspend"),
    ("q or Ctrl-C", "quit"),
    (
      "mouse",
      "drag an item, or click to choose it; the wheel scrolls (hold shift to select text as usual)"
    ),
  ]

  private static let viewerKeys: [(keys: String, meaning: String)] =
    [("arrows, h j k l", "look at another item"), ("z", "collapse or expand the section")]
    + keys.filter {
      [
        "i", "x", "page up and down", "/", "n, N, f", "tab, or 1 2 3", "b", "w", "L",
        "Ctrl-L, Ctrl-Z", "q or Ctrl-C",
      ].contains($0.keys)
    }
}
