/// What a word on the edited line may become.
public struct Completion: Hashable, Sendable {
  public var word: String
  /// What the word stands for, if it does not say so itself: the text of an item. What is typed may be
  /// a part of it.
  public var about: String

  public init(_ word: String, about: String = "") {
    self.word = word
    self.about = about
  }

  /// The limit on the cells of `about` in a list.
  private static let shownCells = 24

  /// The word and what it stands for, in a list of choices.
  public var shown: String {
    about.isEmpty ? word : "\(word) \(about.cut(to: Self.shownCells))"
  }
}
