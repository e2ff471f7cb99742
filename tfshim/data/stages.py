"""Iterators over elements that go on after an error, as the stages of a pipeline do.

A generator ends with the first exception that passes through it; these do not, so that what comes after the error can
still be had (`Dataset.ignore_errors`, or a caller who calls `next` again).

A stage can be saved: `state_of` takes what it and its inputs hold, as lists of plain values and elements, and `resume` puts
that into a stage that was made in the same way, so that no element is made again.
"""

import contextlib
import itertools
import operator


class Unsaved(Exception):
    """What an iterator holds cannot be saved."""


class Differs(Exception):
    """A saved state is that of other stages."""


class Stage:
    """An iterator; `__next__` may raise and be called again.

    `_KEPT` names the attributes with what it holds, None where it cannot be saved, `_INPUTS` those with the iterators it
    reads, which are None after their end. Other classes define `state` and `resume` themselves.
    """

    _KEPT: tuple[str, ...] | None = None
    _INPUTS: tuple[str, ...] = ("_items",)

    def __iter__(self):
        return self

    def state(self):
        """What `resume` of a stage made in the same way takes to go on from here."""
        if self._KEPT is None:
            raise Unsaved(type(self).__name__)
        # The inputs first: to take their states stops the threads that work for them.
        inputs = [state_of(getattr(self, name)) for name in self._INPUTS]
        return [[getattr(self, name) for name in self._KEPT], inputs]

    def resume(self, state):
        """Go on where a stage was when it gave `state`."""
        kept, inputs = state
        for name, value in zip(self._KEPT, kept, strict=True):
            setattr(self, name, value)
        for name, value in zip(self._INPUTS, inputs, strict=True):
            setattr(self, name, resumed(getattr(self, name), value))


# Iterators of Python over what is in memory: their place from the beginning is their state, so that there may be more behind it.
_IN_MEMORY = (type(iter(())), type(iter([])), type(iter(range(0))))


def _inputs_of(items):
    """The iterators that a `map` or `zip` reads."""
    kind, arguments = items.__reduce__()[:2]
    return arguments[1:] if kind is map else arguments


def _place(items):
    """The place of an iterator over what is in memory, counted from where its values begin; None at the end."""
    if not operator.length_hint(items):
        return None
    _, (values,), *index = items.__reduce__()
    index = index[0] if index and index[0] else 0
    # What is left of a range is, by the version of Python, another range.
    return values.start // values.step + index if isinstance(values, range) else index


def state_of(items):
    """The state of an iterator, None after its end. Raises Unsaved."""
    kind = type(items)
    if items is None:
        return None
    if isinstance(items, Stage):
        return [kind.__name__, items.state()]
    if kind is map or kind is zip:
        return [kind.__name__, [state_of(part) for part in _inputs_of(items)]]
    if kind in _IN_MEMORY:
        return [kind.__name__, [_place(items)]]
    raise Unsaved(kind.__name__)


def resumed(items, state):
    """The iterator `items`, which has just begun, at the place of `state`; None where that was the end. Raises Differs."""
    if state is None:
        return None
    name, content = state
    kind = type(items)
    if kind.__name__ != name:
        raise Differs(f"{kind.__name__}, not {name}")
    if isinstance(items, Stage):
        items.resume(content)
    elif kind is map or kind is zip:
        for part, inner in zip(_inputs_of(items), content, strict=True):
            resumed(part, inner)
    else:
        length = operator.length_hint(items)
        if isinstance(content, list):
            begin, place = _place(items), content[0]
            items.__setstate__(length if place is None or begin is None else min(place - begin, length))
        else:  # what was left, as older versions noted it
            items.__setstate__(length - content)
    return items


class Take(Stage):
    """The first `n` items."""

    _KEPT = ("_left",)

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
    """All but the first `n` items. After an error as many are left out again, as TensorFlow does."""

    _KEPT = ("_left",)

    def __init__(self, items, n):
        self._items, self._n, self._left = items, n, n

    def __next__(self):
        while self._left:
            try:
                next(self._items)
            except StopIteration:
                raise
            except Exception:
                self._left = self._n
                raise
            self._left -= 1
        return next(self._items)


