"""Functions of many small elements at once.

A chain of maps and filters over rows whose functions are made of elementwise operations on scalars is computed for a
whole piece of rows by one call of the same program: for such operations the results are the same numbers. What does not
fit, or raises, is computed element by element.
"""

import itertools

import torch

from tfshim.data.stages import Stage
from tfshim.engine import dtypes, nest
from tfshim.engine.tensor import Tensor
from tfshim.engine.typespec import TensorSpec

# Operations whose kernels do to each element what they do to a scalar, bit for bit.
_ELEMENTWISE = frozenset("""
    Const Identity AddV2 Add Sub Mul Neg Abs Square Maximum Minimum FloorMod FloorDiv Equal NotEqual Less LessEqual Greater
    GreaterEqual LogicalAnd LogicalOr LogicalNot Cast Sign RealDiv SelectV2 BitwiseAnd BitwiseOr BitwiseXor
""".split())
_NUMBERS = sum(d.mask for d in (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.bool))
_PIECE = 256


def _scalars(spec):
    return isinstance(spec, TensorSpec) and spec.shape.rank == 0 and spec.dtype.mask & _NUMBERS


def _simple(program):
    """Whether a program may be called with many scalars at once."""
    known = program.__dict__.get("_elementwise")
    if known is None:
        known = program._elementwise = _is_simple(program)
    return known


def _is_simple(program):
    if program.captures or program._python is not None or not all(map(_scalars, [*program._specs, *nest.flatten(program.element_spec)])):
        return False
    for node in program.graph._operations:
        if node.type == "Placeholder":
            continue
        if node.type not in _ELEMENTWISE or node.rng is not None:
            return False
        for t in [*node.outputs, *[a for a in node.arguments if isinstance(a, Tensor)]]:
            if t.shape.rank != 0 or not t.dtype.mask & _NUMBERS:
                return False
    return True


def _plan(dataset):
    """(row dataset, stages from first to last) for a chain that fits, or None."""
    stages = []
    d = dataset
    while type(d).__name__ in ("_MapDataset", "_ParallelMapDataset", "_FilterDataset"):
        if not _simple(d._args[1]):
            return None
        stages.append((type(d).__name__ == "_FilterDataset", d._args[1]))
        d = d._source
    if not d._by_rows or not all(map(_scalars, nest.flatten(d._spec))):
        return None
    return d, stages[::-1]


def chunked(dataset, run):
    """An iterator over the elements of a map or filter, computed by the piece, or None where that does not fit."""
    plan = _plan(dataset)
    if plan is None or not run.parallel:
        return None
    return _Pieces(plan, run)


class _Pieces(Stage):
    """The elements of a chain of elementwise functions over rows."""

    def __init__(self, plan, run):
        rows, self._stages = plan
        self._source, self._indices = rows._rows(run)
        self._programs = [(is_filter, program.graph.program()) for is_filter, program in self._stages]
        self._singly = [(is_filter, program.opened()) for is_filter, program in self._stages]
        self._ready = iter(())
        self._single = iter(())
        self._size = 4  # grows: whoever takes one element does not wait for hundreds

    def pieces(self):
        """Columns of the next piece, or None where it has to be computed element by element. StopIteration at the end."""
        indices = list(itertools.islice(self._indices, self._size))
        if not indices:
            raise StopIteration
        self._size = min(2 * self._size, _PIECE)
        columns = self._source.many(indices)
        try:
            for is_filter, program in self._programs:
                made = program(*columns)
                if is_filter:
                    keep = made[0]
                    if keep.shape != columns[0].shape:
                        keep = keep.expand(columns[0].shape)
                    columns = [c[keep] for c in columns]
                else:
                    n = columns[0].shape
                    columns = [c if c.shape == n else c.expand(n) for c in made]
            return columns
        except Exception:  # the elements before the one that fails are still to come: one by one it shows which it is
            self._single = iter(indices)
            return None

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
