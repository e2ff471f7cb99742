"""KerasNLP without TensorFlow Text: layers, samplers, metrics, a training, backbones, a language model."""

import warnings

import keras_nlp
import numpy as np
import tensorflow as tf

warnings.simplefilter("ignore")


def _numbers(*shape, seed=0):
    return tf.constant(np.random.RandomState(seed).uniform(-1, 1, shape), tf.float32)


def _set(layer):
    """Give the weights of a built layer numbers that do not depend on a generator of TensorFlow."""
    layer.set_weights([np.random.RandomState(i + 1).uniform(-0.5, 0.5, w.shape) for i, w in enumerate(layer.get_weights())])
    return layer


def _built(layer, *args, **kwargs):
    layer(*args, **kwargs)
    return _set(layer)(*args, **kwargs)


def step_encoder():
    """A transformer encoder with a mask, before and after normalization."""
    x, mask = _numbers(2, 5, 8), tf.constant([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])
    made = []
    for first in (True, False):
        layer = keras_nlp.layers.TransformerEncoder(16, 2, normalize_first=first, activation="gelu")
        made.append([_built(layer, x, padding_mask=mask).numpy(), [w.name.split("/", 1)[1] for w in layer.weights]])
        made.append(sorted(layer.get_config()))
    return made


def step_decoder():
    """A transformer decoder with and without an encoder's output, and with a cache."""
    x, encoded = _numbers(2, 4, 8), _numbers(2, 3, 8, seed=1)
    layer = keras_nlp.layers.TransformerDecoder(16, 2)
    crossed = _built(layer, x, encoded)
    alone = keras_nlp.layers.TransformerDecoder(16, 2)
    whole = _built(alone, x)
    cache = tf.zeros([2, 2, 4, 2, 4])
    steps = []
    for i in range(4):
        y, cache = alone(x[:, i : i + 1], self_attention_cache=cache, self_attention_cache_update_index=i)
        steps.append(y)
    return [crossed.numpy(), whole.numpy(), tf.concat(steps, 1).numpy(), cache.numpy().sum(axis=(3, 4))]


def step_embeddings():
    """Embeddings of tokens and positions."""
    ids, x = tf.constant([[1, 2, 0], [4, 0, 0]]), _numbers(2, 3, 4)
    both = keras_nlp.layers.TokenAndPositionEmbedding(6, 3, 4, mask_zero=True)
    reversible = keras_nlp.layers.ReversibleEmbedding(6, 4, tie_weights=False)
    reversible(ids)
    _set(reversible)
    return [
        _built(both, ids).numpy(),
        both.compute_mask(ids).numpy(),
        _built(keras_nlp.layers.PositionEmbedding(5), x).numpy(),
        keras_nlp.layers.SinePositionEncoding()(x).numpy(),
        keras_nlp.layers.RotaryEmbedding()(_numbers(2, 3, 2, 4)).numpy(),
        reversible(reversible(ids), reverse=True).numpy(),
    ]


def step_other_layers():
    """Fourier mixing, the head of a masked language model, attention with a cache."""
    x = _numbers(2, 5, 8)
    head = keras_nlp.layers.MaskedLMHead(vocabulary_size=6, activation="softmax")
    attention = keras_nlp.layers.CachedMultiHeadAttention(2, 4)
    return [
        _built(keras_nlp.layers.FNetEncoder(16), x).numpy(),
        _built(head, x, mask_positions=tf.constant([[1, 3], [0, 2]])).numpy(),
        _built(attention, x, x).numpy(),
    ]


def step_training():
    """A classifier of encoder layers in fit."""
    ids = np.random.RandomState(0).randint(1, 6, (8, 4))
    model = tf.keras.Sequential(
        [
            keras_nlp.layers.TokenAndPositionEmbedding(6, 4, 8, input_shape=(4,)),
            keras_nlp.layers.TransformerEncoder(8, 2),
            tf.keras.layers.GlobalAveragePooling1D(),
            tf.keras.layers.Dense(2),
        ]
    )
    model(ids)
    _set(model).compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    history = model.fit(ids, ids[:, 0] % 2, epochs=3, batch_size=4, shuffle=False, verbose=0).history
    return [[float(x) for x in history[k]] for k in sorted(history)]


def _next(scores):
    """What samplers call: scores for the next token, that depend on the present one."""

    def of(prompt, cache, index):
        token = tf.gather(prompt, tf.maximum(index - 1, 0), axis=1)
        return tf.gather(scores, token), None, cache

    return of


