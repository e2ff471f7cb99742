"""Functions that users give to datasets: traced once, then run for every element."""

import linecache
import re

from tfshim._export import tf_export
from tfshim.data.structures import Composer, brought, component_storages, is_dense, normalized, spec_of
from tfshim.engine.autograph import convert_for_tracing
from tfshim.engine.functions.function import function
from tfshim.engine.graphs.declarations.adapted_arguments import OF_PYTHON
from tfshim.engine.graphs.executor import storages
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.random.seeds import Frame
from tfshim.engine.runtime import errors, one_by_one
from tfshim.engine.runtime.devices import on_processor
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.tracebacks import lines_of
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import variant
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.values.typespec import TensorSpec


class _Debug:
    on = False


@tf_export("data.experimental.enable_debug_mode")
def enable_debug_mode() -> None:
    """Run the functions of datasets that are made from now on as Python, element by element. Mirrors
    `tf.data.experimental.enable_debug_mode`.

    Without it `map` and others trace their functions once, and a debugger or `print` in them sees that one time only. Nothing runs in
    parallel then, and it cannot be taken back: restart the program without it.

    Returns:
        None.

    Raises:
        ValueError: called inside a `tf.function`.

    Example:
        >>> @tf.function
        ... def inside():
        ...     tf.data.experimental.enable_debug_mode()
        >>> inside()  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        ValueError: only supported in eager mode.
    """
    if TS.graph is not None:
        raise ValueError("`enable_debug_mode() is only supported in eager mode.")
    _Debug.on = True


def debug_mode() -> bool:
    """Whether `enable_debug_mode` was called."""
    return _Debug.on


def _name_shown(what, given):
    """The name of a function that was given to `what`, as TensorFlow makes it for graphs."""
    name = getattr(given, "__name__", type(given).__name__)
    return re.sub("[<>' ]", "", f"{what}_{name}".replace(".", "_").replace("()", ""))


