"""`while` and `for` of converted code."""

import numpy as np

from tfshim.engine import control_flow, dtypes, func_graph, nest
from tfshim.engine.autograph.state import is_symbolic, is_undefined, tf
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.shapes import TensorShape
from tfshim.engine.state import TS
from tfshim.engine.tensor import Tensor


def is_dataset(x):
    """Whether `x` is a `tf.data.Dataset`."""
    return hasattr(x, "element_spec") and hasattr(x, "reduce") and hasattr(x, "batch")


def while_stmt(test, body, get_state, set_state, symbol_names, opts):
    """`while test(): body()`."""
    scratch_needed = TS.graph is not None
    if not scratch_needed:
        while test():
            body()
        return
    initial = get_state()
    first = _plain(test())
    if not is_symbolic(first):
        # Python decides; but a test that becomes a tensor later makes the rest a node.
        while first:
            body()
            first = _plain(test())
            if is_symbolic(first):
                _symbolic_while(test, body, get_state, set_state, symbol_names, opts, get_state())
                return
        return
    _symbolic_while(test, body, get_state, set_state, symbol_names, opts, initial)


def _plain(x):
    return x._tfshim_value() if hasattr(x, "_alias") else x


def zeros_of(value):
    """Zeros of the shapes and dtypes of the tensors in `value`; unknown sizes are 0."""

    def one(x):
        if x is None:
            return None
        x = x if isinstance(x, Tensor) else convert_to_tensor(x)
        dims = [] if x.shape.rank is None else [0 if d is None else d for d in x.shape.as_list()]
        return tf.zeros(dims, x.dtype)

    return nest.map_structure(one, value, expand_composites=True)


class _Loop:
    """The loop variables: tensors that the node carries, and Python objects that stay as they are."""

    def __init__(self, names, initial, get_state, set_state, opts):
        self.names, self.get, self.set = names, get_state, set_state
        self.opts = opts
        self.initial = list(initial)
        self.carried, self.undefined = [], []

    def settle(self, run_once):
        """Find out what each variable is after one iteration, so that undefined ones can start as zeros."""
        if not any(map(is_undefined, self.initial)):
            self.carried = [i for i, x in enumerate(self.initial) if _numeric(x)]
            return
        scratch = func_graph.FuncGraph("scratch", TS.graph)
        with func_graph.building(scratch, keep_tapes=True):
            self.set(tuple(self.initial))
            run_once()
            after = self.get()
        self.set(tuple(self.initial))
        for i, (before, now) in enumerate(zip(self.initial, after)):
            if is_undefined(before) and not is_undefined(now):
                # Known only in the loop: it is worth something only if the loop runs at all.
                self.initial[i] = zeros_of(now)
                self.undefined.append(i)
            elif is_undefined(now) or not _numeric(before):
                continue
            self.carried.append(i)

    def start(self):
        """The structures of the carried variables, as tensors."""
        structure = []
        for i in self.carried:
            try:
                structure.append(nest.map_structure(
                    lambda x: None if x is None else x if isinstance(x, Tensor) else convert_to_tensor(x), self.initial[i],
                    expand_composites=True))
            except (TypeError, ValueError) as e:
                raise ValueError(f"'{self.names[i]}' must be a tensor, a number or a structure of them in a loop over tensors: {e}") \
                    from None
        return structure

    def enter(self, values):
        """Let the code see `values` of the carried variables."""
        state = list(self.initial)
        for i, v in zip(self.carried, values):
            state[i] = v
        self.set(tuple(state))

    def leave(self, structure):
        """The values of the carried variables, checked against `structure`."""
        state = self.get()
        result = []
        for i, like in zip(self.carried, structure):
            value = state[i]
            if is_undefined(value):
                raise ValueError(f"'{self.names[i]}' must be defined in the loop.")
            try:
                nest.assert_same_structure(like, value, expand_composites=True)
            except (TypeError, ValueError) as e:
                raise TypeError(f"'{self.names[i]}' does not have the same nested structure after one iteration.\n\n{e}") from None
            result.append(value)
        for i, value in enumerate(state):
            if i not in self.carried and value is not self.initial[i] and not is_undefined(self.initial[i]):
                if self.initial[i] is None:
                    raise ValueError(f"'{self.names[i]}' is not allowed to be None before the loop.")
                raise ValueError(f"'{self.names[i]}' must be a tensor, a number or a structure of them to change in a loop over tensors; "
                                 f"it is {self.initial[i]!r} before the loop.")
        return result

    def invariants(self, structure, flat):
        """The static shapes that `set_loop_options` and the start allow."""
        given = self.opts.get("shape_invariants")
        shapes = [x.shape for x in flat]
        for i in self.undefined:
            at = 0
            for j, s in zip(self.carried, structure):
                count = len(nest.flatten(s, expand_composites=True))
                if j == i:
                    for k in range(at, at + count):
                        shapes[k] = TensorShape(None) if 0 in (flat[k].shape.as_list() if flat[k].shape.rank is not None else [0]) \
                            else shapes[k]
                at += count
        for tensor, shape in given or ():
            for i, x in enumerate(flat):
                if x is tensor:
                    shapes[i] = TensorShape(shape) if not isinstance(shape, TensorShape) else shape
        return shapes

    def check(self, flat_names):
        def checked(step):
            for name, before, after in zip(flat_names, step.inputs, step.outputs):
                if after.dtype != before.dtype:
                    raise TypeError(f"'{name}' has dtype {before.dtype.name} before the loop, but dtype {after.dtype.name} after one "
                                    "iteration")
                if not control_flow._no_less_specific(before.shape, after.shape):
                    raise ValueError(f"'{name}' has shape {before.shape} before the loop, but shape {after.shape} after one iteration. Use "
                                     "tf.autograph.experimental.set_loop_options to set shape invariants.")

        return checked


