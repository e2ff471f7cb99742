"""Candidate samplers: classes drawn for losses that are approximated, such as `tf.nn.sampled_softmax_loss`.

Each function takes the true classes (int64 [batch, num_true]) and returns three tensors: the sampled classes (int64
[num_sampled]), and how often each true and each sampled class is expected among the samples (float32).
"""

from __future__ import annotations

import collections
import os
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.random import candidates, seeds
from tfshim.engine.random.philox import word_iterator
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.values import dtypes
from tfshim.engine.values.arrays import place
from tfshim.files.places import on_disk

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike


_BLOCKS = 512  # reserved for each sample
_MANY = 256  # samples, of which NumPy computes the words of one draw well enough
_repeated: weakref.WeakKeyDictionary[Any, candidates.RepeatedLogUniform] = weakref.WeakKeyDictionary()  # of the nodes of graphs

_RESULTS = {
    f"{kind}CandidateSampler": collections.namedtuple(
        f"{kind}CandidateSampler", ["sampled_candidates", "true_expected_count", "sampled_expected_count"]
    )
    for kind in ("Uniform", "LogUniform", "LearnedUnigram", "FixedUnigram", "All")
}


def _result_shapes(op_type):
    def shapes(true_classes, num_true, num_sampled, *_):
        true_shape = true_classes.shape
        rows = None if true_shape.rank != 2 else true_shape.as_list()[0]
        leaves = (dtypes.int64, [num_sampled]), (dtypes.float32, [rows, num_true]), (dtypes.float32, [num_sampled])
        return _RESULTS[op_type](*leaves)

    return shapes


def _sampler_op(op_type):
    """The decorator for the kernel of a sampler."""
    return op(op_type, true_classes="int64", stateful=True, grad=None, scope="", shape_fn=_result_shapes(op_type))


def _check(true_classes, num_true, num_sampled, range_max, unique):
    for name, value in (("num_true", num_true), ("num_sampled", num_sampled), ("range_max", range_max)):
        if value is not None and value < 1:
            raise invalid(f"Value for attr '{name}' of {value} must be at least minimum 1")
    if true_classes.dim() != 2:
        raise invalid("true_classes must be a matrix")
    if true_classes.shape[1] != num_true:
        raise invalid(f"true_classes must have num_true columns, expected: {true_classes.shape[1]} was: {num_true}")
    if unique and range_max is not None and num_sampled > range_max:
        raise invalid("Sampler's range is too small.")


def _sampled(op_type, true_classes, num_sampled, unique, range_max, sampler, seed, seed2, more=()):
    known = true_classes.cpu().numpy()
    if known.size and np.maximum.reduce(known.view(np.uint64), None) >= range_max:  # without its sign, a negative one is too large
        outside = known[(known < 0) | (known >= range_max)].reshape(-1)[0]
        raise invalid(f"`true_candidate` out of range [0, {range_max}), received {outside}")
    attributes = (true_classes.shape[1], num_sampled, unique, range_max, *more)
    position = seeds.reserve(op_type, attributes, seed, seed2, _BLOCKS * num_sampled)
    # Two words for most draws, and some draws more than classes where repetitions are dropped.
    blocks = num_sampled // 2 + num_sampled // 8 + 1
    if type(sampler) is candidates.RepeatedLogUniform:
        first, words = sampler.draws.first(*position, _BLOCKS * num_sampled, blocks)
    else:
        first, words = (), word_iterator(*position, blocks)
    found, tries = candidates.draw(sampler, words, num_sampled, unique, first)
    drawn = np.array(found, np.int64)
    both = np.concatenate((known.reshape(-1), drawn))
    expected = candidates.expected_counts(sampler.probability(both), num_sampled, tries)
    made = drawn, expected[: known.size].reshape(known.shape), expected[known.size :].copy()
    return _RESULTS[op_type](*(place(torch.from_numpy(x)) for x in made))


@_sampler_op("UniformCandidateSampler")
def _uniform(true_classes, num_true, num_sampled, unique, range_max, seed=0, seed2=0, name=None):
    """Classes of equal probability."""
    _check(true_classes, num_true, num_sampled, range_max, unique)
    sampler = candidates.Uniform(range_max)
    return _sampled("UniformCandidateSampler", true_classes, num_sampled, unique, range_max, sampler, seed, seed2)


