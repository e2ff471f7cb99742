"""TensorFlow's model garden: layers for text, encoders, layers for pictures, optimizers and schedules, losses."""

import warnings

import numpy as np
import tensorflow as tf
from official.modeling import activations, hyperparams, optimization, tf_utils
from official.nlp.modeling import layers, losses, models, networks
from official.vision.modeling import backbones
from official.vision.modeling import layers as vision_layers

warnings.simplefilter("ignore")

TOLERANCE = {"": 1e-4, "step_backbone": 1e-3}


def _numbers(*shape, seed=0, low=-1.0, high=1.0):
    return tf.constant(np.random.RandomState(seed).uniform(low, high, shape), tf.float32)


def _set(layer):
    """Give the weights of a built layer numbers that do not depend on a generator of TensorFlow."""
    made = []
    for i, w in enumerate(layer.get_weights()):
        if w.ndim > 1:
            size = np.sqrt(3.0 / np.prod(w.shape[:-1]))
            w = np.random.RandomState(i + 1).uniform(-size, size, w.shape).astype(w.dtype)
        made.append(w)
    layer.set_weights(made)
    return layer


def _told(x):
    """A structure of tensors as arrays; large ones as their shape and a few sums."""
    if isinstance(x, dict):
        return {str(k): _told(v) for k, v in sorted(x.items(), key=str)}
    if isinstance(x, (list, tuple)):
        return [_told(v) for v in x]
    x = np.asarray(x)
    if x.size <= 64:
        return x
    whole = x.astype(np.float64)
    return [list(x.shape), str(x.dtype), float(whole.mean()), float(whole.std()), x.ravel()[:: x.size // 8][:8]]


def _built(layer, *args, **kwargs):
    layer(*args, **kwargs)
    return _told(_set(layer)(*args, **kwargs))


def step_activations():
    x = _numbers(3, 4, low=-4.0, high=4.0)
    return [f(x).numpy() for f in (activations.gelu, activations.simple_swish, activations.hard_swish, activations.relu6, activations.mish)]


def step_blocks():
    """Blocks of encoders and decoders, with masks."""
    x, mask = _numbers(2, 5, 8), tf.constant(np.tril(np.ones([2, 5, 5])), tf.float32)
    made = {}
    for layer in (
        layers.TransformerEncoderBlock(2, 16, "relu", norm_first=True),
        layers.TransformerEncoderBlock(2, 16, tf_utils.get_activation("gelu"), use_bias=False),
        layers.ReZeroTransformer(2, 16, "relu"),
        layers.TransformerScaffold(2, inner_dim=16, inner_activation="relu"),
        layers.TalkingHeadsAttention(num_heads=2, key_dim=4),
        layers.KernelAttention(feature_transform="elu", num_heads=2, key_dim=4),
    ):
        given = [x, mask]
        if isinstance(layer, layers.TalkingHeadsAttention):
            made[type(layer).__name__] = _built(layer, x, x, attention_mask=mask)
        elif isinstance(layer, layers.KernelAttention):
            made[type(layer).__name__] = _built(layer, x, x)
        else:
            made[f"{type(layer).__name__} {len(made)}"] = [_built(layer, given), sorted(layer.get_config())]
    decoder = layers.TransformerDecoderBlock(2, 16, "relu", dropout_rate=0.0, attention_dropout_rate=0.0)
    given = [x, x, tf.ones([2, 5, 5]), mask]
    decoder(given)
    made["decoder"] = _told(_set(decoder)(given)[0])
    return made


def step_embeddings():
    """Embeddings of words and places, and masks of attention."""
    ids, x = tf.constant([[1, 2, 0], [4, 0, 0]]), _numbers(2, 3, 4)
    return [
        _built(layers.OnDeviceEmbedding(6, 4, scale_factor=2.0), ids),
        _built(layers.PositionEmbedding(max_length=5), x),
        layers.RelativePositionEmbedding(hidden_size=8)(None, length=3).numpy(),
        _built(layers.RelativePositionBias(num_heads=2, relative_attention_num_buckets=8, relative_attention_max_distance=10), x, x),
        layers.SelfAttentionMask()(x, tf.cast(ids > 0, tf.int32)).numpy(),
        layers.MaskedSoftmax()(_numbers(2, 3, 3), tf.cast(ids > 0, tf.float32)[:, None] * tf.ones([2, 3, 1])).numpy(),
    ]


def step_heads():
    """Heads for classes and for masked words."""
    x = _numbers(2, 5, 8)
    head = layers.ClassificationHead(inner_dim=4, num_classes=3, initializer="zeros")
    table = tf.Variable(_numbers(6, 8, seed=2))
    masked = layers.MaskedLM(embedding_table=table, activation="relu", output="logits")
    return [
        _built(head, x),
        _built(masked, x, masked_positions=tf.constant([[1, 3], [0, 2]])),
        _built(layers.GatedFeedforward(inner_dim=16, inner_activation="relu", dropout=0.0, use_gate=True), x),
        _built(layers.FactorizedEmbedding(6, 4, 8), tf.constant([[1, 2]])),
    ]


def step_encoder():
    """A BERT encoder, and a classifier on it that is trained a little."""
    encoder = networks.BertEncoderV2(
        vocab_size=12,
        hidden_size=8,
        num_layers=2,
        num_attention_heads=2,
        max_sequence_length=6,
        inner_dim=16,
        inner_activation="relu",
        output_dropout=0.0,
        attention_dropout=0.0,
    )
    ids = tf.constant([[1, 2, 3, 4], [5, 6, 0, 0]])
    inputs = {"input_word_ids": ids, "input_mask": tf.cast(ids > 0, tf.int32), "input_type_ids": ids * 0}
    encoder(inputs)
    outputs = _set(encoder)(inputs)
    model = models.BertClassifier(encoder, num_classes=2, dropout_rate=0.0)
    _set(model).compile(tf.keras.optimizers.SGD(0.1), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    history = model.fit(inputs, tf.constant([0, 1]), epochs=3, shuffle=False, verbose=0).history
    again = networks.BertEncoderV2.from_config(encoder.get_config())
    return [
        _told(dict(outputs)),
        history,
        len(model.trainable_variables),
        sorted(encoder.get_config()),
        again.get_config() == encoder.get_config(),
    ]


def step_schedules():
    """Schedules of the learning rate from configurations."""
    config = optimization.OptimizationConfig(
        {
            "optimizer": {"type": "adamw", "adamw": {"weight_decay_rate": 0.01, "include_in_weight_decay": ["kernel"]}},
            "learning_rate": {
                "type": "polynomial",
                "polynomial": {"initial_learning_rate": 0.1, "decay_steps": 10, "end_learning_rate": 0.0},
            },
            "warmup": {"type": "linear", "linear": {"warmup_steps": 4}},
        }
    )
    factory = optimization.OptimizerFactory(config)
    rate = factory.build_learning_rate()
    cosine = optimization.DirectPowerDecay(0.1, 0.5)
    return [[float(rate(i)) for i in range(12)], [float(cosine(i)) for i in (1, 4, 9)], sorted(config.as_dict())]


def step_optimizers():
    """Steps of each optimizer that configurations know."""
    made = {}
    for kind in ("sgd", "sgd_experimental", "adam", "adamw", "lamb", "rmsprop", "lars", "adagrad", "adafactor"):
        config = {"optimizer": {"type": kind}, "learning_rate": {"type": "constant", "constant": {"learning_rate": 0.1}}}
        try:
            factory = optimization.OptimizerFactory(optimization.OptimizationConfig(config))
            optimizer = factory.build_optimizer(factory.build_learning_rate())
        except Exception as error:
            made[kind] = type(error).__name__
            continue
        v = tf.Variable([[1.0, -2.0], [3.0, 4.0]], name="kernel")
        for i in range(3):
            optimizer.apply_gradients([(v * 0.1 * (i + 1), v)])
        made[kind] = [v.numpy(), type(optimizer).__name__]
    return made


def step_averages():
    """Weights averaged while they are trained."""
    optimizer = optimization.ExponentialMovingAverage(tf.keras.optimizers.legacy.SGD(0.5), average_decay=0.5, dynamic_decay=False)
    v = tf.Variable([1.0, 2.0])
    optimizer.shadow_copy(type("Model", (tf.Module,), {"weights": [v], "__module__": __name__})())
    for _ in range(3):
        optimizer.apply_gradients([(tf.ones([2]), v)])
    return [[x.numpy() for x in optimizer._average_weights], v.numpy()]


def step_params():
    """Configurations as objects, changed by texts and dictionaries."""
    params = hyperparams.ParamsDict({"a": 1, "b": {"c": 2.5, "d": [1, 2]}}, ["a < b.c"])
    params.override({"b": {"c": 3.5}}, is_strict=True)
    changed = hyperparams.override_params_dict(params, "b.d=[3,4]", is_strict=True)
    try:
        params.override({"e": 1}, is_strict=True)
        why = "nothing"
    except KeyError as error:
        why = str(error)[:40]
    return [changed.as_dict(), changed.b.c, why]


def step_losses():
    """The loss of weighted classes."""
    y, p, w = tf.constant([[0, 2], [1, 1]]), _numbers(2, 2, 3), tf.constant([[1.0, 0.0], [0.5, 2.0]])
    return [
        float(losses.weighted_sparse_categorical_crossentropy_loss(y, p, w)),
        float(losses.weighted_sparse_categorical_crossentropy_loss(y, p)),
    ]


def step_vision_layers():
    """Blocks of backbones, squeeze and excitation, what is found in boxes."""
    x = _numbers(2, 8, 8, 4)
    made = [
        _built(vision_layers.ResidualBlock(4, 1), x),
        _built(vision_layers.BottleneckBlock(2, 2, use_projection=True, se_ratio=0.5), x),
        _built(vision_layers.InvertedBottleneckBlock(4, 6, expand_ratio=2, strides=2), x),
        _built(vision_layers.SqueezeExcitation(4, 4, 0.5), x),
        _built(vision_layers.DepthwiseSeparableConvBlock(6, strides=1), x),
        _told(vision_layers.StochasticDepth(0.5)(x, training=False)),
    ]
    boxes = _numbers(1, 6, 1, 4, low=0.0, high=10.0)
    boxes = tf.concat([boxes[..., :2], boxes[..., :2] + boxes[..., 2:] + 1.0], -1)
    generator = vision_layers.DetectionGenerator(nms_version="v2", max_num_detections=4, pre_nms_score_threshold=0.0)
    found = generator(_numbers(1, 6, 12), _numbers(1, 6, 3, seed=1), boxes[:, :, 0], tf.constant([[20, 20]]))
    return [*made, _told(found)]


def step_backbone():
    """A small ResNet: its levels, and how many numbers it has."""
    model = backbones.ResNet(model_id=18, input_specs=tf.keras.layers.InputSpec(shape=[None, 32, 32, 3]))
    return [
        _told(_set(model)(_numbers(1, 32, 32, 3), training=False)),
        model.count_params(),
        {k: list(v) for k, v in model.output_specs.items()},
    ]
