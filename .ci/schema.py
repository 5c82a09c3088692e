"""The JSON Schema of the JSON form, made of the tables of protocol/.

`python3 .ci/schema.py --write` writes protocol/vectors/json.schema.json. `.ci/grammar` checks that the
file is what the tables say, and each line of the transcripts and each JSON vector against it.
"""

import json
import re
import sys

from forms import NO_FIELDS

PATH = "protocol/vectors/json.schema.json"
N = "(?:0|[1-9][0-9]{0,15})"
NAME = "(?!-)(?!d?[0-9]+(?![A-Za-z0-9_-]))[A-Za-z0-9_-]{1,64}"
ITEM = f"(?:{N}\\.{N}(?:@{N})?|{NAME})"
SECTION = f"(?:{N}|{NAME})"
TYPE = "[A-Za-z0-9._+/-]{1,64}"
GREETING = "dropline VERSION epoch=EPOCH client=CLIENT line=N text=N profiles=PROFILES"


def text(pattern):
    return {"type": "string", "pattern": f"^(?:{pattern})$"}


def ref(name):
    return {"$ref": f"#/$defs/{name}"}


def listed(items):
    return {"type": "array", "minItems": 1, "items": items}


def cells(file, heading):
    """The rows of the table under a heading, by the names of its columns."""
    found, names = False, None
    for line in open(f"protocol/{file}", encoding="utf-8"):
        if line.startswith("## "):
            found, names = line[3:].strip() == heading, None
        elif not line.startswith("|"):
            names = None
        elif found:
            row = [cell.strip() for cell in line.strip()[1:-1].split("|")]
            if names is None:
                names = row
            elif not row[0].startswith("---"):
                yield dict(zip(names, row))


def words(cell):
    return re.findall(r"`([^`]+)`", cell)


def enum(value):
    """The words that lines.md lists as those of a value."""
    for row in cells("lines.md", "Values"):
        if row["value"].split(", ")[0] == value:
            return {"enum": words(row["form"].split(";")[0])}
    raise KeyError(value)


