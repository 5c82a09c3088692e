// BoardServerTests
