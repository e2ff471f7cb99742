"""Seeds and the state of stateful random operations.

A draw needs a *seed pair* and a position in the stream of that pair. The pair comes from the global seed
(`tf.random.set_seed`) and the op seed of the call. Where the position is kept depends on how the operation runs:

* eagerly: in one table of the process, by operation type, dtypes, pair and device (`reserve`);
* in a graph: with the node, in a `NodeState` that the graph makes and the executor puts into `TS.rng`;
* in a graph that is called as part of another one: with the node again, but once for every caller, which is a
  `Callee` with a `Frame` for each of its own callers.

The pair (0, 0) stands for "no seed at all": numbers that differ from run to run.
"""

import contextlib
import os
import random
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from tfshim._export import tf_export, tf_private
from tfshim.engine.random.philox import Philox
from tfshim.engine.runtime import determinism
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.processor.denormals import flushed
from tfshim.engine.runtime.state import TS, ScopedValue

# TensorFlow's global seed where only the operation has one.
DEFAULT_GLOBAL_SEED = 87654321
MODULUS = 2**31 - 1
UNSEEDED = (0, 0)
tf_private("tensorflow.python.framework.random_seed.DEFAULT_GRAPH_SEED")(DEFAULT_GLOBAL_SEED)


class _Process:
    """What `set_seed` sets: shared by all threads."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.op_seeds = random.Random()
        self.table: dict[Any, Any] = {}
        # Counts the calls of set_seed: a node whose state is older starts its stream again.
        self.epoch = 0
        self.lock = threading.Lock()
        self.entropy: Philox | None = None

    def unseeded(self) -> Philox:
        """The stream of draws that nobody seeded; its key comes from the operating system."""
        if self.entropy is None:
            self.entropy = Philox(int.from_bytes(os.urandom(8), "little"), int.from_bytes(os.urandom(8), "little") << 64)
        return self.entropy


_process = _Process()


def _after_fork() -> None:
    # A child must not repeat the parent's unseeded numbers, nor inherit a lock that a thread held.
    _process.entropy = None
    _process.lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def set_seed(seed: Any) -> None:
    """Set the global seed (None: none) and start every stream of the process again."""
    try:
        # As in TensorFlow's eager context, Python's generator with the global seed gives the seeds of operations that have none.
        op_seeds = random.Random(seed)
    except TypeError:  # NumPy integers and tensors
        seed = int(seed)
        op_seeds = random.Random(seed)
    with _process.lock:
        _process.seed = seed
        _process.op_seeds = op_seeds
        _process.table = {}
        _process.epoch += 1


def epoch() -> int:
    """How often the global seed has been set: what goes on from draw to draw begins again when it is."""
    return _process.epoch


_seeding = ScopedValue()  # the graph whose seeds are used while executing eagerly


def seeds_of(graph: Any) -> AbstractContextManager[None]:
    """Within it eager operations take their seeds from `graph` (its `seed` and `_seed_count`), as its own nodes do."""
    return _seeding.set_to(graph)


def global_seed() -> int | None:
    """The global seed in force: that of the graph under construction, else the one of `set_seed`."""
    graph = TS.graph
    return process_seed() if graph is None else graph.seed


def process_seed() -> int | None:
    """The seed of the last `set_seed`, which a graph takes over when it is created."""
    return _process.seed if _seeding.value is None else _seeding.value.seed


def _next_op_seed() -> int:
    with _process.lock:
        return _process.op_seeds.randint(0, MODULUS)


@tf_export(v1=["get_seed", "random.get_seed"])
def get_seed(op_seed: int | None) -> tuple[Any, Any]:
    """The two seeds of an operation that draws, from the global one and its own. Mirrors `tf.compat.v1.get_seed` and
    `tf.compat.v1.random.get_seed`.

    Operations take both numbers. Where the global seed is set and the operation has none, it gets the next of a count: of the graph, or of
    the process while executing eagerly, where each call uses one up.

    Arguments:
        op_seed: the seed of the operation, an integer; None for none.

    Returns:
        A pair of integers; (None, None) where nothing is seeded, which stands for other numbers each time.

    Raises:
        TypeError: it is no integer.
        RuntimeError: nothing is seeded, though `tf.config.experimental.enable_op_determinism` asks for it.

    Example:
        >>> with tf.Graph().as_default():
        ...     print(tf.compat.v1.get_seed(None), tf.compat.v1.get_seed(5))
        ...     tf.compat.v1.set_random_seed(7)
        ...     print(tf.compat.v1.get_seed(5), tf.compat.v1.get_seed(None))
        (None, None) (87654321, 5)
        (7, 5) (7, 0)
    """
    graph = TS.graph or _seeding.value
    if graph is None:
        seed = _process.seed
        if op_seed is None and seed is not None:
            op_seed = _next_op_seed()
    else:
        seed = graph.seed
        if op_seed is None and seed is not None:
            counting = graph._seeder or graph
            with _process.lock:
                op_seed = counting._seed_count
                counting._seed_count += 1
    if seed is None and op_seed is None:
        if determinism.enabled():
            raise RuntimeError(
                "Random ops require a seed to be set when determinism is enabled. Please set a seed before running the op, e.g. by "
                "calling tf.random.set_seed(1)."
            )
        return None, None
    if seed is None:
        seed = DEFAULT_GLOBAL_SEED
    pair = int(seed % MODULUS), int(op_seed % MODULUS)  # type: ignore[operator]  # an integer wherever `seed` is one
    return (0, MODULUS) if pair == (0, 0) else pair  # (0, 0) would mean that there is no seed


def op_pair(op_seed: int | None) -> tuple[int, int]:
    """As `get_seed`, with (0, 0) where nothing is seeded: the attributes `seed` and `seed2` of the operation."""
    pair = get_seed(op_seed)
    return UNSEEDED if pair[1] is None else pair


class NodeState:
    """The streams of one random operation of a graph: one for direct runs and one for each caller's frame."""

    __slots__ = ("_pair", "_stream", "_epoch", "__weakref__")

    def __init__(self, seed: int, seed2: int) -> None:
        self._pair, self._epoch = (seed, seed2), -1
        self._stream: Any = None  # made for the first draw of each epoch

    def stream(self) -> Philox:
        """The stream of this run of the node."""
        frame = _frames.current
        if frame is not None:
            return frame.stream(self)
        if self._epoch != _process.epoch:
            self._stream, self._epoch = self.fresh(), _process.epoch
        return self._stream

    @property
    def source(self) -> "NodeState":
        """The state whose stream is drawn from."""
        return self

    def copy(self) -> "NodeState":
        """A state with the same seeds and streams of its own."""
        return NodeState(*self._pair)

    def fresh(self) -> Philox:
        """The stream from its start."""
        if self._pair == UNSEEDED:
            return _process.unseeded()
        return Philox.from_pair(*self._pair)