@_sampler_op("LogUniformCandidateSampler")
def _log_uniform(true_classes, num_true, num_sampled, unique, range_max, seed=0, seed2=0, name=None):
    """Classes sorted by falling probability."""
    _check(true_classes, num_true, num_sampled, range_max, unique)
    node = seeds.current_node()
    if node is None or num_sampled > _MANY:
        sampler = candidates.LogUniform(range_max)
    else:  # a graph's node draws again and again
        sampler = _repeated.get(node)
        if sampler is None or sampler.size != range_max:
            sampler = _repeated[node] = candidates.RepeatedLogUniform(range_max)
    return _sampled("LogUniformCandidateSampler", true_classes, num_sampled, unique, range_max, sampler, seed, seed2)


# What the learning samplers have learned since the global seed was set: for nodes of graphs, and for eager calls with the same arguments.
_learned_nodes = weakref.WeakKeyDictionary()
_learned_eagerly = {}
_learning = shared_lock()


def _learning_sampler(range_max, *arguments):
    """The sampler that learns from calls like this one. As in TensorFlow, a global seed that is set makes all of them begin again."""
    node = seeds.current_node()
    table, key = (_learned_eagerly, (range_max, *arguments)) if node is None else (_learned_nodes, node)
    epoch, sampler = table.get(key, (None, None))
    if epoch != seeds.epoch():
        sampler = candidates.Learned(range_max)
        table[key] = seeds.epoch(), sampler
    return sampler


@_sampler_op("LearnedUnigramCandidateSampler")
def _learned_unigram(true_classes, num_true, num_sampled, unique, range_max, seed=0, seed2=0, name=None):
    """Classes with the frequencies seen so far."""
    _check(true_classes, num_true, num_sampled, range_max, unique)
    with _learning:
        sampler = _learning_sampler(range_max, num_true, num_sampled, unique, seed, seed2)
        result = _sampled("LearnedUnigramCandidateSampler", true_classes, num_sampled, unique, range_max, sampler, seed, seed2)
        # Only now: the draw itself goes by what was learned before, as in TensorFlow.
        sampler.learn(true_classes.reshape(-1).tolist())
    return result


@_sampler_op("FixedUnigramCandidateSampler")
def _fixed_unigram(
    true_classes,
    num_true,
    num_sampled,
    unique,
    range_max,
    vocab_file="",
    distortion=1.0,
    num_reserved_ids=0,
    num_shards=1,
    shard=0,
    unigrams=(),
    seed=0,
    seed2=0,
    name=None,
):
    """Classes with given frequencies."""
    _check(true_classes, num_true, num_sampled, range_max, unique)
    weights = _weights(vocab_file, distortion, num_reserved_ids, num_shards, shard, unigrams)
    if len(weights) != range_max:
        raise invalid(f"range is {range_max} must be equal to weights size  {len(weights)}")
    sampler = candidates.Weighted(weights)
    more = vocab_file, distortion, num_reserved_ids, num_shards, shard, tuple(unigrams)
    return _sampled("FixedUnigramCandidateSampler", true_classes, num_sampled, unique, range_max, sampler, seed, seed2, more)


def _weights(vocab_file, distortion, num_reserved_ids, num_shards, shard, unigrams):
    """The weights of this shard's classes; reserved ones are never drawn."""
    if vocab_file and len(unigrams):
        raise invalid("Must only provide one of vocab_file and unigrams.")
    if not vocab_file and not len(unigrams):
        raise invalid("Must provide either vocab_file or unigrams.")
    frequencies = _frequencies(vocab_file) if vocab_file else list(unigrams)
    everything = [0.0] * num_reserved_ids + [
        float(np.power(np.float32(f), np.float32(distortion))) if distortion != 1.0 else float(f) for f in frequencies
    ]
    return everything[shard::num_shards]


def _frequencies(vocab_file):
    """The number behind the last comma of each line of the file."""
    frequencies = []
    try:
        with open(on_disk(vocab_file), encoding="utf-8") as lines:
            for line in lines:
                frequencies.append(float(line.rstrip("\n").rpartition(",")[2]))
    except FileNotFoundError:
        raise errors.NotFoundError(None, None, f"{os.fsdecode(vocab_file)}; No such file or directory") from None
    except ValueError:
        raise invalid(f"Wrong vocabulary format at line: {line.rstrip()}") from None
    return frequencies


