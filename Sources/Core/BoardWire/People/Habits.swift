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
    (.connection(.help), "? h man commands usage info"),
    (.connection(.hello), "login name nick user auth register iam"),
    (.connection(.quit), "q x bye logout logoff stop disconnect"),
    (.board(.boards), "ls list lists dir"),
    (.board(.create), "new mkdir make touch create-board add-board new-board"),
    (.board(.removeBoard), "rmdir rm-board delete-board drop-board destroy"),
    (.board(.open), "cd use watch join subscribe enter connect"),
    (.board(.show), "cat get print view display draw read dump"),
    (.board(.who), "users clients people online whoami"),
    (.board(.find), "search grep query filter"),
    (.drag(.begin), "drag grab pick lift take start hold cp copy"),
    (.drag(.propose), "hover over to target"),
    (.drag(.perform), "drop release"),
    (.drag(.cancel), "abort escape esc"),
    (.edit(.insert), "put push append new-item add-item post item"),
    (.edit(.delete), "rm del erase unlink trash"),
    (.edit(.move), "mv"),
    (.edit(.edit), "rename set update change modify write reload"),
    (.edit(.insertSection), "add-section new-section create-section section"),
    (.edit(.deleteSection), "remove-section rm-section"),
    (.edit(.renameSection), "title reload-section"),
    (.edit(.clear), "empty truncate"),
    (.block(.batch), "transaction multi"),
    (.policy(.policy), "settings config options"),
    (.undo(.undo), "revert rollback back"),
    (.undo(.redo), "repeat"),
    (.undo(.history), "log changes revisions"),
    (.selection(.select), "mark highlight"),
    (.selection(.deselect), "unselect unmark"),
    (.selection(.choose), "tap click check toggle"),
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
