"""Keeps a CSV file and a board in step: csv_board.py FILE BOARD [ADDRESS]

A row of the file is SECTION,ITEM. If the file is saved, the board gets what changed in it; if somebody drags on the board,
the file is written anew. The board is made of the file if there is none. Ctrl-C ends it.
"""

import csv
import os
import sys
from pathlib import Path

from dropline import Client, Refused


def read(path):
    """The sections of the file with their items, in order; a row with an empty item only names a section."""
    sections = {}
    if path.exists():
        for row in csv.reader(path.read_text(encoding="utf-8").splitlines()):
            if row:
                sections.setdefault(row[0], []).extend(item for item in row[1:2] if item)
    return sections


def write(path, sections):
    """Writes the file as a whole: a reader never sees half of it."""
    draft = path.with_name(path.name + ".new")
    with draft.open("w", encoding="utf-8", newline="") as file:
        for title, items in sections.items():
            csv.writer(file).writerows([title, item] for item in items or [""])
    os.replace(draft, path)


def content(board):
    """The sections of the board in the same form. Sections of one title are one in the file."""
    sections = {}
    for section in board.sections:
        sections.setdefault(section.title, []).extend(item.text for item in section.items)
    return sections


def rows(board, sections):
    """The rows of a `replace`; what the board has already keeps its id, and watchers see it move."""
    ids = {}
    for item in board.items.values():
        ids.setdefault(item.text, []).append(item.id)
    titles = {section.title: section.id for section in reversed(board.sections)}
    for title, items in sections.items():
        yield {"kind": "section", "section": titles.get(title, "-"), "items": len(items), "text": title}
        for text in items:
            id = ids[text].pop(0) if ids.get(text) else "-"
            fields = board.items[id].fields if id in board.items else None  # A row has all that an item has.
            yield {"kind": "item", "item": id, "text": text, **({"fields": fields} if fields else {})}


def step(client, board, path, known):
    """Brings both together, and returns what both have. If both changed, the board wins: others see it already."""
    file, now = read(path), content(board)
    if now != known or file != known and now == file:
        if file != now:
            write(path, now)
        return now
    if file != known:
        try:
            client.replace(board.name, list(rows(board, file)), rev=board.revision)
        except Refused as error:  # Somebody was faster, or drags one of the items: the next step tries again.
            if error.fault != "race":
                raise
            print(f"later: {error}", file=sys.stderr)
    return known if file != content(board) else file


def main(path, name, address="localhost:7667"):
    with Client(address) as client:
        try:
            board = client.watch(name)
        except Refused as error:
            if error.code != "unknown-board":
                raise
            client.create(name)
            board = client.watch(name)
        known = content(board)
        if not known and read(path):
            known = {}
        elif known != read(path):
            write(path, known)
        print(f"{path} and {name} are in step", flush=True)
        while True:
            client.next_change(timeout=0.2)
            known = step(client, board, path, known)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        main(Path(sys.argv[1]), *sys.argv[2:])
    except KeyboardInterrupt:
        pass
