// BoardWireTests