class Shard(Stage):
    """Every `n`-th item, from number `index`."""

    _KEPT = ("_skip",)

    def __init__(self, items, n, index):
        self._items, self._n, self._skip = items, n, index

    def __next__(self):
        skip, self._skip = self._skip, 0
        for _ in range(skip):
            try:
                next(self._items)
            except Exception:  # then as many are left out again, as TensorFlow does
                self._skip = skip
                raise
        item = next(self._items)
        self._skip = self._n - 1
        return item


class Repeat(Stage):
    """What `open_input()` gives, `n` times (without end for a negative `n`).

    run: of the iteration, if others may have taken all elements of a repetition, so that there may be more in the next.
    beyond: whether one more is opened after the last, of which nothing is taken.
    past_empty: whether a repetition without elements only ends it if none before it had any.
    """

    def __init__(self, open_input, n, run=None, beyond=False, past_empty=False):
        self._open, self._left, self._run, self._beyond, self._past_empty = open_input, n, run, beyond, past_empty
        # As in TensorFlow the first repetition is open before an element is asked for, which shows where it draws seeds.
        self._items, self._empty = open_input() if n else None, True

    def __next__(self):
        while True:
            if self._items is None:
                # repeating an empty dataset without end ends at once instead of hanging
                if self._left == 0 or self._empty and self._left < 0 and not getattr(self._run, "divided", False):
                    raise StopIteration
                self._items, self._empty = self._open(), self._empty or not self._past_empty
            try:
                item = next(self._items)
            except StopIteration:
                self._items = None
                if self._left > 0:
                    self._left -= 1
                    if self._left == 0 and self._beyond:
                        self._open()
                continue
            self._empty = False
            return item

    def state(self):
        return [state_of(self._items), self._left, self._empty]

    def resume(self, state):
        items, self._left, self._empty = state
        self._items = None if items is None else resumed(self._open(), items)


class Chain(Stage):
    """What each of `openers` gives, one after the other."""

    def __init__(self, openers):
        self._openers = list(openers)
        self._at, self._items = 1, self._openers[0]()  # the first one at once, as in TensorFlow

    def __next__(self):
        while True:
            if self._items is None:
                if self._at == len(self._openers):
                    raise StopIteration
                self._items = self._openers[self._at]()
                self._at += 1
            try:
                return next(self._items)
            except StopIteration:
                self._items = None

    def state(self):
        return [state_of(self._items), self._at]

    def resume(self, state):
        items, self._at = state
        self._items = None if items is None else resumed(self._openers[self._at - 1](), items)


class Zipped(Stage):
    """Rows of items of several iterators; ends with the first that ends.

    After an error of one of them the others are read all the same, so that later rows still hold what belongs together.
    """

    def __init__(self, parts):
        self._parts = parts

    def __next__(self):
        row, failed = [], None
        for at, items in enumerate(self._parts):
            try:
                row.extend(next(items))
            except StopIteration:
                if failed is None:
                    self._ask_once_more(at)
                    raise
                break
            except Exception as e:
                failed = failed or e
        if failed is not None:
            raise failed
        return row

    def _ask_once_more(self, at):
        """Ask those behind the one that ended, as TensorFlow does: each is read as often, and draws its seeds."""
        rest, self._parts = self._parts[at + 1 :], [*self._parts[: at + 1], *[iter(()) for _ in self._parts[at + 1 :]]]
        for items in rest:
            with contextlib.suppress(Exception):
                next(items)

    def state(self):
        return [state_of(items) for items in self._parts]

    def resume(self, state):
        self._parts = [resumed(items, inner) for items, inner in zip(self._parts, state, strict=True)]


class Grouped(Stage):
    """Lists of `n` items, joined by `joined`; the last may be shorter unless `drop`.

    whole: whether a list that fails takes all of its items, or only those up to the one that fails.
    """

    _KEPT = ()

    def __init__(self, items, n, drop, joined, whole=False):
        self._items, self._n, self._drop, self._joined, self._whole = items, n, drop, joined, whole

    def __next__(self):
        if self._items is None:
            raise StopIteration
        group = []
        try:
            group.extend(itertools.islice(self._items, self._n))
        except Exception:
            if self._whole:
                self._pass_over(self._n - len(group) - 1)
            raise
        if len(group) < self._n:
            self._items = None
            if not group or self._drop:
                raise StopIteration
        return self._joined(group)

    def _pass_over(self, n):
        for _ in range(n):
            try:
                next(self._items)
            except StopIteration:
                self._items = None
                break
            except Exception:  # the first one is raised
                continue


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

    def state(self):
        return [state_of(self._lists), self._held[self._at :]]

    def resume(self, state):
        lists, self._held = state
        self._lists, self._at = resumed(self._lists, lists), 0