class ElementFunction:
    """A traced function from elements of `specs` to an element.

    spread: whether `specs` is one element, spread over the function's arguments if it is a tuple, rather than a tuple
    with the spec of each argument. what: the public function it was given to, for errors.
    """

    def __init__(self, given, specs, what, spread=True):
        if not callable(given):
            raise ValueError(f"Argument `func` must be a callable. Received func={given} (of type {type(given)})")
        converted = convert_for_tracing(given)
        outcome = []

        def called(values):
            return converted(*values) if type(values) is tuple or not spread else converted(values)

        def program(*args):
            result = called(nest.pack_sequence_as(specs, args, expand_composites=True))
            # A list is what `tf.numpy_function` and the like give for several results: as in TensorFlow a tuple, not rows to
            # stack.
            if isinstance(result, list):
                result = tuple(result)
            try:
                made = normalized(result, what)
                outcome[:] = [spec_of(made)]
            except (TypeError, ValueError):
                raise TypeError(f"Unsupported return value from function passed to {what}: {result}.") from None
            outcome.append(made)
            return tuple(x for x in nest.flatten(made, expand_composites=True) if x is not None)

        self.specs, self._specs = specs, nest.flatten(specs)
        flat = [c for s in self._specs for c in nest.flatten(s, expand_composites=True)]
        self._dtypes_in = [s.dtype for s in flat]
        program.__name__ = _name_shown(what, given)
        if one_by_one.wanted():
            flat = [TensorSpec(c.shape, c.dtype, f"args_{i}") if type(c) is TensorSpec else c for i, c in enumerate(flat)]
        # The user's function is converted already; what is around it needs no conversion.
        with on_processor():
            concrete = function(program, autograph=False).get_concrete_function(*flat)
        self.element_spec = outcome[0]
        self.graph = concrete._graph
        self.graph.memory["of elements"] = True
        self._python = program if _Debug.on else None
        self.captures = list(self.graph.outer_captures)
        self.datasets = [x for x in nest.flatten(outcome[1]) if hasattr(x, "_args")]
        self._note_dense()

    def _note_dense(self):
        self._dense_in = all(map(is_dense, self._specs))
        self._dense_out = all(map(is_dense, nest.flatten(self.element_spec)))

    @classmethod
    def of_graph(cls, graph, specs, element_spec, captures):
        """The program of a traced graph, which was read, with `captures` for the tensors that it takes from outside."""
        made = object.__new__(cls)
        made.specs, made._specs = specs, nest.flatten(specs)
        made._dtypes_in = [t.dtype for t in graph.inputs]
        made.element_spec, made.graph, made._python, made.captures = element_spec, graph, None, captures
        made.datasets = [held for held in map(_dataset_in, graph.outputs) if held is not None]
        made._note_dense()
        return made

    def bound(self, captures):
        """This program with other values for the tensors it takes from outside."""
        made = object.__new__(ElementFunction)
        made.__dict__.update(self.__dict__)
        made.captures = list(captures)
        return made

    @property
    def symbolic(self):
        """Whether it takes tensors of a graph from outside, whose values are not known yet."""
        return any(isinstance(c, SymbolicTensor) for c in self.captures)

    def stateful(self):
        """The type of an operation that makes the results differ from run to run, or None."""
        for node in _nodes(self.graph):
            if node.rng is not None or node.kind in OF_PYTHON and node.stateful:
                return node.kind
        return None

    def draws(self):
        """Whether it draws random numbers, whose streams belong to the callable that `opened` gives."""
        return any(node.rng is not None for node in _nodes(self.graph))

    def opened(self, run=None, program=None, out_of_range=errors.InvalidArgumentError):
        """A callable from slots to slots, for one iteration: random operations of the function start afresh with it.

        `run`: the iteration, if the function may be opened again in it, by a repetition say: its random operations go on then.
        `program`: what to run of the graph, if that is not all: it may take other slots. `out_of_range`: what is raised in place of an
        OutOfRangeError of the function, which would be taken for the end of the dataset; None: that error.
        """
        if self._python is not None:
            return self._eagerly()
        dense_in = program is not None or self._dense_in
        frame = Frame() if run is None else run.frame_of(self.graph)
        program = program or self.graph.program()
        captured = brought(storages(self.captures)) if self.captures else []
        dense_out, specs = self._dense_out, self._specs
        compose = None if dense_out else Composer(self.element_spec)
        # Only random operations have a state in the frame; most functions have none, and are called for every element.
        within = frame.run if self._has_randomness() else _plainly

        def run(flat):
            if not dense_in:
                flat = component_storages(specs, flat)
            tape, TS.tape = TS.tape, None  # what a pipeline computes is no part of anybody's gradient
            try:
                made = within(program, *flat, *captured)
            except errors.OpError as e:
                raise _translated(e, out_of_range) from e.__cause__
            finally:
                TS.tape = tape
            return list(made) if dense_out else compose(made)

        return run

    def _has_randomness(self):
        return any(
            n.rng is not None or any(hasattr(a, "_operations") or hasattr(a, "run_in_frame") or type(a) is tuple for a in n.arguments)
            for n in self.graph._operations
        )

    def _eagerly(self):
        python, specs, dtypes = self._python, self._specs, self._dtypes_in
        compose = Composer(self.element_spec)

        def run(flat):
            return compose([_storage(x) for x in python(*[wrap(s, d) for s, d in zip(component_storages(specs, flat), dtypes)])])

        return run


def _dataset_in(t):
    """The dataset that a tensor of a graph holds, as far as the graph says."""
    held = t.op.arguments[0] if t.dtype is variant and t.op.arguments else None
    if isinstance(held, SymbolicTensor) and t.op.type == "Identity":  # the node of its own that what a function returns has
        return _dataset_in(held)
    return held._t[()] if type(held) is EagerTensor else getattr(held, "dataset", None)


def _nodes(graph):
    """The nodes of a graph and of the graphs that these run."""
    for node in graph._operations:
        yield node
        for argument in node.arguments:
            for inner in argument if type(argument) is tuple else (argument,):
                if hasattr(inner, "_operations"):
                    yield from _nodes(inner)


def _plainly(program, *arguments):
    return program(*arguments)


def _storage(x):
    return x._t if type(x) is EagerTensor else x


def _translated(error, out_of_range):
    """`error` as the iterator raises it: with the node of the function, and the user's line as a note."""
    failure = getattr(error, "_failure", None)
    is_end = out_of_range is not None and type(error) is errors.OutOfRangeError
    if failure is None and not is_end:
        return error
    text = error.message if failure is None else failure.located
    if is_end:
        made = out_of_range(None, None, f"The function of a dataset produced OutOfRangeError, which is not the end of the dataset: {text}")
    else:
        made = type(error)(None, None, text)
    if failure is None:
        return made.with_traceback(error.__traceback__)
    lines = lines_of(failure.node)
    if lines:
        file, line, _ = lines[-1]
        source = linecache.getline(file, line).strip()
        errors.add_note(made, f"Defined at {file}, line {line}" + (f": {source}" if source else ""))
    return made.with_traceback(error.__traceback__)
