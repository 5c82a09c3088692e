"""Objects, and lines of the text form, against the JSON Schema of the JSON form."""

import json

from forms import object_from
from jsonschema import Draft202012Validator
from schema import GREETING, PATH, cells, pretty, schema, words

class Checker:
    """Checks objects, and lines of the text form, against the schema, with no further members."""

    def __init__(self, forms, listings):
        text = open(PATH, encoding="utf-8").read()
        self.faults = [] if text == pretty(schema()) + "\n" else [
            f"{PATH} is not what the tables say: python3 .ci/schema.py --write"]
        document = json.loads(text)
        Draft202012Validator.check_schema(document)
        defs = document["$defs"]
        for value in defs.values():
            if value.get("type") == "object":
                value.setdefault("additionalProperties", False)
        self.validator = {name: Draft202012Validator(
            {"$ref": f"#/$defs/{name}", "$defs": defs}) for name in defs}
        self.forms, self.listings, self.count = forms, listings, 0
        self.codes = {f"{kind} {words(row['code'])[0]}": words(row["keys"]) or [""]
                      for heading, kind in (("Refusals", "refused"), ("Errors", "error"))
                      for row in cells("errors.md", heading)}

    def wrong(self, name, value):
        """What is wrong with an object, or nothing."""
        self.count += 1
        if name not in self.validator:
            return f"the schema has no {name}"
        found = next(self.validator[name].iter_errors(value), None)
        return found and f"no {name} of the schema: {found.message}"

    def name(self, value):
        """The definition of a message."""
        kind = value.get("kind")
        if kind in ("ok", "refused", "error"):
            name = f"{kind}-{value.get('verb', value.get('code'))}"
            return name + "-or" * ("section" in value and name.endswith("undo-conflict"))
        event = f"event-drag-{value.get('event')}" if kind == "drag" else f"event-{kind}"
        return kind if kind in ("pong", "dropline") else event

    def line(self, rule, line):
        """What is wrong with the object of a line that matches a rule of the grammar, or nothing."""
        if not line.strip() or line.lstrip().startswith("{") or rule == "drawn-line":
            return None
        if rule.endswith("-row") and rule.removesuffix("-row") in self.listings:
            listing = rule.removesuffix("-row")
            return self.wrong(f"listing-{listing}", object_from(line, self.listings[listing]))
        found = [w for w in line.split() if not w.startswith("#") or rule.endswith("-row")]
        head = " ".join(found[:2]) if found[0] in ("ok", "refused", "error") else found[0]
        head = f"drag {found[2]}" if found[0] == "drag" and rule in (
            "server-line", "board-row") else head
        if rule in ("batch-line", "replace-line"):
            return None if head == "end" else self.wrong(
                f"command-row-{head}", object_from(line, self.forms["Rows", head]))
        if rule == "client-line":
            verb = head.lower()
            block = {"rows": []} if verb in ("batch", "replace") else {}
            form = self.forms["Commands", verb]
            return self.wrong(f"command-{verb}", object_from(line, form) | block)
        if head in self.codes:
            form = f"{found[0]} CODE {' '.join(self.codes[head])} [SENTENCE]"
            value = object_from(line, form, in_code=True)
            return self.wrong(self.name(value), value)
        form = self.forms.get(("Rows", head)) if rule.endswith("-row") else (
            GREETING if head == "dropline" else self.forms.get(("Replies", head)))
        value = object_from(line, form or self.forms["Events", head])
        is_row = rule.endswith("-row") and ("Rows", head) in self.forms
        return self.wrong(f"row-{head}" if is_row else self.name(value), value)
