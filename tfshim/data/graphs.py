"""Datasets and iterators within graphs: as variant tensors, and in loops of converted code."""

import torch

from tfshim import control_flow
from tfshim.data import (
    optional,
    transformations,  # noqa: F401  (whatever a graph holds, it can be made when the graph runs)
)
from tfshim.data.dataset import Dataset
from tfshim.data.element_functions import ElementFunction
from tfshim.data.elements import ElementSpecs
from tfshim.data.iterators import Cursor, end_of_sequence, functions_of, walk
from tfshim.data.service import definitions
from tfshim.data.structures import box, component_storages
from tfshim.engine.autograph import converter
from tfshim.engine.graph_export.splicing import only_shown
from tfshim.engine.graphs import func_graph
from tfshim.engine.graphs.control_flow import add_node, add_operation
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import read_if_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap


# ---------------------------------------------------------------------- datasets as tensors
def variant_of(dataset):
    """The variant tensor that represents `dataset`: in a graph a node, which rebuilds the dataset from the values of each run."""
    graph = TS.graph
    if graph is None:
        return wrap(box(dataset), dtypes.variant)
    if type(dataset).__name__ == "_VariantDataset" and isinstance(dataset._args[0], SymbolicTensor):
        return dataset._args[0]
    found = leaves(dataset)
    if not found and not _fresh(dataset):
        made = graph._as_node(wrap(box(dataset), dtypes.variant))
        made.op.named_beside = True
        return made
    # One node for each graph, however often the dataset is used; the entry holds the graph, so that its id is not reused.
    known = dataset.__dict__.setdefault("_variants", {})
    made = known.get(id(graph))
    if made is None:
        (tensor,) = add_node(
            type(dataset).__name__.lstrip("_"),
            _rebuild,
            ("dataset", "inputs"),
            [Holder(dataset, found), found],
            [abstract.leaf(dtypes.variant, [])],
        )
        tensor.op.named_beside = True
        made = known[id(graph)] = graph, tensor
    return made[1]


class Holder:
    """Keeps a dataset from being taken for a tensor. It depends on the tensors `leaves` of a graph."""

    def __init__(self, dataset, leaves):
        self.dataset, self._leaves, self._build = dataset, leaves, None

    def made(self, values):
        """The dataset with `values` for the tensors of the graph."""
        if self._build is None:
            self._build = _builder(self.dataset, {id(leaf): i for i, leaf in enumerate(self._leaves)}, {})
        return self._build(values, {})

    def graphs_within(self):
        """The graphs of the functions of the dataset."""
        return [p.graph for d in walk(self.dataset) for p in functions_of(d)]

    def _as_plain(self):
        """What a GraphDef holds of it."""
        return definitions.described_in_graph(self.dataset, self._leaves)

    @classmethod
    def _from_plain(cls, value):
        """The object of which a GraphDef holds `value`."""
        return cls(*definitions.made_in_graph(value))


def _children(x):
    if isinstance(x, Dataset):
        return getattr(x, "_args", ())
    if isinstance(x, ElementFunction):
        return x.captures
    if isinstance(x, (tuple, list)):
        return x
    if isinstance(x, dict):
        return list(x.values())
    if nest.is_composite(x):
        return nest.flatten(x, expand_composites=True)
    return ()


def leaves(dataset):
    """The symbolic tensors among the arguments of a dataset and of its inputs."""
    found, seen, stack = [], set(), [dataset]
    while stack:
        x = stack.pop()
        if id(x) in seen:
            continue
        seen.add(id(x))
        if isinstance(x, SymbolicTensor):
            found.append(x)
        else:
            stack.extend(_children(x))
    return found


def _fresh(dataset):
    return getattr(dataset, "_made_in_graph", False) or any(_fresh(d) for d in dataset._inputs)


