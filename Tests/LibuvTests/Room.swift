// LibuvTests
