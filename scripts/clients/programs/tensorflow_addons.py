"""TensorFlow Addons: optimizers and their wrappers, layers, cells, losses, metrics, sequence to sequence, images, callbacks."""

import os
import tempfile
import warnings

import numpy as np
import tensorflow as tf
import tensorflow_addons as tfa
from tensorflow_addons.layers.netvlad import NetVLAD

warnings.simplefilter("ignore")


def _numbers(*shape, seed=0):
    return tf.constant(np.random.RandomState(seed).uniform(-1, 1, shape), tf.float32)


def _set(layer):
    """Give the weights of a built layer numbers that do not depend on a generator of TensorFlow."""
    layer.set_weights([np.random.RandomState(i + 1).uniform(-0.5, 0.5, w.shape) for i, w in enumerate(layer.get_weights())])
    return layer


def _model():
    model = tf.keras.Sequential([tf.keras.layers.Dense(6, activation="tanh", input_shape=(4,)), tf.keras.layers.Dense(1)])
    return _set(model)


def _trained(optimizer, epochs=3):
    """Losses of a small regression."""
    model = _model()
    x = _numbers(16, 4).numpy()
    model.compile(optimizer, "mse")
    history = model.fit(x, (x**2).sum(1, keepdims=True), batch_size=8, epochs=epochs, shuffle=False, verbose=0)
    return [*history.history["loss"], model.get_weights()[0][0], sorted(k for k in optimizer.get_config())]


def step_adaptive_optimizers():
    """Each optimizer of its own in fit."""
    kinds = {
        "lamb": lambda: tfa.optimizers.LAMB(0.01, weight_decay=0.01, exclude_from_weight_decay=["bias"]),
        "radam": lambda: tfa.optimizers.RectifiedAdam(0.01, total_steps=6, warmup_proportion=0.3, min_lr=1e-4),
        "novograd": lambda: tfa.optimizers.NovoGrad(0.01, weight_decay=0.001, grad_averaging=True),
        "adabelief": lambda: tfa.optimizers.AdaBelief(0.01, rectify=False),
        "yogi": lambda: tfa.optimizers.Yogi(0.01),
        "lazyadam": lambda: tfa.optimizers.LazyAdam(0.01),
        "conditional_gradient": lambda: tfa.optimizers.ConditionalGradient(0.9, 2.0, ord="fro"),
        "proximal": lambda: tfa.optimizers.ProximalAdagrad(0.1, l1_regularization_strength=0.01),
        "cocob": lambda: tfa.optimizers.COCOB(),
    }
    return {name: _trained(make()) for name, make in kinds.items()}


def step_weight_decay():
    """Decoupled weight decay: the ready classes, and one made of another class."""
    made = {
        "adamw": _trained(tfa.optimizers.AdamW(weight_decay=0.01, learning_rate=0.01)),
        "sgdw": _trained(tfa.optimizers.SGDW(weight_decay=0.01, learning_rate=0.01, momentum=0.9)),
    }
    kind = tfa.optimizers.extend_with_decoupled_weight_decay(tf.keras.optimizers.legacy.Adam)
    made["extended"] = _trained(kind(weight_decay=0.02, learning_rate=0.01))
    schedule = tf.keras.optimizers.schedules.PiecewiseConstantDecay([2], [0.1, 0.01])
    v, optimizer = tf.Variable([1.0, 2.0]), tfa.optimizers.AdamW(weight_decay=schedule, learning_rate=0.1)
    for _ in range(4):
        optimizer.apply_gradients([(tf.constant([0.1, 0.2]), v)])
    made["schedule"] = v.numpy()
    return made