def made_anew(dataset):
    """Let each run of a graph begin anew with what `dataset` and its inputs hold. Whether any of them holds something."""
    found = [made_anew(d) for d in dataset._inputs]
    if getattr(dataset, "_fresh", False):
        dataset._made_in_graph = True
    return getattr(dataset, "_made_in_graph", False) or any(found)


def _rebuild(holder, values):
    return [box(holder.made(values))]


def _builder(x, positions, known):
    """A function from (values of the leaves, what was made in this run) to `x` with these values in it; None where it needs none."""
    if id(x) not in known:
        known[id(x)] = _new_builder(x, positions, known)
    return known[id(x)]


def _new_builder(x, positions, known):
    if isinstance(x, SymbolicTensor):
        at, dtype = positions[id(x)], x.dtype
        return lambda values, made: wrap(values[at], dtype)
    if isinstance(x, Dataset):
        build = _sequence_builder(getattr(x, "_args", ()), positions, known)
        if build is None and not getattr(x, "_made_in_graph", False):
            return None

        def rebuild(values, made):
            found = made.get(id(x))
            if found is None:
                found = made[id(x)] = x._with_arguments(x._args if build is None else build(values, made))
            return found

        return rebuild
    if isinstance(x, ElementFunction):
        build = _sequence_builder(x.captures, positions, known)
        return None if build is None else lambda values, made: x.bound(build(values, made))
    structure = isinstance(x, (tuple, list, dict))
    if structure or nest.is_composite(x):
        deep = not structure
        build = _sequence_builder(nest.flatten(x, expand_composites=deep), positions, known)
        return None if build is None else lambda values, made: nest.pack_sequence_as(x, build(values, made), expand_composites=deep)
    return None


def _sequence_builder(items, positions, known):
    builders = [_builder(item, positions, known) for item in items]
    if not any(builders):
        return None
    pairs = list(zip(items, builders))
    return lambda values, made: [item if b is None else b(values, made) for item, b in pairs]


# ---------------------------------------------------------------------- nodes over datasets
def element_leaves(spec):
    """The leaves of the outputs of a node that gives an element of `spec`."""
    return [abstract.leaf(s.dtype, s.shape) for s in nest.flatten(spec, expand_composites=True)]


def packed(spec, flat):
    """An element of the flat tensors of a node."""
    return nest.pack_sequence_as(spec, list(flat), expand_composites=True)


def _cardinality(variant):
    return [torch.tensor(variant[()]._count())]


def cardinality(dataset):
    """The number of elements, as a tensor of the graph."""
    return add_node("DatasetCardinality", _cardinality, ("input_dataset",), [dataset._variant_tensor], [abstract.leaf(dtypes.int64, [])])[0]


def over_dataset(kind, function, dataset, spec):
    """A node that calls `function(dataset)`, which gives slots of `spec`, with each run of the graph."""

    def kernel(variant, elements):
        return component_storages(elements.specs, function(variant[()]))

    arguments = [dataset._variant_tensor, ElementSpecs(nest.flatten(spec))]
    return packed(spec, add_node(kind, kernel, ("dataset", "elements"), arguments, element_leaves(spec), stateful=True))


def named_components(state, given, scope=""):
    """`state`, which was made of `given`, where Python values among that are constants with the names that TensorFlow gives them."""
    made, told = nest.flatten(state), nest.flatten(given)
    if len(made) != len(told):
        return state
    flat = [
        TS.graph._constant(x, f"{scope}normalize_element/component_{i}") if type(x) is EagerTensor and not isinstance(v, Tensor) else x
        for i, (x, v) in enumerate(zip(made, told))
    ]
    return nest.pack_sequence_as(state, flat)


class Reduction:
    """The function of a reduction over states of `spec`, as an argument of its node."""

    def __init__(self, program, spec):
        self.program, self.spec = program, spec

    def graphs_within(self):
        """The graph of the function."""
        return [self.program.graph]


