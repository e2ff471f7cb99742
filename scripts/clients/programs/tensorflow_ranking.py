"""What users of TensorFlow Ranking do first: losses, metrics and models over lists of documents."""

import numpy as np
import tensorflow as tf
import tensorflow_ranking as tfr

SCORES = [[1.0, 3.0, 2.0], [1.0, 2.0, 3.5], [0.5, 0.1, 0.2]]
LABELS = [[0.0, 0.0, 1.0], [0.0, 1.0, 2.0], [1.0, -1.0, 0.0]]


def step_losses():
    found = {}
    for name in """PairwiseHingeLoss PairwiseLogisticLoss PairwiseSoftZeroOneLoss SoftmaxLoss UniqueSoftmaxLoss SigmoidCrossEntropyLoss
    MeanSquaredLoss ListMLELoss ApproxNDCGLoss ApproxMRRLoss PairwiseMSELoss""".split():
        scores = tf.constant(SCORES)
        with tf.GradientTape() as tape:
            tape.watch(scores)
            value = getattr(tfr.keras.losses, name)()(tf.constant(LABELS), scores)
        if name != "ListMLELoss":  # which draws the order of equal labels
            found[name] = value.numpy(), tape.gradient(value, scores).numpy()
    return found


def step_lambda_weights_and_metrics():
    weight = tfr.keras.losses.NDCGLambdaWeight(topn=2)
    loss = tfr.keras.losses.PairwiseLogisticLoss(lambda_weight=weight)(tf.constant(LABELS), tf.constant(SCORES)).numpy()
    found = {}
    for metric in (
        tfr.keras.metrics.MRRMetric(),
        tfr.keras.metrics.NDCGMetric(topn=2),
        tfr.keras.metrics.DCGMetric(),
        tfr.keras.metrics.PrecisionMetric(topn=2),
        tfr.keras.metrics.MeanAveragePrecisionMetric(),
        tfr.keras.metrics.OPAMetric(),
        tfr.keras.metrics.ARPMetric(),
    ):
        metric.update_state(tf.constant(LABELS), tf.constant(SCORES))
        found[metric.name] = metric.result().numpy()
    return loss, found


def step_training():
    tf.keras.utils.set_random_seed(0)
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((16, 5, 4)).astype("float32"), rng.integers(0, 3, (16, 5)).astype("float32")
    inputs = tf.keras.Input((5, 4))
    scorer = tf.keras.Sequential([tf.keras.layers.Dense(6, "relu"), tf.keras.layers.Dense(1)])
    model = tf.keras.Model(inputs, tf.squeeze(scorer(inputs), -1))
    model.compile(tf.keras.optimizers.SGD(0.1), tfr.keras.losses.SoftmaxLoss(), metrics=[tfr.keras.metrics.get("ndcg", topn=3)])
    return model.fit(x, y, batch_size=8, epochs=3, shuffle=False, verbose=0).history


def step_layers():
    tf.keras.utils.set_random_seed(1)
    context = {"c": tf.ones([2, 3])}
    example = {"e": tf.reshape(tf.range(16.0), [2, 4, 2]) / 16}
    mask = tf.constant([[True, True, False, True], [True, False, False, True]])
    flat = tfr.keras.layers.FlattenList()((context, example, mask))
    features = tfr.keras.layers.ConcatFeatures()((context, example, mask))
    attention = tfr.keras.layers.DocumentInteractionAttention(num_heads=1, head_size=2, num_layers=1)((features, mask))
    return [{k: v.numpy() for k, v in part.items()} for part in flat], features.numpy(), attention.shape.as_list()