def step_wrapping_optimizers():
    """Lookahead, stochastic weight averaging, moving averages."""
    made = {
        "lookahead": _trained(tfa.optimizers.Lookahead(tf.keras.optimizers.legacy.SGD(0.1), sync_period=2, slow_step_size=0.5)),
        "ranger": _trained(tfa.optimizers.Lookahead(tfa.optimizers.RectifiedAdam(0.01), sync_period=3)),
    }
    for name, optimizer in {
        "swa": tfa.optimizers.SWA(tf.keras.optimizers.legacy.SGD(0.1), start_averaging=1, average_period=2),
        "moving": tfa.optimizers.MovingAverage(tf.keras.optimizers.legacy.SGD(0.1), average_decay=0.5),
    }.items():
        model = _model()
        model.compile(optimizer, "mse")
        x = _numbers(16, 4).numpy()
        model.fit(x, x[:, :1], batch_size=4, epochs=2, shuffle=False, verbose=0)
        before = model.get_weights()[0][0]
        optimizer.assign_average_vars(model.variables)
        made[name] = [before, model.get_weights()[0][0], [w.shape for w in optimizer.get_weights()]]
    return made


def step_discriminative_layers():
    """An optimizer for each part of a model."""
    model = _model()
    pairs = [
        (tf.keras.optimizers.legacy.SGD(0.1), model.layers[0]),
        (tf.keras.optimizers.legacy.Adam(0.01), model.layers[1]),
    ]
    optimizer = tfa.optimizers.MultiOptimizer(pairs)
    model.compile(optimizer, "mse")
    x = _numbers(8, 4).numpy()
    losses = model.fit(x, x[:, :1], epochs=3, shuffle=False, verbose=0).history["loss"]
    return [losses, [w.ravel()[:3] for w in model.get_weights()]]


def step_sparse_gradients():
    """Gradients of an embedding."""
    made = {}
    for name, optimizer in {
        "lazy": tfa.optimizers.LazyAdam(0.1),
        "lamb": tfa.optimizers.LAMB(0.1),
        "lookahead": tfa.optimizers.Lookahead(tf.keras.optimizers.legacy.Adagrad(0.1), 2),
        "novograd": tfa.optimizers.NovoGrad(0.1),
        "yogi": tfa.optimizers.Yogi(0.1),
    }.items():
        table = tf.Variable(_numbers(5, 2))
        for _ in range(3):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.gather(table, [1, 3, 1]) ** 2)
            optimizer.apply_gradients([(tape.gradient(loss, table), table)])
        made[name] = table.numpy()
    return made


def step_cyclical_rates():
    """Schedules of the learning rate."""
    made = []
    for schedule in (
        tfa.optimizers.TriangularCyclicalLearningRate(0.1, 1.0, 4),
        tfa.optimizers.Triangular2CyclicalLearningRate(0.1, 1.0, 4),
        tfa.optimizers.ExponentialCyclicalLearningRate(0.1, 1.0, 4, gamma=0.9),
    ):
        made.append([float(schedule(step)) for step in range(0, 20, 3)])
        made.append({k: v for k, v in schedule.get_config().items() if isinstance(v, (int, float, str))})
    return made


def step_optimizer_state():
    """Write an optimizer's state to a checkpoint, restore it and go on."""

    def of():
        return tf.Variable([1.0, 2.0]), tfa.optimizers.Lookahead(tfa.optimizers.LAMB(0.1), 2)

    def apply(v, optimizer):
        optimizer.apply_gradients([(v * 0.5, v)])

    (v, optimizer), (w, other) = of(), of()
    for _ in range(3):
        apply(v, optimizer)
    with tempfile.TemporaryDirectory() as folder:
        path = tf.train.Checkpoint(v=v, optimizer=optimizer).save(os.path.join(folder, "c"))
        status = tf.train.Checkpoint(v=w, optimizer=other).restore(path)
        apply(w, other)
        status.assert_consumed()
        apply(v, optimizer)
    config = tf.keras.optimizers.serialize(optimizer)
    again = tf.keras.optimizers.deserialize(config)
    return [v.numpy(), w.numpy(), int(other.iterations), config["class_name"], type(again).__name__]


