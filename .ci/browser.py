"""Runs the tests in browsers: browser.py [MODULE…].

It runs in Tests/System/BrowserTests. The modules are shared out by the times of the last run, which are in
.build/browser-times.json; the 20 slowest tests are printed.
"""

import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import time
import unittest

# Beside other tests, those of scrolling fail by time.
PROCESSES = 1
TIMES = pathlib.Path(__file__).resolve().parent.parent / ".build/browser-times.json"


class TimedResult(unittest.TextTestResult):
    """Keeps the seconds of each test."""

    seconds = {}

    def startTest(self, test):
        self.begun = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.seconds[test.id()] = time.monotonic() - self.begun
        super().stopTest(test)


def run_module(module, path):
    """Runs one module in this process, and writes the seconds of its tests."""
    suite = unittest.defaultTestLoader.loadTestsFromName(module)
    result = unittest.TextTestRunner(resultclass=TimedResult).run(suite)
    pathlib.Path(path).write_text(json.dumps(result.seconds))
    return result.wasSuccessful()


def work(modules, passed, seconds, lock):
    """Takes modules until there are none, each in a process of its own."""
    while True:
        try:
            module = modules.get_nowait()
        except queue.Empty:
            return
        with tempfile.NamedTemporaryFile() as file:
            command = [sys.executable, __file__, "--module", module, file.name]
            child = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            with lock:
                print(f"== {module}\n{child.stdout}", flush=True)
                passed.append(child.returncode == 0)
                if child.returncode in (0, 1):
                    seconds.update(json.loads(pathlib.Path(file.name).read_text() or "{}"))


def main(modules):
    known = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    modules = modules or sorted(path.stem for path in pathlib.Path(".").glob("test_*.py"))
    # What is not known may be long.
    waiting = queue.Queue()
    for module in sorted(modules, key=lambda module: -known.get(module, 60)):
        waiting.put(module)
    passed, seconds, lock = [], {}, threading.Lock()
    workers = [
        threading.Thread(target=work, args=(waiting, passed, seconds, lock))
        for _ in range(PROCESSES)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    of_modules = {}
    for test, taken in seconds.items():
        module = test.split(".")[0]
        of_modules[module] = of_modules.get(module, 0) + taken
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.write_text(json.dumps(known | of_modules))
    print(f"{len(seconds)} tests, {sum(seconds.values()):.0f} s; the slowest:")
    for test, taken in sorted(seconds.items(), key=lambda item: -item[1])[:20]:
        print(f"{taken:8.2f} s {test}")
    return all(passed) and bool(seconds)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["--module"]:
        sys.path.insert(0, os.getcwd())
        sys.exit(0 if run_module(*arguments[1:]) else 1)
    sys.exit(0 if main(arguments) else 1)
