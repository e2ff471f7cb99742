"""`tf.random.Generator`: random numbers from a state that is a variable."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import zeros, zeros_like
from tfshim.array_ops.joining import concat, stack, unstack
from tfshim.array_ops.shapes import reshape
from tfshim.engine.random.philox import MASK64
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.variable import Variable
from tfshim.math.reductions import reduce_prod
from tfshim.random import generator_ops
from tfshim.random import stateless_ops as ops
from tfshim.random._affine import affine, span
from tfshim.random._arguments import scoped, shape_vector
from tfshim.random.algorithm import algorithm_number
from tfshim.random.stateless import trial_parameters
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


_DEFAULT_ALGORITHM = "philox"
# Philox has a counter of two numbers and a key of one, ThreeFry one of each; what is selected automatically is Philox.
_STATE_SIZE = {1: 3, 2: 2, 3: 3}
_KEY_SIZE = 1


def _state_size(alg):
    if alg not in _STATE_SIZE:
        raise ValueError(
            f"Argument `alg` got unsupported value {alg}. Supported values are 1 for the Philox algorithm, 2 for "
            "the ThreeFry "
            "algorithm, and 3 for auto-selection."
        )
    return _STATE_SIZE[alg]


def _check_shape(got, want):
    if not got.is_compatible_with(want):
        raise ValueError(f"Shapes {got} and {want.as_list()} are incompatible")


def _check_state(state, alg):
    _check_shape(state.shape, TensorShape([_state_size(alg)]))


def _state_from_seed(seed, alg):
    """The state made from an integer of any size, or from a tensor or list of integers."""
    size = _state_size(alg)
    if isinstance(seed, int) and not isinstance(seed, bool):
        # Arithmetic shifts: a negative number fills all chunks.
        chunks = [(seed >> (64 * i)) & MASK64 for i in range(size)]
        return convert_to_tensor(np.array(chunks, np.uint64).view(np.int64))
    flat = _int64_vector(seed)
    count = flat.shape.as_list()[0]
    if count is None:
        raise refused("tf.random.Generator", "seed")
    if count >= size:
        return flat[:size]
    return concat([zeros([size - count], dtypes.int64), flat], 0)


def _int64_vector(value):
    return reshape(cast(convert_to_tensor(_signed(value)), dtypes.int64), [-1])


def _signed(value):
    """Integers of 64 bits without a sign, as they stand in an int64 tensor; everything else as it is."""
    return nest.map_structure(lambda x: x - 2**64 if isinstance(x, int) and x >= 2**63 else x, value)


@tf_export("random.create_rng_state")
def create_rng_state(seed: int | None, alg: Any) -> Tensor:
    """The state that a generator starts with for a seed. Mirrors `tf.random.create_rng_state`.

    Arguments:
        seed: an integer of any size, or a list or tensor of integers.
        alg: "philox", "threefry" or "auto_select", or a `tf.random.Algorithm`.

    Returns:
        An int64 vector: three elements for "philox" and "auto_select", two for "threefry".

    Raises:
        ValueError: an unknown algorithm.

    `tf.random.Generator(state=..., alg=...)` and `Generator.reset` take it; `Generator.from_seed` does both steps at
    once.

    Example:
        >>> tf.random.create_rng_state(1, "philox")
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 0, 0])>
    """
    return constant_of(_state_from_seed(seed, algorithm_number(alg)), None)


@tf_export("random.Generator")
class Generator(AutoTrackable):
    """A source of random numbers with a state of its own, kept in a variable. Mirrors `tf.random.Generator`.

    Arguments:
        copy_from: another generator, whose state is copied; then nothing else may be given.
        state: an int64 vector, or a variable to be shared.
        alg: the algorithm, such as "philox".

    Raises:
        AssertionError: neither `copy_from` alone nor both `state` and `alg` are given.
        ValueError: an unknown algorithm.

    `from_seed`, `from_state`, `from_key_counter` and `from_non_deterministic_state` make one; `normal`, `uniform`,
    `uniform_full_int`, `truncated_normal`, `binomial`, `make_seeds`, `split` draw, and every draw advances the state.
    Equal calls after an equal start give equal numbers, those of TensorFlow. It is saved in checkpoints; in a
    strategy's scope each replica gets numbers of its own.

    Example:
        >>> a, b = tf.random.Generator.from_seed(7), tf.random.Generator.from_seed(7)
        >>> bool(tf.reduce_all(a.normal([3]) == b.normal([3])))
        True
        >>> a.uniform([2], 1, 7, dtype=tf.int32).shape
        TensorShape([2])
    """

    __module__ = "tensorflow.python.ops.stateful_random_ops"

    def __init__(self, copy_from: Any = None, state: TensorLike | None = None, alg: Any = None) -> None:
        # Where no strategy was ever used, nothing has to be loaded to know that this is in no scope.
        self._distribution_strategy = higher.strategy_in_scope() if "tfshim.distribute.strategies" in sys.modules else None
        if copy_from is not None:
            assert alg is None and state is None, "Generator(copy_from=...) takes neither `state` nor `alg`."
            self._state_var = self._new_variable(copy_from.state)
            self._alg = copy_from.algorithm
            return
        assert alg is not None and state is not None, "Generator() needs `copy_from`, or `state` and `alg`."
        alg = algorithm_number(alg)
        if isinstance(state, Variable):
            _check_state(state, alg)
            self._state_var = state
        else:
            state = self._as_state(state)
            _check_state(state, alg)
            self._state_var = self._new_variable(state)
        self._alg = alg

    @staticmethod
    def _as_state(state):
        return cast(convert_to_tensor(_signed(state)), dtypes.int64)

    @staticmethod
    def _new_variable(state):
        return Variable(convert_to_tensor(state, dtype=dtypes.int64), dtype=dtypes.int64, trainable=False, name="StateVar")

    @classmethod
    def from_state(cls, state: TensorLike, alg: Any) -> Generator:
        """A generator that starts in `state`, the int64 vector [counter low, counter high, key] of Philox."""
        return cls(alg=alg, state=state)

    @classmethod
    def from_seed(cls, seed: int | None, alg: Any = None) -> Generator:
        """A generator whose state is made from the integer (or integers) `seed`; `alg` defaults to "philox"."""
        alg = algorithm_number(_DEFAULT_ALGORITHM if alg is None else alg)
        return cls(state=create_rng_state(seed, alg), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Generator:
        """A generator whose state comes from the operating system."""
        alg = algorithm_number(_DEFAULT_ALGORITHM if alg is None else alg)
        state = np.frombuffer(os.urandom(8 * _state_size(alg)), np.int64)
        return cls(state=convert_to_tensor(state), alg=alg)

    @classmethod
    def from_key_counter(cls, key: TensorLike, counter: TensorLike, alg: Any) -> Generator:
        """A generator with the integer `key` and `counter`, a vector of two integers for Philox, of one for ThreeFry.

        Raises ValueError for other shapes.
        """
        alg = algorithm_number(alg)
        return cls(state=cls._key_counter_state(key, counter, alg), alg=alg)

    @staticmethod
    def _key_counter_state(key, counter, alg):
        counter, key = Generator._as_state(counter), Generator._as_state(key)
        _check_shape(counter.shape, TensorShape([_state_size(alg) - _KEY_SIZE]))
        _check_shape(key.shape, TensorShape([]))
        return concat([counter, reshape(key, [1])], 0)

    # ------------------------------------------------------------------ the state
    @property
    def state(self) -> Any:
        """The variable that holds the state."""
        return self._state_var

    @property
    def algorithm(self) -> int:
        """The number of the algorithm: 1 Philox, 2 ThreeFry, 3 the one that suits the device."""
        return self._alg

    @property
    def key(self) -> Any:
        """The key, a scalar int64 tensor."""
        return self._state_var[-1]

    def reset(self, state: TensorLike) -> None:
        """Start again in `state`, an int64 vector. Raises ValueError for another shape."""
        state = self._as_state(state)
        _check_state(state, self.algorithm)
        self._state_var.assign(state)

    def reset_from_seed(self, seed: int | None) -> None:
        """Start again as `from_seed(seed)` does."""
        self._state_var.assign(create_rng_state(seed, self.algorithm))

    def reset_from_key_counter(self, key: TensorLike, counter: TensorLike) -> None:
        """Start again as `from_key_counter(key, counter)` does. Raises ValueError for other shapes."""
        self._state_var.assign(self._key_counter_state(key, counter, self.algorithm))

    def skip(self, delta: TensorLike) -> Tensor:
        """Advance the state as if `delta` (an integer) values had been drawn; returns the state before.

        Raises ValueError for a number beyond int64, InvalidArgumentError for anything but a scalar.
        """
        delta = convert_to_tensor(delta)
        if delta.shape.rank not in (0, None):
            dims = ",".join(map(str, delta.shape.as_list()))
            raise invalid(f"input 2 (0-based) must have shape [], not [{dims}] [Op:RngReadAndSkip] name: ")
        return self._advance(generator_ops.read_and_skip, delta)

    def _advance(self, operation, delta):
        graph = TS.graph
        if graph is not None:
            if hasattr(graph, "note_variable"):
                graph.note_variable(self._state_var)
            if isinstance(delta, Tensor):
                delta = cast(delta, dtypes.uint64)
        return operation(self._state_var, self._alg, delta)

    def _position(self, shape):
        """Tensors key and counter for a draw of `shape`, and the algorithm; advances the state past the draw."""
        if isinstance(shape, tuple):
            delta = 1
            for size in shape:
                delta *= size
        else:
            delta = reduce_prod(shape)
        if self._distribution_strategy is None:
            return *self._advance(generator_ops.draw_position, delta), self._alg
        (key, counter), replica = higher.in_replica(lambda: self._advance(generator_ops.draw_position, delta))
        if replica is not None:
            # The state is the same for all replicas: the keys tell them apart, drawn with their numbers as the counter.
            key = ops.full_range_integers([1], key, cast([replica, 0], dtypes.uint64), self._alg, dtypes.uint64)
        return key, counter, self._alg

    # ------------------------------------------------------------------ draws
    def normal(
        self, shape: SizesLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0, dtype: DTypeLike = dtypes.float32, name: str | None = None
    ) -> Tensor:
        """Normal numbers of `shape`; `mean` and `stddev`, of the float type `dtype`, broadcast against it."""
        return self._normal(ops.normal_floats, "StatelessRandomNormalV2", "stateful_normal", shape, mean, stddev, dtype, name)

    def truncated_normal(
        self, shape: SizesLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0, dtype: DTypeLike = dtypes.float32, name: str | None = None
    ) -> Tensor:
        """As `normal`, but values further than two standard deviations from the mean are drawn again."""
        return self._normal(ops.truncated_floats, "StatelessTruncatedNormalV2", "truncated_normal", shape, mean, stddev, dtype, name)

    def _normal(self, draw, op_type, default_name, shape, mean, stddev, dtype, name):
        dtype = dtypes.as_dtype(dtype)
        with scoped(name, default_name) as name:
            shape, _ = shape_vector(shape, op_type)
            mean = convert_to_tensor(mean, dtype=dtype, name="mean")
            stddev = convert_to_tensor(stddev, dtype=dtype, name="stddev")
            return affine(draw(shape, *self._position(shape), dtype), stddev, mean, name)

    def uniform(
        self,
        shape: SizesLike,
        minval: TensorLike | None = 0,
        maxval: TensorLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Numbers spread evenly over [minval, maxval); `maxval` defaults to 1 for floats.

        For integers give both limits, or None for both: then over the whole range. Raises ValueError for one alone,
        InvalidArgumentError for an empty range.
        """
        dtype = dtypes.as_dtype(dtype)
        if dtype.is_integer:
            if (minval is None) != (maxval is None):
                raise ValueError(
                    f"For integer dtype {dtype}, minval and maxval must be both `None` or both non-`None`; got "
                    f"minval={minval} and "
                    f"maxval={maxval}"
                )
        elif maxval is None:
            maxval = 1
        with scoped(name, "stateful_uniform") as name:
            if dtype.is_integer and minval is None:
                return self.uniform_full_int(shape, dtype, name=name)
            shape, _ = shape_vector(shape, "StatelessRandomUniformIntV2" if dtype.is_integer else "StatelessRandomUniformV2")
            minval = convert_to_tensor(minval, dtype=dtype, name="min")
            maxval = convert_to_tensor(maxval, dtype=dtype, name="max")
            if dtype.is_integer:
                return ops.uniform_integers(shape, *self._position(shape), minval, maxval, name=name)
            return affine(ops.uniform_floats(shape, *self._position(shape), dtype), span(minval, maxval), minval, name)

    def uniform_full_int(self, shape: SizesLike, dtype: DTypeLike = dtypes.uint64, name: str | None = None) -> Tensor:
        """Integers over the whole range of `dtype`: int32, int64, uint32 or uint64."""
        dtype = dtypes.as_dtype(dtype)
        with scoped(name, "stateful_uniform_full_int") as name:
            shape, _ = shape_vector(shape, "StatelessRandomUniformFullIntV2")
            return ops.full_range_integers(shape, *self._position(shape), dtype, name=name)

    def binomial(
        self, shape: SizesLike, counts: TensorLike, probs: TensorLike, dtype: DTypeLike = dtypes.int32, name: str | None = None
    ) -> Tensor:
        """Numbers of successes in `counts` trials with the probabilities `probs`, which broadcast against each other.

        `shape` is that of the whole result and must end with theirs. Raises InvalidArgumentError if it does not.
        """
        with scoped(name, "binomial") as name:
            shape, _ = shape_vector(shape, "StatefulRandomBinomial")
            counts, probs = trial_parameters(counts, probs)
            graph = TS.graph
            if graph is not None and hasattr(graph, "note_variable"):
                graph.note_variable(self._state_var)
            return generator_ops.binomial(self._state_var, self._alg, shape, counts, probs, dtypes.as_dtype(dtype), name=name)

    def make_seeds(self, count: IntLike = 1) -> Tensor:
        """`count` seeds for stateless functions, as the columns of an int64 matrix [2, count]."""
        keys = self.uniform_full_int([count], dtype=dtypes.int64)
        return stack([keys, zeros_like(keys)])

    def split(self, count: IntLike = 1) -> list[Generator]:
        """A list of `count` new generators whose numbers are independent of each other and of this one's."""
        keys = unstack(self.uniform_full_int([count], dtype=dtypes.int64), num=count)
        return [type(self)(alg=self.algorithm, state=stack([zeros_like(key), zeros_like(key), key])) for key in keys]


