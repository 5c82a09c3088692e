"""Runs the tests in browsers, and prints the 20 slowest: browser.py [--processes N] [MODULE…], in Tests/System/BrowserTests.

A few processes take one module after the other, the longest of the last run first, and each runs its tests one after
the other. What a module prints is kept until it has ended. The times are in .build/browser-times.json.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path.cwd()
TIMES = pathlib.Path(__file__).resolve().parent.parent / ".build/browser-times.json"
MOST_SECONDS = 1200


class TimedResult(unittest.TextTestResult):
    """Keeps the seconds of each test."""

    seconds = {}

    def startTest(self, test):
        self.begun = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.seconds[test.id()] = time.monotonic() - self.begun
        super().stopTest(test)


def run(module, file):
    """Runs a module in this process, and writes the seconds of its tests."""
    sys.path.insert(0, str(HERE))
    suite = unittest.defaultTestLoader.loadTestsFromName(module)
    result = unittest.TextTestRunner(resultclass=TimedResult).run(suite)
    pathlib.Path(file).write_text(json.dumps(result.seconds))
    return result.wasSuccessful() and result.testsRun > 0


class Runner:
    """The modules that wait, what has been taken, and whether all have passed."""

    def __init__(self, modules):
        self.known = json.loads(TIMES.read_text()) if TIMES.exists() else {}
        self.waiting = collections.deque(sorted(modules, key=self.cost, reverse=True))
        self.seconds, self.passed = {}, True

    def cost(self, module):
        """What a module took the last time; what is unknown begins first, those with most lines in front."""
        return self.known.get(module, 1000 + (HERE / f"{module.split('.')[0]}.py").stat().st_size)

    def work(self):
        while True:
            try:
                module = self.waiting.popleft()
            except IndexError:
                return
            begun = time.monotonic()
            self.run(module)
            self.known[module] = time.monotonic() - begun

    def run(self, module):
        with tempfile.NamedTemporaryFile(suffix=".json") as times:
            command = [sys.executable, __file__, "--times", times.name, module]
            try:
                child = subprocess.run(
                    command, text=True, errors="replace", timeout=MOST_SECONDS,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                output, hasPassed = child.stdout, child.returncode == 0
            except subprocess.TimeoutExpired as expired:
                output, hasPassed = f"{expired.stdout}\nno end after {MOST_SECONDS} s\n", False
            self.seconds.update(json.loads(times.read() or "{}"))
        self.passed = self.passed and hasPassed
        sys.stdout.write(f"{module}: {output.strip() if not hasPassed else output.strip().splitlines()[-1]}\n")
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=max(2, os.cpu_count() or 2))
    parser.add_argument("--times")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    if options.times:
        return run(options.modules[0], options.times)
    runner = Runner(options.modules or [path.stem for path in HERE.glob("test_*.py")])
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        for worker in [pool.submit(runner.work) for _ in range(options.processes)]:
            worker.result()
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.write_text(json.dumps(runner.known))
    seconds = runner.seconds
    print(f"{len(seconds)} tests, {sum(seconds.values()):.0f} s in {options.processes} processes; the slowest:")
    for test, taken in sorted(seconds.items(), key=lambda item: -item[1])[:20]:
        print(f"{taken:8.2f} s {test}")
    return runner.passed and bool(seconds)


sys.exit(0 if main() else 1)
