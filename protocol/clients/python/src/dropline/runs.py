"""The items of a section of which only some are known: known ones, and runs of others that are only counted."""

from typing import Any, Iterator, List, Optional, Sequence, Tuple, Union

from .content import Item, Section
from .errors import NotLoaded


class Request:
    """A command `rows` for a range that is not known. It is over when its reply arrives or its connection breaks."""

    __slots__ = ("section", "first", "count", "is_sent", "is_over", "failure")

    def __init__(self, section: Section, first: int, count: int) -> None:
        self.section = section
        self.first = first
        """The index of the first item when it was made."""
        self.count = count
        self.is_sent = False
        self.is_over = False
        self.failure: Optional[Exception] = None
        """Why there are no rows."""

    def end(self, outcome: object = None) -> None:
        """What it did not bring may be asked for again."""
        self.is_over = True
        if isinstance(outcome, Exception):
            self.failure = outcome


class Run:
    """Items beside each other that are not known, and who has asked for them."""

    __slots__ = ("count", "_request")

    def __init__(self, count: int, request: Optional[Request] = None) -> None:
        self.count = count
        self._request = request

    @property
    def request(self) -> Optional[Request]:
        """The command whose reply will bring them."""
        return None if self._request is None or self._request.is_over else self._request


class KnownItem(Item):
    """An item of a copy by counts, which finds its way back to its index."""

    __slots__ = ("leaf",)

    leaf: "Leaf"


Entry = Union[KnownItem, Run]


def size(entry: Entry) -> int:
    """How many items an entry is."""
    return entry.count if isinstance(entry, Run) else 1


class Leaf:
    """A few entries beside each other."""

    __slots__ = ("entries", "count")

    def __init__(self, entries: List[Entry]) -> None:
        self.entries = entries
        self.count = 0
        for entry in entries:
            self.count += size(entry)
            if isinstance(entry, KnownItem):
                entry.leaf = self


class Runs(Sequence[Item]):
    """The items of a section. Memory follows the known ones; a change costs the entries of a leaf or two.

    An index raises NotLoaded if its item is not known.
    """

    __slots__ = ("_leaves", "_count")

    MOST = 64
    """The most entries of a leaf. Each has at least a quarter of it, unless it is the only one."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self._leaves = [Leaf(list(entries))]
        self._count = self._leaves[0].count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(self._count))]
        item = self.at(index + self._count if index < 0 else index)
        if item is None:
            raise NotLoaded(f"item {index} of {self._count} is not loaded: `fetch` it first")
        return item

    def __iter__(self) -> Iterator[Item]:
        for entry in self.entries():
            if isinstance(entry, Run):
                raise NotLoaded(f"{entry.count} items are not loaded: `fetch` them first")
            yield entry

    def at(self, index: int) -> Optional[Item]:
        """The item at an index, or None if it is not known. Raises IndexError behind the end."""
        if not 0 <= index < self._count:
            raise IndexError(f"no item {index} of {self._count}")
        for entry, _ in self.within(index, index + 1):
            return None if isinstance(entry, Run) else entry
        return None

    def index(self, item: Any, *bounds: int) -> int:
        """The index of a known item."""
        at = 0
        for leaf in self._leaves:
            if leaf is item.leaf:
                return at + sum(size(entry) for entry in leaf.entries[: leaf.entries.index(item)])
            at += leaf.count
        raise ValueError(f"{item!r} is not here")

    def entries(self) -> Iterator[Entry]:
        """All entries, in order."""
        for leaf in self._leaves:
            yield from leaf.entries

    def within(self, start: int, stop: int) -> Iterator[Tuple[Entry, range]]:
        """The entries that are in a range, each with the indices that it has there."""
        number, at = self._leaf(start)
        for leaf in self._leaves[number:]:
            for entry in leaf.entries:
                end = at + size(entry)
                if end > start and at < stop:
                    yield entry, range(max(at, start), min(end, stop))
                at = end
            if at >= stop:
                return

    def splice(self, start: int, stop: int, entries: Sequence[Entry]) -> None:
        """Replaces the items of a range."""
        first, before = self._leaf(start)
        last, _ = self._leaf(stop, first, before)
        old = [entry for leaf in self._leaves[first:last + 1] for entry in leaf.entries]
        new = joined([*parts(old, 0, start - before), *entries, *parts(old, stop - before, None)])
        if len(new) * 4 < self.MOST:  # A small leaf takes in its neighbour.
            if last + 1 < len(self._leaves):
                last += 1
                new = joined(new + self._leaves[last].entries)
            elif first > 0:
                first -= 1
                new = joined(self._leaves[first].entries + new)
        count = 1 if len(new) <= self.MOST else -(-len(new) * 2 // self.MOST)
        ends = [len(new) * number // count for number in range(count + 1)]
        self._leaves[first:last + 1] = [Leaf(new[low:high]) for low, high in zip(ends, ends[1:])]
        self._count += sum(map(size, entries)) - (stop - start)

    def _leaf(self, index: int, number: int = 0, at: int = 0) -> Tuple[int, int]:
        """The number of the leaf that an index is in or at the end of, and the index of its first item."""
        while number + 1 < len(self._leaves) and at + self._leaves[number].count < index:
            at += self._leaves[number].count
            number += 1
        return number, at


def parts(entries: Sequence[Entry], start: int, stop: Optional[int]) -> Iterator[Entry]:
    """The entries of a range of items, with the runs at its ends cut off."""
    at = 0
    for entry in entries:
        end = at + size(entry)
        count = (end if stop is None else min(end, stop)) - max(at, start)
        if count > 0:
            yield Run(count, entry.request) if isinstance(entry, Run) else entry
        at = end


def joined(entries: Sequence[Entry]) -> List[Entry]:
    """The same entries, with runs beside each other as one, unless others are waited for."""
    result: List[Entry] = []
    for entry in entries:
        last = result[-1] if result else None
        if isinstance(entry, Run) and isinstance(last, Run) and entry.request is last.request:
            result[-1] = Run(last.count + entry.count, entry.request)
        else:
            result.append(entry)
    return result
