"""Sonnet 2: modules, networks, recurrent cores, optimizers in a training loop, checkpoints, distribution."""

import os
import pickle
import tempfile

import numpy as np
import sonnet as snt
import tensorflow as tf


def _numbers(*shape, seed=0):
    return tf.constant(np.random.RandomState(seed).uniform(-1, 1, shape), tf.float32)


def _set(module):
    """Give the variables of a built module numbers that do not depend on a generator of TensorFlow."""
    for i, v in enumerate(module.variables):
        if v.dtype.is_floating:
            v.assign(_numbers(*v.shape, seed=i + 1) * 0.5)
    return module


def step_layers():
    """Modules with parameters, and what they give."""
    image, vector, series = _numbers(2, 8, 8, 3), _numbers(4, 6), _numbers(2, 9, 3)
    made = {}
    for module, x in [
        (snt.Linear(5), vector),
        (snt.Bias(), vector),
        (snt.Conv1D(4, 3, stride=2), series),
        (snt.Conv2D(4, 3, padding="VALID"), image),
        (snt.Conv2DTranspose(2, 3, stride=2), image),
        (snt.DepthwiseConv2D(3), image),
        (snt.Embed(10, 3), tf.constant([[1, 2], [9, 0]])),
        (snt.LayerNorm(-1, True, True), vector),
        (snt.GroupNorm(3), image),
        (snt.InstanceNorm(True, True), image),
        (snt.Flatten(), image),
        (snt.Reshape([3, 2]), vector),
        (snt.nets.MLP([7, 2], activation=tf.tanh), vector),
        (snt.Sequential([snt.Linear(3), tf.nn.relu, snt.Linear(2)]), vector),
        (snt.BatchApply(snt.Linear(2)), series),
    ]:
        module(x)
        snt.allow_empty_variables(module)
        y = _set(module)(x)
        made[module.name] = [list(y.shape), float(tf.reduce_sum(y)), float(tf.reduce_sum(y**2)), [list(v.shape) for v in module.variables]]
    return made


def step_batch_norm():
    """Statistics over the batch, moving averages, and inference."""
    made = []
    for fused in (True, False):
        averages = snt.ExponentialMovingAverage(0.9), snt.ExponentialMovingAverage(0.9)
        # Channels that are not last go another way than the operation for images.
        norm = snt.BatchNorm(True, True, decay_rate=0.9) if fused else snt.BaseBatchNorm(True, True, *averages, data_format="N...C")
        for i in range(3):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(norm(_numbers(2, 4, 4, 3, seed=i) * (i + 1), is_training=True) ** 3)
            grads = tape.gradient(loss, norm.trainable_variables)
        made.append(
            [[v.numpy() for v in norm.variables], norm(_numbers(1, 2, 2, 3), is_training=False).numpy(), [g.numpy() for g in grads]]
        )
    return made


def step_names_and_summary():
    """Names of variables, and the table of a module."""
    net = snt.nets.MLP([4, 2], name="net")
    net(_numbers(1, 3))
    return [[v.name for v in net.variables], [m.name for m in net.submodules], snt.format_variables(net.variables), str(net)]


def step_initializers():
    """Initializers that draw nothing, and the spread of those that do."""
    tf.random.set_seed(1)
    made = [snt.initializers.Identity()([3, 3], tf.float32).numpy(), snt.initializers.Constant(2.5)([2], tf.float32).numpy()]
    for kind in (snt.initializers.TruncatedNormal(0.0, 0.5), snt.initializers.VarianceScaling(2.0), snt.initializers.RandomUniform(-1, 1)):
        made.append(kind([4, 3], tf.float32).numpy())
    made.append(float(tf.reduce_sum(snt.initializers.Orthogonal()([4, 4], tf.float32) ** 2)))
    return made


def step_training():
    """A regression with each optimizer, in a function."""
    x = _numbers(16, 4)
    y = tf.reduce_sum(x, 1, keepdims=True) ** 2
    made = {}
    for name, optimizer in {
        "sgd": snt.optimizers.SGD(0.1),
        "momentum": snt.optimizers.Momentum(0.05, 0.9, use_nesterov=True),
        "adam": snt.optimizers.Adam(0.01),
        "rmsprop": snt.optimizers.RMSProp(0.01, centered=True),
    }.items():
        net = snt.nets.MLP([8, 1])
        net(x)
        _set(net)

        @tf.function
        def step(net=net, optimizer=optimizer):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((net(x) - y) ** 2)
            variables = net.trainable_variables
            optimizer.apply(tape.gradient(loss, variables), variables)
            return loss

        made[name] = [float(step()) for _ in range(10)]
    return made


