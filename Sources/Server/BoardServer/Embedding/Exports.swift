// BoardServer re-exports the modules of its API: boards, messages, rules, addresses and the log.

@_exported public import BoardAuthority
@_exported public import BoardModel
@_exported public import BoardWire
@_exported public import Logging
@_exported public import TokenHashing

@_exported public import enum BoardDelivery.Cadence
@_exported public import struct BoardHub.ServedBoard
@_exported public import struct Net.AddressRange
@_exported public import enum Net.Endpoint
@_exported public import struct Net.SocketAddress
@_exported public import struct Net.UnixPath