_global = None
_lock = threading.Lock()


@tf_export("random.get_global_generator")
def get_global_generator() -> Generator:
    """The generator of the process. Mirrors `tf.random.get_global_generator`.

    Returns:
        A `tf.random.Generator`, the same one each time. The first call makes it from the operating system's randomness,
        so its numbers differ from run to run unless `tf.random.set_global_generator` gave another one;
        `tf.random.set_seed` does not touch it.

    In a `tf.function` the generator of the time of tracing is used.

    Example:
        >>> tf.random.get_global_generator() is tf.random.get_global_generator()
        True
        >>> tf.random.get_global_generator().normal([2, 3]).shape
        TensorShape([2, 3])
    """
    global _global
    if _global is None:
        with _lock:
            # Once more, since another thread may have been quicker.
            if _global is None:
                # The state has to outlive a function that may be being traced.
                with init_scope():
                    _global = Generator.from_non_deterministic_state()
    return _global


@tf_export("random.set_global_generator")
def set_global_generator(generator: Any) -> None:
    """Make a generator that of the process. Mirrors `tf.random.set_global_generator`.

    Arguments:
        generator: a `tf.random.Generator`.

    Functions that were traced before keep the one they had: to start again in all places, use
    `tf.random.get_global_generator().reset_from_seed(seed)` instead.

    Example:
        >>> before = tf.random.get_global_generator()
        >>> tf.random.set_global_generator(tf.random.Generator.from_seed(3))
        >>> x = tf.random.get_global_generator().uniform([])
        >>> bool(x == tf.random.Generator.from_seed(3).uniform([]))
        True
        >>> tf.random.set_global_generator(before)
    """
    global _global
    _global = generator
