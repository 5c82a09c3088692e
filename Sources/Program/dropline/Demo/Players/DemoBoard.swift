import BoardModel
import BoardServer

/// The sample board of the demo, and the texts of its edits.
enum DemoBoard {
  static let name: BoardName = "kanban"

  static let titles = ["Ideas", "To do", "Doing", "Review", "Done"]

  /// Titles of temporary sections.
  static let moreTitles = [
    "Someday", "This week", "Blocked", "Waiting", "Tomorrow", "Urgent", "Icebox", "Fridays",
  ]

  private static let jobs = [
    "Water the plants", "Fix the doorbell", "Call the plumber", "Paint the fence", "Bake bread",
    "Answer Ann", "Sharpen the knives", "Book the train", "Sweep the attic", "Feed the cat",
    "Mend the kite", "Read to Tom", "Order coffee", "Wash the car", "Sort the photos",
    "Plant garlic", "Tune the piano", "Return the books", "Oil the hinges", "Write to Grandma",
    "Pick the pears", "Polish the boots", "Clean the gutter", "Buy stamps", "Change the bulb",
    "Roast chestnuts", "Stack the wood", "Iron the shirts", "Defrost the freezer", "Renew the pass",
  ]

  private static let verbs = [
    "Find", "Fix", "Paint", "Move", "Wash", "Draw", "Borrow", "Mend", "Weigh", "Photograph", "Hide",
    "Lend", "Clean", "Sell",
  ]
  private static let things = [
    "the ladder", "a lamp", "the bicycle", "two chairs", "the old clock", "a birdhouse",
    "the mailbox", "the tent", "a basket", "the blue door", "the sofa", "a trumpet", "the map",
    "an umbrella", "the globe",
  ]

  static let clients = [
    "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "June", "Kim", "Leo", "Mia",
    "Noor", "Otto", "Pia", "Quinn", "Rosa", "Sam", "Tess", "Uma", "Vic", "Wren", "Zoe",
  ]

  /// The name of a client by its number, from zero; after the list come `Ada-2` and so on.
  static func client(_ number: Int) -> ClientName {
    let (round, index) = number.quotientAndRemainder(dividingBy: clients.count)
    return ClientName(unchecked: clients[index] + (round == 0 ? "" : "-\(round + 1)"))
  }

  /// The initial content.
  static let content: Content = titles.enumerated().map { index, title in
    let own = jobs.indices.filter { $0 % titles.count == index }
    return Section(
      id: SectionID(unchecked: "s\(index + 1)"), title: Text(title),
      items: own.map { Item(id: ItemID(unchecked: "i\($0 + 1)"), text: Text(jobs[$0])) })
  }

  /// A random item text.
  static func job(by random: inout SeededRandom) -> Text {
    random.percent(10)
      ? Text(random.one(of: jobs)) : Text("\(random.one(of: verbs)) \(random.one(of: things))")
  }
}

extension BoardFile {
  /// The default board of a demo.
  public static var demo: BoardFile {
    BoardFile(DemoBoard.name, revision: 0, DemoBoard.content)
  }
}
