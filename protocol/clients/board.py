"""Keeps a mirror of a board, and prints it after every update: board.py BOARD [HOST [PORT]]"""
import json, socket, sys, time
board, host, port = (sys.argv[1:] + ["127.0.0.1", "7667"][len(sys.argv) - 2:])[:3]
revision, sections = None, []  # what a snapshot had, and every batch since
def filled(kept, come, name):  # what comes stands where it says, what is kept fills the free places
    count = len(kept) + sum(name(i) in come for i in range(len(kept) + len(come)))
    return [come[name(i)] if name(i) in come else kept.pop(0) for i in range(count)]
def apply(rows):  # an index is a section, a path an item: `old` and `gone` are before, `come` is after
    items = {f"{s}.{i}": x for s, section in enumerate(sections) for i, x in enumerate(section["items"])}
    old, gone, come = items | dict(enumerate(sections)), set(), {}
    for row in rows:
        for kind in row.keys() & {"delete", "move", "delete-section", "move-section"}: gone.add(row[kind])
        for kind in row.keys() & {"move", "move-section"}: come[row["to"]] = old[row[kind]]
        for kind in row.keys() & {"insert", "insert-section"}: come[row[kind]] = row
        for kind in row.keys() & {"reload", "reload-section"}: old[row[kind]].update(row)
    for s, section in enumerate(sections):
        section["items"] = [x for i, x in enumerate(section["items"]) if f"{s}.{i}" not in gone]
    sections[:] = filled([x for s, x in enumerate(sections) if s not in gone], come, lambda s: s)
    for s, section in enumerate(sections):
        section["items"] = filled(section["items"], come, lambda i: f"{s}.{i}")
while True:  # after a cut, one batch leads from the revision that is held to the present one
    try:
        with socket.create_connection((host, int(port))) as server, server.makefile() as lines:
            for command in {"do": "hello", "form": "json"}, {"do": "open", "board": board, "revision": revision}:
                server.sendall(json.dumps(command).encode() + b"\n")
            for message in (json.loads(line) for line in lines if line[0] == "{"):
                if "refused" in message: sys.exit(message["sentence"])
                if "snapshot" in message: revision, sections = message["revision"], message["sections"]
                if "batch" in message: apply(message["rows"]); revision = message["to"]
                if {"snapshot", "batch"} & message.keys(): print(revision, *(f"\n{s['title']!r}" + "".join(f"\n  {x['text']!r}" for x in s["items"]) for s in sections), "\n", flush=True)
    except OSError: time.sleep(0.5)
