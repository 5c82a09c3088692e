"""The example that keeps a CSV file and a board in step, run as its first line says."""

import subprocess
import sys
import time
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples/csv_board.py"


def soon(condition):
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it is not so within 20 s"
        time.sleep(0.02)


def test_a_file_and_a_board_are_kept_in_step(dropline_server, tmp_path):
    path = tmp_path / "list.csv"
    path.write_text('To buy,Bread\nTo buy,"Milk, fresh"\nBasket,\n', encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-B", str(EXAMPLE), str(path), "list", dropline_server.address], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout.readline() == f"{path} and list are in step\n"
        with dropline_server.client() as client:
            board = client.watch("list")
            client.wait_until(lambda: str(board) == "To buy: Bread Milk,_fresh | Basket:")
            milk = board.sections[0].items[1].id
            client.move(milk, "end:s2")
            soon(lambda: path.read_text(encoding="utf-8") == 'To buy,Bread\nBasket,"Milk, fresh"\n')
            path.write_text('Basket,"Milk, fresh"\nBasket,Tea\nTo buy,\n', encoding="utf-8")
            client.wait_until(lambda: str(board) == "Basket: Milk,_fresh Tea | To buy:")
            assert board.sections[0].items[0].id == milk
            client.edit(milk, "Milk")
            dropline_server.restart()
            client.insert("end:s1", "Bread")
            soon(lambda: path.read_text(encoding="utf-8") == "Basket,Milk\nBasket,Tea\nTo buy,Bread\n")
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()
