import BoardJournal
import BoardModel
import FaultyCalls
import Glibc
import SQLiteJournal
import Simulation
import TestKit

// JournalHelper DIRECTORY COUNT: continues the sample groups of a journal up to a count, and says
// what it is told about each, at once and in one write, so that a kill cannot take it back.
//
// JournalHelper: does so for each line `DIRECTORY COUNT FAULTY_CALL` of its input, in a child that is forked for it,
// and says all of it in one line, with tabs in between.

func say(_ words: String) {
  let isForked = CommandLine.arguments.count == 1
  let bytes = "\(words)\n".utf8.map { isForked && $0 == 0x0A ? 0x09 : $0 }
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

func work(in directory: String, to count: Int) {
  do {
    let journal = try SQLiteJournal(directory, .trial)
    let contents = try JournalContents(of: journal)
    let first = contents.count
    say("epoch \(contents.epoch)")
    say("committed \(first)")
    try commitAll(journal, from: first, to: count)
  } catch {
    say("fault \(error)")
  }
  say("calls \(faulty_calls_seen())")
}

func serve() {
  while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    let child = faulty_calls_fork()
    if child == 0 {
      faulty_calls_plan(words[2])
      work(in: words[0], to: Int(words[1])!)
      _exit(0)
    }
    waitpid(child, nil, 0)
    write(1, "\n", 1)
  }
}

let words = CommandLine.arguments
if words.count > 1 { work(in: words[1], to: Int(words[2])!) } else { serve() }
