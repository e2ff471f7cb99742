"""Functions of `tf.compat.v1.nn` whose arguments TensorFlow 2 renamed, reordered or gave other defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import flag, one_of
from tfshim.compat.v1.variables.partitioned import PartitionedVariable
from tfshim.nn import ctc
from tfshim.nn.embedding import DealtParts
from tfshim.nn.normalization import fused_batch_norm as fused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


# ---------------------------------------------------------------------- activations and dropout
@tf_export(v1=["nn.dropout"])
def dropout(
    x: TensorLike,
    keep_prob: FloatLike | None = None,
    noise_shape: SizesLike | None = None,
    seed: int | None = None,
    name: str | None = None,
    rate: FloatLike | None = None,
) -> AnyTensor:
    """`x` with random elements set to zero and the others scaled up by `1 / keep_prob`; `rate` is `1 - keep_prob`.

    Raises ValueError unless exactly one of the two is given. Mirrors `tf.compat.v1.nn.dropout`.
    """
    if keep_prob is not None and rate is not None:
        raise ValueError("Cannot specify both 'keep_prob' and 'rate'.")
    if keep_prob is not None:
        if isinstance(keep_prob, (int, float)) and not 0 < keep_prob <= 1:
            raise ValueError(f"`keep_prob` must be a scalar tensor or a float in the range (0, 1], got {keep_prob}")
        rate = 1 - keep_prob
    if rate is None:
        raise ValueError(f"`rate` must be provided. Received: rate={rate}")
    return tf.nn.dropout(x, rate, noise_shape, seed, name)


@tf_export(v1=["nn.crelu"])
def crelu(features: TensorLike, name: str | None = None, axis: Axis = -1) -> AnyTensor:
    """Relu of `features` and of their negatives, joined along `axis`. Mirrors `tf.compat.v1.nn.crelu`."""
    return tf.nn.crelu(features, axis, name)


@tf_export(v1=["nn.leaky_relu"])
def leaky_relu(features: TensorLike, alpha: FloatLike = 0.2, name: str | None = None) -> AnyTensor:
    """`features` where positive, else `alpha` times them. Mirrors `tf.compat.v1.nn.leaky_relu`."""
    return tf.nn.leaky_relu(features, alpha, name)


@tf_export(v1=["nn.relu6"])
def relu6(features: TensorLike, name: str | None = None) -> AnyTensor:
    """`features` clipped to [0, 6]. Mirrors `tf.compat.v1.nn.relu6`."""
    return tf.nn.relu6(features, name)


@tf_export(v1=["nn.relu_layer"])
def relu_layer(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """`relu(x @ weights + biases)`, [batch, units]; see `xw_plus_b`. Mirrors `tf.compat.v1.nn.relu_layer`."""
    return tf.nn.relu(xw_plus_b(x, weights, biases), name=name)


@tf_export(v1=["nn.xw_plus_b"])
def xw_plus_b(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """`x @ weights + biases` of `x` [batch, n], `weights` [n, units] and `biases` [units]. Mirrors `tf.compat.v1.nn.xw_plus_b`."""
    return tf.nn.bias_add(tf.matmul(x, weights), biases, name=name or "xw_plus_b")


# ---------------------------------------------------------------------- losses
def _needed(function, labels, logits):
    if labels is None or logits is None:
        raise ValueError(f"Both `labels` and `logits` must be provided for {function}Received: labels={labels} and logits={logits}")


@tf_export(v1=["nn.sigmoid_cross_entropy_with_logits"])
def sigmoid_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """The sigmoid cross-entropy of each element, of the shape and dtype of `logits`.

    Mirrors `tf.compat.v1.nn.sigmoid_cross_entropy_with_logits`; raises ValueError if labels or logits are missing.
    """
    _needed("sigmoid_cross_entropy_with_logits", labels, logits)
    return tf.nn.sigmoid_cross_entropy_with_logits(labels, logits, name)


@tf_export(v1=["nn.softmax_cross_entropy_with_logits"])
def softmax_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, dim: Axis = -1, name: str | None = None, axis: Axis = None
) -> Tensor:
    """The softmax cross-entropy along `dim` (or `axis`), whose shape is that of `logits` without it. Labels get no gradient.

    Mirrors `tf.compat.v1.nn.softmax_cross_entropy_with_logits`; raises ValueError if labels or logits are missing.
    """
    _needed("softmax_cross_entropy_with_logits", labels, logits)
    # This first version passes no gradient on to the labels.
    axis = dim if axis is None else axis
    with tf.name_scope(name or "softmax_cross_entropy_with_logits_sg") as scope:
        labels = tf.stop_gradient(labels, name="labels_stop_gradient")
        return tf.nn.softmax_cross_entropy_with_logits(labels, logits, axis, scope or None)


@tf_export(v1=["nn.softmax_cross_entropy_with_logits_v2"])
def softmax_cross_entropy_with_logits_v2(
    labels: TensorLike, logits: TensorLike, axis: Axis = None, name: str | None = None, dim: Axis = None
) -> Tensor:
    """The softmax cross-entropy along `axis` (the last), with gradients for labels and logits.

    Mirrors `tf.compat.v1.nn.softmax_cross_entropy_with_logits_v2`.
    """
    axis = one_of("axis", axis, "dim", dim)
    return tf.nn.softmax_cross_entropy_with_logits(labels, logits, -1 if axis is None else axis, name)


@tf_export(v1=["nn.sparse_softmax_cross_entropy_with_logits"])
def sparse_softmax_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """The softmax cross-entropy of integer `labels` [...] and `logits` [..., classes]; its shape is that of `labels`.

    Mirrors `tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits`; raises ValueError if labels or logits are missing.
    """
    _needed("sparse_softmax_cross_entropy_with_logits", labels, logits)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits, name)


@tf_export(v1=["nn.weighted_cross_entropy_with_logits"])
def weighted_cross_entropy_with_logits(
    labels: TensorLike | None = None,
    logits: TensorLike | None = None,
    pos_weight: FloatLike | None = None,
    name: str | None = None,
    targets: TensorLike | None = None,
) -> Tensor:
    """The cross-entropy with positive labels weighted. Mirrors `tf.compat.v1.nn.weighted_cross_entropy_with_logits`."""
    return tf.nn.weighted_cross_entropy_with_logits(one_of("labels", labels, "targets", targets), logits, pos_weight, name)


def _parts(partition_strategy, params):
    """A table as the functions of TensorFlow 2 take it, with the rows of its parts where `partition_strategy` has them."""
    if partition_strategy not in ("mod", "div"):
        raise ValueError(f"Unrecognized partition strategy: {partition_strategy}.")
    if not isinstance(params, (list, tuple, PartitionedVariable)):
        return params
    parts = list(params)
    if len(parts) == 1:
        return parts[0]
    return parts if partition_strategy == "div" else DealtParts(parts)


@tf_export(v1=["nn.nce_loss"])
def nce_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: IntLike,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str = "nce_loss",
) -> Tensor:
    """The loss of noise-contrastive estimation; see `tf.nn.nce_loss`. Mirrors `tf.compat.v1.nn.nce_loss`."""
    weights, biases = _parts(partition_strategy, weights), _parts(partition_strategy, biases)
    return tf.nn.nce_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits, name)


@tf_export(v1=["nn.sampled_softmax_loss"])
def sampled_softmax_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: IntLike,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """The softmax loss on a sample of classes; see `tf.nn.sampled_softmax_loss`. Mirrors the function of TensorFlow 1."""
    weights, biases = _parts(partition_strategy, weights), _parts(partition_strategy, biases)
    return tf.nn.sampled_softmax_loss(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits, seed, name
    )


@tf_export(v1=["nn.ctc_loss"])
def ctc_loss(
    labels: TensorLike,
    inputs: TensorLike | None = None,
    sequence_length: TensorLike | None = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: TensorLike | None = None,
) -> Tensor:
    """The CTC loss of sparse labels, the last class being the blank. Mirrors `tf.compat.v1.nn.ctc_loss`.

    `ignore_longer_outputs_than_inputs`: sequences with more labels than frames have a loss of 0, where they raise
    InvalidArgumentError otherwise. `preprocess_collapse_repeated`: equal neighbours among the labels count once. `ctc_merge_repeated`:
    False for alignments in which no label lasts for two frames. Labels from the last class on end a sequence.
    """
    logits = one_of("logits", logits, "inputs", inputs)
    return ctc.sparse_loss(
        logits,
        labels.indices,
        labels.values,
        sequence_length,
        time_major,
        None,
        ignore_longer_outputs_than_inputs,
        preprocess_collapse_repeated,
        ctc_merge_repeated,
    )


# ---------------------------------------------------------------------- embeddings
@tf_export(v1=["nn.embedding_lookup"])
def embedding_lookup(
    params: TensorLike,
    ids: TensorLike,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: FloatLike | None = None,
) -> AnyTensor:
    """The rows `ids` of an embedding; see `tf.nn.embedding_lookup`. Mirrors `tf.compat.v1.nn.embedding_lookup`."""
    params = _parts(partition_strategy, params)
    return tf.nn.embedding_lookup(params, ids, max_norm, name)


@tf_export(v1=["nn.embedding_lookup_sparse"])
def embedding_lookup_sparse(
    params: TensorLike,
    sp_ids: TensorLike,
    sp_weights: TensorLike,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: FloatLike | None = None,
    allow_fast_lookup: bool = False,
) -> AnyTensor:
    """Rows of an embedding combined by sparse ids; see `tf.nn.embedding_lookup_sparse`. Mirrors the function of TensorFlow 1."""
    params = _parts(partition_strategy, params)
    return tf.nn.embedding_lookup_sparse(params, sp_ids, sp_weights, combiner or "mean", max_norm, name)


@tf_export(v1=["nn.safe_embedding_lookup_sparse"])
def safe_embedding_lookup_sparse(
    embedding_weights: TensorLike,
    sparse_ids: TensorLike,
    sparse_weights: TensorLike | None = None,
    combiner: str = "mean",
    default_id: IntLike | None = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: FloatLike | None = None,
    allow_fast_lookup: bool = False,
) -> AnyTensor:
    """As `embedding_lookup_sparse`, with a row for empty ids; see `tf.nn.safe_embedding_lookup_sparse`."""
    embedding_weights = _parts(partition_strategy, embedding_weights)
    return tf.nn.safe_embedding_lookup_sparse(embedding_weights, sparse_ids, sparse_weights, combiner, default_id, max_norm, name)


# ---------------------------------------------------------------------- statistics
@tf_export(v1=["nn.moments"])
def moments(
    x: TensorLike,
    axes: Axis,
    shift: TensorLike | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, ...]:
    """Mean and variance along `axes`; see `tf.nn.moments`. Mirrors `tf.compat.v1.nn.moments`."""
    return tf.nn.moments(x, axes, shift, flag(keepdims, keep_dims), name)


@tf_export(v1=["nn.weighted_moments"])
def weighted_moments(
    x: TensorLike,
    axes: Axis,
    frequency_weights: TensorLike,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, ...]:
    """Weighted mean and variance; see `tf.nn.weighted_moments`. Mirrors `tf.compat.v1.nn.weighted_moments`."""
    return tf.nn.weighted_moments(x, axes, frequency_weights, flag(keepdims, keep_dims), name)


@tf_export(v1=["nn.sufficient_statistics"])
def sufficient_statistics(
    x: TensorLike,
    axes: Axis,
    shift: TensorLike | None = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> tuple[Any, ...]:
    """Count, sum and sum of squares; see `tf.nn.sufficient_statistics`. Mirrors the function of TensorFlow 1."""
    return tf.nn.sufficient_statistics(x, axes, shift, flag(keepdims, keep_dims), name)


@tf_export(v1=["nn.batch_norm_with_global_normalization"])
def batch_norm_with_global_normalization(
    t: TensorLike | None = None,
    m: TensorLike | None = None,
    v: TensorLike | None = None,
    beta: TensorLike | None = None,
    gamma: TensorLike | None = None,
    variance_epsilon: FloatLike | None = None,
    scale_after_normalization: bool | None = None,
    name: str | None = None,
    input: TensorLike | None = None,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
) -> Tensor:
    """Batch normalization by given moments. Mirrors the function of TensorFlow 1."""
    return tf.nn.batch_normalization(
        one_of("input", input, "t", t),
        one_of("mean", mean, "m", m),
        one_of("variance", variance, "v", v),
        beta,
        gamma if scale_after_normalization else None,
        variance_epsilon,
        name,
    )


@tf_export(v1=["nn.fused_batch_norm"])
def fused_batch_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
    epsilon: FloatLike = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: FloatLike = 1.0,
) -> tuple[Tensor, ...]:
    """Batch normalization of images: the outputs, and mean and variance (of the batch while training, else the given ones).

    While training with `exponential_avg_factor` less than one the given moments are moved towards the batch's. Mirrors
    `tf.compat.v1.nn.fused_batch_norm`; raises ValueError where moments are missing or too many.
    """
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise ValueError(
            "Both `mean` and `variance` must be a 1D tensor when `is_training` is False or `exponential_avg_factor` != 1.0. "
            f"Received: `mean` {mean!r} and `variance` {variance!r}"
        )
    return fused(
        x,
        scale,
        offset,
        tf.zeros([0]) if mean is None else mean,
        tf.zeros([0]) if variance is None else variance,
        epsilon,
        data_format,
        is_training,
        exponential_avg_factor,
        name,
    )
