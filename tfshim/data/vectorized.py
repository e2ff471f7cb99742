"""Functions of many elements at once.

A chain of maps and filters over rows is computed for a whole piece of rows by one call, where its functions have a form for many
elements (`row_forms`): the results are the same numbers. What has none, or raises, is computed element by element.
"""

import itertools

import numpy as np
import torch

from tfshim.data.batching import stack
from tfshim.data.rows.row_forms import NUMBERS, STRINGS, rows_form
from tfshim.data.sources import RecordRows, row_of
from tfshim.data.stages import Grouped, Stage, resumed, state_of
from tfshim.data.structures import brought
from tfshim.data.workers import Adaptive
from tfshim.engine.graphs.executor import Program, storages
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.runtime import errors, one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.io._example_columns import BadMessage
from tfshim.io.parsing import SINGLE_FORMS, single_rows

# A piece is small enough for what is computed on the way to stay in a processor's cache.
_PIECE, _BYTES = 256, 1 << 20
# What is called row by row may take long for each.
_ROWS_BY_ROW = 16
# Seconds that a piece takes for which threads are worth while: shorter ones would only wait for each other.
_WORTH = 1e-3
# The same for each element that is called by itself: threads wait for each other after each of the few calls of such an element.
_WORTH_OF_ROW = 1.2e-4


def _fixed(spec):
    return isinstance(spec, TensorSpec) and spec.shape.is_fully_defined() and spec.dtype.mask & (NUMBERS | STRINGS)


def simple(program):
    """Whether a program may be called with many elements at once."""
    return _form(program) is not None


def may_fail(program):
    """Whether a program that may be called with many elements at once may raise for some of them."""
    form = _form(program)
    return form is not None and form.fails


def _form(program):
    """What `rows_form` gives for a program."""
    if program.symbolic or program._python is not None or one_by_one.wanted():
        return None
    # The graph is shared by the programs that differ in what they take from outside.
    known = program.graph.memory
    if "rows form" not in known:
        specs = [*program._specs, *nest.flatten(program.element_spec)]
        known["rows form"] = rows_form(program.graph, program.captures) if all(map(_fixed, specs)) else None
    return known["rows form"]


