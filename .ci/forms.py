"""The forms of lines as protocol/lines.md has them, and lines of the text form as objects by these."""

import re

LISTS = ("ITEMS", "BOARDS", "OPS", "PROFILES", "DRAGS")
NUMBERS = ("REV", "N", "COUNT", "SECTIONS", "VERSION")
OPEN = ("SECTION", "TARGET", "INDEX", "VALUE", "ITEMS", "FROM", "TO")


def unescape(word):
    plain = {"n": "\n", "t": "\t"}
    return re.sub(r"\\(?:u\{([0-9A-Fa-f]+)\}|(.))",
                  lambda m: chr(int(m[1], 16)) if m[1] else plain.get(m[2], m[2]), word)


def reserved(page):
    """The keys that are no fields of an item (rule 19.1)."""
    found, names = False, set()
    for line in open(page, encoding="utf-8"):
        found = line.strip() == "## Names that are no fields" if line.startswith("## ") else found
        if found and line.startswith("| `"):
            names.update(re.findall(r"`([^`]*)`", line.split("|")[1]))
    return names


NO_FIELDS = reserved("protocol/lines.md")


def is_field(key):
    return bool(re.fullmatch("[a-z][a-z0-9]{0,31}", key)) and key not in NO_FIELDS


def member(notation, word, is_key, in_code):
    """A value of a line as that of a member (rule 15.2)."""
    if notation == "yes":
        return True
    is_number = word.isdigit() and not in_code
    if is_number and notation in NUMBERS + OPEN or notation in NUMBERS and word.isdigit():
        return int(word)
    if notation in LISTS and (is_key or not re.fullmatch("-", word)):
        return [unescape(part) for part in word.split(",")]
    return unescape(word)


def object_from(line, form, in_code=False):
    """The object of a line of the text form, without its rows."""
    keys = dict(re.findall(r"\[?([a-z-]+)=([^\s\]]+)", form))
    result, rest = {}, line.lstrip(" ")

    def next_word():
        nonlocal rest
        word, _, _ = rest.lstrip(" ").partition(" ")
        rest = rest.lstrip(" ")[len(word):]
        return word

    if rest.startswith("#"):
        result["tag"] = next_word()[1:]
    names = [token for token in form.split() if "=" not in token and "…" not in token]
    for index, token in enumerate(names):
        name = token.strip("[]")
        if name in ("TEXT", "SENTENCE"):
            break
        upcoming = rest.split()
        if token.startswith("[") and (not upcoming or re.match("[a-z][a-z0-9-]*=", upcoming[0])):
            break
        word = next_word()
        if index == 0 and name[0].islower():
            result["kind"] = word.lower()
        elif name == "LINES":
            result["rows"] = []
        elif name.islower():
            result[{"ok": "verb", "drag": "event"}.get(result["kind"], "code")] = word
        else:
            result[name.lower()] = member(name, word, False, in_code)
    while found := re.match(" *([a-z][a-z0-9-]*)=([^ ]*)", rest):
        rest = rest[found.end():]
        if "FIELD=" in form and is_field(found[1]):
            result.setdefault("fields", {})[found[1]] = unescape(found[2]) or None
            continue
        notation = {"replayed": "yes", "title": "TITLE", "accept": "TITLE",
                    "on-drop": "TITLE"}.get(found[1]) or keys.get(found[1], "VALUE")
        result[found[1]] = member(notation, found[2], True, in_code)
    if rest.startswith(" ") and ("TEXT" in form or "SENTENCE" in form):
        result["text"] = unescape(rest[1:])
    return result


def tables(page):
    """The forms of a page of lines by their literal words, and those of listing rows by their listing."""
    forms, listings, heading = {}, {}, ""
    for line in open(page, encoding="utf-8"):
        heading = line[3:].strip() if line.startswith("## ") else heading
        cells = re.findall(r"`([^`]*)`", line) if line.startswith("| `") else []
        if cells and heading == "Listing rows":
            listings[cells[1]] = cells[0]
        elif cells and heading != "Values":
            words = cells[0].split()
            literals = [words[0]] + [
                w for w in words[1:3] if words[0] in ("ok", "drag") and w.islower() and "=" not in w]
            forms[heading, " ".join(literals)] = cells[0]
    return forms, listings


def blocks(page):
    """The replies that rows follow: their literal words, all their words, and what the rows are."""
    for line in open(page, encoding="utf-8"):
        if line.startswith("| `ok ") and " LINES" in line:
            form, _, then = [cell.strip(" `") for cell in line.split("|")[1:4]]
            yield " ".join(form.split()[:2]), form.split(), then
