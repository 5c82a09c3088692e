"""Runs the tests in browsers, and prints the 20 slowest: browser.py [--processes N] [MODULE…], in Tests/System/BrowserTests.

A few processes, each with a browser of its own, take one module after the other, the longest of the last run first, and
run its tests one after the other. What a module prints is kept until it has ended. The times are in
.build/browser-times.json. A test that takes over 5 s says in the first line of its docstring why, as `(slow: REASON)`;
those that do not are printed behind.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path.cwd()
TIMES = pathlib.Path(__file__).resolve().parent.parent / ".build/browser-times.json"
MOST_SECONDS = 1200
SLOW_SECONDS = 5


class TimedResult(unittest.TextTestResult):
    """Keeps the seconds and the first line of the docstring of each test."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.seconds = {}

    def startTest(self, test):
        self.begun = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.seconds[test.id()] = time.monotonic() - self.begun, test.shortDescription() or ""
        super().stopTest(test)


def work():
    """Runs the modules that standard input names, and writes a line about each."""
    sys.path.insert(0, str(HERE))
    reports = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        with tempfile.TemporaryFile() as output:
            # The programs that tests start write there as well.
            for stream in 1, 2:
                os.dup2(output.fileno(), stream)
            suite = unittest.defaultTestLoader.loadTestsFromName(line.strip())
            result = unittest.TextTestRunner(resultclass=TimedResult).run(suite)
            sys.stdout.flush()
            output.seek(0)
            said = output.read().decode(errors="replace")
        passed = result.wasSuccessful() and result.testsRun > 0
        print(json.dumps({"passed": passed, "seconds": result.seconds, "output": said}), file=reports, flush=True)
    return True


class Worker:
    """A process that runs one module after the other."""

    def __init__(self):
        command = [sys.executable, __file__, "--work"]
        self.child = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, module):
        """What the process says of a module; nothing if it has ended, or must be ended."""
        print(module, file=self.child.stdin, flush=True)
        is_ready = select.select([self.child.stdout], [], [], MOST_SECONDS)[0]
        line = self.child.stdout.readline() if is_ready else ""
        if line:
            return json.loads(line)
        self.child.kill()
        return None

    def close(self):
        self.child.stdin.close()
        self.child.wait()


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
        worker = Worker()
        while True:
            try:
                module = self.waiting.popleft()
            except IndexError:
                return worker.close()
            begun = time.monotonic()
            report = worker.run(module)
            if report is None:
                worker = Worker()
            self.note(module, report or {"passed": False, "seconds": {}, "output": "its process was ended"})
            self.known[module] = time.monotonic() - begun

    def note(self, module, report):
        self.seconds.update(report["seconds"])
        self.passed = self.passed and report["passed"]
        output = report["output"].strip()
        sys.stdout.write(f"{module}: {output.splitlines()[-1] if report['passed'] else output}\n")
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=max(2, os.cpu_count() or 2))
    parser.add_argument("--work", action="store_true")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    if options.work:
        return work()
    runner = Runner(options.modules or [path.stem for path in HERE.glob("test_*.py")])
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        for worker in [pool.submit(runner.work) for _ in range(options.processes)]:
            worker.result()
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.write_text(json.dumps(runner.known))
    slowest = sorted(runner.seconds.items(), key=lambda item: -item[1][0])
    total = sum(seconds for _, (seconds, _) in slowest)
    print(f"{len(slowest)} tests, {total:.0f} s in {options.processes} processes; the slowest:")
    for test, (seconds, why) in slowest[:20]:
        print(f"{seconds:8.2f} s {test} {why}")
    for test, (seconds, why) in slowest:
        if seconds > SLOW_SECONDS and "(slow: " not in why:
            print(f"{seconds:8.2f} s, and no reason in its docstring: {test}")
    return runner.passed and bool(slowest)


sys.exit(0 if main() else 1)
