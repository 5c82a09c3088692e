// BoardCoreTests
