"""The articles of `dropline help TOPIC` as manual pages: articles.py FOLDER writes FOLDER/dropline-TOPIC.7."""

import pathlib
import re
import sys

ARTICLES = pathlib.Path(__file__).resolve().parent.parent.parent / "Articles"
CELL = re.compile(r"(?<!\\)\|")


def articles():
    """The topic, the file and the purpose of each article, as the table of the program has them."""
    table = (ARTICLES / "articles.c").read_text(encoding="utf-8")
    return re.findall(r'ARTICLE\((\w+), "([\w.]+)", "([^"]+)"\)', table)


def escaped(line):
    line = line.replace("\\", "\\e")
    return "\\&" + line if line[:1] in (".", "'") else line


def link(match):
    """A link keeps its text; the article or the address that it leads to follows, if there is one."""
    text, target = match.groups()
    topic = next((topic for topic, file, _ in articles() if target.split("#")[0] == file), None)
    if topic:
        return f"{text} (dropline-{topic}(7))"
    return f"{text} ({target})" if target.startswith("http") else text


def prose(text):
    """Lines of a paragraph, each sentence on a line of its own, as mdoc wants it."""
    parts = re.split(r"(`[^`]+`)", text)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = "\\(oq" + part[1:-1].replace("\\", "\\e") + "\\(cq"
        else:
            part = part.replace("\\", "\\e")
            parts[i] = re.sub(r"(?<!\w)[*_]+|[*_]+(?!\w)|\*\*", "", part)
    text = re.sub(r"!?\[([^\]]*)\]\(([^)\s]*)\)", link, "".join(parts))
    sentences = re.split(r"(?<=[^\s.][.:])\s+(?=[A-Z\\])", " ".join(text.split()))
    return ["\\&" + s if s[:1] in (".", "'") else s for s in sentences if s]


class Page:
    def __init__(self, topic, purpose, date):
        purpose = purpose[0].lower() + purpose[1:] if purpose[1:2].islower() else purpose
        name = f"dropline-{topic}"
        self.lines = [f".Dd {date}", f".Dt {name.upper()} 7", ".Os", ".Sh NAME", f".Nm {name}", f".Nd {purpose}"]
        self.lines.append(".Sh DESCRIPTION")
        self.is_begun = False

    def add(self, *lines):
        self.lines += lines
        self.is_begun = True

    def heading(self, level, text):
        if level > 1:  # the first one is that of the article
            self.lines.append((".Sh " if level == 2 else ".Ss ") + " ".join(prose(text)))
            self.is_begun = False

    def paragraph(self, text):
        self.add(*([".Pp"] if self.is_begun else []), *prose(text))

    def literal(self, lines):
        self.add(".Bd -literal -offset indent", *map(escaped, lines), ".Ed")

    def bullets(self, items):
        self.add(".Bl -bullet")
        for item in items:
            self.add(".It", *prose(item))
        self.add(".El")

    def table(self, rows):
        self.add(".Bl -tag -width indent")
        for first, *rest in rows[2:]:  # behind the names of the columns and the rule
            self.add(".It " + " ".join(prose(first)))
            for i, (name, cell) in enumerate(zip(rows[0][1:], rest)):
                self.add(*([".Pp"] if i else []), *prose(f"{name}: {cell}" if name and len(rest) > 1 else cell))
        self.add(".El")


def page(topic, file, purpose, date):
    """The page of an article, as lines of mdoc(7)."""
    made = Page(topic, purpose, date)
    lines = (ARTICLES / file).read_text(encoding="utf-8").splitlines()
    at = 0

    def run(condition):
        nonlocal at
        begin = at
        while at < len(lines) and condition(lines[at]):
            at += 1
        return lines[begin:at]

    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("#"):
            made.heading(len(line) - len(line.lstrip("#")), line.lstrip("# "))
            at += 1
        elif line.startswith("```"):
            at += 1
            made.literal(run(lambda line: not line.startswith("```")))
            at += 1
        elif line.startswith("    "):
            block = run(lambda line: line.startswith("    ") or not line.strip())
            while not block[-1].strip():
                block.pop()
            made.literal([line[4:] for line in block])
        elif line.startswith("|"):
            rows = run(lambda line: line.startswith("|"))
            made.table([[cell.strip() for cell in CELL.split(row.strip())[1:-1]] for row in rows])
        elif line.startswith("- "):
            text = "\n".join(run(lambda line: line.startswith(("- ", "  ")) and line.strip()))
            made.bullets(re.split(r"^- ", text, flags=re.M)[1:])
        else:
            made.paragraph("\n".join(run(lambda line: line.strip() and not line.startswith(("|", "#", "- ", "```")))))
    return made.lines + [".Sh SEE ALSO", ".Xr dropline 1"]


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    manual = pathlib.Path(__file__).with_name("dropline.1").read_text(encoding="utf-8")
    date = re.search(r"^\.Dd (.*)$", manual, re.M).group(1)
    for topic, file, purpose in articles():
        (folder / f"dropline-{topic}.7").write_text("\n".join(page(topic, file, purpose, date)) + "\n", encoding="utf-8")


main()