class Failure:
    """An exception that passes through a stage that buffers items."""

    def __init__(self, error):
        self.error = error


class Counted(Stage):
    """A stage that begins with a file: to go on within it, the items before are read and dropped.

    `__next__` of other classes counts in `_count` what it gives and raises, but not the end.
    """

    _count = 0

    def state(self):
        return self._count

    def resume(self, state):
        while self._count < state:
            try:
                next(self)
            except StopIteration:
                break
            except Exception:  # as before the state was taken
                continue


class Reread(Counted):
    """The items of `open_items()`, which reads a file."""

    def __init__(self, open_items):
        self._items = open_items()

    def __next__(self):
        try:
            item = next(self._items)
        except StopIteration:
            raise
        except Exception:
            self._count += 1
            raise
        self._count += 1
        return item


class TakeWhile(Stage):
    """The items before the first that `admits` is false for."""

    _KEPT = ()

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
        self._items, self._open_one, self._current, self._item = items, open_one, None, None

    def __next__(self):
        while True:
            if self._current is None:
                self._item = next(self._items)
                self._current = self._open_one(self._item)
            try:
                return next(self._current)
            except StopIteration:
                self._current = self._item = None

    def state(self):
        return [state_of(self._items), self._item, state_of(self._current)]

    def resume(self, state):
        items, self._item, current = state
        self._items = resumed(self._items, items)
        self._current = None if current is None else resumed(self._open_one(self._item), current)


class Interleave(Stage):
    """`block` items at a time from `cycle` of the iterators that `open_one(item, slot)` gives, in turn.

    counts_errors: whether an error takes the place of an item, as where TensorFlow reads ahead, and is not passed over.
    """

    def __init__(self, items, open_one, cycle, block, counts_errors=False):
        self._items, self._open_one, self._block, self._counts_errors = items, open_one, block, counts_errors
        self._cycle, self._slots, self._at, self._taken = cycle, [None], 0, 0
        self._sources = [None]  # the item that each slot was opened for
        self._exhausted, self._live = False, 0

    def _advance(self):
        self._at, self._taken = self._at + 1, 0
        if self._at == len(self._slots):
            if self._exhausted or self._at == self._cycle:
                self._at = 0
            else:  # slots come with the items: a cycle may be said to be of any length
                self._slots.append(None)
                self._sources.append(None)

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
                    self._slots[self._at] = self._sources[self._at] = None
                    self._live -= 1
                    self._advance()
                    continue
                except Exception:
                    self._taken += self._counts_errors
                    raise
                self._taken += 1
                return item
            if self._exhausted:
                if not self._live:
                    raise StopIteration
                self._advance()
                continue
            self._taken = 0
            try:
                element = next(self._items)
                opened = self._open_one(element, self._at)
            except StopIteration:
                self._exhausted = True
                continue
            except Exception:
                if self._counts_errors:  # as if it were the only item of an iterator
                    self._slots[self._at], self._sources[self._at], self._taken = iter(()), None, 1
                    self._live += 1
                raise
            self._slots[self._at], self._sources[self._at] = opened, element
            self._live += 1

    def state(self):
        # All of what is read ahead stops before the items do that it is opened for.
        slots = [state_of(slot) for slot in self._slots]
        return [state_of(self._items), slots, self._sources, self._at, self._taken, self._exhausted, self._live]

    def resume(self, state):
        items, slots, self._sources, self._at, self._taken, self._exhausted, self._live = state
        self._items = resumed(self._items, items)
        self._slots = [
            None if inner is None else resumed(iter(()) if source is None else self._open_one(source, i), inner)
            for i, (inner, source) in enumerate(zip(slots, self._sources, strict=True))
        ]