def step_recurrent():
    """Cores over a sequence, unrolled statically and dynamically."""
    series = _numbers(5, 2, 3)
    made = {}
    for core in (snt.VanillaRNN(4), snt.LSTM(4, projection_size=3), snt.GRU(4), snt.DeepRNN([snt.Linear(3), snt.LSTM(4), tf.tanh])):
        core(series[0], core.initial_state(2))
        _set(core)
        output, state = snt.dynamic_unroll(core, series, core.initial_state(2), sequence_length=tf.constant([5, 3]))
        other, _ = snt.static_unroll(core, series, core.initial_state(2))
        made[core.name] = [output.numpy(), [s.numpy() for s in tf.nest.flatten(state)], float(tf.reduce_sum(other))]
    unrolled = snt.UnrolledLSTM(4)
    unrolled(series, unrolled.initial_state(2))
    output, state = _set(unrolled)(series, unrolled.initial_state(2))
    inside, _ = tf.function(lambda: unrolled(series, unrolled.initial_state(2)))()
    made["unrolled"] = [output.numpy(), state.cell.numpy(), inside.numpy()]
    with tf.GradientTape() as tape:
        core = snt.LSTM(4)
        core(series[0], core.initial_state(2))
        _set(core)
        loss = tf.reduce_sum(snt.dynamic_unroll(core, series, core.initial_state(2))[0] ** 2)
    made["gradients"] = [g.numpy() for g in tape.gradient(loss, core.trainable_variables)]
    return made


def step_vector_quantizer():
    """Codes, losses, and the moving averages of one that learns so."""
    made = []
    for kind, more in ((snt.nets.VectorQuantizer, {}), (snt.nets.VectorQuantizerEMA, {"decay": 0.9})):
        quantizer = kind(embedding_dim=4, num_embeddings=6, commitment_cost=0.25, **more)
        quantizer.embeddings.assign(_numbers(4, 6))
        result = quantizer(_numbers(8, 4, seed=3), is_training=True)
        made.append([result["quantize"].numpy(), float(result["loss"]), float(result["perplexity"]), result["encoding_indices"].numpy()])
    return made


def step_networks():
    """Whole networks on small images."""
    images = _numbers(2, 32, 32, 3)
    cifar = snt.nets.Cifar10ConvNet()
    first = cifar(images, is_training=True, test_local_stats=True)
    resnet = snt.nets.ResNet([1, 1, 1, 1], 5, resnet_v2=True)
    second = resnet(images, is_training=True)
    count = sum(int(np.prod(v.shape)) for v in resnet.trainable_variables)
    return [list(first["logits"].shape), list(second.shape), len(cifar.variables), count, [v.name for v in resnet.variables][:6]]


def step_checkpoint():
    """Write and restore a network, and a copy by pickle."""
    net, other = snt.nets.MLP([3, 2]), snt.nets.MLP([3, 2])
    x = _numbers(2, 4)
    net(x)
    _set(net)
    with tempfile.TemporaryDirectory() as folder:
        path = tf.train.Checkpoint(net=net).save(os.path.join(folder, "c"))
        status = tf.train.Checkpoint(net=other).restore(path)
        other(x)
        status.assert_consumed()
    copied = pickle.loads(pickle.dumps(net))
    return [net(x).numpy(), other(x).numpy(), copied(x).numpy()]


def step_saved_model():
    """A module with a signature, saved and loaded."""
    net = snt.nets.MLP([3, 2])
    net(_numbers(2, 4))
    _set(net)
    holder = snt.Module()
    holder.inference = tf.function(net, input_signature=[tf.TensorSpec([None, 4])])
    holder.all_variables = list(net.variables)
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(holder, folder)
        loaded = tf.saved_model.load(folder)
        return [loaded.inference(_numbers(3, 4)).numpy(), len(loaded.all_variables)]


def step_functional_and_distribution():
    """Pure functions of parameters; a replicator."""
    net = snt.nets.MLP([3, 1])
    with snt.functional.variables():
        net(_numbers(1, 2))
    f = snt.functional.transform(net)
    params = f.init(_numbers(1, 2))
    values = {r: tf.ones_like(t) * 0.5 for r, t in params.items()}
    result = f.apply(values, _numbers(2, 2))
    strategy = snt.distribute.Replicator(["/device:CPU:0"])
    with strategy.scope():
        inner = snt.Linear(2)
        inner(_numbers(1, 3))
        _set(inner)
    total = strategy.reduce("sum", strategy.run(lambda: inner(_numbers(2, 3))), axis=None)
    return [len(params), result.numpy(), total.numpy()]


def step_refusals():
    """Errors of bad use."""
    made = []
    for wrong in (
        lambda: snt.Linear(3)(_numbers(2, 2, 2)),
        lambda: snt.Conv2D(1, 3, data_format="XY"),
        lambda: snt.optimizers.SGD().apply([tf.constant(1.0)], []),
        lambda: snt.Linear(3).variables,
    ):
        try:
            wrong()
            made.append("nothing")
        except Exception as error:
            made.append([type(error).__name__, str(error)[:60]])
    return made