def rewinding(states: Iterable[NodeState]) -> Callable[[], None]:
    """What sets the streams of `states` back to where they are now: a run that does not count draws from them."""
    places = [(stream, stream.counter) for stream in (state.stream() for state in states)]

    def rewind() -> None:
        for stream, counter in places:
            stream.counter = counter

    return rewind


class StepState(NodeState):
    """The state of a random operation that stands in a graph once for each of `steps` steps, though it is one operation with one stream.

    `first` is the state of the operation of the first step, `step` counts from it.
    """

    __slots__ = ("_first", "_step", "_steps")

    def __init__(self, first: NodeState, step: int, steps: int) -> None:
        super().__init__(*first._pair)
        self._first, self._step, self._steps = first, step, steps

    @property
    def source(self) -> NodeState:
        """The state of the first step."""
        return self._first

    def stream(self) -> Any:
        """What draws from the stream of the first step."""
        stream = self._first.stream()
        return stream if self._pair == UNSEEDED else _StepStream(stream, self.fresh().counter, self._step, self._steps)


class _StepStream:
    """A stream in which every `steps`-th draw, all being of the same size, belongs to step number `step`.

    Draws of steps that a run leaves out are passed over.
    """

    __slots__ = ("_stream", "_start", "_step", "_steps")

    def __init__(self, stream: Philox, start: int, step: int, steps: int) -> None:
        self._stream, self._start, self._step, self._steps = stream, start, step, steps

    key = property(lambda self: self._stream.key)

    @property
    def counter(self) -> int:
        return self._stream.counter

    @counter.setter
    def counter(self, value: int) -> None:
        self._stream.counter = value

    def reserve(self, blocks: int) -> tuple[int, int]:
        """As that of a stream."""
        drawn = (self._stream.counter - self._start) // blocks if blocks else 0
        self._stream.reserve((self._step - drawn) % self._steps * blocks)
        return self._stream.reserve(blocks)