def step_activations():
    """Activations and their gradients."""
    x = tf.linspace(-3.0, 3.0, 7)
    made = {}
    for name in "gelu hardshrink lisht mish softshrink snake tanhshrink rrelu".split():
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = getattr(tfa.activations, name)(x)
        made[name] = [y.numpy(), tape.gradient(y, x).numpy()]
    made["sparsemax"] = tfa.activations.sparsemax(tf.reshape(tf.concat([x, x[:1]], 0), [2, 4])).numpy()
    made["by name"] = tf.keras.layers.Activation("Addons>mish")(x).numpy()
    return made


def step_normalization_layers():
    """Groups, instances, filters; weights and spectra."""
    image = _numbers(2, 6, 6, 4)
    made = {}
    for layer in (
        tfa.layers.GroupNormalization(2),
        tfa.layers.InstanceNormalization(),
        tfa.layers.FilterResponseNormalization(),
        tfa.layers.TLU(True),
        tfa.layers.WeightNormalization(tf.keras.layers.Conv2D(3, 2), data_init=False),
    ):
        layer(image)
        y = _set(layer)(image)
        made[layer.name] = [list(y.shape), float(tf.reduce_sum(y**2)), [v.name for v in layer.weights]]
    spectral = tfa.layers.SpectralNormalization(tf.keras.layers.Dense(3), power_iterations=2)
    x = _numbers(5, 4)
    spectral(x)
    _set(spectral)
    made["spectral"] = [spectral(x, training=True).numpy(), spectral(x).numpy()]
    return made


def step_layers():
    """The other layers."""
    image, vector, series = _numbers(2, 8, 8, 4), _numbers(3, 6), _numbers(2, 9, 3)
    made = {}
    for layer, x in [
        (tfa.layers.AdaptiveAveragePooling2D((2, 3)), image[:, :8, :6]),
        (tfa.layers.AdaptiveMaxPooling1D(3), series),
        (tfa.layers.SpatialPyramidPooling2D([1, 2, 4]), image),
        (tfa.layers.Maxout(2), image),
        (tfa.layers.PoincareNormalize(), vector),
        (tfa.layers.PolynomialCrossing(), vector),
        (tfa.layers.Sparsemax(), vector),
        (NetVLAD(3), tf.tile(series, [1, 1, 2])),
        (tfa.layers.NoisyDense(3), vector),
        (tfa.layers.ESN(5, connectivity=0.5), series),
        (tfa.layers.GELU(), vector),
        (tfa.layers.Snake(), vector),
        (tfa.layers.MaxUnpooling2D(), None),
    ]:
        x = x if x is not None else (image[:, ::2, ::2], tf.reshape(tf.range(128, dtype=tf.int64), [2, 4, 4, 4]))
        try:
            arguments = [[x, x]] if isinstance(layer, tfa.layers.PolynomialCrossing) else [x]
            layer(*arguments)
            if layer.weights:
                _set(layer)
            y = layer(*arguments)
            made[layer.name] = [list(y.shape), float(tf.reduce_sum(y)), float(tf.reduce_sum(y**2)), [v.name for v in layer.weights]]
        except Exception as error:
            made[layer.name] = [type(error).__name__, str(error)[:60]]
    return made


def step_attention_layer():
    """Attention with several heads, with a mask and its coefficients."""
    layer = tfa.layers.MultiHeadAttention(head_size=4, num_heads=2, return_attn_coef=True)
    query, value = _numbers(2, 3, 5), _numbers(2, 4, 5, seed=1)
    mask = tf.constant(np.random.RandomState(2).uniform(size=(2, 3, 4)) > 0.3)
    layer([query, value])
    y, coefficients = _set(layer)([query, value], mask=mask)
    return [y.numpy(), coefficients.numpy(), sorted(layer.get_config())]


def step_random_layers():
    """Layers that draw, in training and outside."""
    tf.keras.utils.set_random_seed(3)
    depth = tfa.layers.StochasticDepth(0.5)
    x = _numbers(2, 3)
    outside = depth([x, x * 2], training=False)
    inside = [depth([x, x * 2], training=True).numpy() for _ in range(3)]
    noisy = tfa.layers.NoisyDense(3)
    noisy(x)
    noisy.reset_noise()
    return [outside.numpy(), inside, [w.shape for w in noisy.get_weights()]]