@_sampler_op("AllCandidateSampler")
def _all(true_classes, num_true, num_sampled, unique, seed=0, seed2=0, name=None):
    """Every class once."""
    _check(true_classes, num_true, num_sampled, None, unique)
    known = true_classes.cpu().numpy()
    if known.size and (known.min() < 0 or known.max() >= num_sampled):
        outside = known[(known < 0) | (known >= num_sampled)].reshape(-1)[0]
        raise invalid(f"`true_candidate` out of range [0, {num_sampled}), received {outside}")
    made = np.arange(num_sampled), np.ones(known.shape, np.float32), np.ones(num_sampled, np.float32)
    return _RESULTS["AllCandidateSampler"](*(place(torch.from_numpy(x)) for x in made))


@tf_export("random.uniform_candidate_sampler", v1=["random.uniform_candidate_sampler", "nn.uniform_candidate_sampler"])
def uniform_candidate_sampler(
    true_classes: TensorLike, num_true: int, num_sampled: int, unique: Any, range_max: int, seed: int | None = None, name: str | None = None
) -> Any:
    """Classes drawn with equal probabilities. Mirrors `tf.random.uniform_candidate_sampler`.

    Arguments:
        true_classes: the true classes, int64 of shape [batch, num_true].
        num_true: how many true classes an example has.
        num_sampled: how many classes to draw.
        unique: whether no class may come twice.
        range_max: how many classes there are.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A named triple: the drawn classes, int64 of shape [num_sampled]; the expected counts of the true classes,
        float32 of shape [batch, num_true]; and those of the drawn ones.

    Raises:
        InvalidArgumentError: shapes or classes do not fit, or more different classes are wanted than there are.

    Example:
        >>> drawn, of_true, of_drawn = tf.random.uniform_candidate_sampler([[0]], 1, 3, False, 6)
        >>> drawn.shape, float(of_true[0, 0])
        (TensorShape([3]), 0.5)
    """
    return _uniform(true_classes, num_true, num_sampled, unique, range_max, *seeds.op_pair(seed), name=name)


@tf_export("random.log_uniform_candidate_sampler", v1=["random.log_uniform_candidate_sampler", "nn.log_uniform_candidate_sampler"])
def log_uniform_candidate_sampler(
    true_classes: TensorLike, num_true: int, num_sampled: int, unique: Any, range_max: int, seed: int | None = None, name: str | None = None
) -> Any:
    """Classes drawn with probabilities that fall with their number: class k with log((k + 2) / (k + 1)) / log(range_max +
    1). Mirrors `tf.random.log_uniform_candidate_sampler`.

    Arguments:
        true_classes: the true classes, int64 of shape [batch, num_true].
        num_true: how many true classes an example has.
        num_sampled: how many classes to draw.
        unique: whether no class may come twice.
        range_max: how many classes there are, sorted by falling frequency, as words are in most vocabularies.
        seed: an integer that fixes the numbers together with the global seed of `tf.random.set_seed`; None (the
            default) leaves it to that alone.
        name: a name for the operation in graphs.

    Returns:
        A named triple: the drawn classes, int64; the expected counts of the true classes; and those of the drawn ones.

    Raises:
        InvalidArgumentError: shapes or classes do not fit, or more different classes are wanted than there are.

    Example:
        >>> drawn = tf.random.log_uniform_candidate_sampler([[0]], 1, 3, True, 3).sampled_candidates
        >>> sorted(drawn.numpy().tolist())
        [0, 1, 2]
    """
    return _log_uniform(true_classes, num_true, num_sampled, unique, range_max, *seeds.op_pair(seed), name=name)


