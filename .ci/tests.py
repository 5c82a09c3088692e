"""Runs tests that are built: tests.py [--filter REGEX] [--skip REGEX] [--processes N].

Swift Testing runs the tests of a process side by side, so the time that it reports of one has in it those of all that
ran meanwhile. Here each of a few processes runs its tests one after the other, and the times are their own. The 20
slowest are printed by their names, with the number of their cases. A test that takes over 5 s a case says in its name
why, as `(slow: REASON)`; those that do not are printed behind. The suites begin in the order of their times in the
last run, which are in .build/test-times.json.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIMES = ROOT / ".build/test-times.json"
QUIET = re.compile(r"^(◇ |✔ (?!Test run ))")
END = re.compile(r"( started| seconds)\.$")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
MOST_SECONDS = 3000
CHUNK_SECONDS = 5
SLOW_SECONDS = 5
# Those that begin first if no times are known, in this order: they take from a minute down to ten seconds.
LONGEST = (
    "CheckProxyTests", "NodeTrialTests", "CheckTests", "LaneLawTests", "CommandStatusTests", "SimulatorTests",
    "CallFaultTests", "GrammarTests", "SchedulerTests", "DatabaseTests", "SpacesOfNodesTests", "ClusterCommandTests",
    "ConversionTests", "WebSocketTranscriptTests", "NodeEndTests", "NodeTests", "NodeDatabaseTests",
    "ClusterSimulationTests", "KillTests", "LaneTests", "CountedReplicaTests", "CountedBoardTests", "RebaseLawTests",
    "EncryptedProgramTests", "LoadTests", "HostileServerTests", "ScriptTests", "LawsExhaustiveTests", "DragTableTests",
    "DragRaceTests", "BoardModelTests", "PlayTests", "OutcomeTests", "UnixSocketTranscriptTests",
    "DatabaseProgramTests", "LinkRunTests", "DemoTests", "BoardFormsTests", "SlowReaderTests",
    "LoopbackTranscriptTests",
)


def program():
    path = subprocess.check_output(["swift", "build", "--show-bin-path"], cwd=ROOT, text=True)
    return [f"{path.strip()}/droplinePackageTests.xctest", "--testing-library", "swift-testing"]


def read_times():
    try:
        return json.loads(TIMES.read_text())
    except (OSError, ValueError):
        return {}


def suites(command, options):
    """The suites in which there are chosen tests, with the number of those."""
    listed = subprocess.check_output(command + ["--list-tests"], cwd=ROOT, text=True).split("\n")
    counts = {}
    for test in listed:
        if "." not in test or options.filter and not re.search(options.filter, test):
            continue
        if options.skip and re.search(options.skip, test):
            continue
        suite = test.split("/")[0]
        counts[suite] = counts.get(suite, 0) + 1
    return counts


class Queue:
    """The suites that no process has yet: those that took longest the last time begin first, each in a process of its own."""

    def __init__(self, counts, times):
        def cost(suite):
            name = suite.split(".")[-1]
            unknown = 100 - LONGEST.index(name) if name in LONGEST else 0.4
            return times.get(suite, unknown + 0.03 * counts[suite])

        self.lock = threading.Lock()
        self.waiting = sorted(((cost(suite), suite) for suite in counts), reverse=True)

    def take(self):
        """Suites for a few seconds, of which one process is worth its start."""
        taken, seconds = [], 0
        with self.lock:
            while self.waiting and (not taken or seconds + self.waiting[0][0] <= CHUNK_SECONDS):
                cost, suite = self.waiting.pop(0)
                taken.append(suite)
                seconds += cost
        return taken


def records(path, kind):
    """What the processes say of their tests (`test`), and what becomes of these (`event`)."""
    for line in open(path, encoding="utf-8"):
        try:
            record = json.loads(line)
        except ValueError:  # the process was killed in the middle of a line
            return
        if record["kind"] == kind:
            yield record["payload"]


class Process:
    """One process, and the thread that passes its output on."""

    def __init__(self, command, suites):
        self.events = tempfile.NamedTemporaryFile(suffix=".json")
        names = "|".join(re.escape(suite) for suite in suites)
        arguments = ["--no-parallel", "--filter", f"^({names})(/|$)"]
        stream = ["--event-stream-output-path", self.events.name, "--event-stream-version", "0"]
        self.child = subprocess.Popen(
            command + arguments + stream, cwd=ROOT, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.output = threading.Thread(target=self.print)
        self.output.start()

    def print(self):
        is_quiet = has_ended = False
        for line in self.child.stdout:
            line = COLOUR.sub("", line)
            if is_quiet and (line.startswith("↳ ") or not has_ended):
                pass  # it belongs to the line above, in which an argument may have line feeds
            else:
                is_quiet = bool(QUIET.match(line))
            has_ended = bool(END.search(line))
            if not is_quiet:
                sys.stdout.write(line)
                sys.stdout.flush()

    def times(self):
        """The seconds of each test that has ended, and the tests that have not."""
        begun, ended = {}, {}
        for event in records(self.events.name, "event"):
            test, now = event.get("testID", ""), event["instant"]["absolute"]
            if event["kind"] == "testStarted" and "/" in test:
                begun[test] = now
            elif event["kind"] == "testEnded" and test in begun:
                ended[test] = now - begun.pop(test)
        return ended, list(begun)

    def names(self):
        """What each test is called, a sentence with its suite in front, and the number of its cases."""
        tests = {test["id"]: test for test in records(self.events.name, "test")}
        names = {}
        for test in tests:
            suite = test.split("/")[0]
            words = [tests[each].get("displayName", "") for each in (suite, test) if each in tests]
            cases = max(1, len(tests[test].get("_testCases", [])))
            names[test] = f"{suite}: {' '.join(words)}" + (f" ({cases} cases)" if cases > 1 else ""), cases
        return names

    def wait(self, deadline):
        """Whether all tests have passed in time."""
        try:
            status = self.child.wait(max(1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            print("no end after", MOST_SECONDS, "s of", *self.times()[1])
            self.child.kill()
            status = self.child.wait()
        self.output.join()
        if status < 0:
            print(f"signal {-status} ended the tests in", *self.times()[1])
        return status == 0


def report(times, names):
    """The 20 slowest tests, and those that are slow and do not say why."""
    slowest = sorted(times.items(), key=lambda item: -item[1])
    for test, seconds in slowest[:20]:
        print(f"{seconds:8.2f} s {names[test][0]}")
    silent = [test for test, seconds in slowest
              if seconds > SLOW_SECONDS * names[test][1] and "(slow: " not in names[test][0]]
    for test in silent:
        print(f"{times[test]:8.2f} s, and no reason in its name: {names[test][0]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--filter")
    parser.add_argument("--skip")
    parser.add_argument("--processes", type=int, default=max(2, os.cpu_count() or 2))
    options = parser.parse_args()
    # Some tests have both ends of 512 connections in their process; a user may have a limit of 1,024.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16_384) if most > 0 else 16_384, most))
    command = program()
    known = read_times()
    chosen = suites(command, options)
    if not chosen:
        sys.exit("there are no such tests")
    queue, deadline = Queue(chosen, known), time.monotonic() + MOST_SECONDS
    times, names, passed = {}, {}, []

    def work():
        while share := queue.take():
            process = Process(command, share)
            passed.append(process.wait(deadline))
            times.update(process.times()[0])
            names.update(process.names())

    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        for worker in [pool.submit(work) for _ in range(options.processes)]:
            worker.result()
    of_suites = {}
    for test, seconds in times.items():
        suite = test.split("/")[0]
        of_suites[suite] = of_suites.get(suite, 0) + seconds
    # Another tier may have written its times meanwhile.
    TIMES.write_text(json.dumps(read_times() | of_suites))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    computed = used.ru_utime + used.ru_stime
    print(f"{len(times)} tests, {sum(times.values()):.0f} s in {options.processes} processes, {computed:.0f} s computing; "
          "the slowest:")
    report(times, names)
    sys.exit(0 if all(passed) else 1)


main()