def step_crf():
    """A conditional random field: scores, decoding, and a layer."""
    unaries, tags, lengths = _numbers(2, 4, 3), tf.constant([[0, 1, 2, 1], [2, 0, 0, 0]]), tf.constant([4, 2])
    transitions = _numbers(3, 3, seed=1)
    with tf.GradientTape() as tape:
        tape.watch(transitions)
        likelihood, _ = tfa.text.crf_log_likelihood(unaries, tags, lengths, transitions)
    decoded, score = tfa.text.crf_decode(unaries, transitions, lengths)
    plain = tfa.text.viterbi_decode(unaries[0].numpy(), transitions.numpy())
    layer = tfa.layers.CRF(3)
    layer(unaries)
    sequence, potentials, found, kernel = _set(layer)(unaries, mask=tf.sequence_mask(lengths, 4))
    return [
        likelihood.numpy(), tape.gradient(likelihood, transitions).numpy(), decoded.numpy(), score.numpy(), list(plain[0]), float(plain[1]),
        sequence.numpy(), potentials.numpy(), found.numpy(), kernel.numpy(),
        tfa.text.crf_binary_score(tags, lengths, transitions).numpy(),
        tfa.text.crf_forward(unaries[:, 1:], unaries[:, 0], transitions, lengths).numpy(),
    ]  # fmt: skip


def step_recurrent_cells():
    """Cells in tf.keras.layers.RNN."""
    series = _numbers(2, 5, 3)
    made = {}
    for cell in (
        tfa.rnn.NASCell(4),
        tfa.rnn.LayerNormLSTMCell(4),
        tfa.rnn.LayerNormSimpleRNNCell(4),
        tfa.rnn.PeepholeLSTMCell(4),
        tfa.rnn.ESNCell(4, connectivity=0.5),
    ):
        rnn = tf.keras.layers.RNN(cell, return_sequences=True, return_state=True)
        rnn(series)
        y, *states = _set(rnn)(series, mask=tf.constant([[True] * 5, [True, True, False, False, False]]))
        again = type(cell).from_config(cell.get_config())
        made[type(cell).__name__] = [y.numpy(), [s.numpy() for s in states], [v.name for v in rnn.weights], again.units]
    return made


