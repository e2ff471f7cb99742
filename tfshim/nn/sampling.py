"""Candidate samplers, and the losses that look at a sample of the classes only."""

from collections import namedtuple

import torch

from tfshim.engine import dtypes as dt
from tfshim.engine import errors
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.op import op
from tfshim.engine.random import seeds
from tfshim.engine.random.philox import WordStream
from tfshim.nn._samplers import Fixed, Learned, LogUniform, Uniform, expected, load_vocabulary
from tfshim.nn._window import invalid


def _result_type(kind):
    return namedtuple(kind, "sampled_candidates true_expected_count sampled_expected_count")


AllCandidateSampler = _result_type("AllCandidateSampler")
UniformCandidateSampler = _result_type("UniformCandidateSampler")
LogUniformCandidateSampler = _result_type("LogUniformCandidateSampler")
LearnedUnigramCandidateSampler = _result_type("LearnedUnigramCandidateSampler")
FixedUnigramCandidateSampler = _result_type("FixedUnigramCandidateSampler")
ComputeAccidentalHits = namedtuple("ComputeAccidentalHits", "indices ids weights")


def _check(op_type, true_classes, **sizes):
    for what, value in sizes.items():
        if value < 1:
            raise invalid(
                f"Value for attr '{what}' of {value} must be at least minimum 1\n"
                f"\t; NodeDef: {{{{node {op_type}}}}}; Op<name={op_type}> [Op:{op_type}] name: "
            )
    if true_classes.ndim != 2:
        raise invalid("true_classes must be a matrix")
    if true_classes.shape[1] != sizes["num_true"]:
        raise invalid(
            f"true_classes must have num_true columns, expected: {true_classes.shape[1]} was: {sizes['num_true']}"
        )


def _sample(kind, sampler, true_classes, num_sampled, unique, types, seed, seed2):
    """Draw with `sampler` and say how often each class is to be expected in such a sample."""
    result = globals()[kind]
    if true_classes.is_meta:
        return result(true_classes.new_empty(num_sampled), true_classes.new_empty(true_classes.shape, dtype=torch.float32),
                      true_classes.new_empty(num_sampled, dtype=torch.float32))
    stream = WordStream(*seeds.reserve(kind, types, seed, seed2, 512 * num_sampled))
    if unique:
        if sampler.size < num_sampled:
            raise invalid("Sampler's range is too small.")
        drawn, tries = {}, 0
        while len(drawn) < num_sampled:
            drawn[sampler.draw(stream)] = None
            tries += 1
        drawn = list(drawn)
    else:
        drawn, tries = [sampler.draw(stream) for _ in range(num_sampled)], num_sampled
    flat = true_classes.reshape(-1).tolist()
    wanted = [expected(sampler.probability(v), num_sampled, tries) for v in flat]
    found = [expected(sampler.probability(v), num_sampled, tries) for v in drawn]
    sampler.learn(flat)
    device = true_classes.device
    return result(
        torch.tensor(drawn, dtype=torch.int64, device=device),
        torch.tensor(wanted, dtype=torch.float32, device=device).reshape(true_classes.shape),
        torch.tensor(found, dtype=torch.float32, device=device),
    )


_SAMPLER = {"true_classes": "int64", "stateful": True, "grad": None, "scope": ""}


@op("UniformCandidateSampler", **_SAMPLER)
def _uniform(true_classes, num_true, num_sampled, unique, range_max, seed, seed2, name=None):
    """Classes drawn uniformly."""
    _check("UniformCandidateSampler", true_classes, num_true=num_true, num_sampled=num_sampled, range_max=range_max)
    types = num_true, num_sampled, unique, range_max
    return _sample("UniformCandidateSampler", Uniform(range_max), true_classes, num_sampled, unique, types, seed, seed2)


def uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
    """Draws classes below `range_max`, all equally probable. Mirrors `tf.random.uniform_candidate_sampler`.

    `true_classes`: int64 [batch, num_true]. `num_sampled`: how many to draw. `unique`: whether all shall differ. Returns (sampled_candidates int64 [num_sampled],
    true_expected_count, sampled_expected_count): how often each true or drawn class is expected in such a sample.
    """
    return _uniform(true_classes, num_true, num_sampled, bool(unique), range_max, *seeds.op_pair(seed), name=name)


@op("LogUniformCandidateSampler", **_SAMPLER)
def _log_uniform(true_classes, num_true, num_sampled, unique, range_max, seed, seed2, name=None):
    """Classes drawn by Zipf's law."""
    _check("LogUniformCandidateSampler", true_classes, num_true=num_true, num_sampled=num_sampled, range_max=range_max)
    types = num_true, num_sampled, unique, range_max
    return _sample("LogUniformCandidateSampler", LogUniform(range_max), true_classes, num_sampled, unique, types, seed, seed2)


