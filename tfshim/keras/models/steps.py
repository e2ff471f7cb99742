"""Steps as functions of an iterator: traced once for each input signature, or run eagerly."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from tfshim import array_ops, math, ragged, sparse
from tfshim._export import tf_private
from tfshim.distribute.inputs.datasets import split
from tfshim.distribute.per_replica import PerReplica
from tfshim.engine.functions.function import function
from tfshim.engine.functions.retracing import History
from tfshim.engine.graphs.func_graph import FuncGraph
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.variable import Variable
from tfshim.keras.models.fetching import in_graph
from tfshim.profiler import points
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

_TRACED = (TensorSpec, RaggedTensorSpec, SparseTensorSpec)  # specs of batches that are traced before one is there


# By the name of the step: those of all models are one piece of code in Keras, whose tracings are counted together.
_HISTORIES: defaultdict[str, History] = defaultdict(History)


class Traced:
    """`run(data)`, traced; called with an iterator, it takes the next batch.

    A batch whose sizes no trace fits is traced with those sizes left open in which it differs from batches before.
    Iterators that know the spec of their batches are served without a look at the tensors.
    """

    def __init__(self, run: Callable[[Any], Any], jit_compile: bool | None = False, in_loop: bool = False) -> None:
        self._function = function(_tried_first(run) if in_loop else run, reduce_retracing=True, jit_compile=jit_compile or None)
        self._traces = []  # (device, spec, trace)
        self._of_composites: list[tuple[Any, Any, Any]] = []  # the same, for batches with composite tensors
        self._last: tuple[Any, Any, Any] = None, None, None  # of the last run: the spec, the device, the trace
        self._run, self._history = run, _HISTORIES[f"{run.__name__} {in_loop}"]
        self._is_counted = True  # whether calls without a tracing still make a difference to warnings

    def __call__(self, iterator: Iterator[Any]) -> Any:
        flat = getattr(iterator, "flat", None)
        if flat is None:
            data = in_graph(lambda: next(iterator), self._shown_name)
            tensors = nest.flatten(data)
            spec = getattr(iterator, "batch_spec", None)
            if spec is None:
                if any(type(x) is not EagerTensor for x in tensors):
                    return self._function(data)
                spec = nest.map_structure(lambda x: TensorSpec(x.shape, x.dtype), data)
        else:
            spec = iterator.batch_spec
            if spec is None:
                data = in_graph(lambda: next(iterator), self._shown_name)
                return self._traced_for(iterator.element_spec)(data)
            tensors = in_graph(flat, self._shown_name)
        # In one piece: another thread may use the step for batches of another size.
        known, device, concrete = self._last
        if spec is not known or TS.device != device:
            with lock_of(self):
                before = len(self._traces)
                concrete = self._trace(spec)
                is_new = len(self._traces) != before
            self._last = spec, TS.device, concrete
            if is_new:
                found = concrete._call_flat(tensors)
                self._history.traced(self._run)
                self._is_counted = True
                return found
        if self._is_counted:
            self._is_counted = not self._history.called()
        return concrete._call_flat(tensors)

    def _shown_name(self):
        """What texts call the function, which may not have been traced yet."""
        concrete = self._last[2]
        return f"__inference_{self._function._name}_0" if concrete is None else concrete.graph.name

    def _traced_for(self, spec):
        """The trace for batches of `spec`, in which are composite tensors; the function itself where a part of them can be of any kind."""
        if not all(isinstance(s, _TRACED) for s in nest.flatten(spec)):
            return self._function
        with lock_of(self):
            for device, known, concrete in self._of_composites:
                if device == TS.device and (known is spec or known == spec):
                    return concrete
            concrete = self._function.get_concrete_function(spec)
            self._of_composites.append((TS.device, spec, concrete))
        self._history.traced(self._run)
        self._is_counted = True
        return concrete

    def _trace(self, spec):
        comparable = [(known, concrete) for device, known, concrete in self._traces if device == TS.device and _comparable(known, spec)]
        for known, concrete in comparable:
            if all(k.shape.as_list() == s.shape.as_list() for k, s in zip(nest.flatten(known), nest.flatten(spec))):
                return concrete
        for known, concrete in comparable:
            if all(_covers(k.shape, s.shape) for k, s in zip(nest.flatten(known), nest.flatten(spec))):
                return concrete
        # The last batch of an epoch is often smaller: the next trace serves batches of any size.
        for known, _ in comparable:
            spec = nest.map_structure(lambda s, k: TensorSpec(s.shape.most_specific_compatible_shape(k.shape), s.dtype), spec, known)
        concrete = self._function.get_concrete_function(spec)
        self._traces.append((TS.device, spec, concrete))
        return concrete

    @property
    def graph(self) -> Any:
        """The graph of the trace that was run last, or None."""
        return None if self._last[2] is None else self._last[2].graph

    def experimental_get_tracing_count(self) -> int:
        """How often the step was traced."""
        return self._function.experimental_get_tracing_count()


def _tried_first(run):
    """`run`, traced once more beforehand, as TensorFlow traces the body of a loop to learn what it gives.

    Layers with a seed of their own take another one with each trace.
    """

    @functools.wraps(run)
    def traced(data):
        with FuncGraph("tried_first", TS.graph).as_default():
            run(data)
        return run(data)

    return traced


def _comparable(a, b):
    """Whether two specs of batches differ in nothing but sizes."""
    try:
        nest.assert_same_structure(a, b)
    except (ValueError, TypeError):
        return False
    return all(x.dtype == y.dtype and x.shape.rank == y.shape.rank for x, y in zip(nest.flatten(a), nest.flatten(b)))


def _covers(general, shape):
    return shape.rank is None or all(g is None or g == s for g, s in zip(general.as_list(), shape.as_list()))


def in_replicas(model, strategy, method, data):
    """`model.method(data)` with a part of the batch in each replica of `strategy`; metrics, and outputs, of all of them."""
    with strategy.scope():
        # Workers have divided the batch already.
        parts = data if strategy._has_workers else split(data, strategy.num_replicas_in_sync)
        outputs = strategy.run(getattr(model, method), args=(parts,))
        if method == "predict_step":
            return strategy.gather(outputs, axis=0)
        return reduce_per_replica(outputs, strategy, model.distribute_reduction_method)


@tf_private("keras.src.engine.training._minimum_control_deps")
def minimum_control_deps(outputs: Any) -> list[Any]:
    """What to wait for where a step is to have succeeded: the first tensor of the structure `outputs`, as a list; in graphs alone."""
    if executing_eagerly():
        return []
    return [x for x in nest.flatten(outputs, expand_composites=True) if not isinstance(x, Variable)][:1]


@tf_private("keras.src.engine.training.reduce_per_replica")
def reduce_per_replica(values: Any, strategy: Any, reduction: str) -> Any:
    """A structure of tensors, with one in the place of each PerReplica among `values`.

    `reduction`: "first" (that of the first replica), "sum" (of all their entries), "concat" (one after the other along the first axis;
    scalars are stacked), or "auto", which is "sum". Raises ValueError for others, where there is a PerReplica.
    """

    def reduce(value):
        if not isinstance(value, PerReplica):
            return value
        parts = strategy.experimental_local_results(value)
        if reduction == "first":
            return parts[0]
        if reduction in ("sum", "auto"):
            return math.reduce_sum(parts)
        if reduction != "concat":
            raise ValueError(f'`reduction` must be "first", "concat", "sum", or "auto". Received: reduction={reduction}.')
        if isinstance(parts[0], sparse.SparseTensor):
            return sparse.concat(axis=0, sp_inputs=parts)
        return array_ops.stack(parts) if parts[0].shape.rank == 0 else array_ops.concat(parts, 0)

    return nest.map_structure(reduce, values)


class Eager:
    """`run(data)` as a function of an iterator."""

    def __init__(self, run: Callable[[Any], Any]) -> None:
        self._run = run

    def __call__(self, iterator: Iterator[Any]) -> Any:
        return self._run(next(iterator))


def _step(step, iterator):
    """A step of training or evaluation as a profile shows it."""
    named = step.__dict__.get("shown_as")
    if named is None:
        return None
    name, counter = named
    number = int(counter._t)  # without an operation, which the profile would show
    epoch = step.__dict__.get("epoch")
    if epoch is None:
        return [(name, {"step_num": number, "_r": 1})]
    epoch, first, batch_size = epoch
    return [(name, {"epoch_num": epoch, "step_num": number - first, "batch_size": batch_size, "_r": 1})]


def note_epoch(function: Any, epoch: int, batch_size: Any) -> None:
    """Have profiles show what `function`, a step or several, does from now on as the steps of that epoch."""
    step = getattr(function, "step", function)
    if isinstance(step, (Traced, Eager)) and "shown_as" in step.__dict__:
        step.epoch = epoch, int(step.shown_as[1]._t), batch_size


for _kind in (Traced, Eager):
    points.shown(_kind, "__call__", _step, level=1)


def repeated(step, count, joined):
    """`step` several times over; `count` is a variable. `joined(list)` makes one result of theirs. What is made has the `step`."""

    def steps(iterator):
        return joined([step(iterator) for _ in range(int(count.numpy()))])

    steps.step = step
    return steps


def last(results: Sequence[Any]) -> Any:
    """The result of the last of several steps."""
    return results[-1]


def concatenated(results: Sequence[Any]) -> Any:
    """The results of several steps, one after the other along the first axis."""
    if len(results) == 1:
        return results[0]
    return nest.map_structure_up_to(results[0], lambda *parts: concat(list(parts)), *results)


def concat(parts: Sequence[Any]) -> Any:
    """Tensors one after the other along the first axis; scalars are stacked; what differs in more than rows becomes ragged."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    if not isinstance(first, Tensor):
        return sparse.concat(axis=0, sp_inputs=parts) if hasattr(first, "dense_shape") else array_ops.concat(parts, 0)
    # Scalars have no axis to be joined along.
    if first.shape.rank == 0:
        return array_ops.stack(parts)
    rest = first.shape[1:]
    if all(p.shape[1:] == rest for p in parts):
        return array_ops.concat(parts, 0)
    differs = [i for i in range(1, first.shape.rank) if len({p.shape[i] for p in parts}) > 1]
    inner = tuple(first.shape.as_list()[differs[-1] + 1 :])
    return ragged.constant([p.numpy().tolist() for p in parts], inner_shape=inner or None, dtype=first.dtype).merge_dims(0, 1)


