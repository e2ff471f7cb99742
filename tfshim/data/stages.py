"""Iterators over elements that go on after an error, as the stages of a pipeline do.

A generator ends with the first exception that passes through it; these do not, so that what comes after the error can
still be had (`Dataset.ignore_errors`, or a caller who calls `next` again).
"""


class Stage:
    """An iterator; `__next__` may raise and be called again."""

    def __iter__(self):
        return self


class Take(Stage):
    """The first `n` items."""

    def __init__(self, items, n):
        self._items, self._left = items, n

    def __next__(self):
        if self._left == 0:
            self._items = None
            raise StopIteration
        item = next(self._items)
        self._left -= 1
        if self._left == 0:
            self._items = None  # lets go of threads and files at once
        return item


class Skip(Stage):
    """All but the first `n` items."""

    def __init__(self, items, n):
        self._items, self._left = items, n

    def __next__(self):
        while self._left:
            next(self._items)
            self._left -= 1
        return next(self._items)


class Shard(Stage):
    """Every `n`-th item, from number `index`."""

    def __init__(self, items, n, index):
        self._items, self._n, self._skip = items, n, index

    def __next__(self):
        while self._skip:
            next(self._items)
            self._skip -= 1
        item = next(self._items)
        self._skip = self._n - 1
        return item


class Repeat(Stage):
    """What `open_input()` gives, `n` times (without end for a negative `n`)."""

    def __init__(self, open_input, n):
        self._open, self._left = open_input, n
        self._items, self._empty = None, False

    def __next__(self):
        while True:
            if self._items is None:
                # repeating an empty dataset without end ends at once instead of hanging
                if self._left == 0 or self._empty and self._left < 0:
                    raise StopIteration
                self._items, self._empty = self._open(), True
            try:
                item = next(self._items)
            except StopIteration:
                self._items = None
                if self._left > 0:
                    self._left -= 1
                continue
            self._empty = False
            return item


class Chain(Stage):
    """What each of `openers` gives, one after the other."""

    def __init__(self, openers):
        self._openers, self._items = iter(openers), None

    def __next__(self):
        while True:
            if self._items is None:
                self._items = next(self._openers)()
            try:
                return next(self._items)
            except StopIteration:
                self._items = None


class Zipped(Stage):
    """Rows of items of several iterators; ends with the first that ends."""

    def __init__(self, parts):
        self._parts = parts

    def __next__(self):
        row = []
        for items in self._parts:
            row.extend(next(items))
        return row


class Grouped(Stage):
    """Lists of `n` items, joined by `joined`; the last may be shorter unless `drop`."""

    def __init__(self, items, n, drop, joined):
        self._items, self._n, self._drop, self._joined = items, n, drop, joined

    def __next__(self):
        if self._items is None:
            raise StopIteration
        group, items = [], self._items
        append = group.append
        for _ in range(self._n):
            try:
                append(next(items))
            except StopIteration:
                self._items = None
                break
        if not group or self._drop and len(group) < self._n:
            raise StopIteration
        return self._joined(group)


class ListBatches(Stage):
    """The items of lists, `n` at a time; the last may be fewer unless `drop`. `joined` makes a batch of a list."""

    def __init__(self, lists, n, drop, joined):
        self._lists, self._n, self._drop, self._joined = lists, n, drop, joined
        self._held, self._at = [], 0

    def __next__(self):
        while len(self._held) - self._at < self._n:
            try:
                more = next(self._lists)
            except StopIteration:
                rest, self._held, self._at = self._held[self._at :], [], 0
                if rest and not self._drop:
                    return self._joined(rest)
                raise
            self._held, self._at = self._held[self._at :] + more, 0
        start, self._at = self._at, self._at + self._n
        return self._joined(self._held[start : self._at])


class Failure:
    """An exception that passes through a stage that buffers items."""

    def __init__(self, error):
        self.error = error


class Deferred(Stage):
    """The items, with a Failure in the place of each exception."""

    def __init__(self, items):
        self._items = items

    def __next__(self):
        try:
            return next(self._items)
        except StopIteration:
            raise
        except Exception as e:
            return Failure(e)


class Raising(Stage):
    """Undoes `Deferred`."""

    def __init__(self, items):
        self._items = items

    def __next__(self):
        item = next(self._items)
        if type(item) is Failure:
            raise item.error
        return item


class TakeWhile(Stage):
    """The items before the first that `admits` is false for."""

    def __init__(self, items, admits):
        self._items, self._admits = items, admits

    def __next__(self):
        if self._items is None:
            raise StopIteration
        item = next(self._items)
        if not self._admits(item):
            self._items = None
            raise StopIteration
        return item


class FlatMap(Stage):
    """The items of the iterators that `open_one(item)` gives, one after the other."""

    def __init__(self, items, open_one):
        self._items, self._open_one, self._current = items, open_one, None

    def __next__(self):
        while True:
            if self._current is None:
                self._current = self._open_one(next(self._items))
            try:
                return next(self._current)
            except StopIteration:
                self._current = None


class Interleave(Stage):
    """`block` items at a time from `cycle` of the iterators that `open_one(item)` gives, in turn."""

    def __init__(self, items, open_one, cycle, block):
        self._items, self._open_one, self._block = items, open_one, block
        self._cycle, self._slots, self._at, self._taken = cycle, [None], 0, 0
        self._exhausted, self._live = False, 0

    def _advance(self):
        self._at, self._taken = self._at + 1, 0
        if self._at == len(self._slots):
            if self._exhausted or self._at == self._cycle:
                self._at = 0
            else:  # slots come with the items: a cycle may be said to be of any length
                self._slots.append(None)

    def __next__(self):
        while True:
            current = self._slots[self._at]
            if current is not None:
                if self._taken == self._block:
                    self._advance()
                    continue
                try:
                    item = next(current)
                except StopIteration:
                    self._slots[self._at] = None
                    self._live -= 1
                    self._advance()
                    continue
                self._taken += 1
                return item
            if self._exhausted:
                if not self._live:
                    raise StopIteration
                self._advance()
                continue
            try:
                element = next(self._items)
            except StopIteration:
                self._exhausted = True
                continue
            self._slots[self._at] = self._open_one(element)
            self._live += 1
            self._taken = 0
