import BoardServer
import BoardWire
import WebSocket

// What a link says of why a connection is closed: the code that a WebSocket is told, counted from 1000.

extension Bye {
  var linkReason: UInt8 { UInt8(clamping: Int(closeCode.rawValue) - 1_000) }
}

extension CloseCode {
  init(linkReason: UInt8) { self.init(rawValue: 1_000 + UInt16(linkReason)) }
}
