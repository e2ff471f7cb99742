"""`tf.random.Generator`: random numbers from a state that is a variable."""

from __future__ import annotations

import math
import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops.casting import bitcast, cast
from tfshim.array_ops.creation import convert_to_tensor as operand
from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.joining import concat, stack, unstack
from tfshim.array_ops.shapes import reshape
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import determinism, one_by_one
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.variable import Variable
from tfshim.math.reductions import reduce_prod
from tfshim.random import generator_ops
from tfshim.random import stateless_ops as ops
from tfshim.random._affine import affine, span
from tfshim.random._arguments import scoped, shape_vector, show_shape
from tfshim.random.algorithm import algorithm_number
from tfshim.random.rng_state import KEY_SIZE, check_shape, check_state, create_rng_state, signed, state_size
from tfshim.random.stateless import trial_parameters

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


_DEFAULT_ALGORITHM = "philox"


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
            check_state(state, alg)
            self._state_var = state
        else:
            state = self._as_state(state)
            check_state(state, alg)
            self._state_var = self._new_variable(state)
        self._alg = alg

    @staticmethod
    def _as_state(state):
        return cast(convert_to_tensor(signed(state)), dtypes.int64)

    @staticmethod
    def _new_variable(state):
        return Variable(convert_to_tensor(state, dtype=dtypes.int64), dtype=dtypes.int64, trainable=False, name="StateVar")

    @classmethod
    def from_state(cls, state: TensorLike, alg: Any) -> Generator:
        """Make a generator that starts in a given state.

        Arguments:
            state: an int64 vector: [counter low, counter high, key] for Philox, [counter, key] for ThreeFry.
            alg: the algorithm, which the state does not tell: "philox" (1), "threefry" (2) or "auto_select" (3).

        Returns:
            A `tf.random.Generator`. A `tf.Variable` given as `state` is its state: what else draws from it moves it on too.

        Raises:
            ValueError: the state has another shape than the algorithm's, or there is no such algorithm.

        It makes a copy of a generator that draws the same numbers from here on. Checkpoints keep states as well.

        Example:
            >>> g = tf.random.Generator.from_seed(1)
            >>> x = g.normal([5])
            >>> copy = tf.random.Generator.from_state(g.state.numpy(), alg="philox")
            >>> bool(tf.reduce_all(copy.normal([2]) == g.normal([2])))
            True
        """
        return cls(alg=alg, state=state)

    @classmethod
    def from_seed(cls, seed: int | None, alg: Any = None) -> Generator:
        """Make a generator whose state follows from a seed.

        Arguments:
            seed: an integer of any size, or a vector of integers.
            alg: "philox" (1), "threefry" (2) or "auto_select" (3); None: "philox".

        Returns:
            A `tf.random.Generator`.

        Raises:
            ValueError: there is no such algorithm, or `seed` is None; `from_non_deterministic_state` needs none.

        The same seed gives the same numbers in every run, TensorFlow's on the CPU, whatever `tf.random.set_seed` says. Each draw moves the
        state on, so the next one gives others.

        Example:
            >>> g = tf.random.Generator.from_seed(1)
            >>> a, b = g.normal([2]), g.normal([2])
            >>> again = tf.random.Generator.from_seed(1)
            >>> bool(tf.reduce_all(again.normal([2]) == a)), bool(tf.reduce_all(a == b))
            (True, False)
        """
        alg = algorithm_number(_DEFAULT_ALGORITHM if alg is None else alg)
        return cls(state=create_rng_state(seed, alg), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Generator:
        """Make a generator whose state is drawn from the chance that the operating system keeps.

        Arguments:
            alg: "philox" (1), "threefry" (2) or "auto_select" (3); None: "philox".

        Returns:
            A `tf.random.Generator`. It draws other numbers in every run, whatever `tf.random.set_seed` says.

        Raises:
            ValueError: there is no such algorithm.

        A run that is to be repeated keeps the state, by a checkpoint or by hand, and begins with `from_state` or `reset`.

        Example:
            >>> g = tf.random.Generator.from_non_deterministic_state()
            >>> kept = g.state.numpy()
            >>> x = g.normal([2])
            >>> g.reset(kept)
            >>> bool(tf.reduce_all(g.normal([2]) == x))
            True
        """
        if determinism.enabled():
            raise RuntimeError('"from_non_deterministic_state" cannot be called when determinism is enabled.')
        alg = algorithm_number(_DEFAULT_ALGORITHM if alg is None else alg)
        state = np.frombuffer(os.urandom(8 * state_size(alg)), np.int64)
        return cls(state=convert_to_tensor(state), alg=alg)

    @classmethod
    def from_key_counter(cls, key: TensorLike, counter: TensorLike, alg: Any) -> Generator:
        """Make a generator from the two parts of its state.

        Arguments:
            key: an integer scalar, which tells streams of numbers apart.
            counter: where in the stream: a vector of two integers for Philox, low part first, of one for ThreeFry.
            alg: "philox" (1), "threefry" (2) or "auto_select" (3).

        Returns:
            A `tf.random.Generator`.

        Raises:
            ValueError: `key` or `counter` has another shape, or there is no such algorithm.

        Generators of different keys draw numbers that have nothing to do with each other; with one key they must lie far
        apart in `counter`.

        Example:
            >>> g = tf.random.Generator.from_key_counter(key=7, counter=[0, 1], alg="philox")
            >>> g.state.numpy().tolist(), int(g.key)
            ([0, 1, 7], 7)
        """
        alg = algorithm_number(alg)
        return cls(state=cls._key_counter_state(key, counter, alg), alg=alg)

    @staticmethod
    def _key_counter_state(key, counter, alg):
        counter, key = Generator._as_state(counter), Generator._as_state(key)
        check_shape(counter.shape, TensorShape([state_size(alg) - KEY_SIZE]))
        check_shape(key.shape, TensorShape([]))
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
        """Start again in a given state.

        Arguments:
            state: an int64 vector: [counter low, counter high, key] for Philox, [counter, key] for ThreeFry.

        Returns:
            None.

        Raises:
            ValueError: the state has another shape than the algorithm's.

        The generator stays the same object with the same variable, so functions that were traced with it draw from the new state too.
        `reset_from_seed` and `reset_from_key_counter` make the state from a seed and from its parts.

        Example:
            >>> g = tf.random.Generator.from_seed(1)
            >>> kept = g.state.numpy()
            >>> x = g.uniform([3])
            >>> g.reset(kept)
            >>> bool(tf.reduce_all(g.uniform([3]) == x))
            True
        """
        state = self._as_state(state)
        check_state(state, self.algorithm)
        self._state_var.assign(state)

    def reset_from_seed(self, seed: int | None) -> None:
        """Start again with the state that follows from a seed, as a new `from_seed(seed)` of the same algorithm would.

        Arguments:
            seed: an integer of any size, or a vector of integers.

        Returns:
            None.

        Raises:
            ValueError: `seed` is None.

        The generator stays the same object with the same variable, so functions that were traced with it draw from the new state too.
        `reset` takes a whole state, `reset_from_key_counter` its parts.

        Example:
            >>> g = tf.random.Generator.from_seed(1)
            >>> x = g.normal([2])
            >>> g.reset_from_seed(1)
            >>> bool(tf.reduce_all(g.normal([2]) == x))
            True
        """
        self._state_var.assign(create_rng_state(seed, self.algorithm))

    def reset_from_key_counter(self, key: TensorLike, counter: TensorLike) -> None:
        """Start again with the two parts of a state, as a new `from_key_counter` of the same algorithm would.

        Arguments:
            key: an integer scalar, which tells streams of numbers apart.
            counter: where in the stream: a vector of two integers for Philox, low part first, of one for ThreeFry.

        Returns:
            None.

        Raises:
            ValueError: `key` or `counter` has another shape.

        The generator stays the same object with the same variable, so functions that were traced with it draw from the new state too.

        Example:
            >>> g = tf.random.Generator.from_seed(1)
            >>> g.reset_from_key_counter(7, [1, 2])
            >>> g.state.numpy().tolist()
            [1, 2, 7]
        """
        self._state_var.assign(self._key_counter_state(key, counter, self.algorithm))

    def skip(self, delta: TensorLike) -> Tensor:
        """Move the state on as if numbers had been drawn.

        Arguments:
            delta: how many values to skip, an integer scalar.

        Returns:
            The state before, an int64 tensor.

        Raises:
            ValueError: `delta` is beyond int64.
            InvalidArgumentError: `delta` is no scalar.

        Each value that is drawn moves the state by 256, so `skip(n)` stands for n values, in however many draws. It takes no longer
        for a billion than for one. Processes that share a seed skip what the others draw.

        Example:
            >>> a, b = tf.random.Generator.from_seed(1), tf.random.Generator.from_seed(1)
            >>> x = a.normal([100])
            >>> state = b.skip(100)
            >>> bool(tf.reduce_all(a.state == b.state))
            True
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

    def _position(self, shape, op_type=None):
        """Tensors key and counter for a draw of `shape`, and the algorithm; advances the state past the draw.

        `op_type`: the operation that draws, which pages of graphs show with the shape that they count the numbers by.
        """
        if TS.graph is not None and op_type is not None and self._distribution_strategy is None:
            show_shape(shape, op_type)
            dims = TS.graph.given_inputs.get((op_type, "shape"), shape)
            return *shown_parts.recorded(self._position_in_graph, shape, dims, several=True), self._alg
        delta = math.prod(shape) if isinstance(shape, tuple) else reduce_prod(shape)
        if self._distribution_strategy is None:
            return *self._advance(generator_ops.draw_position, delta), self._alg
        (key, counter), replica = higher.in_replica(lambda: self._advance(generator_ops.draw_position, delta))
        if replica is not None:
            # The state is the same for all replicas: the keys tell them apart, drawn with their numbers as the counter.
            key = ops.full_range_integers([1], key, cast([replica, 0], dtypes.uint64), self._alg, dtypes.uint64)
        return key, counter, self._alg

    def _position_in_graph(self, shape, dims):
        """The same within a graph; `dims` is `shape` as a tensor, which TensorFlow's functions count the numbers of."""
        if not one_by_one.wanted():
            return list(self._advance(generator_ops.draw_position, math.prod(shape) if isinstance(shape, tuple) else reduce_prod(shape)))
        delta = reduce_prod(dims)
        TS.graph.given_inputs["RngReadAndSkip", "alg"] = cast(self._alg, dtypes.int32)
        before = self._advance(generator_ops.read_and_skip, delta)
        size = state_size(self._alg) - KEY_SIZE
        counter = bitcast(before[:size], dtypes.uint64)
        return [bitcast(before[size : size + KEY_SIZE], dtypes.uint64), counter]

    # ------------------------------------------------------------------ draws
    def normal(
        self, shape: SizesLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0, dtype: DTypeLike = dtypes.float32, name: str | None = None
    ) -> Tensor:
        """Draw numbers of a normal distribution.

        Arguments:
            shape: the shape of the result, a list or an integer tensor.
            mean: the mean, a tensor of `dtype` that broadcasts against `shape`; 0.
            stddev: the standard deviation, likewise; 1.
            dtype: the dtype of the result, a float type; float32.
            name: a name for the operation in graphs.

        Returns:
            A tensor of `shape` and `dtype`.

        Raises:
            TypeError: `dtype` is no float type.

        The state moves past the numbers that were drawn. `truncated_normal` leaves out what is far from the mean.

        Example:
            >>> g = tf.random.Generator.from_seed(1)
            >>> g.normal([2])
            <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 0.43842274, -0.53439844], dtype=float32)>
            >>> g.normal([3, 2], mean=[0.0, 100.0]).shape
            TensorShape([3, 2])
        """
        return self._normal(ops.normal_floats, "StatelessRandomNormalV2", "stateful_normal", shape, mean, stddev, dtype, name)

    def truncated_normal(
        self, shape: SizesLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0, dtype: DTypeLike = dtypes.float32, name: str | None = None
    ) -> Tensor:
        """Draw numbers of a normal distribution, those again that lie more than two standard deviations from the mean.

        Arguments:
            shape: the shape of the result, a list or an integer tensor.
            mean: the mean before anything is left out, a tensor of `dtype` that broadcasts against `shape`; 0.
            stddev: the standard deviation before, likewise; 1.
            dtype: the dtype of the result, a float type; float32.
            name: a name for the operation in graphs.

        Returns:
            A tensor of `shape` and `dtype`, within `mean - 2 * stddev` and `mean + 2 * stddev`.

        Raises:
            TypeError: `dtype` is no float type.

        Weights of networks begin with such numbers, as none of them is large.

        Example:
            >>> x = tf.random.Generator.from_seed(1).truncated_normal([1000], stddev=0.5)
            >>> bool(tf.reduce_max(tf.abs(x)) <= 1.0), x.shape
            (True, TensorShape([1000]))
        """
        return self._normal(ops.truncated_floats, "StatelessTruncatedNormalV2", "truncated_normal", shape, mean, stddev, dtype, name)

    def _normal(self, draw, op_type, default_name, shape, mean, stddev, dtype, name):
        dtype = dtypes.as_dtype(dtype)
        with scoped(name, default_name) as name:
            shape, _ = shape_vector(shape, op_type)
            mean = operand(mean, dtype=dtype, name="mean")
            stddev = operand(stddev, dtype=dtype, name="stddev")
            return affine(draw(shape, *self._position(shape, op_type), dtype), stddev, mean, name)

    def uniform(
        self,
        shape: SizesLike,
        minval: TensorLike | None = 0,
        maxval: TensorLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Draw numbers spread evenly over [minval, maxval).

        Arguments:
            shape: the shape of the result, a list or an integer tensor.
            minval: the lower limit, which is among the numbers; it broadcasts against `shape`; 0.
            maxval: the upper limit, which is not; None: 1 for floats. For integers give both limits, or None for both: the whole range.
            dtype: a float type, int32, int64, uint32 or uint64; float32.
            name: a name for the operation in graphs.

        Returns:
            A tensor of `shape` and `dtype`.

        Raises:
            ValueError: one limit alone is None, for integers.
            InvalidArgumentError: `minval` is not below `maxval`, for integers.

        Example:
            >>> g = tf.random.Generator.from_seed(1)
            >>> x = g.uniform([100], 2.0, 3.0)
            >>> bool(tf.reduce_all((x >= 2) & (x < 3)))
            True
            >>> sorted(set(g.uniform([100], 1, 7, tf.int32).numpy().tolist()))  # throws of a die
            [1, 2, 3, 4, 5, 6]
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
            op_type = "StatelessRandomUniformIntV2" if dtype.is_integer else "StatelessRandomUniformV2"
            shape, _ = shape_vector(shape, op_type)
            minval = operand(minval, dtype=dtype, name="min")
            maxval = operand(maxval, dtype=dtype, name="max")
            if dtype.is_integer:
                return ops.uniform_integers(shape, *self._position(shape, op_type), minval, maxval, name=name)
            return affine(ops.uniform_floats(shape, *self._position(shape, op_type), dtype), span(minval, maxval), minval, name)

    def uniform_full_int(self, shape: SizesLike, dtype: DTypeLike = dtypes.uint64, name: str | None = None) -> Tensor:
        """Draw integers over the whole range of their dtype.

        Arguments:
            shape: the shape of the result, a list or an integer tensor.
            dtype: int32, int64, uint32 or uint64; uint64.
            name: a name for the operation in graphs.

        Returns:
            A tensor of `shape` and `dtype`; each value is as probable as each other.

        Raises:
            InvalidArgumentError: `dtype` is another type.

        The limits of `uniform` are for less than the whole range. `make_seeds` and `split` draw their keys by it.

        Example:
            >>> x = tf.random.Generator.from_seed(1).uniform_full_int([1000], tf.int32)
            >>> x.dtype, bool(tf.reduce_any(x < 0)), bool(tf.reduce_any(x > 2**30))
            (tf.int32, True, True)
        """
        dtype = dtypes.as_dtype(dtype)
        with scoped(name, "stateful_uniform_full_int") as name:
            op_type = "StatelessRandomUniformFullIntV2"
            shape, _ = shape_vector(shape, op_type)
            return ops.full_range_integers(shape, *self._position(shape, op_type), dtype, name=name)

    def binomial(
        self, shape: SizesLike, counts: TensorLike, probs: TensorLike, dtype: DTypeLike = dtypes.int32, name: str | None = None
    ) -> Tensor:
        """Draw numbers of successes in independent trials.

        Arguments:
            shape: the shape of the whole result, a list or an integer tensor; it must end with that of `counts` and `probs`.
            counts: how many trials, a number or tensor of int32, int64 or floats, which broadcasts against `probs`.
            probs: the probability of success in each of them, from 0 to 1.
            dtype: the dtype of the result: int32, int64 or a float type; int32.
            name: a name for the operation in graphs.

        Returns:
            A tensor of `shape` and `dtype`, with values from 0 to `counts`.

        Raises:
            InvalidArgumentError: `shape` does not end with the shape of the parameters.

        Example:
            >>> g = tf.random.Generator.from_seed(1)
            >>> heads = g.binomial([1000, 2], counts=[10.0, 10.0], probs=[0.0, 0.5])
            >>> heads.shape, int(tf.reduce_max(heads[:, 0])), bool(abs(tf.reduce_mean(tf.cast(heads[:, 1], tf.float32)) - 5) < 0.5)
            (TensorShape([1000, 2]), 0, True)
        """
        with scoped(name, "binomial") as name:
            shape, _ = shape_vector(shape, "StatefulRandomBinomial")
            counts, probs = trial_parameters(counts, probs)
            graph = TS.graph
            if graph is not None and hasattr(graph, "note_variable"):
                graph.note_variable(self._state_var)
            return generator_ops.binomial(self._state_var, self._alg, shape, counts, probs, dtypes.as_dtype(dtype), name=name)

    def make_seeds(self, count: IntLike = 1) -> Tensor:
        """Draw seeds for stateless functions, such as `tf.random.stateless_uniform` and `tf.image.stateless_random_flip_left_right`.

        Arguments:
            count: how many, an integer; 1.

        Returns:
            An int64 matrix [2, count]: each column is a seed. The second row is 0.

        Raises:
            InvalidArgumentError: `count` is negative.

        The state moves on, so that each call gives other seeds. With one generator for a program and seeds from it, each augmentation of a
        picture is another one, and all of it comes again with the seed of the generator.

        Example:
            >>> seeds = tf.random.Generator.from_seed(1).make_seeds(3)
            >>> seeds.shape, seeds.dtype
            (TensorShape([2, 3]), tf.int64)
            >>> tf.random.stateless_uniform([2], seed=seeds[:, 0]).shape
            TensorShape([2])
        """
        keys = self.uniform_full_int([count], dtype=dtypes.int64)
        return stack([keys, zeros_like(keys)])

    def split(self, count: IntLike = 1) -> list[Generator]:
        """Make new generators whose numbers have nothing to do with each other, nor with those of this one.

        Arguments:
            count: how many, an integer; 1.

        Returns:
            A list of `count` `tf.random.Generator`s of the same algorithm.

        Raises:
            InvalidArgumentError: `count` is negative.

        The state moves on, so that a second call gives others. Parts of a program that each have a generator of their own draw the same
        numbers whatever the other parts draw, in whichever order they run.

        Example:
            >>> first, second = tf.random.Generator.from_seed(1).split(2)
            >>> x = second.normal([2])
            >>> first, second = tf.random.Generator.from_seed(1).split(2)
            >>> y = first.normal([5])  # changes nothing for the second
            >>> bool(tf.reduce_all(second.normal([2]) == x))
            True
        """
        keys = unstack(self.uniform_full_int([count], dtype=dtypes.int64), num=count)
        return [type(self)(alg=self.algorithm, state=stack([zeros_like(key), zeros_like(key), key])) for key in keys]