def reduce(dataset, flat_state, state_spec, program, fold):
    """The node of a reduction: `fold(dataset, state slots, program)` gives the slots of the last state."""
    specs = nest.flatten(state_spec)

    def kernel(variant, states, captures, reduction):
        program = reduction.program
        bound = program.bound([wrap(c, t.dtype) for c, t in zip(captures, program.captures)])
        return component_storages(specs, fold(variant[()], list(states), bound))

    made = add_node(
        "ReduceDataset",
        kernel,
        ("input_dataset", "initial_state", "other_arguments", "reduction"),
        [dataset._variant_tensor, flat_state, list(program.captures), Reduction(program, state_spec)],
        element_leaves(state_spec),
        stateful=True,
        graphs=(program.graph,),
    )
    return packed(state_spec, made)


# ---------------------------------------------------------------------- iterators
def _make_iterator(variant, elements=None):
    return [box(Cursor(variant[()]))]


def make_iterator(dataset):
    """The handle of an iteration, begun with each run of the graph."""
    arguments = [dataset._variant_tensor, ElementSpecs(nest.flatten(dataset._spec))]
    return add_operation(MAKE_ITERATOR, arguments, [abstract.leaf(dtypes.resource, [])])[0]


_Elements = ElementSpecs  # by this name graphs have them that were written earlier


def _next(handle, elements):
    try:
        return component_storages(elements.specs, handle[()].next())
    except StopIteration:
        raise end_of_sequence(max(1, len(elements.specs))) from None


def _next_as_optional(handle, elements=None):
    try:
        return [box(optional.Held(handle[()].next()))]
    except StopIteration:
        return [box(optional.Held(None))]


def _has_next(handle):
    return [optional.YES if handle[()].has_next() else optional.NO]


# Each is found by its name where a graph is sent to another process.
MAKE_ITERATOR = InnerOp("MakeIterator", _make_iterator, stateful=True, names=("dataset", "elements"))
NEXT = InnerOp("IteratorGetNext", _next, stateful=True, names=("iterator", "elements"))
NEXT_AS_OPTIONAL = InnerOp("IteratorGetNextAsOptional", _next_as_optional, stateful=True, names=("iterator", "elements"))
HAS_NEXT = InnerOp("IteratorHasNext", _has_next, stateful=True, names=("iterator",))  # of loops in graphs that were written earlier


def get_next(iterator):
    """The next element, as tensors of the graph."""
    spec = iterator.element_spec
    return packed(spec, add_operation(NEXT, [iterator._handle, ElementSpecs(nest.flatten(spec))], element_leaves(spec)))


def get_next_as_optional(iterator):
    """The next element in an Optional, as a tensor of the graph."""
    return optional.OptionalImpl(_following(iterator._handle, iterator.element_spec), iterator.element_spec)


def _following(handle, spec):
    return add_operation(NEXT_AS_OPTIONAL, [handle, ElementSpecs(nest.flatten(spec))], [abstract.leaf(dtypes.variant, [])])[0]


def for_dataset(dataset, extra_test, body, get_state, set_state, names, opts):
    """`for target in dataset: body(target)` of converted code. Pages of graphs show a reduction, as TensorFlow has it."""
    state = tuple(get_state())
    flat = nest.flatten(state)
    plain = not TS.tapes and all(isinstance(x, (Tensor, int, float)) for x in flat)
    if not plain or not TS.graph.building_function:
        return for_loop(iter(dataset), extra_test, body, get_state, set_state, names, opts)

    def both(given, variant):
        if only_shown():
            source = dataset if variant is None else transformations.VariantDataset(variant, dataset._spec)
            start = nest.pack_sequence_as(state, [x if g is None else g for g, x in zip(given, flat)])
            before = get_state()
            try:
                return nest.flatten(_as_reduction(source, start, extra_test, body, get_state, set_state))
            finally:
                set_state(before)
        for_loop(iter(dataset), extra_test, body, get_state, set_state, names, opts)
        return nest.flatten(tuple(get_state()))

    of_graph = dataset._variant_tensor if leaves(dataset) else None  # which what is shown takes as it is
    higher.recorded(both, [x if isinstance(x, SymbolicTensor) else None for x in flat], of_graph, several=True)
    return None


