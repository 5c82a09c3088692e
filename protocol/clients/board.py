"""Keeps a mirror of a board, and prints it after every update: board.py BOARD [HOST [PORT [SPACE]]]"""
import json, socket, sys, time

board, host, port, space = ((sys.argv[1:] or sys.exit(__doc__)) + ["127.0.0.1", "7667", ""][len(sys.argv) - 2:])[:4]
held, sections, titles = {}, [], {}  # `held` has the revision of `sections` and its epoch, once there is one
def entry(row):  # a section or an item, with the members that are known here
    return {"text": row.get("text", ""), "items": []}
def filled(kept, come, name):  # what comes goes where it says, what is kept fills the free positions
    names = [name(i) for i in range(len(kept) + len(come))]
    return [come.get(at) or kept.pop(0) for at in names if kept or at in come]
def apply(rows):  # an index is a section, a path an item: `old` and `gone` are before, `come` is after
    items = {f"{s}.{i}": item for s, x in enumerate(sections) for i, item in enumerate(x["items"])}
    old, gone, come = items | dict(enumerate(sections)), set(), {}
    for row in rows:
        kind, at = row["kind"].removesuffix("-section"), row.get("path", row.get("from", row.get("index")))
        if kind in ("delete", "move"): gone.add(at)
        if kind == "move": come[row["to"]] = old[at]
        if kind == "insert": made = come[at] = entry(row)
        if kind == "section": made = come[len(come)] = entry(row)  # of a snapshot, applied to no sections
        if kind == "policy": titles[row["target"]] = row.get("title", "")
        if kind == "item": made["items"].append(entry(row))
        if kind == "reload": old[at]["text"] = row.get("text", "")
    for s, x in enumerate(sections): x["items"] = [y for i, y in enumerate(x["items"]) if f"{s}.{i}" not in gone]
    sections[:] = filled([x for s, x in enumerate(sections) if s not in gone], come, lambda s: s)
    for s, x in enumerate(sections): x["items"] = filled(x["items"], come, lambda i: f"{s}.{i}")
def show(revision):  # in the way Python writes strings, so that none controls the terminal
    texts = [[x["text"]] + [item["text"] for item in x["items"]] for x in sections]
    print(f"{repr(titles['*']) if titles.get('*') else board} {revision}", *("\n  ".join(map(repr, x)) for x in texts), "", sep="\n", flush=True)
while not time.sleep(0.3):  # after a cut, one batch leads from the revision held to the present
    try:
        with socket.create_connection((host, int(port))) as server, server.makefile(encoding="utf-8") as lines:
            for line in ("", "space " + space) if space else ("",):  # the reply replaces what the greeting says
                server.sendall(line.encode() + b"\n"); words = next(lines, "").split()
            if words and words[0] in ("refused", "error"): sys.exit(" ".join(words))
            greeting = dict(word.split("=", 1) for word in words if "=" in word); titles.clear()
            for command in {"kind": "hello", "form": "json", "version": 1}, {"kind": "open", "board": board} | held:
                server.sendall(json.dumps(command).encode() + b"\n")
            for message in (json.loads(line) for line in lines if line[0] == "{"):
                kind, revision = message["kind"], message.get("to", message.get("rev", held.get("since")))
                if kind in ("refused", "error"): sys.exit(message.get("text", message["code"]))
                if kind == "removed": sys.exit(f"{board} was removed")
                if kind == "renamed": board = message["to"]
                if kind == "batch" and message["from"] != held.get("since"): held = {}; break
                if kind == "board": sections.clear()
                if kind in ("board", "batch", "policy"):
                    held = {"since": revision, "epoch": greeting["epoch"]}; apply(message.get("rows", [message])); show(revision)
    except OSError: pass