def log_uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
    """Draws classes below `range_max`, of probability log((c + 2) / (c + 1)) / log(range_max + 1).

    Fits classes numbered by falling frequency. Mirrors `tf.random.log_uniform_candidate_sampler`; arguments and result as in
    `uniform_candidate_sampler`.
    """
    return _log_uniform(true_classes, num_true, num_sampled, bool(unique), range_max, *seeds.op_pair(seed), name=name)


@op("LearnedUnigramCandidateSampler", **_SAMPLER)
def _learned(true_classes, num_true, num_sampled, unique, range_max, seed, seed2, name=None):
    """Classes drawn as often as they were seen."""
    kind = "LearnedUnigramCandidateSampler"
    _check(kind, true_classes, num_true=num_true, num_sampled=num_sampled, range_max=range_max)
    types = num_true, num_sampled, unique, range_max
    sampler = Learned.of(range_max, (*types, seed, seed2))
    return _sample(kind, sampler, true_classes, num_sampled, unique, types, seed, seed2)


def learned_unigram_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
    """Draws classes in proportion to 1 plus how often they have been in `true_classes` of earlier calls.

    Mirrors `tf.random.learned_unigram_candidate_sampler`; arguments and result as in `uniform_candidate_sampler`.
    """
    return _learned(true_classes, num_true, num_sampled, bool(unique), range_max, *seeds.op_pair(seed), name=name)


@op("FixedUnigramCandidateSampler", **_SAMPLER)
def _fixed(true_classes, num_true, num_sampled, unique, range_max, weights, key, seed, seed2, name=None):
    """Classes drawn by given frequencies."""
    kind = "FixedUnigramCandidateSampler"
    _check(kind, true_classes, num_true=num_true, num_sampled=num_sampled, range_max=range_max)
    if len(weights) != range_max:
        raise invalid(f"range is {range_max} must be equal to weights size  {len(weights)}")
    types = num_true, num_sampled, unique, range_max, key
    return _sample(kind, Fixed(weights), true_classes, num_sampled, unique, types, seed, seed2)


def fixed_unigram_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, vocab_file="", distortion=1.0,
                                    num_reserved_ids=0, num_shards=1, shard=0, unigrams=(), seed=None, name=None):
    """Draws classes in proportion to given frequencies. Mirrors `tf.random.fixed_unigram_candidate_sampler`.

    The frequencies are `unigrams`, or the last columns of the lines of the CSV file `vocab_file`, each to the power of `distortion`, after
    `num_reserved_ids` classes that are never drawn. Of several samplers, number `shard` of `num_shards` takes every num_shards-th class. Other arguments
    and the result as in `uniform_candidate_sampler`. Raises InvalidArgumentError for both sources or none.
    """
    def fail(message, cls=errors.InvalidArgumentError):
        where = "{{function_node __wrapped__FixedUnigramCandidateSampler_device_/job:localhost/replica:0/task:0/device:CPU:0}} "
        return cls(None, None, f"{where}{message} [Op:FixedUnigramCandidateSampler] name: ")

    if vocab_file and len(unigrams):
        raise fail("Must only provide one of vocab_file and unigrams.")
    if not vocab_file and not len(unigrams):
        raise fail("Must provide either vocab_file or unigrams.")
    if vocab_file:
        try:
            unigrams = load_vocabulary(vocab_file)
        except FileNotFoundError:
            raise fail(f"{vocab_file}; No such file or directory", errors.NotFoundError) from None
        except ValueError as e:
            raise fail(str(e)) from None
    weights = Fixed.weights_of(unigrams, distortion, num_reserved_ids, num_shards, shard)
    key = (vocab_file, distortion, num_reserved_ids, num_shards, shard, tuple(map(float, unigrams)) if not vocab_file else ())
    return _fixed(true_classes, num_true, num_sampled, bool(unique), range_max, weights, key, *seeds.op_pair(seed), name=name)


@op("AllCandidateSampler", **_SAMPLER)
def _all(true_classes, num_true, num_sampled, unique, seed, seed2, name=None):
    """Every class once."""
    _check("AllCandidateSampler", true_classes, num_true=num_true, num_sampled=num_sampled)
    ones = torch.ones(num_sampled, device=true_classes.device)
    return AllCandidateSampler(
        torch.arange(num_sampled, device=true_classes.device), torch.ones(true_classes.shape, device=true_classes.device), ones
    )


def all_candidate_sampler(true_classes, num_true, num_sampled, unique, seed=None, name=None):
    """All classes below `num_sampled`, for tests of what uses samplers. Mirrors `tf.random.all_candidate_sampler`.

    Arguments and result as in `uniform_candidate_sampler`; nothing is random here, so `unique` and `seed` make no difference.
    """
    return _all(true_classes, num_true, num_sampled, bool(unique), *seeds.op_pair(seed), name=name)


