import TestKit
import Testing

@testable import Cluster

@Suite("A link ends")
struct LinkFaultTests {
  /// The fault of an owner that gets these frames behind `hello`.
  private func ownerFault(
    isGreeted: Bool = true, _ frames: (inout FrameBuffer) -> Void
  ) -> LinkFault? {
    let owner = OwnerEnd(secret: [1], closeTimeout: .zero, at: .zero)
    var buffer = FrameBuffer()
    if isGreeted { buffer.append(helloWith: [1], version: 1, node: "edge:1") }
    frames(&buffer)
    return buffer.withUnsafeBytes { bytes in
      do throws(LinkFault) {
        try owner.receive(bytes, at: .zero) { _ in }
        return nil
      } catch {
        return error
      }
    }
  }

  /// The fault of an edge with one channel that gets these frames behind `accepted`.
  private func edgeFault(
    isAccepted: Bool = true, _ frames: (inout FrameBuffer) -> Void
  ) -> LinkFault? {
    let edge = EdgeEnd(secret: [1], node: "edge:1", at: .zero)
    _ = edge.connect(.plain)
    var buffer = FrameBuffer()
    if isAccepted { buffer.append(accepted: 1) }
    frames(&buffer)
    return buffer.withUnsafeBytes { bytes in
      do throws(LinkFault) {
        try edge.receive(bytes, at: .zero) { _ in }
        return nil
      } catch {
        return error
      }
    }
  }

  private func input(_ count: Int, _ buffer: inout FrameBuffer) {
    [UInt8](repeating: 0, count: count).withUnsafeBytes {
      buffer.append(input: $0, from: Channel(0))
    }
  }

  @Test("if a frame comes before the greeting, or a second greeting")
  func greeting() {
    expectEqual(ownerFault(isGreeted: false) { $0.appendPing() }, .unexpectedFrame(.ping))
    let second = ownerFault { $0.append(helloWith: [1], version: 1, node: "") }
    expectEqual(second, .unexpectedFrame(.hello))
    expectEqual(edgeFault(isAccepted: false) { $0.appendPing() }, .unexpectedFrame(.ping))
    expectEqual(edgeFault { $0.append(accepted: 1) }, .unexpectedFrame(.accepted))
  }

  @Test("if the other end speaks no version that this one speaks")
  func version() {
    let old = ownerFault(isGreeted: false) { $0.append(helloWith: [1], version: 0, node: "") }
    expectEqual(old, .unknownVersion(0))
    let newer = ownerFault(isGreeted: false) { $0.append(helloWith: [1], version: 9, node: "") }
    expectNil(newer)
    expectEqual(edgeFault(isAccepted: false) { $0.append(accepted: 2) }, .unknownVersion(2))
  }

  @Test("if a frame has a channel that is not in use, or connects one that is")
  func channels() {
    for kind in [FrameKind.ended, .drained, .closed] {
      expectEqual(ownerFault { $0.append(kind, of: Channel(0)) }, .unusedChannel(Channel(0)))
    }
    expectEqual(ownerFault { input(1, &$0) }, .unusedChannel(Channel(0)))
    let reused = ownerFault {
      $0.append(connect: Channel(0), .plain)
      $0.append(.closed, of: Channel(0))
      input(1, &$0)
    }
    expectEqual(reused, .unusedChannel(Channel(0)))
    let twice = ownerFault {
      for _ in 0..<2 { $0.append(connect: Channel(0), .plain) }
    }
    expectEqual(twice, .channelInUse(Channel(0)))
    // The edge has not closed it.
    expectEqual(edgeFault { $0.append(.closed, of: Channel(0)) }, .unusedChannel(Channel(0)))
    let late = edgeFault {
      $0.append(close: Channel(0), reason: 0)
      $0.append(credit: 1, to: Channel(0))
    }
    expectEqual(late, .unusedChannel(Channel(0)))
  }

  @Test("if more is sent, consumed or acknowledged than there may be")
  func windows() {
    expectEqual(
      ownerFault { $0.append(acknowledged: 1, microseconds: 0) }, .windowExceeded(.acknowledged))
    let most = ownerFault {
      $0.append(connect: Channel(0), .plain)
      input(65_535, &$0)
      input(65_536, &$0)
    }
    expectNil(most)
    let tooMuch = ownerFault {
      $0.append(connect: Channel(0), .plain)
      for _ in 0..<2 { input(65_536, &$0) }
    }
    expectEqual(tooMuch, .windowExceeded(.input))
    let credit = edgeFault { $0.append(credit: 1, to: Channel(0)) }
    expectEqual(credit, .windowExceeded(.credit))
  }

  @Test("if a frame has a blob that cannot be used")
  func blobs() {
    let list = [Channel(0)]
    let none = edgeFault { $0.append(sendBlob: 7, to: list, endsMessage: true) }
    expectEqual(none, .unusableBlob(7))
    let incomplete = edgeFault {
      $0.append(blob: 7, byteCount: 1)
      $0.append(sendBlob: 7, to: list, endsMessage: true)
    }
    expectEqual(incomplete, .unusableBlob(7))
    let twice = edgeFault {
      for _ in 0..<2 { $0.append(blob: 7, byteCount: 1) }
    }
    expectEqual(twice, .unusableBlob(7))
    let long = edgeFault { buffer in
      buffer.append(blob: 7, byteCount: 1)
      [1, 2].withUnsafeBytes { buffer.append(chunk: $0, of: 7) }
    }
    expectEqual(long, .unusableBlob(7))
    expectEqual(edgeFault { $0.append(freeBlob: 7) }, .unusableBlob(7))
    let large = edgeFault { $0.append(blob: 7, byteCount: LinkLimits.blobBytes + 1) }
    expectEqual(large, .oversizedField(.blob))
    let many = edgeFault {
      for id: UInt32 in 0..<5 { $0.append(blob: id, byteCount: LinkLimits.blobBytes) }
    }
    expectEqual(many, .oversizedField(.blob))
  }

  @Test("if a broadcast has the channels of the last one, and there was none")
  func asBefore() {
    let fault = edgeFault { buffer in
      [1].withUnsafeBytes { buffer.append(broadcast: $0, to: [], .asBefore) }
    }
    expectEqual(fault, .malformedField(.broadcast))
  }
}