class _AtOnce:
    """A simple program as a function of columns, the stacked slots of many elements."""

    def __init__(self, program):
        form = _form(program)
        self._form, self._memory = form, program.graph.memory
        # Elements that were of several sizes in one iteration are in the next.
        differ = form.otherwise is not None and self._memory.get("sizes differ")
        self._program, self._varying = (form.otherwise if differ else form).graph.program(), form.varying
        self._captured = brought(storages(program.captures))
        self.limit = max(1, min(_ROWS_BY_ROW if form.row_by_row else _PIECE, _BYTES // form.row_bytes))
        self.row_by_row = form.row_by_row

    def __call__(self, columns):
        tape, TS.tape = TS.tape, None
        try:
            made = self._made(columns)
        finally:
            TS.tape = tape
        n = columns[0].shape[0]
        return [c if varies else _repeated(c, n) for c, varies in zip(made, self._varying)]

    def _made(self, columns):
        otherwise = self._form.otherwise
        if otherwise is None or self._program is otherwise.graph.program():
            return self._program(*columns, *self._captured)
        try:
            return self._program(*columns, *self._captured)
        except Exception:  # elements that are not of one size: likely there are more of them
            self._program = otherwise.graph.program()
            made = self._program(*columns, *self._captured)
            self._memory["sizes differ"] = True
            return made


def _repeated(row, n):
    return np.broadcast_to(row, (n, *row.shape)) if type(row) is np.ndarray else row.expand(n, *row.shape)


def _joined(parts):
    return np.concatenate(parts) if type(parts[0]) is np.ndarray else torch.cat(parts)


def unbound(column):
    """The rows of a column, as storages."""
    return [row_of(column, i) for i in range(len(column))] if type(column) is np.ndarray else column.unbind(0)


def _admitted(column, mask):
    return column[mask.numpy()] if type(column) is np.ndarray else column[mask]


class MappedRows:
    """The rows of a source, each put through a simple program."""

    def __init__(self, source, program):
        self._source, self._singly, self._at_once = source, program.opened(), _AtOnce(program)
        self.length, self.memory = source.length, program.graph.memory
        self.row_by_row = self._at_once.row_by_row or getattr(source, "row_by_row", False)
        self.limit = min(self._at_once.limit, getattr(source, "limit", _PIECE))

    def one(self, i):
        """The slots of row `i`."""
        return self._singly(self._source.one(i))

    def many(self, indices):
        """The slots of the rows `indices`, stacked."""
        parts = [self._piece(indices[i : i + self.limit]) for i in range(0, len(indices), self.limit)]
        return parts[0] if len(parts) == 1 else [_joined(columns) for columns in zip(*parts)]

    def _piece(self, indices):
        columns = self._source.many(indices)
        try:
            return self._at_once(columns)
        except Exception:  # the failing element by itself raises the error that the user should see
            return [stack(parts) for parts in zip(*map(self.one, indices))]


def row_batches(dataset, run, size, drop):
    """Columns of `size` rows at a time of a dataset that is rows; the last may be shorter unless `drop`."""
    source, indices = dataset._rows(run)
    threads = dataset._threads(run) if run.parallel and type(source) is MappedRows else 0
    if not threads:
        return Grouped(indices, size, drop, source.many)
    worth = _worth(size if source.row_by_row else 0)
    return Adaptive(Grouped(indices, size, drop, _itself), source.many, threads, True, run, worth, source.memory)


def _worth(rows):
    """Seconds that a piece takes for which threads are worth while, where `rows` of it are called one by one."""
    return max(_WORTH, rows * _WORTH_OF_ROW)


def _itself(x):
    return x


def _plan(dataset):
    """(row dataset, stages from first to last) for a chain of simple maps and filters, or None."""
    stages, d = [], dataset
    while type(d).__name__ in ("_MapDataset", "_ParallelMapDataset", "_FilterDataset") and hasattr(d._args[1], "graph"):
        stages.append((type(d).__name__ == "_FilterDataset", d._args[1]))
        d = d._source
    fits = (d._by_rows or stages and d._by_records) and all(map(_fixed, nest.flatten(d._spec)))
    return (d, stages[::-1]) if fits and all(simple(program) for _, program in stages) else None


def opened(dataset, run):
    """An iterator over elements that are rows, many computed at a time, or None where that is not possible."""
    plan = _plan(dataset) if run.parallel else None
    if plan is None:
        return None
    rows, stages = plan
    source, indices = rows._rows(run) if rows._by_rows else (RecordRows(), rows._open(run))
    if not stages and type(source) is not MappedRows:
        return map(source.one, indices)
    return Pieces(source, indices, stages, dataset._threads(run), run)


class Lists(Stage):
    """Lists of items, indices of rows say, more and more at a time, so that the first element does not wait for hundreds.

    An error comes after the list of what was before it.
    """

    _KEPT, _INPUTS = ("_size", "_late"), ("_indices",)

    def __init__(self, indices, limit):
        self._indices, self._limit, self._size, self._late = indices, limit, min(4, limit), None

    def __next__(self):
        if self._late is not None:
            late, self._late = self._late, None
            raise late
        indices = []
        try:
            indices.extend(itertools.islice(self._indices, self._size))
        except Exception as e:
            if not indices:
                raise
            self._late = e
        if not indices:
            raise StopIteration
        self._size = min(2 * self._size, self._limit)
        return indices


class Pieces(Stage):
    """The elements of a chain of simple functions over rows."""

    def __init__(self, source, indices, stages, threads, run):
        self._source = source
        self._stages = [(is_filter, _AtOnce(program)) for is_filter, program in stages]
        self._singly = [
            (is_filter, program.opened(out_of_range=errors.InternalError if is_filter else errors.InvalidArgumentError))
            for is_filter, program in stages
        ]
        self._ready = iter(())
        self._single = iter(())
        limit = min([getattr(source, "limit", _PIECE), *(stage.limit for _, stage in self._stages)])
        lists = Lists(indices, limit)
        memory = stages[-1][1].graph.memory if stages else None
        by_row = getattr(source, "row_by_row", False) or any(stage.row_by_row for _, stage in self._stages)
        worth = _worth(limit if by_row else 0)
        self._made = Adaptive(lists, self._piece, threads, True, run, worth, memory) if threads else map(self._piece, lists)

    def _piece(self, indices):
        """[the indices, the columns made of their rows], or no columns where they have to be computed element by element."""
        try:
            columns = self._source.many(indices)
            for is_filter, stage in self._stages:
                if not columns[0].shape[0]:
                    return [[], None]
                made = stage(columns)
                columns = [_admitted(c, made[0]) for c in columns] if is_filter else made
            return [indices, columns]
        except Exception:  # the elements before the one that fails are still to come: one by one it shows which it is
            return [indices, None]

    def _columns(self):
        """Columns of the next piece, or None where it has none. StopIteration at the end."""
        indices, columns = next(self._made)
        if columns is None:
            self._single = iter(indices)
        return columns

    def state(self):
        ready, single = list(self._ready), list(self._single)
        self._ready, self._single = iter(ready), iter(single)
        return [state_of(self._made), [list(row) for row in ready], single]

    def resume(self, state):
        made, ready, single = state
        self._made, self._ready, self._single = resumed(self._made, made), iter(ready), iter(single)

    def __next__(self):
        while True:
            for row in self._ready:
                return list(row)
            for i in self._single:
                flat = self._computed(self._source.one(i))
                if flat is not None:
                    return flat
            columns = self._columns()
            if columns is not None:
                self._ready = zip(*map(unbound, columns))

    def _computed(self, flat):
        for is_filter, run in self._singly:
            made = run(flat)
            if not is_filter:
                flat = made
            elif not made[0]:
                return None
        return flat

    def step(self):
        """Columns of one or more next elements, or None where the next piece has none. StopIteration at the end."""
        for i in self._single:
            flat = self._computed(self._source.one(i))
            return None if flat is None else [x[None] for x in flat]
        return self._columns()


class PieceBatches(Stage):
    """Columns of `size` elements of `pieces`, which have a `step`, at a time; the last may be shorter unless `drop`.

    whole: whether a batch that fails takes all of its elements, or only those up to the one that fails.
    """

    _KEPT, _INPUTS = ("_held", "_count"), ("_pieces",)

    def __init__(self, pieces, size, drop, whole):
        self._pieces, self._size, self._drop, self._whole = pieces, size, drop, whole
        self._held, self._count = None, 0
        self._more = []  # what follows `_held`: joined where a batch is whole, so that each element is copied once

    def __next__(self):
        size = self._size
        while self._count < size:
            try:
                columns = self._pieces.step()
            except StopIteration:
                self._join()
                count, self._count = self._count, 0
                if count and not self._drop:
                    return self._held
                raise
            except Exception:  # with which the elements before it in the batch are lost
                count, self._count, self._more = self._count, 0, []
                if self._whole:
                    self._pass_over(size - count - 1)
                raise
            if columns is not None:
                if self._count:
                    self._more.append(columns)
                else:
                    self._held = columns
                self._count += columns[0].shape[0]
        self._count -= size
        last = self._more[-1] if self._more else self._held
        cut = last[0].shape[0] - self._count
        batch = last if not self._count else [c[:cut] for c in last]
        if self._more:
            self._more[-1] = batch
            self._join()
            batch = self._held
        self._held = [c[cut:] for c in last]
        return batch

    def _pass_over(self, n):
        while n:
            try:
                columns = self._pieces.step()
            except StopIteration:
                break
            except Exception:  # the first one is raised
                n -= 1
                continue
            if columns is not None:
                rows = columns[0].shape[0]
                if rows > n:
                    self._held, self._count = [c[n:] for c in columns], rows - n
                n -= min(n, rows)

    def _join(self):
        if self._more:
            self._held = [_joined(parts) for parts in zip(self._held, *self._more)]
            self._more = []

    def state(self):
        self._join()
        return super().state()


# ---------------------------------------------------------------------- records, parsed many at a time
# A function that parses its element, a record, but has no form for many elements, as its results differ in their sizes, say: what
# it does with a parsed record stays a call for each.
_RECORDS = 128


class _Split:
    """A graph of one record in two parts: `node` parses the record, `rest` computes the outputs from it and what the node gives."""

    def __init__(self, graph, node):
        record, defaults = graph.inputs[0], node.arguments[2]
        self._items = node.arguments[3]
        self._defaults = Program(select(graph._operations, defaults, effects=False), [], defaults, graph.name)() if defaults else ()
        # What follows the record in the arguments of the whole graph comes after it here too.
        given = [record, *node.outputs, *graph.inner_captures]
        nodes = select(graph._operations, graph.outputs, stop=given)
        self.rest = Program(nodes, given, graph.outputs, graph.name)

    def parsed(self, flats):
        """For each element, what `rest` takes; the element by itself where the parsing of some fails, which shows with it alone."""
        try:
            rows = single_rows([flat[0][()] for flat in flats], self._items, self._defaults)
        except (errors.OpError, ValueError, BadMessage):
            return flats
        return [[flat[0], *row] for flat, row in zip(flats, rows)]


def _splits(program):
    """How the graph of a program is split, or None where it does not parse its element, a record, in a way that serves."""
    graph = program.graph
    known = graph.memory
    if "parsed ahead" not in known:
        found = [node for node in graph._operations if _parses(node, graph.inputs)]
        known["parsed ahead"] = _Split(graph, found[0]) if len(found) == 1 and not program.draws() else None
    return known["parsed ahead"]


def _parses(node, inputs):
    if node.kind != "ParseExampleV2" or len(inputs) != 1 or node.control_inputs or node.flow is not None or len(node.arguments) < 4:
        return False
    serialized, names, defaults, items = node.arguments[:4]
    if serialized is not inputs[0] or serialized.shape.rank != 0 or not all(item.form in SINGLE_FORMS for item in items):
        return False
    return names.shape.as_list() == [0] and all(isinstance(t, Tensor) and t.op.kind == "Const" for t in (names, *defaults))


class _Ahead(Stage):
    """The elements of `items`, records, as what the rest of their function takes, or as they are."""

    def __init__(self, items, split):
        self._lists, self._split = Lists(items, _RECORDS), split
        self._ready, self._at = [], 0

    def __next__(self):
        while self._at == len(self._ready):
            self._ready, self._at = [], 0
            self._ready = self._split.parsed(next(self._lists))
        item = self._ready[self._at]
        self._at += 1
        return item

    def state(self):
        return [[item[:1] for item in self._ready[self._at :]], state_of(self._lists)]

    def resume(self, state):
        flats, lists = state
        self._lists = resumed(self._lists, lists)
        self._ready, self._at = self._split.parsed(flats) if flats else [], 0


def parsed_ahead(dataset, program, run):
    """(items, callable) whose results, one by one, are those of `program` for the elements of `dataset`."""
    fits = run.parallel and dataset._by_records and not program.symbolic and program._python is None
    split = _splits(program) if fits else None
    if split is None:
        return dataset._open(run), program.opened(run)
    whole, rest = program.opened(run), program.opened(run, split.rest)

    def call(item):
        return whole(item) if len(item) == 1 else rest(item)

    return _Ahead(dataset._open(run), split), call
