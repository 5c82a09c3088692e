import Articles

/// An article that `dropline help TOPIC` prints. It is a part of the program.
struct HelpArticle {
  let topic: String
  let file: String
  let purpose: String
  let text: String

  static let all: [HelpArticle] = {
    var count = 0
    let table = articles(&count)
    return UnsafeBufferPointer(start: table, count: count).map { HelpArticle($0) }
  }()

  private init(_ article: Article) {
    topic = String(cString: article.topic)
    file = String(cString: article.file)
    purpose = String(cString: article.purpose)
    text = String(
      decoding: UnsafeBufferPointer(start: article.bytes, count: article.count), as: UTF8.self)
  }

  /// The article that the arguments ask for; nil if they ask for none. A command of the name comes first.
  init?(in words: [String]) {
    guard words.count == 2, words[0] == "help",
      let article = Self.all.first(where: { $0.topic == words[1] })
    else { return nil }
    self = article
  }

  /// The topics, as `dropline --help` lists them.
  static var list: String {
    all.map { "  \($0.topic.padded(to: 10))\($0.purpose)." }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
