"""Runs the tests in browsers, and prints the 20 slowest: browser.py [MODULE…], in Tests/System/BrowserTests.

They run one after the other: beside others, those of scrolling fail by time.
"""

import os
import sys
import time
import unittest


class TimedResult(unittest.TextTestResult):
    """Keeps the seconds of each test."""

    seconds = {}

    def startTest(self, test):
        self.begun = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.seconds[test.id()] = time.monotonic() - self.begun
        super().stopTest(test)


def main(modules):
    sys.path.insert(0, os.getcwd())
    loader = unittest.defaultTestLoader
    suite = loader.loadTestsFromNames(modules) if modules else loader.discover(".")
    result = unittest.TextTestRunner(resultclass=TimedResult).run(suite)
    print(f"{result.testsRun} tests, {sum(result.seconds.values()):.0f} s; the slowest:")
    for test, taken in sorted(result.seconds.items(), key=lambda item: -item[1])[:20]:
        print(f"{taken:8.2f} s {test}")
    return result.wasSuccessful() and result.testsRun > 0


sys.exit(0 if main(sys.argv[1:]) else 1)
