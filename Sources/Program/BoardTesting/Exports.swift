// BoardTesting re-exports the server that it hosts, and its settings.

@_exported public import BoardServer
