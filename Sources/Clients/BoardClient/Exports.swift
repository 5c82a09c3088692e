// BoardClient re-exports the modules of its API: boards, messages, updates, and the loop.

@_exported public import BoardModel
@_exported public import BoardReplica
@_exported public import BoardWire

@_exported public import class Libuv.EventLoop
@_exported public import struct Libuv.UVError
@_exported public import enum Net.ServerTrust