def step_classification_losses():
    """Losses, called and reduced."""
    truth, scores = tf.constant([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]), tf.constant([[0.7, 0.2, 0.1], [0.4, 0.9, 0.3]])
    boxes = tf.constant([[4.0, 3.0, 7.0, 5.0], [5.0, 6.0, 10.0, 7.0]]), tf.constant([[3.0, 4.0, 6.0, 8.0], [14.0, 14.0, 15.0, 15.0]])
    one_hot = tf.constant([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    return {
        "focal": tfa.losses.SigmoidFocalCrossEntropy()(truth, scores).numpy(),
        "focal of logits": tfa.losses.sigmoid_focal_crossentropy(truth, scores, from_logits=True).numpy(),
        "giou": [tfa.losses.GIoULoss()(*boxes).numpy(), tfa.losses.giou_loss(*boxes, mode="iou").numpy()],
        "kappa": tfa.losses.WeightedKappaLoss(num_classes=3)(one_hot, scores).numpy(),
        "pinball": [
            float(tfa.losses.PinballLoss(tau=0.1)(truth, scores)),
            tfa.losses.pinball_loss(truth, scores, tau=[0.1, 0.5, 0.9]).numpy(),
        ],
        "sparsemax": tfa.losses.SparsemaxLoss()(one_hot, scores).numpy(),
    }


def step_metric_learning_losses():
    """Losses of embeddings and labels."""
    labels, vectors = tf.constant([0, 1, 0, 2, 1, 2]), tf.math.l2_normalize(_numbers(6, 4), 1)
    made = {}
    for name, loss in {
        "semihard": tfa.losses.TripletSemiHardLoss(),
        "hard": tfa.losses.TripletHardLoss(soft=True, distance_metric="angular"),
        "lifted": tfa.losses.LiftedStructLoss(),
        "npairs": tfa.losses.NpairsLoss(),
        "contrastive": tfa.losses.ContrastiveLoss(),
    }.items():
        with tf.GradientTape() as tape:
            tape.watch(vectors)
            if name == "npairs":
                value = loss(labels, tf.matmul(vectors, vectors, transpose_b=True))
            elif name == "contrastive":
                value = loss(labels % 2, tf.norm(vectors, axis=1) * 0.6)
            else:
                value = loss(labels, vectors)
        made[name] = [float(value), tape.gradient(value, vectors).numpy()]
    made["multilabel"] = float(tfa.losses.NpairsMultilabelLoss()(tf.constant([[1, 0], [1, 1]]), _numbers(2, 2)))
    distances = tfa.losses.metric_learning
    made["distances"] = [distances.pairwise_distance(vectors, squared=True).numpy(), distances.angular_distance(vectors).numpy()]
    return made


def step_metrics():
    """Metrics over two batches, their results and states."""
    truth, scores = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]], "float32"), _numbers(4, 3).numpy() * 0.5 + 0.5
    one, two = np.array([1.0, 3.0, 2.0, 5.0], "float32"), np.array([1.5, 2.0, 2.5, 4.0], "float32")
    made = {}
    for metric, y, p in [
        (tfa.metrics.F1Score(3, average="macro"), truth, scores),
        (tfa.metrics.F1Score(3, threshold=0.4), truth, scores),
        (tfa.metrics.FBetaScore(3, beta=2.0, average="weighted"), truth, scores),
        (tfa.metrics.CohenKappa(3, weightage="quadratic"), truth, scores),
        (tfa.metrics.MatthewsCorrelationCoefficient(3), truth, scores),
        (tfa.metrics.MultiLabelConfusionMatrix(3), truth, (scores > 0.5).astype("float32")),
        (tfa.metrics.HammingLoss("multilabel", threshold=0.5), truth, scores),
        (tfa.metrics.RSquare(), one, two),
        (tfa.metrics.GeometricMean(), one, None),
        (tfa.metrics.HarmonicMean(), one, None),
    ]:
        name = metric.name if metric.name not in made else metric.name + " again"
        rows = []
        for part in (slice(2), slice(2, 4)):
            metric.update_state(y[part], *(() if p is None else (p[part],)))
            rows.append(metric.result().numpy())
        made[name] = [rows, [v.shape.as_list() for v in metric.variables], sorted(k for k in metric.get_config())]
        metric.reset_state()
    model = tf.keras.Sequential([tf.keras.layers.Dense(3, activation="softmax", input_shape=(4,))])
    _set(model).compile("sgd", "categorical_crossentropy", metrics=[tfa.metrics.F1Score(3, average="micro"), tfa.metrics.RSquare()])
    history = model.fit(_numbers(4, 4).numpy(), truth, epochs=2, shuffle=False, verbose=0).history
    made["in fit"] = {k: [float(x) for x in v] for k, v in history.items()}
    return made


def step_sequence_loss():
    """Loss over sequences, averaged each way."""
    logits, targets, weights = _numbers(2, 3, 4), tf.constant([[0, 1, 2], [3, 0, 0]]), tf.constant([[1.0, 1.0, 1.0], [1.0, 0.0, 0.0]])
    made = [tfa.seq2seq.sequence_loss(logits, targets, weights).numpy()]
    for time, batch in ((True, False), (False, True), (False, False)):
        made.append(tfa.seq2seq.sequence_loss(logits, targets, weights, average_across_timesteps=time, average_across_batch=batch).numpy())
    made.append(tfa.seq2seq.SequenceLoss()(targets, logits, weights).numpy())
    return made


