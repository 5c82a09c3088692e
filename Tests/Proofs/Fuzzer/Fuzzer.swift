import FuzzTargets
import Glibc

/// `Fuzzer seeds TARGET FOLDER` writes the seeds of a target, `Fuzzer targets` lists them with the most
/// bytes of their inputs and their share of all inputs, and `Fuzzer fuzz TARGET OPTION…` runs libFuzzer
/// with its options.
///
/// `Tests/Proofs/fuzz` builds and calls it.
@main
struct Fuzzer {
  /// The thread that libFuzzer calls is the only one.
  nonisolated(unsafe) private static var target = FuzzTarget.frames
  nonisolated(unsafe) private static var slowest = SlowestInput()

  static func main() throws {
    let words = CommandLine.arguments
    switch (words.dropFirst().first, words.dropFirst(2).first.flatMap(FuzzTarget.init)) {
    case ("targets", _):
      for target in FuzzTarget.allCases {
        print(target.rawValue, target.longestInput, target.share)
      }
    case ("seeds", let target?) where words.count == 4: try write(target, to: words[3])
    case ("fuzz", let target?):
      Self.target = target
      exit(run([words[0]] + words.dropFirst(3)))
    default:
      print("Usage: Fuzzer targets | seeds TARGET FOLDER | fuzz TARGET OPTION…")
      exit(64)
    }
  }

  private static func run(_ words: [String]) -> Int32 {
    var count = Int32(words.count)
    var arguments = words.map { strdup($0) } + [nil]
    // The driver exits by itself.
    atexit { Fuzzer.slowest.report() }
    return arguments.withUnsafeMutableBufferPointer { arguments in
      var first = arguments.baseAddress
      return runDriver(&count, &first) { bytes, count in
        Fuzzer.tryInput(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      }
    }
  }

  private static func tryInput(_ bytes: [UInt8]) {
    do {
      try slowest.measure(bytes, of: target)
    } catch {
      sayError("\(target.rawValue): \(error)")
      abort()
    }
  }

  private static func write(_ target: FuzzTarget, to folder: String) throws {
    for (number, seed) in try target.seeds().enumerated() where !seed.isEmpty {
      guard let file = fopen("\(folder)/seed-\(number)", "w") else { continue }
      fwrite(seed, 1, seed.count, file)
      fclose(file)
    }
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
