// BoardHubTests