def _as_reduction(dataset, start, extra_test, body, get_state, set_state):
    """The state after a loop that begins with the state `start`, in the transformations that TensorFlow makes of it."""
    if start:
        leave, enter = (lambda: tuple(get_state())), set_state
    else:  # a reduction has a state
        start, leave, enter = (convert_to_tensor(0),), (lambda: (convert_to_tensor(0),)), (lambda state: None)

    def scan_body(state, element):
        enter(state)

        def main_path():
            body(element)
            return leave()

        if extra_test is None:
            goes_on = func_graph.as_graph_tensor(TS.graph, True)
            made = main_path()
            return made, (made, goes_on)
        goes_on = read_if_variable(extra_test())
        made = control_flow.cond(goes_on, main_path, lambda: state)
        return made, (made, goes_on)

    def take_while_predicate(state, goes_on):
        return goes_on

    def reduce_body(state, found):
        return found[0]

    passed = dataset.scan(start, scan_body)
    if extra_test is not None:
        passed = passed.take_while(take_while_predicate)
    made = passed.reduce(start, reduce_body)
    return made if get_state() else ()


def for_loop(iterator, extra_test, body, get_state, set_state, names, opts):
    """`for target in iterator: body(target)` of converted code, as a loop of the graph, which carries the next element.

    It is asked for when the turn before it is over and another one may follow, so that a loop that is left takes none in vain.
    """
    # Converted code calls it, so AutoGraph is loaded then; who only takes elements of a dataset in a graph does not wait for it.
    operators = converter().operators
    handle, spec = iterator._handle, iterator.element_spec
    if type(handle) is EagerTensor:
        handle = TS.graph._as_node(handle)
    loop = operators.loops.Loop(names, get_state, set_state, opts)
    loop.require()
    given = opts.get("shape_invariants") or ()
    loop.opts = {**opts, "shape_invariants": [*given, *_changing_shapes(iterator, body, get_state, set_state)]}

    def more(prelude):
        return optional.OptionalImpl(prelude[1], spec).has_value()

    def tested(prelude):
        if extra_test is None:
            return more(prelude)
        return operators.and_(lambda: read_if_variable(extra_test()), lambda: more(prelude))

    def run(prelude):
        body(optional.OptionalImpl(prelude[1], spec).get_value())
        if extra_test is None:
            return [prelude[0], _following(prelude[0], spec)]
        none = optional.Optional.empty(spec)
        goes_on = read_if_variable(extra_test())
        return [prelude[0], control_flow.cond(goes_on, lambda: _following(prelude[0], spec), lambda: none._variant_tensor)]

    operators.loops.run(loop, [handle, _following(handle, spec)], tested, run, ["<internal iterator>", "<internal has_next>"])


def _changing_shapes(iterator, body, get_state, set_state):
    """(tensor, shape) for the tensors of the state whose shape is another one after an element: loops over datasets allow that."""
    before = tuple(get_state())
    if not any(isinstance(x, Tensor) for x in nest.flatten(before, expand_composites=True)):
        return []
    with func_graph.building(func_graph.FuncGraph("scratch", TS.graph), keep_tapes=True):
        body(get_next(iterator))  # in a graph that never runs
        after = tuple(get_state())
    set_state(before)
    found = []
    for old, new in zip(before, after):
        old, new = nest.flatten(old, expand_composites=True), nest.flatten(new, expand_composites=True)
        for a, b in zip(old, new) if len(old) == len(new) else ():
            if isinstance(a, Tensor) and isinstance(b, Tensor) and a.shape.rank is not None and a.shape != b.shape:
                found.append((a, a.shape.most_specific_compatible_shape(b.shape)))
    return found