@tf_export("random.learned_unigram_candidate_sampler", "nn.learned_unigram_candidate_sampler")
def learned_unigram_candidate_sampler(
    true_classes: TensorLike, num_true: int, num_sampled: int, unique: Any, range_max: int, seed: int | None = None, name: str | None = None
) -> Any:
    """Classes drawn in proportion to one plus how often each was a true class so far. Mirrors
    `tf.random.learned_unigram_candidate_sampler`.

    Arguments:
        true_classes: the true classes, int64 of shape [batch, num_true], which are counted.
        num_true: how many true classes an example has.
        num_sampled: how many classes to draw.
        unique: whether no class may come twice.
        range_max: how many classes there are.
        seed: an integer that fixes the numbers.
        name: a name for the operation in graphs.

    Returns:
        A named triple: the drawn classes, int64; the expected counts of the true classes; and those of the drawn ones.
        Calls with the same arguments learn together; in a graph, the runs of one operation.

    Raises:
        InvalidArgumentError: shapes or classes do not fit, or more different classes are wanted than there are.

    Example:
        >>> drawn = tf.random.learned_unigram_candidate_sampler([[0]], 1, 4, True, 4, seed=2).sampled_candidates
        >>> sorted(drawn.numpy().tolist())
        [0, 1, 2, 3]
    """
    return _learned_unigram(true_classes, num_true, num_sampled, unique, range_max, *seeds.op_pair(seed), name=name)


@tf_export("random.fixed_unigram_candidate_sampler", "nn.fixed_unigram_candidate_sampler")
def fixed_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: Any,
    range_max: int,
    vocab_file: str = "",
    distortion: FloatLike = 1.0,
    num_reserved_ids: IntLike = 0,
    num_shards: IntLike = 1,
    shard: IntLike = 0,
    unigrams: Sequence[float] = (),
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Classes drawn in proportion to given frequencies, or a power of them. Mirrors
    `tf.random.fixed_unigram_candidate_sampler`.

    Arguments:
        true_classes: the true classes, int64 of shape [batch, num_true].
        num_true: how many true classes an example has.
        num_sampled: how many classes to draw.
        unique: whether no class may come twice.
        range_max: how many classes there are.
        vocab_file: a file whose lines end with a frequency behind a comma, or "".
        distortion: the power, 1.0 by default; 0 draws all alike.
        num_reserved_ids: how many classes before the others are never drawn, 0 by default.
        num_shards: into how many shares the classes are dealt out, 1 by default.
        shard: the number of the share that is drawn from.
        unigrams: the frequencies, instead of a file.
        seed: an integer that fixes the numbers.
        name: a name for the operation in graphs.

    Returns:
        A named triple: the drawn classes, int64; the expected counts of the true classes; and those of the drawn ones.

    Raises:
        InvalidArgumentError: there are not `range_max` frequencies from one source, or shapes do not fit.

    Example:
        >>> tf.random.fixed_unigram_candidate_sampler([[0]], 1, 3, False, 3, unigrams=[0.0, 5.0, 0.0]).sampled_candidates
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 1, 1])>
    """
    return _fixed_unigram(
        true_classes,
        num_true,
        num_sampled,
        unique,
        range_max,
        vocab_file,
        distortion,
        num_reserved_ids,
        num_shards,
        shard,
        unigrams,
        *seeds.op_pair(seed),
        name=name,
    )


@tf_export("random.all_candidate_sampler", "nn.all_candidate_sampler")
def all_candidate_sampler(
    true_classes: TensorLike, num_true: int, num_sampled: int, unique: Any, seed: int | None = None, name: str | None = None
) -> Any:
    """All classes once, in order, in the form of a candidate sampler: it makes an approximated loss exact, for tests.
    Mirrors `tf.random.all_candidate_sampler`.

    Arguments:
        true_classes: the true classes, int64 of shape [batch, num_true].
        num_true: how many true classes an example has.
        num_sampled: how many classes there are.
        unique: has no effect: each comes once.
        seed: has no effect.
        name: a name for the operation in graphs.

    Returns:
        A named triple: the classes 0 to num_sampled - 1, int64; the expected counts of the true classes, 1; and those
        of the drawn ones, 1.

    Raises:
        InvalidArgumentError: `true_classes` has another shape, or a class is out of range.

    Example:
        >>> tf.random.all_candidate_sampler([[2]], num_true=1, num_sampled=4, unique=True).sampled_candidates
        <tf.Tensor: shape=(4,), dtype=int64, numpy=array([0, 1, 2, 3])>
    """
    return _all(true_classes, num_true, num_sampled, unique, *seeds.op_pair(seed), name=name)
