"""What the methods that users write in their metrics are wrapped in."""

from __future__ import annotations

import functools

from tfshim import array_ops
from tfshim.distribute.replicas import current_replica
from tfshim.engine.autograph import convert_argument
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor


def in_graphs_converted(method):
    """A method whose `if` and `for` over tensors become operations where a graph is built."""

    @functools.wraps(method)
    def run(self, *args, **kwargs):
        if TS.graph is None:
            return method(self, *args, **kwargs)
        return convert_argument(method)(self, *args, **kwargs)

    return run


def _between(method, metric, *args):
    return TS.replica.merge(lambda strategy: method(metric, *args), (), {})


def as_tensors(method):
    """`result`, with tensors in place of variables and numbers, which replicas of a strategy compute together from what all have seen.

    Raises RuntimeError for other results.
    """
    inner = in_graphs_converted(method)

    @functools.wraps(method)
    def result(self, *args):
        if TS.replica is not None and current_replica() is not None:
            return _between(result, self, *args)
        found = inner(self, *args)
        if isinstance(found, dict):
            return {k: convert_to_tensor(v) for k, v in found.items()}
        try:
            return convert_to_tensor(found)
        except (ValueError, TypeError):
            raise RuntimeError(
                "The output of `metric.result()` can only be a single Tensor/Variable, or a dict of Tensors/Variables. "
                f"For metric {self.name}, got result {found}."
            ) from None

    return result


def passed_on(method):
    """`result`, computed between replicas, of which pages of graphs show that Keras passes on what it gives."""

    @functools.wraps(method)
    def result(self, *args):
        if TS.replica is not None and current_replica() is not None:
            return _between(method, self, *args)
        if TS.graph is None or one_by_one.wanted():
            return method(self, *args)
        return shown_parts.recorded(_identical, method, self, *args)

    return result


def _identical(method, metric, *args):
    found = method(metric, *args)
    return array_ops.identity(found) if one_by_one.wanted() and isinstance(found, Tensor) else found
