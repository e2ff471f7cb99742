"""Written forms of datasets: one of TensorFlow's nodes for each transformation.

A node of ours holds a whole pipeline, with the traced functions in it. In a file each transformation is a node, each function one of the
library, and what a function captures is given to the node beside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.data import transformations
from tfshim.data.iterators import functions_of, walk
from tfshim.data.raw import options_message
from tfshim.data.raw.transforming import UncountedDataset
from tfshim.data.specs import boxed
from tfshim.data.structures import is_dense
from tfshim.engine.functions.concrete_function import _call_graph, _Callee
from tfshim.engine.graph_export.functions import resources
from tfshim.engine.graphs.func_graph import FuncGraph, trace
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.written_forms.datasets.elements import VARIANT, described, is_packed, is_written, leaves_of, packed, unpacked
from tfshim.written_forms.form import raw

if TYPE_CHECKING:
    from tfshim.engine.graph_export.splicing import Inside
    from tfshim.engine.graphs.operation import Operation

    Writer = Any  # GraphWriter of engine.graphs.graph_writer
    Form = Callable[["Pipeline", Any], Any]

_FORMS: dict[type, Form] = {}  # class of a transformation -> its form
T = transformations


def _of(*classes: Any) -> Callable[[Form], Form]:
    """A decorator for the form of these transformations: a function of the Pipeline and the dataset that gives the variant tensor."""

    def decorate(function: Form) -> Form:
        _FORMS.update(dict.fromkeys(classes, function))
        return function

    return decorate


def _form_of(dataset: Any) -> Form | None:
    return next((_FORMS[c] for c in type(dataset).__mro__ if c in _FORMS), None)


def unwritten(dataset: Any) -> str | None:
    """What of a pipeline has no form in files, or None: a class of transformations, or a kind of values."""
    for d in walk(dataset):
        if _form_of(d) is None:
            return type(d).__name__
        specs = [d._spec, *(s for p in functions_of(d) for s in (p.specs, p.element_spec))]
        for s in nest.flatten(specs):
            if not is_written(s):
                return repr(s)
        if isinstance(d, _OF_DENSE) and not all(map(is_dense, nest.flatten([x._spec for x in d._inputs]))):
            return f"{type(d).__name__} of values other than dense tensors"
    return None


class _Around:
    """A dataset that was made around the function for which pages are written."""

    def __init__(self, dataset: Any) -> None:
        self.dataset = dataset


class Pipeline:
    """Writes datasets into the graph beside a node; `leaves`: id of a tensor that they depend on -> what stands for it there.

    On pages datasets that were made around the function are handles that it takes, and all are written once for the graph of `node`.
    """

    def __init__(self, writer: Writer, inner: Inside, leaves: dict[int, Any], node: Operation | None = None) -> None:
        self._writer, self._inner, self._leaves, self._node = writer, inner, leaves, node
        self.shown = writer.functions.shown and node is not None
        self._user = "" if node is None else node.name  # what takes the handles that are written
        self._known: dict[int, Any] = {}
        self._uncounted: set[int] = set()

    # ------------------------------------------------------------------ values
    def tensor(self, x: Any, dtype: Any = None) -> Any:
        """What stands for a tensor, or a number, that a dataset was given; as `dtype` if that is said."""
        if isinstance(x, SymbolicTensor):
            made = self._leaves.get(id(x), x)
        elif type(x) is EagerTensor and x.dtype is tf.variant:
            made = self.dataset(boxed(x._t))
        else:
            made = convert_to_tensor(x, None if isinstance(x, Tensor) else dtype)
        return made if dtype is None or made.dtype is dtype else tf.cast(made, dtype)

    def long(self, x: Any, name: str | None = None) -> Any:
        """The same for a number of elements, as int64; where it is a constant, pages call it `name`."""
        return self.constant(x, tf.int64, name)

    def constant(self, x: Any, dtype: Any, name: str | None) -> Any:
        """The same for a value of another dtype."""
        made = self.tensor(x, dtype)
        return TS.graph._constant(made, name) if self.shown and name is not None and type(made) is EagerTensor else made

    def element(self, element: Any, spec: Any, batched: bool = False) -> list[Any]:
        """The tensors that stand for an element, or for the rows of one."""
        return packed(spec, [self.tensor(x) for x in nest.flatten(element, expand_composites=True) if x is not None], batched)

    # ------------------------------------------------------------------ datasets
    def dataset(self, x: Any) -> Any:
        """The variant tensor of a dataset, which is written once."""
        made = self._known.get(id(x))
        if made is None:
            form: Any = _form_of(x)
            made = self._shared(x) if self.shown else None
            if made is None:
                kind = type(x).__name__.lstrip("_")
                if self._node is not None and self.shown and not self._node.name.rpartition("/")[2].startswith(kind):
                    self._user = TS.graph.unique_name(kind, mark_as_used=False)
                made = _Around(x) if self._is_around(x) else form(self, x)
                if self.shown and not isinstance(made, _Around):
                    self._writer.shared[id(x)] = x, made
            self._known[id(x)] = made
        return made

    def all_of(self, x: Any) -> Any:
        """The same, after those that it is made of; on pages these are in the order in which the program made them."""
        if self.shown:
            within = [d for d in walk(x) if d._made_in is not None and not self._is_around(d)]
            for d in sorted(within, key=lambda d: d._made_in[1]):
                self.dataset(d)
        return self.dataset(x)

    def _is_around(self, x: Any) -> bool:
        """Whether pages show the dataset `x` as a handle that the function takes, since it was made around it."""
        graph: Any = self._node.graph if self.shown and self._node is not None else None
        if graph is None or x._made_in is None:
            return graph is not None and not any(isinstance(a, SymbolicTensor) for a in getattr(x, "_args", ()))
        while graph is not None and graph is not x._made_in[0]:
            graph = getattr(graph, "outer_graph", None) or getattr(getattr(graph, "written_for", None), "graph", None)
        return graph is None

    def _shared(self, x: Any) -> Any:
        """What stands for `x` if it was written for another node, else None."""
        known = self._writer.shared.get(id(x))
        if known is None or known[1].graph is TS.graph:
            return known and known[1]
        return self._inner.named(self._writer.reference(known[1]), tf.variant, [])

    def given(self, x: Any, user: Any) -> Any:
        """`x`, for which there is a handle where it was made around the function; `user`: the node that takes it."""
        definition: Any = find(user.type)
        return self._handle(x, f"{user.name}/{definition.inputs[0].name if definition is not None and definition.inputs else 'dataset'}")

    def _handle(self, x: Any, name: str) -> Any:
        if not isinstance(x, _Around):
            return x
        made = self._shared(x.dataset)
        if made is None:
            made = raw("Placeholder", [], VARIANT, {"dtype": tf.variant, "shape": TensorShape([])}, f"{name}/")
            self._writer.shared[id(x.dataset)] = x.dataset, made
        return made

    def _taken(self, op_type: str, inputs: Sequence[Any], name: str | None) -> list[Any]:
        """The inputs of a node, with a handle for each dataset from around the function, which has the name of the first that takes it."""
        whole, made = TS.graph.unique_name(op_type, mark_as_used=False) if name is None else name[:-1], []
        definition: Any = find(op_type)
        for declared, x in zip(definition.inputs, inputs, strict=True):
            if isinstance(x, (list, tuple)):
                made.append([self._handle(v, f"{whole}/{declared.name}_{i}") for i, v in enumerate(x)])
            else:
                made.append(self._handle(x, f"{whole}/{declared.name}"))
        return made

    def counts(self, x: Any) -> bool:
        """Whether the node of a dataset says that it has as many elements as what it is made of."""
        return id(x) not in self._uncounted

    def uncounted(self, x: Any) -> Any:
        """The variant tensor of a dataset whose node does not say so."""
        self._uncounted.add(id(x))
        return self.dataset(x)

    def node(self, op_type: str, dataset: Any, inputs: Sequence[Any], **attributes: Any) -> Any:
        """The variant tensor of the operation `op_type`, which says what the elements of `dataset` are."""
        name = None
        if self.shown and self._node is not None:
            held = getattr(self._node.arguments[0], "dataset", None)
            if held is dataset and re.fullmatch(rf"(.*/)?{op_type}(_\d+)?", self._node.name):
                name = f"{self._node.name}/"
            inputs = self._taken(op_type, inputs, name)
        return raw(op_type, inputs, VARIANT, {**described(dataset._spec), **attributes}, name)

    # ------------------------------------------------------------------ functions
    def function(self, program: Any) -> tuple[str, list[Any]]:
        """The name of a function of elements in the library, and the tensors that it takes beside these."""
        graph = program.graph
        if any(map(is_packed, nest.flatten([program.specs, program.element_spec]))):
            graph = _of_packed(program)
        captures = [self.tensor(c) for c in program.captures]
        return self.named(graph, captures)

    def named(self, graph: Any, captures: Sequence[Any] = ()) -> tuple[str, list[Any]]:
        """The same for a graph."""
        name = self._writer.function(graph)
        held = resources(graph, self._writer.functions)
        return name, [*captures, *(self._resource(x, i) for i, x in enumerate(held, len(captures)))]

    def _resource(self, x: Any, place: int) -> Any:
        """The handle of `x`, the argument number `place` of a function."""
        if isinstance(x, Tensor):  # a constant that is an input of functions
            writer = self._writer
            return self._inner.named(writer.handle(x) if writer.in_function else writer.reference(x), x.dtype, x.shape)
        wanted = f"{self._user}/other_arguments_{place}" if self.shown and not self._writer.in_function else None
        return self._inner.named(self._writer.handle(x, wanted), tf.resource, [])


def _of_packed(program: Any) -> FuncGraph:
    """The graph of a function of elements in the form that they have in files."""
    count = len(leaves_of(program.specs))

    def run(*given: Any) -> list[Any]:
        made = _call_graph(_Callee(program.graph), unpacked(program.specs, given[:count]), list(given[count:]))
        return packed(program.element_spec, made)

    return trace(program.graph.name, run, [*leaves_of(program.specs), *((c.dtype, c.shape) for c in program.captures)])


# ---------------------------------------------------------------------- values
@_of(T.TensorDataset)
def _one(p: Pipeline, d: Any) -> Any:
    return raw("TensorDataset", [p.element(d._args[0], d._spec)], VARIANT, {"output_shapes": described(d._spec)["output_shapes"]})


@_of(T.TensorSliceDataset)
def _rows(p: Pipeline, d: Any) -> Any:
    parts = p.element(d._args[0], d._leaf_specs, batched=True)
    return raw("TensorSliceDataset", [parts], VARIANT, {"output_shapes": described(d._spec)["output_shapes"]})


@_of(T.ListDataset)
def _listed(p: Pipeline, d: Any) -> Any:
    return p.node("ListDataset", d, [[t for e in d._args[0] for t in p.element(e, d._spec)]])


@_of(T.RangeDataset)
def _numbers(p: Pipeline, d: Any) -> Any:
    given = d._args[0]
    start, stop, step = (0, given[0], 1) if len(given) == 1 else (*given, 1)[:3]
    given = [p.long(x, name) for x, name in ((start, "start"), (stop, "stop"), (step, "step"))]
    made = p.node("RangeDataset", d, given, replicate_on_split=d._replicated and not p.shown)
    return p.node("RewriteDataset", d, [made, "replicate_on_split"]) if d._replicated and p.shown else made


def _dummy(kind: str) -> Any:
    """The handle that says that a dataset has such a thing of its own."""
    return raw(kind, [], [(tf.resource, [])])


@_of(T.RandomDataset)
def _random(p: Pipeline, d: Any) -> Any:
    (seed, second), again = d._args
    given = [p.long(seed), p.long(second), _dummy("DummySeedGenerator")]
    return p.node("RandomDatasetV2", d, given, rerandomize_each_iteration=bool(again))


# ---------------------------------------------------------------------- order and number
def _counted(kind: str, name: str = "count") -> Form:
    return lambda p, d: p.node(kind, d, [p.dataset(d._args[0]), p.long(d._args[1], name)])


def _alone(kind: str) -> Form:
    return lambda p, d: p.node(kind, d, [p.dataset(d._args[0])])


_of(T.UniqueDataset)(_alone("UniqueDataset"))
_of(T.UnbatchDataset)(_alone("UnbatchDataset"))
_of(T.TakeDataset)(_counted("TakeDataset"))
_of(T.SkipDataset)(_counted("SkipDataset"))
_of(T.RepeatDataset)(_counted("RepeatDataset"))
_of(T.PrefetchDataset)(_counted("PrefetchDataset", "buffer_size"))
_of(T.AssertCardinalityDataset)(_counted("AssertCardinalityDataset", "cardinality"))


@_of(T.ShardDataset)
def _shard(p: Pipeline, d: Any) -> Any:
    source, count, index = d._args
    return p.node("ShardDataset", d, [p.dataset(source), p.long(count), p.long(index)])


@_of(T.ShuffleDataset)
def _shuffled(p: Pipeline, d: Any) -> Any:
    source, size, (seed, second), again = d._args
    given = [p.dataset(source), p.long(size), p.long(seed), p.long(second), _dummy("DummySeedGenerator")]
    return p.node("ShuffleDatasetV3", d, given, reshuffle_each_iteration=True if again is None else bool(again))


@_of(T.ZipDataset)
def _zipped(p: Pipeline, d: Any) -> Any:
    return p.node("ZipDataset", d, [[p.dataset(x) for x in d._parts]])


@_of(T.ConcatenateDataset)
def _joined(p: Pipeline, d: Any) -> Any:
    return p.node("ConcatenateDataset", d, [p.dataset(x) for x in d._args])


@_of(T.DirectedInterleaveDataset)
def _directed(p: Pipeline, d: Any) -> Any:
    selector, datasets, stop = d._args
    given = [p.dataset(selector), [p.dataset(x) for x in datasets]]
    return p.node("DirectedInterleaveDataset", d, given, stop_on_empty_dataset=bool(stop))


# ---------------------------------------------------------------------- batches
@_of(T.BatchDataset)
def _batched(p: Pipeline, d: Any) -> Any:
    source, size, drop = d._args
    return p.node("BatchDatasetV2", d, [p.dataset(source), p.long(size, "batch_size"), p.constant(drop, tf.bool, "drop_remainder")])


@_of(T.ParallelBatchDataset)
def _batched_ahead(p: Pipeline, d: Any) -> Any:
    source, size, drop, calls = d._args
    return p.node("ParallelBatchDataset", d, [p.dataset(source), p.long(size), p.long(calls), p.tensor(drop, tf.bool)])


@_of(T.PaddedBatchDataset)
def _padded(p: Pipeline, d: Any) -> Any:
    source, size, _, _, drop = d._args
    values = []
    for spec, given, value in zip(nest.flatten(source._spec), d._given_values, d._values, strict=True):
        values.append(p.tensor(given) if value is None else p.tensor(tf.constant(value, spec.dtype)))
    shapes = [_sizes(p, s) for s in d._shapes]
    given = [p.dataset(source), p.long(size), shapes, values, p.tensor(drop, tf.bool)]
    return raw("PaddedBatchDatasetV2", given, VARIANT, {"output_shapes": described(d._spec)["output_shapes"]})


def _sizes(p: Pipeline, shape: Any) -> Any:
    """A padded shape as a vector, with -1 for what the longest element says."""
    if isinstance(shape, SymbolicTensor):
        return p.long(shape)
    if isinstance(shape, list):
        return tf.stack([p.long(n) for n in shape])
    return tf.constant([-1 if n is None else n for n in shape.as_list()], tf.int64)


@_of(T.DenseToSparseBatchDataset)
def _sparse_batches(p: Pipeline, d: Any) -> Any:
    source, size, _ = d._args
    return p.node("DenseToSparseBatchDataset", d, [p.dataset(source), p.long(size), _sizes(p, d._shape)])


@_of(T.RebatchDataset)
def _rebatched(p: Pipeline, d: Any) -> Any:
    source, sizes, drop = d._args
    return p.node("RebatchDatasetV2", d, [p.dataset(source), tf.reshape(p.long(sizes), [-1]), p.tensor(drop, tf.bool)])


@_of(T.RaggedRowsDataset)
def _ragged_rows(p: Pipeline, d: Any) -> Any:
    source = d._args[0]

    def run(*given: Any) -> list[Any]:
        made = []
        for x, spec in zip(nest.pack_sequence_as(nest.flatten(source._spec), unpacked(source._spec, given), expand_composites=True),
                           nest.flatten(d._spec), strict=True):  # fmt: skip
            if is_packed(spec) and isinstance(x, Tensor) and spec.ragged_rank:
                x = tf.RaggedTensor.from_tensor(x, ragged_rank=spec.ragged_rank, row_splits_dtype=spec.row_splits_dtype)
            made.extend(nest.flatten(x, expand_composites=True))
        return packed(d._spec, made)

    name, others = p.named(trace("__inference_ragged_rows", run, leaves_of(source._spec)))
    return p.node("MapDataset", d, [p.dataset(source), others], f=name, preserve_cardinality=p.counts(d))


@_of(T.WindowDataset)
def _windows(p: Pipeline, d: Any) -> Any:
    source, size, shift, stride, drop = d._args
    given = [p.dataset(source), p.long(size), p.long(shift), p.long(stride), p.tensor(drop, tf.bool)]
    return p.node("WindowDataset", d, given)


# ---------------------------------------------------------------------- functions of elements
@_of(T.MapDataset)
def _mapped(p: Pipeline, d: Any) -> Any:
    name, others = p.function(d._args[1])
    return p.node("MapDataset", d, [p.dataset(d._args[0]), others], f=name, preserve_cardinality=p.counts(d))


def _order(deterministic: Any) -> str:
    return "default" if deterministic is None else "true" if deterministic else "false"


@_of(T.ParallelMapDataset)
def _mapped_ahead(p: Pipeline, d: Any) -> Any:
    source, program, calls, order = d._args
    name, others = p.function(program)
    given = {"f": name, "deterministic": _order(order), "preserve_cardinality": p.counts(d)}
    return p.node("ParallelMapDatasetV2", d, [p.dataset(source), others, p.long(calls)], **given)


@_of(T.MapAndBatchDataset)
def _mapped_batches(p: Pipeline, d: Any) -> Any:
    source, program, size, drop, calls = d._args
    name, others = p.function(program)
    given = [p.dataset(source), others, p.long(size), p.long(calls), p.tensor(drop, tf.bool)]
    return p.node("MapAndBatchDataset", d, given, f=name, preserve_cardinality=p.counts(d))


def _by_function(kind: str, attribute: str) -> Form:
    """Of a dataset and one function of its elements, which the node names by `attribute`."""

    def form(p: Pipeline, d: Any) -> Any:
        name, others = p.function(d._args[1])
        return p.node(kind, d, [p.dataset(d._args[0]), others], **{attribute: name})

    return form


_of(T.FilterDataset)(_by_function("FilterDataset", "predicate"))
_of(T.TakeWhileDataset)(_by_function("TakeWhileDataset", "predicate"))
_of(T.FlatMapDataset)(_by_function("FlatMapDataset", "f"))


@_of(T.ScanDataset)
def _scanned(p: Pipeline, d: Any) -> Any:
    source, state, spec, program = d._args
    name, others = p.function(program)
    return p.node("ScanDataset", d, [p.dataset(source), p.element(state, spec), others], f=name, preserve_cardinality=p.counts(d))


@_of(T.InterleaveDataset)
def _interleaved(p: Pipeline, d: Any) -> Any:
    source, program, cycle, block = d._args
    name, others = p.function(program)
    return p.node("InterleaveDataset", d, [p.dataset(source), others, p.long(cycle), p.long(block)], f=name)


def _ahead(p: Pipeline, d: Any, source: Any, function: tuple[str, list[Any]], cycle: Any, block: Any, calls: Any, order: Any) -> Any:
    name, others = function
    # How much is read ahead is left to who runs it.
    given = [source, others, p.long(cycle), p.long(block), p.long(-1), p.long(-1), p.long(calls)]
    return p.node("ParallelInterleaveDatasetV4", d, given, f=name, deterministic=_order(order))


@_of(T.ParallelInterleaveDataset)
def _interleaved_ahead(p: Pipeline, d: Any) -> Any:
    source, program, cycle, block, calls, order = d._args
    return _ahead(p, d, p.dataset(source), p.function(program), cycle, block, calls, order)


@_of(T.GroupByWindowDataset)
def _grouped(p: Pipeline, d: Any) -> Any:
    source, keys, reduced, sizes = d._args
    (key, a), (reduce, b), (size, c) = (p.function(f) for f in (keys, reduced, sizes))
    return p.node("GroupByWindowDataset", d, [p.dataset(source), a, b, c], key_func=key, reduce_func=reduce, window_size_func=size)


@_of(T.GroupByReducerDataset)
def _reduced_by_key(p: Pipeline, d: Any) -> Any:
    (key, a), (start, b), (step, c), (last, e) = map(p.function, d._args[1:])
    names = {"key_func": key, "init_func": start, "reduce_func": step, "finalize_func": last}
    # By the name that it had while it was an experiment, as TensorFlow writes it.
    return p.node("ExperimentalGroupByReducerDataset", d, [p.dataset(d._args[0]), a, b, c, e], **names)


@_of(T.FunctionGeneratorDataset)
def _generated(p: Pipeline, d: Any) -> Any:
    (start, a), (step, b), (last, c) = map(p.function, d._args[:3])
    return p.node("GeneratorDataset", d, [a, b, c], init_func=start, next_func=step, finalize_func=last)


# ---------------------------------------------------------------------- files
def _read(p: Pipeline, d: Any, one: Callable[[Any], Any]) -> Any:
    """The records of the files whose names a dataset gives: one after the other, or several in turn."""
    name, others = p.named(trace("__inference_read_one_file", one, [(tf.string, [])]))
    names = p.dataset(d._names)
    if d._args[3] is None:
        return p.node("FlatMapDataset", d, [names, others], f=name)
    return _ahead(p, d, names, (name, others), d._args[3], 1, d._args[3], None)


def _file_arguments(d: Any) -> list[Any]:
    return [tf.constant(d._compression or ""), tf.constant(0 if d._buffer is None else d._buffer, tf.int64)]


def _whole(kind: str) -> Form:
    return lambda p, d: _read(p, d, lambda file: raw(kind, [file, *_file_arguments(d)], VARIANT))


_of(T.TextLineDataset)(_whole("TextLineDataset"))
_of(T.TFRecordDataset)(_whole("TFRecordDataset"))


@_of(T.FixedLengthRecordDataset)
def _pieces(p: Pipeline, d: Any) -> Any:
    def one(file: Any) -> Any:
        record, header, footer = (tf.constant(n, tf.int64) for n in d._sizes)
        compression, buffer = _file_arguments(d)
        return raw("FixedLengthRecordDatasetV2", [file, header, record, footer, buffer, compression], VARIANT)

    return _read(p, d, one)


@_of(T.SqlDataset)
def _sql(p: Pipeline, d: Any) -> Any:
    return p.node("SqlDataset", d, [p.tensor(x, tf.string) for x in d._args[:3]])


# ---------------------------------------------------------------------- the same elements
@_of(T.CacheDataset)
def _cached(p: Pipeline, d: Any) -> Any:
    return p.node("CacheDatasetV2", d, [p.dataset(d._args[0]), p.tensor(d._args[1], tf.string), _dummy("DummyMemoryCache")])


@_of(T.IgnoreErrorsDataset)
def _without_errors(p: Pipeline, d: Any) -> Any:
    return p.node("IgnoreErrorsDataset", d, [p.dataset(d._args[0])], log_warning=bool(d._args[1]))


@_of(T.OptionsDataset)
def _under_options(p: Pipeline, d: Any) -> Any:
    return p.node("OptionsDataset", d, [p.dataset(d._args[0])], serialized_options=options_message.encoded(d._own_options))


@_of(T.VariantDataset)
def _held(p: Pipeline, d: Any) -> Any:
    return p.tensor(d._args[0])


@_of(UncountedDataset)
def _uncounted(p: Pipeline, d: Any) -> Any:
    return p.uncounted(d._args[0])


# Those whose operation has no form for others, and that no function of elements stands before.
_OF_DENSE = (T.UnbatchDataset, T.RebatchDataset, T.PaddedBatchDataset)