@contextlib.contextmanager
def uncounted() -> Iterator[None]:
    """Within it operations take their seeds from the count of the graph, and give them back at its end."""
    graph = TS.graph or _seeding.value
    counting = None if graph is None else graph._seeder or graph
    before = 0 if counting is None else counting._seed_count
    try:
        yield
    finally:
        if counting is not None:
            counting._seed_count = before


class Frame:
    """The random states of a graph for one of its callers.

    A node that calls a function has a frame for each place it is itself called from, so that two calls of one
    function draw independently; whoever wants the streams to start again makes a new frame.
    """

    __slots__ = ("_streams", "_epoch")

    def __init__(self) -> None:
        self._epoch = _process.epoch
        self._streams: dict[Any, Any] = {}

    def _get(self, node: Any, make: Callable[[], Any]) -> Any:
        if self._epoch != _process.epoch:
            self._streams, self._epoch = {}, _process.epoch
        found = self._streams.get(node)
        if found is None:
            found = self._streams[node] = make()
        return found

    def stream(self, node: NodeState) -> Philox:
        """The stream of `node` in this frame."""
        return self._get(node, node.fresh)

    def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call `function` within this frame."""
        before, _frames.current = _frames.current, self
        try:
            return flushed(function, *args) if before is None else function(*args)
        finally:
            _frames.current = before


class _Frames(threading.local):
    current: Frame | None = None


_frames = _Frames()


def current_frame() -> Frame | None:
    """The frame that this thread runs in, if any."""
    return _frames.current


class Callee:
    """Mixin for the node of a graph that calls a function: the frames of its calls."""

    _frame: Frame | None = None

    def run_in_frame(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call `function` with random states that belong to this caller alone."""
        outer = _frames.current
        if outer is not None:
            with _process.lock:
                frame = outer._get(self, Frame)
            return frame.run(function, *args)
        if self._frame is None:
            with _process.lock:
                self._frame = self._frame or Frame()
        return self._frame.run(function, *args)


def outermost() -> bool:
    """Whether this thread runs no function that another one called."""
    return _frames.current is None


def is_unseeded(seed: int, seed2: int) -> bool:
    """Whether a draw with this pair may come from any generator."""
    return seed == 0 and seed2 == 0


def reserve(kind: str, types: tuple, seed: int, seed2: int, blocks: int) -> tuple[int, int]:
    """The (key, counter) of a draw of an operation of type `kind` with dtype attributes `types`.

    The stream goes on after `blocks` blocks. `seed` and `seed2` are the operation's attributes.
    """
    if TS.rng is not None:
        return reserve_for(TS.rng, blocks)
    with _process.lock:
        if seed == 0 and seed2 == 0:
            return _process.unseeded().reserve(blocks)
        device = current_torch_device()
        # In TensorFlow the state belongs to the cached kernel, one for each type, set of attributes and device.
        key = (kind, types, seed, seed2, None if device is None or device.type == "cpu" else str(device))
        stream = _process.table.get(key)
        if stream is None:
            stream = _process.table[key] = Philox.from_pair(seed, seed2)
        return stream.reserve(blocks)


def reserve_for(node: NodeState, blocks: int) -> tuple[int, int]:
    """The (key, counter) of a draw of a random operation of a graph."""
    with _process.lock:
        return node.stream().reserve(blocks)


def current_node() -> NodeState | None:
    """The random operation of a graph that this thread is running, or None in an eager call."""
    return TS.rng


def unseeded_position(blocks: int) -> tuple[int, int]:
    """A (key, counter) that no seed determines."""
    with _process.lock:
        return _process.unseeded().reserve(blocks)
