"""The content of a board that is opened by counts (section 20): how many items there are, and those that were seen."""

from collections import OrderedDict
from typing import Dict, Iterable, List, Optional, Sequence, Set, cast

from .changes import Batch, IndexPath
from .content import Arrival, Content, Item, Row, Section, check
from .runs import KnownItem, Request, Run, Runs

MOST_ROWS = 1_000
"""The most items that one `rows` lists (section 10)."""


class UnknownItem(Item):
    """An item that a row names, and of which the copy has nothing else (20.5)."""

    __slots__ = ()

    is_known = False


class CountedContent(Content):
    """Sections in order, with known items among runs of others.

    It has at most `keep` items, and drops those that were not seen for the longest time. A batch costs its rows.
    """

    def __init__(self, keep: int) -> None:
        super().__init__()
        self.keep = keep
        self._requests: Set[Request] = set()
        self._forget_items()

    def _forget_items(self) -> None:
        self._seen: "OrderedDict[str, Item]" = OrderedDict()
        self.items = self._seen

    def replace(self, sections: int, rows: Sequence[Row]) -> List[Row]:
        """Takes a snapshot of counts, and returns its rows about other things than the content."""
        counted = [row for row in rows if row["kind"] == "section"]
        check(len(counted) == sections, "the snapshot is not complete")
        check(all(row["kind"] != "item" for row in rows), "a snapshot of counts has items")
        self._forget_items()
        self.sections = [self.inserted_section({**row, "content": "counts"}) for row in counted]
        return [row for row in rows if row["kind"] != "section"]

    def inserted_section(self, row: Row) -> Section:
        """A section of items that are only counted, or of none, whose rows follow."""
        section = super().inserted_section(row)
        count = row["items"] if row.get("content") == "counts" else 0
        section.items = Runs([Run(count)] if count else [])
        return section

    def add(self, row: Row, section: Section) -> Item:
        """A new item, whose id nobody has."""
        check(row["item"] not in self.items, f"{row['item']} is there twice")
        item = KnownItem(row["item"], row.get("text", ""), section, dict(row.get("fields", {})))
        self.items[item.id] = item
        return item

    def item_at(self, path: IndexPath, id: str) -> Item:
        """The item at a path, which must be the one that is said to be there, if the copy knows it."""
        check(path.section < len(self.sections), f"no section at {path}")
        section = self.sections[path.section]
        check(path.item < len(section.items), f"no item at {path}")
        item = runs(section).at(path.item)
        if item is None:
            check(id not in self.items, f"{id} is not at {path}")
            return UnknownItem(id, "", section)
        check(item.id == id, f"{id} is not at {path}")
        return item

    def known_items(self, section: Section) -> Iterable[Item]:
        """The items of a section that the copy has."""
        return [entry for entry in runs(section).entries() if isinstance(entry, KnownItem)]

    def rebuild(self, gone: Dict[Section, List[int]], come: Dict[Section, List[Arrival]]) -> None:
        """Takes items out of sections (indices before) and then puts others in (indices after)."""
        for section, indices in gone.items():
            check(len(set(indices)) == len(indices), "removed twice")
            for at in sorted(indices, reverse=True):
                runs(section).splice(at, at + 1, [])
        for section, arrivals in come.items():
            check(len({at for at, _ in arrivals}) == len(arrivals), "two at one place")
            items = runs(section)
            for at, item in sorted(arrivals, key=lambda arrival: arrival[0]):
                check(0 <= at <= len(items), "inserted out of range")
                items.splice(at, at, [item if isinstance(item, KnownItem) else Run(1)])

    def apply(self, board: str, before: int, after: int, rows: Sequence[Row]) -> Batch:
        """Applies a batch; after a Mismatch the content is of no use."""
        batch = super().apply(board, before, after, rows)
        self._forget_oldest()
        return batch

    # Rows on demand.

    def see(self, path: IndexPath) -> Optional[Item]:
        """The item at a path, or None if it is not known. It is dropped after those that were seen before."""
        item = runs(self.sections[path.section]).at(path.item)
        if item is not None:
            self._seen.move_to_end(item.id)
        return item

    def requests(self, section: Section, start: int, stop: int) -> List[Request]:
        """What brings the items of a range that are not known: the commands that others wait for, and new ones."""
        items = runs(section)
        unknown: List[range] = []
        waiting: List[Request] = []
        for entry, indices in items.within(start, min(stop, len(items))):
            if isinstance(entry, KnownItem):
                self._seen.move_to_end(entry.id)
            elif entry.request is None:
                unknown.append(indices)
            elif entry.request not in waiting:
                waiting.append(entry.request)
        while unknown:
            first = unknown[0].start
            end = min(unknown[-1].stop, first + MOST_ROWS)
            request = Request(section, first, end - first)
            while unknown and unknown[0].start < end:
                part = unknown.pop(0)
                if part.stop > end:
                    unknown.insert(0, range(end, part.stop))
                    part = range(part.start, end)
                items.splice(part.start, part.stop, [Run(len(part), request)])
            self._requests.add(request)
            waiting.append(request)
        return waiting

    def end_requests(self) -> None:
        """The connection is gone, and with it what was asked."""
        for request in self._requests:
            request.end()
        self._requests.clear()

    def fill(self, path: IndexPath, rows: Sequence[Row]) -> List[Item]:
        """Takes items from a path on, and returns those that are new."""
        check(path.section < len(self.sections), f"no section at {path}")
        section = self.sections[path.section]
        items = runs(section)
        stop = path.item + len(rows)
        check(stop <= len(items), f"no {len(rows)} items from {path} on")
        new: List[Item] = []
        entries: List[KnownItem] = []
        for entry, indices in list(items.within(path.item, stop)):
            for row in rows[indices.start - path.item:indices.stop - path.item]:
                if isinstance(entry, Run):
                    entries.append(cast(KnownItem, self.add(row, section)))
                    new.append(entries[-1])
                else:
                    check(row["item"] == entry.id, f"{row['item']} is not where {entry.id} is")
                    self._seen.move_to_end(entry.id)
                    entries.append(entry)
        items.splice(path.item, stop, entries)
        self._requests = {request for request in self._requests if not request.is_over}
        self._forget_oldest()
        return new

    def _forget_oldest(self) -> None:
        while len(self._seen) > self.keep:
            _, item = self._seen.popitem(last=False)
            items = runs(item.section)
            at = items.index(item)
            items.splice(at, at + 1, [Run(1)])


def runs(section: Section) -> Runs:
    """The items of a section of such a content."""
    return cast(Runs, section.items)
