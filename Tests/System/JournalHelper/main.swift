import BoardJournal
import BoardModel
import FaultyCalls
import Glibc
import SQLiteJournal
import Simulation
import TestKit

// JournalHelper DIRECTORY COUNT: continues the sample groups of a journal up to a count, and says
// what it is told about each, at once and in one write, so that a kill cannot take it back.

func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  write(1, bytes, bytes.count)
}

func commitAll(_ journal: SQLiteJournal, from first: Int, to count: Int) throws {
  var number = first
  var refusals = 0
  while number < count, refusals < 3 {
    let outcome = journal.commit(SampleGroups.group(number))
    switch outcome {
    case .committed:
      number += 1
      say("committed \(number)")
      try journal.checkpoint()
    case .full:
      refusals += 1
      say("full")
    case .unknown(let reason):
      say("unknown \(reason)")
      return
    case .fenced:
      say("fenced")
      return
    }
  }
}

do {
  let journal = try SQLiteJournal(CommandLine.arguments[1], .trial)
  let contents = try JournalContents(of: journal)
  let first = contents.count
  say("epoch \(contents.epoch)")
  say("committed \(first)")
  try commitAll(journal, from: first, to: Int(CommandLine.arguments[2])!)
} catch {
  say("fault \(error)")
}
say("calls \(faulty_calls_seen())")