def _numeric(x):
    flat = nest.flatten(x, expand_composites=True)
    return bool(flat) and all(isinstance(i, (Tensor, int, float, complex, np.ndarray, np.generic)) for i in flat)


def _run(loop, prelude, test, body):
    """Build the node for a loop with `prelude` (flat tensors of its own) before the variables of the code."""
    structure = loop.start()
    packed_flat = nest.flatten(structure, expand_composites=True)
    at = [i for i, x in enumerate(packed_flat) if x is not None]
    flat = [func_graph.as_graph_tensor(TS.graph, packed_flat[i]) for i in at]
    own = len(prelude)
    names = [loop.names[i] for i, s in zip(loop.carried, structure) for x in nest.flatten(s, expand_composites=True) if x is not None]

    def pack(tensors):
        full = [None] * len(packed_flat)
        for i, t in zip(at, tensors):
            full[i] = t
        return nest.pack_sequence_as(structure, full, expand_composites=True)

    def cond_graph(*tensors):
        loop.enter(pack(tensors[own:]))
        return test(tensors[:own])

    def body_graph(*tensors):
        loop.enter(pack(tensors[own:]))
        kept = body(tensors[:own])
        after = nest.flatten(loop.leave(structure), expand_composites=True)
        return [*kept, *[convert_to_tensor(after[i], dtype_hint=flat[k].dtype) for k, i in enumerate(at)]]

    shapes = [p.shape for p in prelude] + loop.invariants(structure, [packed_flat[i] for i in at])
    maximum = loop.opts.get("maximum_iterations")
    try:
        made = control_flow.loop(
            cond_graph, body_graph, [*prelude, *flat], invariants=shapes,
            maximum=None if maximum is None else convert_to_tensor(maximum), name="while",
            check=loop.check(["iterates"] * own + names))
    finally:
        loop.set(tuple(loop.initial))
    loop.enter(pack(made[own:]))


def _symbolic_while(test, body, get_state, set_state, names, opts, initial):
    loop = _Loop(names, initial, get_state, set_state, opts)

    def once():
        test()
        body()

    loop.settle(once)

    def tested(prelude):
        result = _plain(test())
        return result

    def run(prelude):
        body()
        return []

    _run(loop, [], tested, run)


def for_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
    """`for target in iter_: body(target)`, as long as `extra_test()` holds."""
    iter_ = _plain(iter_)
    if TS.graph is not None and isinstance(iter_, Tensor):
        return _for_tensor(iter_, extra_test, body, get_state, set_state, symbol_names, opts)
    if TS.graph is not None and hasattr(type(iter_), "_tfshim_for"):  # datasets and their iterators
        return iter_._tfshim_for(extra_test, body, get_state, set_state, symbol_names, opts)
    if extra_test is None:
        for target in iter_:
            body(target)
        return None
    test = extra_test()
    iterator = iter(iter_)
    while True:
        if is_symbolic(test):
            return _rest(iterator, test, extra_test, body, get_state, set_state, symbol_names, opts)
        if not test:
            return None
        try:
            target = next(iterator)
        except StopIteration:
            return None
        body(target)
        test = extra_test()


def _rest(iterator, test, extra_test, body, get_state, set_state, names, opts):
    """A Python loop that a tensor may end: what remains is unrolled, each turn under the condition."""
    from tfshim.engine.autograph.operators import if_stmt

    for target in iterator:
        if_stmt(extra_test(), lambda target=target: body(target), lambda: None, get_state, set_state, names, len(names))
    return None


def _for_tensor(xs, extra_test, body, get_state, set_state, names, opts):
    if xs.shape.rank == 0:
        raise ValueError("Cannot iterate over a scalar tensor.")
    xs = func_graph.as_graph_tensor(TS.graph, xs)
    loop = _Loop(names, get_state(), get_state, set_state, opts)
    loop.settle(lambda: body(tf.gather(xs, convert_to_tensor(0, dtypes.int32))))
    count = tf.shape(xs)[0]

    def tested(prelude):
        inside = tf.less(prelude[0], count)
        if extra_test is None:
            return inside
        further = _plain(extra_test())

        return tf.logical_and(inside, further)

    def run(prelude):
        item = tf.gather(xs, prelude[0])
        body(item)
        return [prelude[0] + 1]

    _run(loop, [convert_to_tensor(0, dtypes.int32)], tested, run)
