import BoardModel
import BoardWire
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("Completion of a command")
struct CommandCompletionTests {
  /// Bread i1, Oat milk i2, Goat cheese i3 in `To buy` s1; Milk i4 in `Basket` s2.
  private let completion: CommandCompletion = {
    var completion = CommandCompletion()
    completion.board = Board(
      [
        Section(
          id: "s1", title: "To buy",
          items: [
            Item(id: "i1", text: "Bread", fields: ["done": "yes", "label": "two words"]),
            Item(id: "i2", text: "Oat milk", fields: ["label": "red", "amount": "3"]),
            Item(id: "i3", text: "Goat cheese"),
          ]), Section(id: "s2", title: "Basket", items: [Item(id: "i4", text: "Milk")]),
      ])
    completion.boards = ["groceries", "work"]
    completion.clients = ["ada"]
    completion.drags = [.init(session: SessionID(1), owner: "ada", items: ["i4"])]
    return completion
  }()

  @Test(
    "offers what may stand there",
    arguments: [
      ("pi", "ping"), ("help pi", "ping"), ("#7 pi", "ping"), ("nonsense ", ""),
      // Items by their ids and texts, one or several.
      ("edit i", "i1 i2 i3 i4"), ("edit oat", "i2 i3"), ("edit MILK", "i2 i4"), ("edit bre", "i1"),
      ("delete i1,chee", "i1,i3"), ("begin zz", ""), ("edit i1 Br", ""), ("move i1 i2 i", ""),
      ("#7 edit bre", "i1"), ("choose ", "i1 i2 i3 i4"),
      // Places, from their beginnings and from texts.
      ("move i1 end", "end:s1 end:s2"), ("move i1 end:bas", "end:s2"),
      ("propose before:chee", "before:i3"), ("move i1 chee", "before:i3 after:i3"),
      ("move i1 bask", "end:s2 start:s2"),
      ("insert bef", "before:i1 before:i2 before:i3 before:i4"),
      // Sections, boards, drags and clients.
      ("clear bask", "s2"), ("rename-section s", "s1 s2"), ("open g", "groceries"),
      ("cancel ", "d1"), ("cancel d1 ", "force="), ("cancel milk", "d1"), ("hello a", "ada"),
      // Keys that are not there yet, and their values.
      ("delete i1 f", "force="), ("delete i1 force=", "yes"), ("delete i1 force=yes ", "board="),
      ("delete i1 board=w", "work"), ("propose 0.0 op=", "move copy"),
      ("begin i1 ops=m", "move,copy move"), ("dryrun 0.0 items=bre", "i1"),
      ("hello ada form=", "text json"), ("insert 0.0 board=work b", ""),
      // Policies: their targets, keys and values.
      ("policy bask", "s2"), ("policy s1 emp", "empty="),
      ("policy s1 empty=", "keep remove inherit"),
      ("policy * selection=", "none single multiple"), ("policy s1 on-choose=m", "move:"),
      ("policy s1 draggable=n", "no"),
      // Fields of the items, and their values.
      ("set i1 ", "board= amount= done= due= label="), ("set i1 d", "done= due="),
      ("set i1 done=yes d", "due="), ("set i1 done=", "yes"),
      ("set i1 label=", "red two\\u{20}words"),
      ("set i1 amount=", "3"), ("set i1 artist=", ""), ("set i1 artist=a d", "done= due="),
      ("find l", "label="), ("find label=r", "red"), ("find milk d", ""),
      ("insert end:s1 am", "amount="), ("insert end:s1 due=1 board=", "groceries work"),
      ("edit i1 d", ""), ("fields d", "done= due="), ("fields due=", "text flag number date set"),
      ("fields groceries due=date a", "amount="),
    ])
  func offers(_ line: String, _ words: String) {
    expectEqual(completion.completions(of: line).map(\.word).joined(separator: " "), words)
  }

  @Test("offers what is visible before anything is typed")
  func visible() {
    var completion = completion
    completion.visibleItems = ["i4", "i9", "i2"]
    expectEqual(
      completion.completions(of: "edit "),
      [
        Completion("i4", about: "Milk"), Completion("i2", about: "Oat milk"),
      ])
  }

  @Test("looks at a part of a large board, and offers a part of it")
  func large() {
    let items = (0...CommandCompletion.searchedItems).map { number in
      Item(id: ItemID("i\(number)")!, text: Text("text \(number)"))
    }
    var completion = CommandCompletion()
    completion.board = Board([Section(id: "s", title: "S", items: items)])
    expectEqual(completion.completions(of: "edit text").count, CommandCompletion.offeredItems)
    expectEqual(completion.completions(of: "edit i99999").map(\.word), ["i99999"])
    expectEqual(completion.completions(of: "edit i100000"), [])
  }
}
