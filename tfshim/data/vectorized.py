"""Functions of many small elements at once.

A chain of maps and filters over rows whose functions consist of elementwise operations is computed for a whole piece of
rows by one call of the same program: for such operations the results are the same numbers. What does not fit, or raises,
is computed element by element.
"""

import itertools

import torch

from tfshim.data.stages import Stage, resumed, state_of
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec

# Operations that do to each number what they do to a single one, bit for bit.
_ELEMENTWISE = frozenset(
    """
    Const Identity AddV2 Add Sub Mul Neg Abs Square Maximum Minimum FloorMod FloorDiv Equal NotEqual Less LessEqual Greater
    GreaterEqual LogicalAnd LogicalOr LogicalNot Cast Sign RealDiv SelectV2 BitwiseAnd BitwiseOr BitwiseXor
""".split()
)
_NUMBERS = sum(d.mask for d in (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.bool, dtypes.uint8))
_PIECE, _BYTES = 256, 1 << 20


def _fixed(spec):
    return isinstance(spec, TensorSpec) and spec.shape.is_fully_defined() and spec.dtype.mask & _NUMBERS


def simple(program):
    """Whether a program may be called with many elements at once: all it does is elementwise, on tensors of one shape."""
    known = program.__dict__.get("_elementwise")
    if known is None:
        known = program._elementwise = _is_simple(program)
    return known


def _is_simple(program):
    if program.captures or program._python is not None or not all(map(_fixed, [*program._specs, *nest.flatten(program.element_spec)])):
        return False
    varying = {id(t) for t in program.graph.inputs}
    for node in program.graph._operations:
        if node.type in ("Placeholder", "Const"):
            continue
        if node.type not in _ELEMENTWISE or node.rng is not None or len(node.outputs) != 1:
            return False
        tensors = [a for a in node.arguments if isinstance(a, Tensor)]
        if any(type(a) is list for a in node.arguments) or not all(t.dtype.mask & _NUMBERS for t in [*tensors, *node.outputs]):
            return False
        moving = [t for t in tensors if id(t) in varying]
        if not moving:
            return False
        shape = node.outputs[0].shape
        if not shape.is_fully_defined() or any(t.shape != shape for t in moving):
            return False
        if any(t.shape.rank != 0 for t in tensors if id(t) not in varying):
            return False
        varying.add(id(node.outputs[0]))
    program._varying = [id(t) in varying for t in program.graph.outputs]
    return True


def _at_once(program, columns):
    """The results of a simple program for many elements, whose slots are stacked in `columns`."""
    n = columns[0].shape[0]
    return [c if varies else c.expand(n, *c.shape) for c, varies in zip(program.graph.program()(*columns), program._varying)]


class MappedRows:
    """The rows of a source, each put through a simple program."""

    def __init__(self, source, program):
        self._source, self._program, self._singly = source, program, program.opened()
        self.length = source.length

    def one(self, i):
        """The slots of row `i`."""
        return self._singly(self._source.one(i))

    def many(self, indices):
        """The slots of the rows `indices`, stacked."""
        columns = self._source.many(indices)
        try:
            return _at_once(self._program, columns)
        except Exception:
            for i in indices:  # the failing element by itself raises the error that the user should see
                self.one(i)
            raise


def _plan(dataset):
    """(row dataset, stages from first to last) for a chain that fits, or None."""
    stages = []
    d = dataset
    while type(d).__name__ in ("_MapDataset", "_ParallelMapDataset", "_FilterDataset") and hasattr(d._args[1], "graph"):
        if not simple(d._args[1]):
            return None
        stages.append((type(d).__name__ == "_FilterDataset", d._args[1]))
        d = d._source
    leaves = nest.flatten(d._spec)
    if not stages or not d._by_rows or not all(map(_fixed, leaves)):
        return None
    size = min(_PIECE, _BYTES // max(sum(s.shape.num_elements() * s.dtype.size for s in leaves), 1))
    return (d, stages[::-1], size) if size >= 8 else None


def chunked(dataset, run):
    """An iterator over the elements of a map or filter, computed many rows at a time, or None where that is not possible."""
    plan = _plan(dataset)
    if plan is None or not run.parallel:
        return None
    return _Pieces(plan, run)


class _Pieces(Stage):
    """The elements of a chain of elementwise functions over rows."""

    def __init__(self, plan, run):
        rows, self._stages, self._limit = plan
        self._source, self._indices = rows._rows(run)
        self._singly = [(is_filter, program.opened()) for is_filter, program in self._stages]
        self._ready = iter(())
        self._single = iter(())
        self._size = 4  # grows, so that the first element does not wait for hundreds

    def pieces(self):
        """Columns of the next piece, or None where it has to be computed element by element. StopIteration at the end."""
        indices = list(itertools.islice(self._indices, self._size))
        if not indices:
            raise StopIteration
        self._size = min(2 * self._size, self._limit)
        columns = self._source.many(indices)
        try:
            for is_filter, program in self._stages:
                made = _at_once(program, columns)
                columns = [c[made[0]] for c in columns] if is_filter else made
            return columns
        except Exception:  # the elements before the one that fails are still to come: one by one it shows which it is
            self._single = iter(indices)
            return None

    def state(self):
        ready, single = list(self._ready), list(self._single)
        self._ready, self._single = iter(ready), iter(single)
        return [state_of(self._indices), [list(row) for row in ready], single, self._size]

    def resume(self, state):
        indices, ready, single, self._size = state
        self._indices, self._ready, self._single = resumed(self._indices, indices), iter(ready), iter(single)

    def __next__(self):
        while True:
            for row in self._ready:
                return list(row)
            for i in self._single:
                flat = self._computed(self._source.one(i))
                if flat is not None:
                    return flat
            columns = self.pieces()
            if columns is not None:
                self._ready = zip(*[c.unbind(0) for c in columns])

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
        return self.pieces()


class PieceBatches(Stage):
    """Columns of `size` elements of `pieces` at a time; the last may be shorter unless `drop`."""

    _KEPT, _INPUTS = ("_held", "_count"), ("_pieces",)

    def __init__(self, pieces, size, drop):
        self._pieces, self._size, self._drop = pieces, size, drop
        self._held, self._count = None, 0

    def __next__(self):
        size = self._size
        while self._count < size:
            try:
                columns = self._pieces.step()
            except StopIteration:
                count, self._count = self._count, 0
                if count and not self._drop:
                    return self._held
                raise
            if columns is not None:
                self._held = columns if not self._count else [torch.cat(pair) for pair in zip(self._held, columns)]
                self._count = self._held[0].shape[0]
        batch = [c[:size] for c in self._held]
        self._held = [c[size:] for c in self._held]
        self._count -= size
        return batch
