"""Boards as text: `To buy: Bread Milk | Basket:` has two sections, the first with two items."""

from typing import Any, Dict, Iterator, List, Sequence

from .content import Section
from .runs import Run, Runs


def drawn_rows(text: str) -> List[Dict[str, Any]]:
    """The rows of a `replace` that makes such a board. An item is one word; `_` in it stands for a blank."""
    rows: List[Dict[str, Any]] = []
    for part in text.split("|") if text.strip() else []:
        title, colon, items = part.partition(":")
        if not colon:
            raise ValueError(f"the section {part.strip()!r} has no colon behind its title")
        rows.append({"kind": "section", "section": "-", "items": len(items.split()), "text": title.strip()})
        rows += [{"kind": "item", "item": "-", "text": item.replace("_", " ")} for item in items.split()]
    return rows


def draw(sections: Sequence[Section]) -> str:
    """Sections as such a text. `…7` are seven items that are only counted."""
    return " | ".join(" ".join([f"{section.title}:", *_words(section)]) for section in sections)


def _words(section: Section) -> Iterator[str]:
    items = section.items
    for entry in items.entries() if isinstance(items, Runs) else items:
        yield f"…{entry.count}" if isinstance(entry, Run) else entry.text.replace(" ", "_")
