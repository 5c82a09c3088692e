/// Words that people bring along from elsewhere.
enum Habits {
  /// The verbs that do what the words do elsewhere.
  static let verbs: [String: Verb] = {
    var verbs: [String: Verb] = [:]
    for (verb, words) in table {
      for word in words.split(separator: " ") { verbs[String(word)] = verb }
    }
    return verbs
  }()

  private static let table: [(Verb, String)] = [
    (.help, "? h man commands usage info"),
    (.hello, "login name nick user auth register iam"),
    (.quit, "q x bye logout logoff stop disconnect"),
    (.boards, "ls list lists dir"),
    (.create, "new mkdir make touch create-board add-board new-board"),
    (.removeBoard, "rmdir rm-board delete-board drop-board destroy"),
    (.open, "cd use watch join subscribe enter connect"),
    (.show, "cat get print view display draw read dump"),
    (.who, "users clients people online whoami"),
    (.find, "search grep query filter"),
    (.begin, "drag grab pick lift take start hold cp copy"),
    (.propose, "hover over to target"),
    (.perform, "drop release"),
    (.cancel, "abort escape esc"),
    (.insert, "put push append new-item add-item post item"),
    (.delete, "rm del erase unlink trash"),
    (.move, "mv"),
    (.edit, "rename set update change modify write reload"),
    (.insertSection, "add-section new-section create-section section"),
    (.deleteSection, "remove-section rm-section"),
    (.renameSection, "title reload-section"),
    (.clear, "empty truncate"),
    (.batch, "transaction multi"),
    (.policy, "settings config options"),
    (.undo, "revert rollback back"),
    (.redo, "repeat"),
    (.history, "log changes revisions"),
    (.select, "mark highlight"),
    (.deselect, "unselect unmark"),
    (.choose, "tap click check toggle"),
  ]

  /// What is said of words that are no commands, and of which no verb does the same.
  static func sentence(for word: String) -> String? {
    switch word.lowercased() {
    case "end": "\"end\" ends the rows of \"batch\" and \"replace\", and none of them is open."
    case "ok", "refused", "error", "pong", "selected", "removed", "renamed", "role", "dropline",
      "board":
      "That is what a server says; \"help\" lists what you can type."
    case "save", "commit", "flush", "sync":
      "Nothing has to be saved: a change is stored before its \"ok\" is sent."
    case "$", ">", "#", "%": "Type the line without the prompt."
    default: nil
    }
  }
}
