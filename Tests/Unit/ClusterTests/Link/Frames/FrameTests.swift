import BoardModel
import Simulation
import TestKit
import Testing

@testable import Cluster

@Suite("The frames of a link")
struct FrameTests {
  @Test("are read as they were written")
  func roundTrip() throws {
    let edge = WrittenFrames.ofEdge
    try expectEqual(summaries(of: edge.bytes, areOwners: false, count: 1_000), edge.summaries)
    let owner = WrittenFrames.ofOwner
    try expectEqual(summaries(of: owner.bytes, areOwners: true), owner.summaries)
  }

  @Test("include every kind")
  func everyKind() {
    let names = (WrittenFrames.ofEdge.summaries + WrittenFrames.ofOwner.summaries)
      .map { String($0.prefix { $0 != " " }) }
    expectEqual(Set(names), Set(FrameKind.allCases.map { "\($0)" }))
  }

  @Test("do not depend on how the bytes are cut in two", arguments: [false, true])
  func everyCut(_ areOwners: Bool) throws {
    let frames = areOwners ? WrittenFrames.ofOwner : .ofEdge
    for cut in 0...frames.bytes.count {
      let found = try summaries(of: frames.bytes, cutAt: [cut], areOwners: areOwners)
      expectEqual(found, frames.summaries, "cut at \(cut)")
    }
    let bytewise = Array(1..<frames.bytes.count)
    let found = try summaries(of: frames.bytes, cutAt: bytewise, areOwners: areOwners)
    expectEqual(found, frames.summaries)
  }

  @Test("do not depend on how the bytes are cut in many", arguments: [false, true])
  func randomCuts(_ areOwners: Bool) throws {
    let frames = areOwners ? WrittenFrames.ofOwner : .ofEdge
    for seed in randomSeeds(20) {
      var random = SeededRandom(seed: seed)
      let cuts = (0..<random.below(12)).map { _ in random.below(frames.bytes.count) }.sorted()
      let found = try summaries(of: frames.bytes, cutAt: cuts, areOwners: areOwners)
      expectEqual(found, frames.summaries, "seed \(seed)")
    }
  }
}

@Suite("A frame that cannot be read")
struct FrameFaultTests {
  /// A frame with a right length.
  private func frame(_ kind: UInt8, _ fields: [UInt8]) -> [UInt8] {
    let length = UInt32(1 + fields.count)
    return withUnsafeBytes(of: length.bigEndian, Array.init) + [kind] + fields
  }

  private func fault(of bytes: [UInt8], areOwners: Bool = false) -> LinkFault? {
    do throws(LinkFault) {
      _ = try summaries(of: bytes, areOwners: areOwners)
      return nil
    } catch {
      return error
    }
  }

  @Test("is too long, or empty")
  func length() {
    expectEqual(fault(of: [0, 0, 0, 0]), .frameLength(0))
    expectNil(fault(of: [0, 4, 0, 0]))
    expectEqual(fault(of: [0, 4, 0, 1]), .frameLength(262_145))
    expectEqual(fault(of: [255, 255, 255, 255]), .frameLength(4_294_967_295))
  }

  @Test("is of no known kind, or of a kind that the other end sends")
  func kind() {
    expectEqual(fault(of: frame(0xFF, [])), .unknownFrame(0xFF))
    expectEqual(fault(of: frame(0x21, [0, 0, 0, 1, 1])), .unexpectedFrame(.send))
    expectEqual(fault(of: frame(0x13, [0, 0, 0, 1]), areOwners: true), .unexpectedFrame(.ended))
  }

  @Test("ends before its last field, or behind it")
  func fields() {
    expectEqual(fault(of: frame(0x13, [0, 0, 0])), .truncatedFrame(.ended))
    expectEqual(fault(of: frame(0x13, [0, 0, 0, 1, 0])), .overlongFrame(.ended))
    expectEqual(fault(of: frame(0x10, [0, 9, 1])), .truncatedFrame(.hello))
  }

  @Test("has a field beyond its limit")
  func limits() {
    expectEqual(fault(of: frame(0x10, [1, 1])), .oversizedField(.hello))
    expectEqual(fault(of: frame(0x13, [0, 16, 0, 0])), .oversizedField(.ended))
    let input = frame(0x12, [0, 0, 0, 1] + [UInt8](repeating: 0, count: 65_537))
    expectEqual(fault(of: input), .oversizedField(.input))
  }

  @Test("has a field that is wrong")
  func values() {
    expectEqual(fault(of: frame(0x11, [0, 0, 0, 1, 0, 1, 0x21])), .malformedField(.connect))
    expectEqual(fault(of: frame(0x10, [0, 0, 0, 1, 0, 1, 0xFF])), .malformedField(.hello))
    let refused = frame(0x29, [0, 0, 0, 1, 0])
    expectEqual(fault(of: refused, areOwners: true), .malformedField(.refused))
    let send = frame(0x21, [0, 0, 0, 1, 2])
    expectEqual(fault(of: send, areOwners: true), .malformedField(.send))
  }

  @Test("has a channel that the edge has never had")
  func unknownChannel() {
    let numbers = frame(0x22, [1, 0, 0, 0, 1, 0, 0, 3, 232])
    expectEqual(fault(of: numbers, areOwners: true), .unusedChannel(Channel(1_000)))
    let bitmap = frame(0x22, [2, 0, 0, 0, 125, 0, 0, 0, 1, 1])
    expectEqual(fault(of: bitmap, areOwners: true), .unusedChannel(Channel(1_000)))
  }

  @Test("is a fault at worst, whatever is changed in it", arguments: [false, true])
  func mutations(_ areOwners: Bool) {
    let frames = areOwners ? WrittenFrames.ofOwner : .ofEdge
    for seed in randomSeeds(200) {
      var random = SeededRandom(seed: seed)
      var bytes = frames.bytes
      for _ in 0...random.below(4) {
        let offset = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[offset] = UInt8(random.below(256))
        case 1: bytes.insert(UInt8(random.below(256)), at: offset)
        case 2 where bytes.count > 1: bytes.remove(at: offset)
        default: bytes.removeSubrange((offset + 1)...)
        }
      }
      // Neither traps, and the cuts make no difference.
      let cut = random.below(bytes.count)
      let whole = Result { try summaries(of: bytes, areOwners: areOwners) }
      let parts = Result { try summaries(of: bytes, cutAt: [cut], areOwners: areOwners) }
      expectEqual("\(whole)", "\(parts)", "seed \(seed)")
    }
  }
}
