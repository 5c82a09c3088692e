import BoardModel

@testable import Cluster

extension WrittenFrames {
  /// One frame of each kind that the edge sends.
  static let ofEdge: WrittenFrames = {
    var frames = WrittenFrames()
    let bytes: [UInt8] = [7, 8, 9]
    frames.write("hello [1, 2] 3 one.example:7667") {
      $0.append(helloWith: [1, 2], version: 3, node: "one.example:7667")
    }
    frames.write("connect 5 main 18446744073709551615 192.0.2.1:5 reply [97, 98]") {
      $0.append(
        connect: Channel(5),
        ConnectRequest(
          space: .standard, network: .max, address: "192.0.2.1:5", greeting: .reply,
          tag: Array("ab".utf8)))
    }
    frames.write("connect 6 main 0  ofChosenSpace []") {
      $0.append(
        connect: Channel(6),
        ConnectRequest(space: .standard, network: nil, address: "", greeting: .ofChosenSpace))
    }
    frames.write("input 70000 [7, 8, 9]") { buffer in
      bytes.withUnsafeBytes { buffer.append(input: $0, from: Channel(70_000)) }
    }
    frames.write("ended 5") { $0.append(.ended, of: Channel(5)) }
    frames.write("blocked 5 123456") { $0.append(blocked: Channel(5), unsentBytes: 123_456) }
    frames.write("drained 5") { $0.append(.drained, of: Channel(5)) }
    frames.write("closed 5") { $0.append(.closed, of: Channel(5)) }
    frames.write("acknowledged 99 7") { $0.append(acknowledged: 99, microseconds: 7) }
    frames.write("ping") { $0.appendPing() }
    return frames
  }()

  /// Some frames of each kind that the owner sends.
  static let ofOwner: WrittenFrames = {
    var frames = WrittenFrames()
    let bytes: [UInt8] = [7, 8, 9]
    let few = [Channel(3), Channel(999)]
    let many = (100..<200).map { Channel(UInt32($0)) }
    frames.write("accepted 1") { $0.append(accepted: 1) }
    for endsMessage in [true, false] {
      frames.write("send 5 [7, 8, 9] \(endsMessage)") { buffer in
        bytes.withUnsafeBytes {
          buffer.append(send: $0, to: Channel(5), endsMessage: endsMessage)
        }
      }
    }
    for list in [few, many] {
      frames.write("broadcast \(list) [7, 8, 9]") { buffer in
        bytes.withUnsafeBytes {
          buffer.append(broadcast: $0, to: list, ChannelListShape(of: list))
        }
      }
      frames.write("sendBlob 4 \(list) true") {
        $0.append(sendBlob: 4, to: list, endsMessage: true)
      }
    }
    frames.write("broadcast as before [7, 8, 9]") { buffer in
      bytes.withUnsafeBytes { buffer.append(broadcast: $0, to: few, .asBefore) }
    }
    frames.write("blob 4 1000") { $0.append(blob: 4, byteCount: 1_000) }
    frames.write("chunk 4 [7, 8, 9]") { buffer in
      bytes.withUnsafeBytes { buffer.append(chunk: $0, of: 4) }
    }
    frames.write("freeBlob 4") { $0.append(freeBlob: 4) }
    frames.write("credit 5 65536") { $0.append(credit: 65_536, to: Channel(5)) }
    frames.write("close 5 200") { $0.append(close: Channel(5), reason: 200) }
    for refusal in ConnectRefusal.allCases {
      frames.write("refused 5 \(refusal)") { $0.append(refused: Channel(5), refusal) }
    }
    frames.write("closed 5") { $0.append(.closed, of: Channel(5)) }
    frames.write("ping") { $0.appendPing() }
    return frames
  }()
}