def step_samplers():
    """Tokens by each sampler; those that draw have seeds."""
    scores, prompt = _numbers(6, 6) * 3, tf.constant([[1, 0, 0, 0, 0], [2, 0, 0, 0, 0]])
    made = {}
    for name, sampler in {
        "greedy": keras_nlp.samplers.GreedySampler(),
        "beam": keras_nlp.samplers.BeamSampler(num_beams=3),
        "top k of one": keras_nlp.samplers.TopKSampler(1, seed=1),
        "top p of little": keras_nlp.samplers.TopPSampler(0.01, seed=1),
    }.items():
        made[name] = sampler(next=_next(scores), prompt=prompt, index=1).numpy()
        made[name + " to the end"] = sampler(next=_next(scores), prompt=prompt, index=1, end_token_id=3).numpy()
    made["drawn"] = list(keras_nlp.samplers.RandomSampler(seed=1)(next=_next(scores), prompt=prompt, index=1).shape)
    return made


def step_metrics():
    """Perplexity, edit distance."""
    perplexity = keras_nlp.metrics.Perplexity(from_logits=True, mask_token_id=0)
    perplexity.update_state(tf.constant([[1, 2, 0], [3, 0, 0]]), _numbers(2, 3, 4))
    perplexity.update_state(tf.constant([[1, 2, 1]]), _numbers(1, 3, 4, seed=1))
    distance = keras_nlp.metrics.EditDistance()
    distance.update_state([["the", "cat", "sat"]], [["the", "hat", "sat", "down"]])
    return [float(perplexity.result()), float(distance.result()), sorted(perplexity.get_config())]


def step_without_text():
    """What needs TensorFlow Text says so."""
    made = []
    for call in (
        lambda: keras_nlp.tokenizers.WordPieceTokenizer(vocabulary=["[UNK]", "a"]),
        lambda: keras_nlp.tokenizers.ByteTokenizer(),
        lambda: keras_nlp.layers.StartEndPacker(4),
        lambda: keras_nlp.layers.MultiSegmentPacker(8, 1, 2),
        lambda: keras_nlp.layers.MaskedLMMaskGenerator(6, 0.5, 5),
    ):
        try:
            call()
            made.append("made")
        except Exception as error:
            made.append([type(error).__name__, str(error)[:50]])
    return made


def step_backbone():
    """A small BERT, GPT-2 and OPT: outputs, weights, and configuration."""
    ids = tf.constant([[1, 2, 3, 4], [5, 6, 0, 0]])
    mask = tf.constant([[1, 1, 1, 1], [1, 1, 0, 0]])
    made = []
    sizes = {"vocabulary_size": 10, "num_heads": 2, "hidden_dim": 8, "intermediate_dim": 16, "max_sequence_length": 6}
    bert = keras_nlp.models.BertBackbone(num_layers=2, **sizes)
    outputs = _set(bert)({"token_ids": ids, "segment_ids": ids * 0, "padding_mask": mask})
    made.append({k: v.numpy() for k, v in sorted(outputs.items())})
    for kind in (keras_nlp.models.GPT2Backbone, keras_nlp.models.OPTBackbone):
        model = kind(num_layers=1, **sizes)
        made.append(_set(model)({"token_ids": ids, "padding_mask": mask}).numpy())
        again = kind.from_config(model.get_config())
        made.append([model.count_params(), again.count_params(), [w.name for w in model.weights][:4]])
    return made


def step_language_model():
    """GPT-2 without a preprocessor: a training step, and text generated from ids."""
    backbone = keras_nlp.models.GPT2Backbone(
        vocabulary_size=10, num_layers=1, num_heads=2, hidden_dim=8, intermediate_dim=16, max_sequence_length=6, dropout=0.0
    )
    model = _set(keras_nlp.models.GPT2CausalLM(backbone=backbone, preprocessor=None))
    model.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), sampler="greedy")
    ids = tf.constant([[1, 2, 3, 4, 0, 0], [5, 6, 1, 2, 3, 0]])
    inputs = {"token_ids": ids, "padding_mask": tf.cast(ids > 0, tf.int32)}
    losses = [float(model.train_on_batch(inputs, ids)) for _ in range(2)]
    generated = model.generate({"token_ids": ids, "padding_mask": tf.cast(ids > 0, tf.int32)})
    return [losses, np.array(generated["token_ids"])]