def _decoding_parts(attention=None):
    cell = tf.keras.layers.LSTMCell(4)
    embedding, output = tf.Variable(_numbers(6, 3)), tf.keras.layers.Dense(6)
    if attention is not None:
        memory = _numbers(2, 5, 4, seed=5)
        mechanism = attention(4, memory, memory_sequence_length=tf.constant([5, 3]))
        cell = tfa.seq2seq.AttentionWrapper(cell, mechanism, attention_layer_size=3, alignment_history=True)
    return cell, embedding, output


def _initial(cell):
    if isinstance(cell, tfa.seq2seq.AttentionWrapper):
        return cell.get_initial_state(batch_size=2, dtype=tf.float32)
    return [_numbers(2, 4, seed=7), _numbers(2, 4, seed=8)]


def _decode(decoder, inputs, cell, **more):
    decoder(inputs, initial_state=_initial(cell), **more)
    _set(decoder)
    return decoder(inputs, initial_state=_initial(cell), **more)


def step_basic_decoder():
    """A decoder in training and by its own choice, with and without attention."""
    tf.keras.utils.set_random_seed(4)
    made = {}
    for name, kind in {"none": None, "bahdanau": tfa.seq2seq.BahdanauAttention, "luong": tfa.seq2seq.LuongAttention}.items():
        cell, embedding, output = _decoding_parts(kind)
        decoder = tfa.seq2seq.BasicDecoder(cell, tfa.seq2seq.TrainingSampler(), output)
        result, state, lengths = _decode(decoder, _numbers(2, 4, 3), cell, sequence_length=tf.constant([4, 2]))
        greedy = tfa.seq2seq.BasicDecoder(cell, tfa.seq2seq.GreedyEmbeddingSampler(), output, maximum_iterations=4)
        chosen, _, found = greedy(embedding, start_tokens=tf.constant([1, 1]), end_token=2, initial_state=_initial(cell), training=False)
        made[name] = [result.rnn_output.numpy(), result.sample_id.numpy(), lengths.numpy(), chosen.sample_id.numpy(), found.numpy()]
        if kind:
            made[name].append([state.attention.numpy(), state.alignments.numpy(), state.alignment_history.stack().numpy()])
    return made


def step_monotonic_attention():
    """Other attention mechanisms, one step of a wrapped cell."""
    tf.keras.utils.set_random_seed(4)
    made = {}
    for kind in (tfa.seq2seq.BahdanauMonotonicAttention, tfa.seq2seq.LuongMonotonicAttention):
        memory = _numbers(2, 5, 4, seed=5)
        cell = tfa.seq2seq.AttentionWrapper(tf.keras.layers.GRUCell(4), kind(4, memory, mode="parallel"), attention_layer_size=3)
        state = cell.get_initial_state(batch_size=2, dtype=tf.float32)
        cell(_numbers(2, 3), state)
        _set(cell)
        state = cell.get_initial_state(batch_size=2, dtype=tf.float32)
        y, state = cell(_numbers(2, 3), state)
        made[kind.__name__] = [y.numpy(), state.alignments.numpy(), cell.output_size, [v.name for v in cell.weights]]
    return made


def step_samplers():
    """Scheduled sampling and sampling from the distribution, with seeds."""
    tf.random.set_seed(5)
    cell, embedding, output = _decoding_parts()
    made = []
    sampler = tfa.seq2seq.ScheduledEmbeddingTrainingSampler(0.0, embedding_fn=lambda ids: tf.gather(embedding, ids))
    decoder = tfa.seq2seq.BasicDecoder(cell, sampler, output)
    result, _, _ = _decode(decoder, _numbers(2, 4, 3), cell, sequence_length=tf.constant([4, 4]))
    made.append(result.rnn_output.numpy())
    always = tfa.seq2seq.ScheduledOutputTrainingSampler(1.0, next_inputs_fn=lambda y: y[:, :3])
    result, _, _ = tfa.seq2seq.BasicDecoder(cell, always, output)(
        _numbers(2, 4, 3), initial_state=_initial(cell), sequence_length=tf.constant([4, 4])
    )
    made.append(result.rnn_output.numpy())
    drawn = tfa.seq2seq.SampleEmbeddingSampler(softmax_temperature=0.5, seed=3)
    result, _, lengths = tfa.seq2seq.BasicDecoder(cell, drawn, output, maximum_iterations=3)(
        embedding, start_tokens=tf.constant([1, 1]), end_token=9, initial_state=_initial(cell)
    )
    made += [list(result.rnn_output.shape), lengths.numpy()]
    return made


