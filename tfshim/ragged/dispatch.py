"""The dispatch of operations on ragged tensors: which function handles each."""

import functools
import sys

from tfshim.elementwise_apis import find, key, kind_of
from tfshim.ragged import elementwise, gathering, joining, products, rearranging, reductions, shapes
from tfshim.ragged.ragged_tensor import RaggedTensor

_REDUCTIONS = "reduce_sum reduce_prod reduce_max reduce_min reduce_mean reduce_any reduce_all reduce_variance reduce_std".split()
_SEGMENTS = "sum prod max min mean sqrt_n".split()

# What takes the arguments of the operation by name.
_BY_NAME = {
    "array_ops.where": elementwise.where,
    "array_ops.gather": gathering.gather,
    "array_ops.gather_nd": gathering.gather_nd,
    "array_ops.dynamic_partition": gathering.dynamic_partition,
    "array_ops.expand_dims": rearranging.expand_dims,
    "array_ops.squeeze": rearranging.squeeze,
    "array_ops.tile": rearranging.tile,
    "array_ops.reverse": rearranging.reverse,
    "array_ops.one_hot": rearranging.one_hot,
    "array_ops.split": rearranging.split,
    "array_ops.concat": joining.concat,
    "array_ops.stack": joining.stack,
    "linalg.matmul": products.matmul,
    "nn.softmax": products.softmax,
    "math.cumsum": products.cumsum,
    "nn.embedding_lookup": products.embedding_lookup,
    "strings.reduce_join": reductions.reduce_join,
}
# What takes the operation and its arguments.
_WITH_FUNCTION = {
    "array_ops.bitcast": elementwise.unary,
    "array_ops.identity": elementwise.unary,
    "autodiff.stop_gradient": elementwise.unary,
    "math.add_n": elementwise.listed,
    "strings.join": elementwise.listed,
    "nn.dropout": products.dropout,
    "nn.experimental.stateless_dropout": products.dropout,
    "nn.embedding_lookup_sparse": products.embedding_of_rows,
    "nn.safe_embedding_lookup_sparse": products.embedding_of_rows,
    "math.bincount": products.bincount,
    "sparse.bincount": products.bincount,
    "image.resize": rearranging.resize,
}
_ELEMENTWISE = {"unary": elementwise.unary, "binary": elementwise.binary, "assert": elementwise.compared}


def _named(function):
    return lambda _, arguments: function(**arguments)


@functools.lru_cache(maxsize=8)
def _table(loaded):
    """The handlers `handler(function, arguments)` by public function, for the packages that are loaded."""
    table = {}
    names = {**{n: _named(f) for n, f in {**_BY_NAME, **shapes.BY_NAME}.items()}, **_WITH_FUNCTION}
    names["math.reduce_logsumexp"] = _named(reductions.reduce_logsumexp)
    for name in _REDUCTIONS:
        names["math." + name] = _named(functools.partial(reductions.reduce, name))
    for name in _SEGMENTS:
        names["math.unsorted_segment_" + name] = lambda f, arguments: reductions.unsorted_segment(f, **arguments)
    for name, handler in names.items():
        function = find(name)
        if function is not None:
            table[key(function)] = handler
    return table


def dispatch(function, args, kwargs):
    """The result of `function` for ragged arguments, or NotImplemented."""
    # Nobody can have called functions of namespaces that are not loaded yet.
    loaded = tuple(p for p in ("nn", "linalg", "strings", "sparse", "autodiff", "math") if "tfshim." + p in sys.modules)
    handler = _table(loaded).get(key(function)) or _ELEMENTWISE.get(kind_of(function))
    if handler is None or args:
        return NotImplemented
    return handler(function, {k: v for k, v in kwargs.items() if k != "name"})


__all__ = ["RaggedTensor", "dispatch"]
