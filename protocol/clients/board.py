"""Keeps a mirror of a board, and prints it after every update: board.py BOARD [HOST [PORT]]"""
import json, socket, sys, time

board, host, port = ((sys.argv[1:] or sys.exit(__doc__)) + ["127.0.0.1", "7667"][len(sys.argv) - 2:])[:3]
revision, sections = None, []  # what a snapshot had, and every batch since
def filled(kept, come, name):  # what comes stands where it says, what is kept fills the free places
    return [come.get(name(i)) or kept.pop(0) for i in range(len(kept) + len(come)) if kept or name(i) in come]
def apply(rows):  # an index is a section, a path an item: `old` and `gone` are before, `come` is after
    items = {f"{s}.{i}": item for s, x in enumerate(sections) for i, item in enumerate(x["items"])}
    old, gone, come = items | dict(enumerate(sections)), set(), {}
    for row in rows:
        for kind in row.keys() & {"delete", "move", "delete-section", "move-section"}: gone.add(row[kind])
        for kind in row.keys() & {"move", "move-section"}: come[row["to"]] = old[row[kind]]
        for kind in row.keys() & {"insert", "insert-section"}: come[row[kind]] = row
        for kind in row.keys() & {"reload", "reload-section"}: old[row[kind]].update(row)
    for s, x in enumerate(sections): x["items"] = [y for i, y in enumerate(x["items"]) if f"{s}.{i}" not in gone]
    sections[:] = filled([x for s, x in enumerate(sections) if s not in gone], come, lambda s: s)
    for s, x in enumerate(sections): x["items"] = filled(x["items"], come, lambda i: f"{s}.{i}")
def show():  # in the way Python writes strings, so that none steers the terminal
    texts = [[x["title"]] + [item["text"] for item in x["items"]] for x in sections]
    print(f"{board} {revision}", *("\n  ".join(map(repr, x)) for x in texts), "", sep="\n", flush=True)
while not time.sleep(0.3):  # after a cut, one batch leads from the revision held to the present
    try:
        with socket.create_connection((host, int(port))) as server, server.makefile(encoding="utf-8") as lines:
            opening = json.dumps({"do": "open", "board": board, "revision": revision})
            server.sendall(b'{"do":"hello","form":"json"}\n' + opening.encode() + b"\n")
            for message in (json.loads(line) for line in lines if line[0] == "{"):
                if message.keys() & {"refused", "error"}: sys.exit(message["sentence"])
                if "snapshot" in message: revision, sections = message["revision"], message["sections"]
                if "batch" in message: apply(message["rows"]); revision = message["to"]
                if "snapshot" in message or "batch" in message: show()
    except OSError: pass