def step_beam_search_needs_kernels():
    """Beam search ends in an operation of Addons' own: its library does not load."""
    cell, embedding, output = _decoding_parts()
    decoder = tfa.seq2seq.BeamSearchDecoder(cell, beam_width=3, output_layer=output, maximum_iterations=3)
    tiled = [tfa.seq2seq.tile_batch(s, 3) for s in _initial(cell)]
    try:
        decoder(embedding, start_tokens=tf.constant([1, 1]), end_token=2, initial_state=tiled)
        made = "loaded"
    except tf.errors.NotFoundError:
        made = "NotFoundError"
    return [[t.numpy() for t in tiled], made]


def step_images_moved():
    """Rotation, translation, shear, and general transforms."""
    image = tf.reshape(tf.range(2 * 5 * 5 * 3, dtype=tf.float32), [2, 5, 5, 3])
    tfa.options.disable_custom_kernel()
    return [
        tfa.image.rotate(image, 0.4, interpolation="bilinear").numpy(),
        tfa.image.rotate(tf.cast(image, tf.uint8), tf.constant([0.4, 1.0]), fill_value=3).numpy(),
        tfa.image.translate(image, [1.5, -1.0], interpolation="bilinear", fill_mode="reflect").numpy(),
        tfa.image.transform(image, [1.0, 0.2, -1.0, 0.1, 1.0, 0.5, 0.01, 0.0], fill_mode="nearest", output_shape=[4, 6]).numpy(),
        tfa.image.shear_x(tf.cast(image[0], tf.uint8), 0.3, 7).numpy(),
        tfa.image.shear_y(tf.cast(image[0], tf.uint8), 0.3, 7).numpy(),
        tfa.image.translate_xy(tf.cast(image[0], tf.uint8), [1, 2], 9).numpy(),
        tfa.image.angles_to_projective_transforms(0.3, 4.0, 5.0).numpy(),
        tfa.image.compose_transforms([[1.0, 0, 1, 0, 1, 2, 0, 0], [0.5, 0, 0, 0, 2, 1, 0, 0]]).numpy(),
    ]


def step_images_filtered():
    """Means, medians, Gaussians, equalization, cutouts."""
    image = tf.constant(np.random.RandomState(0).randint(0, 255, (2, 7, 7, 3)), tf.uint8)
    numbers = tf.cast(image, tf.float32)
    return [
        tfa.image.mean_filter2d(numbers, 3, "REFLECT").numpy(),
        tfa.image.median_filter2d(image, [3, 5], "SYMMETRIC").numpy(),
        tfa.image.gaussian_filter2d(numbers, (3, 3), 0.8, "CONSTANT", 1.0).numpy(),
        tfa.image.equalize(image).numpy(),
        tfa.image.blend(image[0], image[1], 0.3).numpy(),
        tfa.image.cutout(numbers, (2, 4), offset=(3, 3), constant_values=1).numpy(),
        tfa.image.euclidean_dist_transform.__name__,
        tfa.image.random_hsv_in_yiq(numbers[0] / 255, 0.0, 1.0, 1.0, 1.0, 1.0).numpy() if tfa.options.is_custom_kernel_disabled() else None,
    ]


def step_images_warped():
    """Splines, dense and sparse warps, and bilinear reading."""
    image = _numbers(1, 6, 6, 2)
    points, moved = tf.constant([[[1.0, 1.0], [4.0, 4.0], [1.0, 4.0]]]), tf.constant([[[1.5, 1.0], [4.0, 3.5], [1.0, 4.2]]])
    warped, flow = tfa.image.sparse_image_warp(image, points, moved, num_boundary_points=1)
    spline = tfa.image.interpolate_spline(points, tf.constant([[[1.0], [2.0], [3.0]]]), _numbers(1, 4, 2) * 3, order=2)
    return [
        warped.numpy(), flow.numpy(), spline.numpy(), tfa.image.dense_image_warp(image, _numbers(1, 6, 6, 2, seed=3)).numpy(),
        tfa.image.interpolate_bilinear(image, _numbers(1, 5, 2) * 4).numpy(),
    ]  # fmt: skip