@op("ComputeAccidentalHits", true_classes="int64", sampled_candidates="int64", grad=None)
def _accidental_hits(true_classes, sampled_candidates, num_true, name=None):
    """Where a drawn class is a true one."""
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise invalid("true_candidates must be a batch_size * num_true matrix")
    if sampled_candidates.ndim != 1:
        raise invalid("sampled_candidates must be a vector, which is typically an output from CandidateSampler")
    # Of equal candidates the last one counts.
    last = ~(sampled_candidates[:, None] == sampled_candidates[None, :]).triu(1).any(1)
    hits = ((true_classes[:, :, None] == sampled_candidates) & last).nonzero()
    weights = torch.full((hits.shape[0],), torch.finfo(torch.float32).min, device=hits.device)
    return ComputeAccidentalHits(hits[:, 0].to(torch.int32), hits[:, 2], weights)


def compute_accidental_hits(true_classes, sampled_candidates, num_true, seed=None, name=None):
    """Where drawn classes are true classes by chance. Mirrors `tf.nn.compute_accidental_hits`.

    `true_classes`: int64 [batch, num_true]. `sampled_candidates`: int64 vector. Nothing is random here: `seed` makes no difference. Returns (indices int32, ids int64,
    weights float32): row of the batch, place among the candidates, and the lowest float32 to be added to the logit.
    """
    return _accidental_hits(true_classes, sampled_candidates, num_true, name=name)


@op("SampledLogits", weights="T", biases="T", inputs="T", labels="int64", drawn="int64", true_count="float32",
    drawn_count="float32", T=dt.FLOATS, register=False)
def _logits(weights, biases, inputs, labels, drawn, true_count, drawn_count, num_true, remove_hits, name=None):
    """Logits of the true and the drawn classes, corrected for how often they are drawn, and their labels.

    `weights` and `biases` have the rows of the true classes first, then those of the drawn ones.
    """
    batch, size = inputs.shape
    count = batch * num_true
    if inputs.shape[1] != weights.shape[1]:
        raise invalid(
            f"Matrix size-incompatible: In[0]: [{batch},{size}], In[1]: [{drawn.shape[0]},{weights.shape[1]}]"
        )
    true_rows = weights[:count].reshape(batch, num_true, size)
    true = torch.einsum("bd,btd->bt", inputs, true_rows) + biases[:count].reshape(batch, num_true)
    sampled = inputs @ weights[count:].T + biases[count:]
    if remove_hits:
        rows, places, lowest = _accidental_hits.__wrapped__(labels, drawn, num_true)
        mask = torch.zeros_like(sampled).index_put((rows.long(), places), lowest.to(sampled.dtype))
        sampled = sampled + mask
    true = true - true_count.log().to(true.dtype)
    sampled = sampled - drawn_count.log().to(true.dtype)
    targets = torch.cat([torch.full_like(true, 1 / num_true), torch.zeros_like(sampled)], 1).detach()
    return torch.cat([true, sampled], 1), targets


def _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_hits, seed,
                    name):
    from tfshim.array_ops import cast, concat, reshape
    from tfshim.autodiff import stop_gradient
    from tfshim.nn.embedding import embedding_lookup

    labels = convert_to_tensor(labels)
    if labels.dtype != dt.int64:
        labels = cast(labels, dt.int64)
    if sampled_values is None:
        sampled_values = log_uniform_candidate_sampler(labels, num_true, num_sampled, True, num_classes, seed)
    drawn, true_count, drawn_count = (stop_gradient(convert_to_tensor(v)) for v in sampled_values)
    drawn = cast(drawn, dt.int64)
    ids = concat([reshape(labels, [-1]), drawn], 0)
    rows, offsets = embedding_lookup(weights, ids), embedding_lookup(biases, ids)
    matrix = reshape(labels, [-1, num_true])
    counts = (reshape(true_count, [-1, num_true]), drawn_count)
    return _logits(rows, offsets, inputs, matrix, drawn, *counts, num_true, remove_hits, name=name)


def nce_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
             remove_accidental_hits=False, name="nce_loss"):
    """Noise-contrastive estimation: tells the true classes from drawn ones. Mirrors `tf.nn.nce_loss`.

    `weights`: [num_classes, dim] (or a list of shards); `biases`: [num_classes]; `labels`: int64 [batch, num_true]; `inputs`: [batch, dim]. `sampled_values`: what a candidate sampler
    returned; by default `log_uniform_candidate_sampler` draws `num_sampled`. `remove_accidental_hits`: whether drawn classes that are true
    ones are left out. Returns [batch].
    """
    from tfshim.math import reduce_sum
    from tfshim.nn.losses import sigmoid_cross_entropy_with_logits

    logits, targets = _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
                                      remove_accidental_hits, None, name)
    return reduce_sum(sigmoid_cross_entropy_with_logits(targets, logits), 1)


def sampled_softmax_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
                         remove_accidental_hits=True, seed=None, name="sampled_softmax_loss"):
    """Softmax cross entropy over the true and some drawn classes, for training with many classes.

    Mirrors `tf.nn.sampled_softmax_loss`. `seed`: of the default sampler. Other arguments and the result as in `nce_loss`.
    """
    from tfshim.nn.losses import softmax_cross_entropy_with_logits

    logits, targets = _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
                                      remove_accidental_hits, seed, name)
    return softmax_cross_entropy_with_logits(targets, logits)
