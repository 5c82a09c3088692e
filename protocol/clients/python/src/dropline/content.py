"""The content of a board at a revision: sections and items, and how a batch changes them (rule 6.2)."""

from typing import Any, ClassVar, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union, cast

from .changes import Batch, Delete, IndexPath, Insert, Move, Reconfigure, SectionChange, SectionMove

Row = Dict[str, Any]


class Mismatch(Exception):
    """An update does not fit the copy: the board is opened anew, as a whole."""


class Item:
    """An item; it stays the same object while it is on the board."""

    __slots__ = ("id", "text", "fields", "section")

    is_known: ClassVar[bool] = True
    """Whether its text and fields are known. A copy by counts may know the id alone."""

    def __init__(self, id: str, text: str, section: "Section", fields: Optional[Dict[str, str]] = None) -> None:
        self.id = id
        self.text = text
        self.fields: Dict[str, str] = {} if fields is None else fields
        """What the item has beside its text: a value by the name of each field."""
        self.section = section

    def __repr__(self) -> str:
        return f"Item({self.id!r}, {self.text!r})"


class Section:
    """A section; it stays the same object while it is on the board."""

    __slots__ = ("id", "title", "items")

    def __init__(self, id: str, title: str) -> None:
        self.id = id
        self.title = title
        self.items: Sequence[Item] = []
        """All its items in order. In a copy by counts, one that is not loaded raises NotLoaded."""

    def __repr__(self) -> str:
        return f"Section({self.id!r}, {self.title!r}, {self.items!r})"


def check(condition: Any, what: str) -> None:
    """Raises Mismatch if the condition does not hold."""
    if not condition:
        raise Mismatch(what)


def path_of(text: str) -> IndexPath:
    """The index path that a word such as `1.0` is."""
    section, _, item = str(text).partition(".")
    check(section.isdecimal() and item.isdecimal(), f"{text} is no index path")
    return IndexPath(int(section), int(item))


def index_path(path: Union[str, IndexPath]) -> IndexPath:
    """An index path that a program gives. Raises ValueError if it is none."""
    try:
        return path if isinstance(path, IndexPath) else path_of(path)
    except Mismatch as error:
        raise ValueError(str(error)) from None


class Content:
    """Sections in order, and items by their ids."""

    def __init__(self) -> None:
        self.sections: List[Section] = []
        self.items: Dict[str, Item] = {}

    def replace(self, sections: int, rows: Sequence[Row]) -> List[Row]:
        """Takes a snapshot, and returns its rows about other things than the content."""
        self.sections, self.items = [], {}
        others: List[Row] = []
        items: List[Item] = []
        left = 0
        for row in rows:
            if row["kind"] == "section":
                check(left == 0, "a section has too few items")
                self.sections.append(Section(row["section"], row.get("text", "")))
                self.sections[-1].items = items = []
                left = row["items"]
            elif row["kind"] == "item":
                check(left > 0, "a section has too many items")
                left -= 1
                items.append(self.add(row, self.sections[-1]))
            else:
                others.append(row)
        check(left == 0 and len(self.sections) == sections, "the snapshot is not complete")
        return others

    def add(self, row: Row, section: Section) -> Item:
        """A new item, whose id nobody has."""
        check(row["item"] not in self.items, f"{row['item']} is there twice")
        item = Item(row["item"], row.get("text", ""), section, dict(row.get("fields", {})))
        self.items[item.id] = item
        return item

    def item_at(self, path: IndexPath, id: str) -> Item:
        """The item at a path, which must be the one that is said to be there."""
        check(path.section < len(self.sections), f"no section at {path}")
        items = self.sections[path.section].items
        check(path.item < len(items) and items[path.item].id == id, f"{id} is not at {path}")
        return items[path.item]

    def section_at(self, index: int, id: str) -> Section:
        """The section at an index, which must be the one that is said to be there."""
        check(isinstance(index, int) and 0 <= index < len(self.sections), f"no section at {index}")
        check(self.sections[index].id == id, f"{id} is not at {index}")
        return self.sections[index]

    # What a copy by counts does in another way.

    def inserted_section(self, row: Row) -> Section:
        """The section of a row `insert-section`, whose items follow as rows."""
        return Section(row["section"], row.get("text", ""))

    def known_items(self, section: Section) -> Iterable[Item]:
        """The items of a section that have an entry in `items`."""
        return section.items

    def rebuild(self, gone: Dict[Section, List[int]], come: "Dict[Section, List[Arrival]]") -> None:
        """Takes items out of sections (indices before) and puts others in (indices after)."""
        for section in {**gone, **come}:
            section.items = rebuilt(cast(List[Item], section.items), gone.get(section, []), come.get(section, []))

    def apply(self, board: str, before: int, after: int, rows: Sequence[Row]) -> Batch:
        """Applies a batch; after a Mismatch the content is of no use."""
        draft = Draft(self)
        for row in rows:
            draft.look(row)
        return draft.apply(board, before, after)


Arrival = Tuple[int, Item]


