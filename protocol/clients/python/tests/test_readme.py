"""Types what the README shows, and compares what it says is printed."""

import os
import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.M | re.S)
GROCERIES = "To buy: Bread Milk Pears | In_the_basket:".replace("_", " ")


def run(arguments, folder):
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})


def test_the_programs(dropline_server, tmp_path):
    dropline_server.create("groceries", GROCERIES)
    shown = 0
    for (kind, code), (after, expected) in zip(BLOCKS, BLOCKS[1:]):
        if kind != "python" or after != "text":
            continue
        path = tmp_path / "program.py"
        path.write_text(code.replace("localhost:7667", dropline_server.address), encoding="utf-8")
        assert run([path.name], tmp_path).stdout == expected
        shown += 1
    assert shown == 6


def test_the_tests(tmp_path):
    (code,) = [code for kind, code in BLOCKS if "# test_orders.py" in code]
    (tmp_path / "test_orders.py").write_text(code, encoding="utf-8")
    result = run(["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_orders.py"], tmp_path)
    assert result.returncode == 0, result.stdout
    assert "1 passed" in result.stdout