def to_python(structure: Any) -> Any:
    """Scalars as Python numbers, other tensors as NumPy arrays."""

    def convert(x):
        if isinstance(x, Tensor):
            x = x.numpy()
        if getattr(x, "ndim", None) == 0 and hasattr(x, "item"):
            return x.item()
        return x

    if type(structure) is dict:
        return {k: convert(v) if not nest.is_nested(v) else to_python(v) for k, v in structure.items()}
    return nest.map_structure(convert, structure)


def is_due(epoch: int, frequency: int | Collection[int]) -> bool:
    """Whether validation follows the epoch of that number, from 0: `frequency` is every how many epochs, or a list of numbers from 1.

    Raises ValueError for others.
    """
    if isinstance(frequency, int):
        return (epoch + 1) % frequency == 0
    if isinstance(frequency, list):
        return epoch + 1 in frequency
    raise ValueError(
        f"Expected `validation_freq` to be a list or int. Received: validation_freq={frequency} of the type {type(frequency)}."
    )


def to_python_arrays(structure: Any) -> Any:
    """`structure` with arrays in place of its tensors."""
    return nest.map_structure(lambda x: x if nest.is_composite(x) else x.numpy() if hasattr(x, "numpy") else x, structure)


def in_order(logs: dict[str, Any], names: Sequence[str]) -> Any:
    """The values of `logs` in the order of `names`, then the others by name; a single one by itself."""
    known = logs.keys()  # what a step returned that is no dictionary has none, which the error says
    values = [logs[name] for name in names if name in known] + [logs[k] for k in sorted(known) if k not in names]
    return values[0] if len(values) == 1 else values


def by_names(names: Sequence[str], values: Any) -> dict[str, Any]:
    """The values that `in_order` gives, by their names."""
    return dict(zip(names, values if isinstance(values, list) else [values]))