def step_kernels_of_its_own():
    """Operations in C++ need a library that fits; where there is one in Python it is taken."""
    made = []
    for call in (
        lambda: tfa.image.connected_components(tf.ones([3, 3], tf.uint8)),
        lambda: tfa.image.resampler(_numbers(1, 3, 3, 1), _numbers(1, 2, 2)),
        lambda: tfa.layers.EmbeddingBag(5, 2)(tf.constant([[1, 2]]), tf.constant([[0.5, 1.0]])),
        lambda: tf.load_op_library(os.path.join(os.path.dirname(tfa.__file__), "custom_ops", "image", "_image_ops.so")),
        lambda: tf.load_op_library("/no/such/library.so"),
    ):
        try:
            call()
            made.append("nothing")
        except Exception as error:
            made.append([type(error).__name__, isinstance(error, tf.errors.OpError)])
    return made


def step_callbacks():
    """Stopping after a time, a bar, and checkpoints of averages."""
    x = _numbers(8, 4).numpy()
    model = _model()
    model.compile(tfa.optimizers.MovingAverage(tf.keras.optimizers.legacy.SGD(0.1)), "mse")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "w")
        save = tfa.callbacks.AverageModelCheckpoint(update_weights=True, filepath=path, save_weights_only=True)
        stop = tfa.callbacks.TimeStopping(seconds=1000)
        model.fit(x, x[:, :1], epochs=2, shuffle=False, verbose=0, callbacks=[save, stop])
        files = sorted({name.partition(".")[0] for name in os.listdir(folder)})
        other = _model()
        other.load_weights(path).expect_partial()
    return [files, [w.ravel()[:2] for w in model.get_weights()], [w.ravel()[:2] for w in other.get_weights()]]


def step_saved_model():
    """A whole model with layers, losses and optimizer of Addons, saved and loaded."""
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Dense(4, activation=tfa.activations.mish, input_shape=(4,)),
            tfa.layers.GroupNormalization(2),
            tfa.layers.WeightNormalization(tf.keras.layers.Dense(2), data_init=False),
        ]
    )
    _set(model).compile(tfa.optimizers.LAMB(0.01), tfa.losses.PinballLoss(tau=0.3), metrics=[tfa.metrics.RSquare(name="r2")])
    x = _numbers(8, 4).numpy()
    made = [model.train_on_batch(x, x[:, :2])]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("m.h5", "m"):
            path = os.path.join(folder, name)
            model.save(path)
            loaded = tf.keras.models.load_model(path)
            made.append([loaded.predict(x, verbose=0), type(loaded.optimizer).__name__, loaded.train_on_batch(x, x[:, :2])])
    return made


def step_registration_and_types():
    """Names under which Keras finds Addons' objects, and checks of types."""
    tfa.register_all(custom_kernels=False)
    made = [tf.keras.utils.get_registered_object("Addons>" + n).__name__ for n in ("LAMB", "F1Score", "mish", "GroupNormalization")]
    for wrong in (
        tfa.register_all,
        lambda: tfa.metrics.F1Score(3, average="other"),
        lambda: tfa.layers.GroupNormalization(3)(_numbers(2, 4)),
        lambda: tfa.optimizers.LAMB("much")._hyper and 1 / 0,
        lambda: tfa.layers.Maxout(3)(_numbers(2, 4)),
        lambda: tfa.image.rotate(_numbers(2, 2), 0.1, interpolation="cubic"),
    ):
        try:
            wrong()
            made.append("nothing")
        except Exception as error:
            made.append([type(error).__name__, str(error)[:27]])  # before a path that some name
    return made
