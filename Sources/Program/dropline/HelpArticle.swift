import Articles

/// An article that `dropline help TOPIC` prints. It is a part of the program.
struct HelpArticle {
  private let article: Article

  static var all: [HelpArticle] {
    var count = 0
    let table = articles(&count)
    return UnsafeBufferPointer(start: table, count: count).map { HelpArticle(article: $0) }
  }

  private init(article: Article) { self.article = article }

  /// The article that the arguments ask for; nil if they ask for none.
  init?(in words: [String]) {
    guard words.count == 2, words[0] == "help",
      let article = Self.all.first(where: { $0.topic == words[1] })
    else { return nil }
    self = article
  }

  var topic: String { String(cString: article.topic) }
  /// The name of its file.
  var file: String { String(cString: article.file) }
  private var purpose: String { String(cString: article.purpose) }

  var text: String {
    let bytes = UnsafeBufferPointer(start: article.bytes, count: article.count)
    return String(decoding: bytes, as: UTF8.self)
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