class Draft:
    """A batch while it is applied: everything is looked up before, taken out, and put in."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.deletes: List[Delete] = []
        self.moves: List[Move] = []
        self.reconfigures: List[Reconfigure] = []
        self.section_deletes: List[SectionChange] = []
        self.section_inserts: List[SectionChange] = []
        self.section_moves: List[SectionMove] = []
        self.section_reconfigures: List[SectionChange] = []
        self.inserted: List[Tuple[IndexPath, Row]] = []
        self.counts: List[int] = []
        self.filled: List[List[Row]] = []

    def look(self, row: Row) -> None:
        """Looks up what a row names, and changes texts and titles."""
        kind = row["kind"]
        if kind == "delete":
            path = path_of(row["path"])
            self.deletes.append(Delete(path, self.content.item_at(path, row["item"])))
        elif kind == "move":
            path = path_of(row["from"])
            self.moves.append(Move(path, path_of(row["to"]), self.content.item_at(path, row["item"])))
        elif kind == "insert":
            self.inserted.append((path_of(row["path"]), row))
        elif kind == "item":
            check(self.filled, "an item without a section")
            self.filled[-1].append(row)
        elif kind in ("reload", "reconfigure"):
            self._look_at_item(row, has_text=kind == "reload")
        else:
            self._look_at_section(kind, row)

    def _look_at_item(self, row: Row, has_text: bool) -> None:
        """An item stays where it is, with the fields that the row names (19.3)."""
        path = path_of(row["path"])
        item = self.content.item_at(path, row["item"])
        if has_text:
            item.text = row.get("text", "")
        fields: Dict[str, Optional[str]] = row.get("fields", {})
        for name, value in fields.items():
            if value:
                item.fields[name] = value
            else:
                item.fields.pop(name, None)
        self.reconfigures.append(Reconfigure(path, item, fields, has_text))

    def _look_at_section(self, kind: str, row: Row) -> None:
        if kind == "delete-section":
            section = self.content.section_at(row["index"], row["section"])
            self.section_deletes.append(SectionChange(row["index"], section))
        elif kind == "move-section":
            section = self.content.section_at(row["from"], row["section"])
            self.section_moves.append(SectionMove(row["from"], row["to"], section))
        elif kind == "insert-section":
            section = self.content.inserted_section(row)
            self.section_inserts.append(SectionChange(row["index"], section))
            self.counts.append(row["items"] - len(section.items))
            self.filled.append([])
        elif kind == "reload-section":
            section = self.content.section_at(row["index"], row["section"])
            section.title = row.get("text", "")
            self.section_reconfigures.append(SectionChange(row["index"], section))
        else:
            raise Mismatch(f"an unknown row {kind}")

    def apply(self, board: str, before: int, after: int) -> Batch:
        """Takes out and puts in."""
        gone = self._take_out()
        gone_sections = [at for at, _ in self.section_deletes] + [move.source for move in self.section_moves]
        come = [(at, section) for at, section in self.section_inserts]
        come += [(move.destination, move.section) for move in self.section_moves]
        self.content.sections = rebuilt(self.content.sections, gone_sections, come)
        inserts, arrivals = self._arrivals()
        self.content.rebuild(gone, arrivals)
        for count, rows in zip(self.counts, self.filled):
            check(count == len(rows), "a wrong count of items")
        return Batch(
            board, before, after, self.deletes, inserts, self.moves, self.reconfigures,
            self.section_deletes, self.section_inserts, self.section_moves, self.section_reconfigures)

    def _take_out(self) -> Dict[Section, List[int]]:
        """The indices of what goes, by section. Ids are free again: an item may come back by an insert (6.4)."""
        gone: Dict[Section, List[int]] = {}
        for path, item in self.deletes:
            gone.setdefault(item.section, []).append(path.item)
            self.content.items.pop(item.id, None)
        for move in self.moves:
            gone.setdefault(move.item.section, []).append(move.source.item)
        moved = {move.item.id for move in self.moves}
        for _, section in self.section_deletes:
            for item in list(self.content.known_items(section)):
                if item.id not in moved:
                    self.content.items.pop(item.id, None)
        return gone

    def _arrivals(self) -> "Tuple[List[Insert], Dict[Section, List[Arrival]]]":
        inserts: List[Insert] = []
        arrivals: Dict[Section, List[Arrival]] = {}
        for (_, section), rows in zip(self.section_inserts, self.filled):
            arrivals[section] = [(index, self.content.add(row, section)) for index, row in enumerate(rows)]
        for path, row in self.inserted:
            section = self._section_after(path)
            item = self.content.add(row, section)
            arrivals.setdefault(section, []).append((path.item, item))
            inserts.append(Insert(path, item, path_of(row["was"]) if "was" in row else None))
        for move in self.moves:
            section = self._section_after(move.destination)
            move.item.section = section
            arrivals.setdefault(section, []).append((move.destination.item, move.item))
        return inserts, arrivals

    def _section_after(self, path: IndexPath) -> Section:
        check(path.section < len(self.content.sections), f"no section at {path}")
        return self.content.sections[path.section]


def rebuilt(kept: List[Any], gone: List[int], come: "Sequence[Tuple[int, Any]]") -> List[Any]:
    """A list without `gone` (indices before) and with `come` (indices after)."""
    out, placed = set(gone), dict(come)
    check(len(out) == len(gone), "removed twice")
    check(len(placed) == len(come), "two at one place")
    count = len(kept) - len(out) + len(placed)
    check(all(0 <= at < count for at in placed), "inserted out of range")
    if len(out) + len(placed) <= 16:
        for at in sorted(out, reverse=True):
            del kept[at]
        for at in sorted(placed):
            kept.insert(at, placed[at])
        return kept
    rest: Iterator[Any] = (each for at, each in enumerate(kept) if at not in out)
    return [placed[at] if at in placed else next(rest) for at in range(count)]


def found(sections: Sequence[Section], id: str) -> Optional[Section]:
    """The section with an id."""
    return next((section for section in sections if section.id == id), None)