def values():
    """The forms of values, by their names in the schema."""
    bye = [words(row["reason"])[0] for row in cells("errors.md", "Byes")]
    return {
        "name": text(NAME), "number": {"type": "integer", "minimum": 0, "maximum": 2**53 - 1},
        "path": text(f"{N}\\.{N}"), "drag": text(f"d{N}"), "tag": text("[A-Za-z0-9_.-]{1,32}"),
        "item": text(ITEM), "section": {"anyOf": [ref("name"), ref("number")]},
        "place": text(f"{N}\\.{N}(?:@{N})?|(?:before|after):{ITEM}|(?:start|end):{SECTION}"),
        "section-place": {"anyOf": [ref("number"), text(f"end|(?:before|after):{SECTION}")]},
        "target": {"anyOf": [{"const": "*"}, ref("name")]},
        "target-in-command": {"anyOf": [{"const": "*"}, ref("section")]},
        "anchor": text(f"(?:before|after|start|end):{NAME}"),
        "op": {"enum": ["move", "copy"]}, "ops": listed(ref("op")), "names": listed(ref("name")),
        "verdict": enum("VERDICT"), "outcome": enum("OUTCOME"), "choice": enum("CHOICE"),
        "state": {"enum": ["lifted", "lost"] + enum("VERDICT")["enum"]},
        "reason": {"enum": [w for w in enum("REASON")["enum"] if w != "bye"]},
        "bye": {"enum": bye}, "role": enum("ROLE"), "form": enum("FORM"), "content": enum("CONTENT"),
        "time": text(f"{N}m?s"), "date-time": text(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"),
        "time-in-command": text(
            "(?:60000|[1-5][0-9]{4}|[1-9][0-9]{0,3}|0)ms|(?:60|[1-5][0-9]|[0-9])s"),
        "epoch": text("[a-z0-9]{4,16}"), "space": text("[a-z0-9_-]{1,64}"),
        "token": text("[A-Za-z0-9_-]{16,64}"), "type": text(TYPE),
        "label": text("[a-z0-9-]{1,64}"), "text": {"type": "string"},
        "field-name": text("[a-z][a-z0-9]{0,31}") | {"not": {"enum": sorted(NO_FIELDS)}},
        "fields": fields("string"), "changes": fields(["string", "null"]),
    }


def fields(type):
    """Fields of an item by their names (rule 19.1)."""
    return {"type": "object", "propertyNames": ref("field-name"),
            "additionalProperties": {"type": type, "minLength": 1}}


COMMON = {
    "BOARD": "name", "HOME": "name", "CLIENT": "name", "TO": "name", "DRAG": "drag", "PATH": "path",
    "ANCHOR": "anchor", "REV": "number", "N": "number", "COUNT": "number", "SECTIONS": "number",
    "VERSION": "number", "OP": "op", "OPS": "ops", "VERDICT": "verdict", "STATE": "state",
    "OUTCOME": "outcome", "REASON": "reason", "CHOICE": "choice", "EPOCH": "epoch",
    "CONTENT": "content", "SPACE": "space", "TOKEN": "token", "ROLE": "role", "TYPE": "type", "FORM": "form",
    "METRIC": "label", "LABEL": "label", "TITLE": "text", "TEXT": "text", "SENTENCE": "text", "BOARDS": "names",
    "ITEMS": "names", "ITEM": "name", "SECTION": "name", "INDEX": "number", "TARGET": "target",
    "TIME": "time", "VERB": "text", "PROFILES": "names",
}
IN_COMMAND = {
    "ITEM": "item", "SECTION": "section", "PLACE": "place", "INDEX": "section-place",
    "TARGET": "target-in-command", "TIME": "time-in-command", "FROM": "number", "TO": "name",
}
# Of a code: what quotes a client is a string.
IN_CODE = {
    "ITEM": "text", "SECTION": "text", "PLACE": "text", "ID": "text", "RULE": "text",
    "CHANGE": "text", "WHAT": "text", "WORD": "text", "KEY": "text", "BYTE": "text",
}


def settings(in_command):
    """The keys of a policy with the schemas of their values."""
    return {words(row["key"])[0]: setting(words(row["key"])[0], row["values"], in_command)
            for row in cells("lines.md", "Policies")}


def setting(key, shown, in_command):
    if key == "title":
        return ref("text")
    plain = [word for word in words(shown) if ":" not in word] + ["inherit"] * in_command
    options = [{"enum": plain + ["copy,move"] * (in_command and key == "ops")}]
    if "number" in shown:
        options.append(ref("number"))
    if key == "types":
        options.append(text(f"{TYPE}(?:,{TYPE})*"))
    if key == "on-choose":
        options.append(text(f"move:{SECTION if in_command else NAME}"))
    if key == "accept":
        options.append(text(r"[a-z][a-z0-9]{0,31}:[\s\S]*"))
    if key == "on-drop":
        options.append(text(r"set:[a-z][a-z0-9]{0,31}:[\s\S]*"))
    if in_command and "yes" in plain:
        options.append({"type": "boolean"})
    if in_command and key in ("ops", "types"):
        options.append(ref("ops") if key == "ops" else listed(ref("type")))
    return options[0] if len(options) == 1 else {"anyOf": options}


def object_of(form, heading, rows=None, special=()):
    """The schema of the object of a form."""
    is_command = heading in ("Commands", "Rows of commands")
    table = COMMON | (IN_COMMAND if is_command else IN_CODE if heading == "Codes" else {})
    properties, required = {}, []

    def add(name, schema, is_needed):
        properties[name] = schema
        if is_needed:
            required.append(name)

    if heading in ("Commands", "Replies", "Codes"):
        add("tag", ref("tag"), False)
    tokens = re.findall(r"\S+", form)
    if heading != "Listing rows":
        add("kind", {"const": tokens.pop(0)}, True)
    for token in tokens:
        word, is_needed = token.strip("[]"), not token.startswith("[")
        if "KEY=VALUE" in word:
            for key, schema in settings(is_command).items():
                add(key, schema, is_needed and key != "title")
        elif "FIELD=" in token:
            add("fields", ref("changes" if "[VALUE]" in token else "fields"), is_needed)
        elif "=" in word:
            key, value = word.split("=")
            add(key, dict(special).get((key, value)) or (
                {"type": "boolean"} if is_command and value == "yes" else {"const": True}
                if value == "yes" else
                listed(ref("item")) if value == "ITEMS" and is_command else
                listed(ref("drag")) if value == "DRAGS" else ref(table[value])), is_needed)
        elif word == "LINES":
            add("rows", rows, True)
        elif word.islower():
            name = {"ok": "verb", "drag": "event"}.get(properties["kind"]["const"], "code")
            add(name, {"const": word}, True)
        else:
            name = "text" if word == "SENTENCE" else word.lower()
            schema = dict(special).get(word) or (
                listed(ref("item")) if word == "ITEMS" and is_command else ref(table[word]))
            add(name, schema, is_needed)
    if heading == "Commands" and rows:
        add("rows", rows, True)
    if heading in ("Replies", "Codes") and properties["kind"]["const"] in ("ok", "refused"):
        add("replayed", {"const": True}, False)
    schema = {"type": "object", "required": required, "properties": properties}
    if not required:
        del schema["required"]
    if is_command:
        schema["additionalProperties"] = False
    return schema


def array(items):
    return {"type": "array", "items": items}


INDICES = [("FROM", ref("number")), ("TO", ref("number")), ("ITEMS", ref("number")),
           ("INDEX", ref("number"))]
PATHS = [("FROM", ref("path")), ("TO", ref("path"))]


def row_parts(kind):
    return PATHS if kind == "move" else INDICES


def literal(form):
    """The words in small letters with which a form begins, behind each other."""
    found = [token for token in form.split() if re.fullmatch(r"[a-z-]+", token)]
    return "-".join(found)


def row_of_command(form):
    """A row of a client's block: an ITEM or SECTION may be `-` or left out."""
    schema = object_of(form, "Rows", special=row_parts(form.split()[0]))
    for name in ("item", "section"):
        if name in schema["properties"]:
            schema["properties"][name] = {"anyOf": [ref("name"), {"const": "-"}]}
            schema["required"].remove(name)
    if form.startswith("section "):
        schema["properties"]["items"] = {"anyOf": [ref("number"), {"const": "-"}]}
        schema["required"].remove("items")
    schema["additionalProperties"] = False
    return schema


def snapshot_kinds():
    """The kinds of the lines of a snapshot, as its own row has them."""
    return next(words(row["meaning"]) for row in cells("lines.md", "Events")
                if words(row["event"])[0].startswith("board "))


def form_name(heading, form):
    """The name of a form in the schema."""
    prefix = {"Commands": "command", "Events": "event", "Rows": "row"}.get(heading)
    return "-".join(filter(None, [prefix, literal(form)]))


def schema():
    forms = {h: [words(row[column])[0] for row in cells("lines.md", h)] for h, column in (
        ("Commands", "command"), ("Replies", "reply"), ("Events", "event"), ("Rows", "row"))}
    defs = values()
    rows = {form.split()[0]: form for form in forms["Rows"]}
    changes = [kind for kind in rows if kind != "section"]
    defs["change-row"] = {"anyOf": [ref(f"row-{kind}") for kind in changes]}
    in_boards = [form_name(heading, form) for heading in ("Rows", "Events")
                 for form in forms[heading] if form.split()[0] in snapshot_kinds()]
    defs["board-row"] = {"anyOf": [ref(name) for name in in_boards]}
    defs["batch-row-of-command"] = {"anyOf": [ref(f"command-row-{kind}") for kind in changes]}
    defs["replace-row-of-command"] = {
        "anyOf": [ref("command-row-section"), ref("command-row-item")]}
    groups = {"command": [], "message": []}

    def define(group, name, value):
        assert name not in defs, name
        defs[name] = value
        groups[group].append(ref(name))

    for form in forms["Commands"]:
        kind = form.split()[0]
        special = {"move-section": [("SECTION", ref("section"))],
                   "history": [(("from", "REV"), ref("number")), (("to", "REV"), ref("number"))]}
        block = array(ref(f"{kind}-row-of-command")) if kind in ("batch", "replace") else None
        define("command", form_name("Commands", form),
               object_of(form, "Commands", block, special.get(kind, ())))
    define("message", "dropline", object_of(GREETING, "Events"))
    for form in forms["Replies"]:
        if "key=…" in form:
            continue
        verb = literal(form).removeprefix("ok-")
        block = array(ref("text") if verb in ("help", "show") else
                      ref("change-row") if verb == "dryrun" else
                      ref("row-item") if verb == "rows" else ref(f"listing-{verb}"))
        define("message", form_name("Replies", form), object_of(form, "Replies", block))
    for heading, kind in (("Refusals", "refused"), ("Errors", "error")):
        for row in cells("errors.md", heading):
            code, *keys = words(row["code"]) + (words(row["keys"]) or [""])
            for index, choice in enumerate(keys):
                define("message", f"{kind}-{code}" + ("-or" if index else ""), object_of(
                    f"{kind} {code} {choice} [SENTENCE]", "Codes",
                    special=[(("items", "ITEMS"), ref("names"))]))
    for form in forms["Events"]:
        kind = form.split()[0]
        special = {"batch": INDICES, "bye": [("REASON", ref("bye"))]}.get(kind, ())
        block = array(ref("change-row" if kind == "batch" else "board-row"))
        define("message", form_name("Events", form), object_of(form, "Events", block, special))
    for kind, form in rows.items():
        defs[f"row-{kind}"] = object_of(form, "Rows", special=row_parts(kind))
        defs[f"command-row-{kind}"] = row_of_command(form)
    for row in cells("lines.md", "Listing rows"):
        verb = words(row["listing"])[0]
        special = [("TIME", ref("date-time"))] + [
            ((key, "REV"), ref("number")) for key in ("undo", "redo")]
        defs[f"listing-{verb}"] = object_of(words(row["row"])[0], "Listing rows", special=special)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The JSON form of the Dropline protocol, version 1",
        "description": "A line is a command of a client or a message of a server. Lines and rows of a "
        "server may have further members, and a server may send further kinds of events (rule 11.2). "
        "A member of a command may also be null, which is as without it (rule 15.4). Made of lines.md "
        "and errors.md by .ci/schema.py.",
        "anyOf": [ref("command"), ref("message")],
        "$defs": {name: {"anyOf": group} for name, group in groups.items()} | defs,
    }


def pretty(value, indent=0, room=100):
    """JSON in lines of at most 100 columns where that is possible."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= room or not isinstance(value, (dict, list)) or not value:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, list):
        parts = [pretty(element, indent + 2) for element in value]
        begin, end = "[]"
    else:
        parts = [f"{json.dumps(k)}: " + pretty(v, indent + 2, 95 - len(k))
                 for k, v in value.items()]
        begin, end = "{}"
    return begin + "\n" + ",\n".join(inner + part for part in parts) + "\n" + " " * indent + end


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    open(PATH, "w", encoding="utf-8").write(pretty(schema()) + "\n")
