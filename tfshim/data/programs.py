"""Functions that users give to datasets: traced once, then run for every element."""

import linecache
import re
import sys

from tfshim.data.structures import Composer, component_storages, is_dense, normalized, spec_of
from tfshim.engine import errors, nest
from tfshim.engine.autograph import convert_for_tracing
from tfshim.engine.autograph.conversion import SOURCE_MAPS
from tfshim.engine.executor import storages
from tfshim.engine.function import function
from tfshim.engine.random.seeds import Frame
from tfshim.engine.state import TS
from tfshim.engine.symbolic_tensor import SymbolicTensor
from tfshim.engine.tensor import EagerTensor, wrap


class _Debug:
    on = False


def enable_debug_mode():
    """Run the functions of datasets that are made from now on as Python, element by element.

    Nothing runs in parallel then. Raises ValueError inside a `tf.function`. Mirrors `tf.data.experimental.enable_debug_mode`.
    """
    if TS.graph is not None:
        raise ValueError("`enable_debug_mode() is only supported in eager mode.")
    _Debug.on = True


def debug_mode():
    """Whether `enable_debug_mode` was called."""
    return _Debug.on


class Program:
    """A traced function from elements of `specs` to an element.

    spread: whether `specs` is one element, spread over the function's arguments if it is a tuple, rather than a tuple
    with the spec of each argument. what: the public function it was given to, for errors.
    """

    def __init__(self, given, specs, what, spread=True):
        if not callable(given):
            raise ValueError(f"Argument `func` must be a callable. Received func={given} (of type {type(given)})")
        converted = convert_for_tracing(given)
        outcome, lines = [], {}

        def called(values):
            return converted(*values) if type(values) is tuple or not spread else converted(values)

        def program(*flat):
            graph = TS.graph
            if graph is not None:
                _note_lines(graph, lines)
            result = called(nest.pack_sequence_as(specs, flat, expand_composites=True))
            if isinstance(result, list):
                result = tuple(result)
            try:
                made = normalized(result, what)
                outcome[:] = [spec_of(made)]
            except (TypeError, ValueError):
                raise TypeError(f"Unsupported return value from function passed to {what}: {result}.") from None
            outcome.append(made)
            return tuple(x for x in nest.flatten(made, expand_composites=True) if x is not None)

        self._specs = nest.flatten(specs)
        flat = [c for s in self._specs for c in nest.flatten(s, expand_composites=True)]
        self._dtypes_in = [s.dtype for s in flat]
        concrete = function(program, autograph=False).get_concrete_function(*flat)
        self.element_spec = outcome[0]
        self._concrete, self._lines = concrete, lines
        self._python = program if _Debug.on else None
        self.captures = list(concrete._graph.external_captures)
        self.datasets = [x for x in nest.flatten(outcome[1]) if hasattr(x, "_args")]
        self._dense_in = all(map(is_dense, self._specs))
        self._dense_out = all(map(is_dense, nest.flatten(self.element_spec)))

    @property
    def graph(self):
        """The traced graph."""
        return self._concrete._graph

    def bound(self, captures):
        """This program with other values for the tensors it takes from outside."""
        made = object.__new__(Program)
        made.__dict__.update(self.__dict__)
        made.captures = list(captures)
        return made

    @property
    def symbolic(self):
        """Whether it takes tensors of a graph from outside, whose values are not known yet."""
        return any(isinstance(c, SymbolicTensor) for c in self.captures)

    def stateful(self):
        """The type of an operation that makes the results differ from run to run, or None."""
        for node in self.graph._operations:
            if node.rng is not None or node.type in ("EagerPyFunc", "PyFunc", "PyFuncStateless") and node.stateful:
                return node.type
        return None

    def opened(self):
        """A callable from slots to slots, for one iterator: random operations of the function start afresh with it."""
        if self._python is not None:
            return self._eagerly()
        frame, program, lines = Frame(), self.graph.program(), self._lines
        captured = storages(self.captures) if self.captures else []
        dense_in, dense_out, specs = self._dense_in, self._dense_out, self._specs
        compose = None if dense_out else Composer(self.element_spec)
        within = frame.run if self._has_randomness() else _plainly

        def run(flat):
            if not dense_in:
                flat = component_storages(specs, flat)
            tape, TS.tape = TS.tape, None  # what a pipeline computes is no part of anybody's gradient
            try:
                made = within(program, *flat, *captured)
            except errors.OpError as e:
                raise _told(e, lines) from e.__cause__
            finally:
                TS.tape = tape
            return list(made) if dense_out else compose(made)

        return run

    def _has_randomness(self):
        return any(n.rng is not None or any(hasattr(a, "_operations") or hasattr(a, "run_in_frame") or type(a) is tuple
                                            for a in n.arguments) for n in self.graph._operations)

    def _eagerly(self):
        python, specs, dtypes = self._python, self._specs, self._dtypes_in
        compose = Composer(self.element_spec)

        def run(flat):
            return compose([_storage(x) for x in python(*[wrap(s, d) for s, d in zip(component_storages(specs, flat), dtypes)])])

        return run


def _plainly(program, *arguments):
    return program(*arguments)


def _storage(x):
    return x._t if type(x) is EagerTensor else x


# ---------------------------------------------------------------------- the user's line in errors
_SUFFIX = re.compile(r" \[Op:\w+\](?: name: ?([^\s]*))?$")
_PREFIX = re.compile(r"^\{\{function_node [^}]*\}\} ")


def _note_lines(graph, lines):
    """Remember for each node that is added to `graph` the line of the user's that asked for it."""
    add = graph.add

    def noting(op, arguments, result, name=None):
        node = add(op, arguments, result, name)
        frame = sys._getframe(1)
        while frame is not None and (frame.f_globals.get("__name__") or "").split(".")[0] in ("tfshim", "malt"):
            frame = frame.f_back
        if frame is not None:
            lines[node.name] = _place(frame)
        return node

    graph.add = noting


def _place(frame):
    """(file, line) of a frame; of converted code, where the original is."""
    file, line = frame.f_code.co_filename, frame.f_lineno
    origin = SOURCE_MAPS.get(file, {}).get((file, line))
    return (file, line) if origin is None else (origin.loc.filename, origin.loc.lineno)


def _told(error, lines):
    """`error` as the iterator tells it: with the node of the function, and the user's line as a note."""
    message = error.message
    found = _SUFFIX.search(message)
    if found is None or getattr(error, "_tfshim_told", False):
        return error
    name = found.group(1)
    where = f"\n\t [[{{{{node {name}}}}}]]" if name else ""
    made = type(error)(None, None, _PREFIX.sub("", message[: found.start()]) + where)
    made._tfshim_told = True
    place = lines.get(name)
    if place is not None:
        file, line = place
        source = linecache.getline(file, line).strip()
        made.add_note(f"Defined at {file}, line {line}" + (f": {source}" if source else ""))
    return made.with_traceback(error.__traceback__)
