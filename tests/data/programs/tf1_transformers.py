"""Small transformers as programs of TensorFlow 1 build them: variable scopes, an estimator with an optimizer of one's own, sampling loops.

Each case runs with variables by reference and TensorFlow 1's control flow.
"""

import math
import os
import re
import tempfile

import numpy as np

v1 = tf.compat.v1
R = np.random.RandomState(11)
VOCABULARY, LENGTH, WIDTH, HEADS, LAYERS = 13, 6, 8, 2, 2
IDS = R.randint(1, VOCABULARY, [24, LENGTH]).astype(np.int32)
IDS[::3, 4:] = 0
MASK = (IDS > 0).astype(np.int32)
LABELS = (IDS.sum(1) % 2).astype(np.int32)


def shown(value, digits=3):
    value = np.asarray(value)
    return (np.round(value.astype(np.float64), digits) + 0.0).tolist() if value.dtype.kind == "f" else value.tolist()


def older(function):
    """`function`, called as TensorFlow 1 behaves, in a graph of its own."""

    def run():
        v1.disable_resource_variables()
        v1.disable_control_flow_v2()
        try:
            with tf.Graph().as_default():
                v1.set_random_seed(5)
                return function()
        finally:
            v1.enable_resource_variables()
            v1.enable_control_flow_v2()

    return run


def start(stddev=0.3):
    return v1.truncated_normal_initializer(stddev=stddev, seed=3)


def norm(x, name):
    with v1.variable_scope(name, default_name="norm"):
        scale = v1.get_variable("gamma", [x.shape[-1]], initializer=v1.ones_initializer())
        shift = v1.get_variable("beta", [x.shape[-1]], initializer=v1.zeros_initializer())
        mean, variance = tf.nn.moments(x, axes=[-1], keepdims=True)
        return (x - mean) * v1.rsqrt(variance + 1e-5) * scale + shift


def gelu(x):
    return 0.5 * x * (1.0 + tf.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * tf.pow(x, 3))))


# ---------------------------------------------------------------------- an encoder, trained by an estimator
def attention(x, bias):
    batch = tf.shape(x)[0]

    def heads(name):
        made = v1.layers.dense(tf.reshape(x, [-1, WIDTH]), WIDTH, name=name, kernel_initializer=start())
        return tf.transpose(tf.reshape(made, [batch, LENGTH, HEADS, WIDTH // HEADS]), [0, 2, 1, 3])

    query, key, value = heads("query"), heads("key"), heads("value")
    scores = tf.multiply(tf.matmul(query, key, transpose_b=True), 1.0 / math.sqrt(WIDTH // HEADS)) + bias
    mixed = tf.transpose(tf.matmul(tf.nn.softmax(scores), value), [0, 2, 1, 3])
    return tf.reshape(mixed, [batch, LENGTH, WIDTH])


def encoder(ids, mask):
    with v1.variable_scope("encoder"):
        with v1.variable_scope("embeddings"):
            table = v1.get_variable("words", [VOCABULARY, WIDTH], initializer=start())
            x = tf.nn.embedding_lookup(table, ids)
            places = v1.get_variable("places", [LENGTH + 2, WIDTH], initializer=start())
            x = norm(x + tf.slice(places, [0, 0], [LENGTH, -1]), "norm")
        bias = (1.0 - tf.cast(tf.reshape(mask, [-1, 1, 1, LENGTH]), tf.float32)) * -10000.0
        for i in range(LAYERS):
            with v1.variable_scope(f"layer_{i}"):
                with v1.variable_scope("attention"):
                    x = norm(x + v1.layers.dense(attention(x, bias), WIDTH, kernel_initializer=start()), "output_norm")
                inner = v1.layers.dense(x, 2 * WIDTH, activation=gelu, name="intermediate", kernel_initializer=start())
                x = norm(x + v1.layers.dense(inner, WIDTH, name="output", kernel_initializer=start()), "last_norm")
        with v1.variable_scope("pooler"):
            return v1.layers.dense(tf.squeeze(x[:, 0:1, :], axis=1), WIDTH, activation=tf.tanh, kernel_initializer=start())


class DecayingAdam(v1.train.Optimizer):
    """Adam without corrections, with decay of the weights themselves."""

    def __init__(self, rate, decay, without, name="DecayingAdam"):
        super().__init__(False, name)
        self.rate, self.decay, self.without = rate, decay, without

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        done = []
        for grad, variable in grads_and_vars:
            if grad is None or variable is None:
                continue
            base = re.match("^(.*):\\d+$", variable.name).group(1)
            m = v1.get_variable(base + "/adam_m", variable.shape.as_list(), tf.float32, v1.zeros_initializer(), trainable=False)
            v = v1.get_variable(base + "/adam_v", variable.shape.as_list(), tf.float32, v1.zeros_initializer(), trainable=False)
            next_m = tf.multiply(0.9, m) + tf.multiply(0.1, grad)
            next_v = tf.multiply(0.999, v) + tf.multiply(0.001, tf.square(grad))
            change = next_m / (tf.sqrt(next_v) + 1e-6)
            if not any(re.search(w, base) for w in self.without):
                change += self.decay * variable
            done += [variable.assign(variable - self.rate * change), m.assign(next_m), v.assign(next_v)]
        return tf.group(*done, name=name)


def train_step(loss, steps, warm):
    step = v1.train.get_or_create_global_step()
    rate = v1.train.polynomial_decay(tf.constant(0.02), step, steps, end_learning_rate=0.0, power=1.0)
    now, least = tf.cast(step, tf.float32), tf.constant(float(warm))
    warming = tf.cast(now < least, tf.float32)
    rate = (1.0 - warming) * rate + warming * 0.02 * now / least
    variables = v1.trainable_variables()
    gradients, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), clip_norm=1.0)
    optimizer = DecayingAdam(rate, 0.01, ["norm", "bias"])
    with tf.control_dependencies([optimizer.apply_gradients(zip(gradients, variables), global_step=step)]):
        return tf.group(step.assign_add(1))


def model_fn(features, labels, mode, params):
    pooled = encoder(features["ids"], features["mask"])
    weights = v1.get_variable("output_weights", [2, WIDTH], initializer=start())
    bias = v1.get_variable("output_bias", [2], initializer=v1.zeros_initializer())
    logits = tf.nn.bias_add(tf.matmul(pooled, weights, transpose_b=True), bias)
    probabilities = tf.nn.softmax(logits, axis=-1)
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions={"probabilities": probabilities})
    each = -tf.reduce_sum(tf.one_hot(labels, depth=2) * tf.nn.log_softmax(logits, axis=-1), axis=-1)
    loss = tf.reduce_mean(each)
    if mode == tf.estimator.ModeKeys.TRAIN:
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_step(loss, params["steps"], 2))
    found = tf.argmax(logits, axis=-1, output_type=tf.int32)
    metrics = {"eval_accuracy": v1.metrics.accuracy(labels, found), "eval_loss": v1.metrics.mean(each)}
    return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops=metrics)


def batches(repeat=False):
    made = tf.data.Dataset.from_tensor_slices(({"ids": IDS, "mask": MASK}, LABELS))
    return (made.repeat() if repeat else made).batch(8)


@older
def case_classifier():
    with tempfile.TemporaryDirectory() as folder:
        config = tf.estimator.RunConfig(model_dir=os.path.join(folder, "model"), tf_random_seed=5, save_checkpoints_steps=5)
        estimator = tf.estimator.Estimator(model_fn, config=config, params={"steps": 9})
        estimator.train(lambda: batches(True), max_steps=9)
        names = estimator.get_variable_names()
        print(len(names), [n for n in names if "layer_0" not in n and "layer_1" not in n])
        print({k: shown(float(v)) for k, v in sorted(estimator.evaluate(batches).items())})
        print([shown(p["probabilities"], 2) for p in estimator.predict(batches)][:4])
        return shown(estimator.get_variable_value("encoder/layer_1/attention/key/bias/adam_m"), 4)


@older
def case_encoder_in_a_session():
    ids, mask, labels = (v1.placeholder(tf.int32, s, name=n) for n, s in (("ids", [None, LENGTH]), ("mask", [None, LENGTH]), ("labels", [None])))
    logits = v1.layers.dense(encoder(ids, mask), 2, kernel_initializer=start())
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    step = train_step(loss, 8, 2)
    print(sorted({o.type for o in v1.get_default_graph().get_operations()} & {"VariableV2", "VarHandleOp", "Assign", "AssignVariableOp", "ReadVariableOp"}))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        losses = [session.run([loss, step], {ids: IDS[i : i + 8], mask: MASK[i : i + 8], labels: LABELS[i : i + 8]})[0] for i in (0, 8, 16, 0, 8)]
        return shown(losses)


# ---------------------------------------------------------------------- a decoder that samples, with what it computed before
def linear(x, name, width):
    with v1.variable_scope(name):
        *begin, size = [d if d is not None else tf.shape(x)[i] for i, d in enumerate(x.shape.as_list())]
        w = v1.get_variable("w", [1, size, width], initializer=start())
        b = v1.get_variable("b", [width], initializer=v1.constant_initializer(0.0))
        return tf.reshape(tf.matmul(tf.reshape(x, [-1, size]), tf.reshape(w, [-1, width])) + b, begin + [width])


def sizes(x):
    return [tf.shape(x)[i] if d is None else d for i, d in enumerate(x.shape.as_list())]


def causal_mask(rows, columns, dtype):
    i, j = tf.range(rows)[:, None], tf.range(columns)
    return tf.cast(i >= j - columns + rows, dtype)


def block(x, name, past):
    with v1.variable_scope(name):
        h = linear(norm(x, "ln_1"), "attn", 3 * WIDTH)
        query, key, value = map(split_heads, tf.split(h, 3, axis=2))
        present = tf.stack([key, value], axis=1)
        if past is not None:
            key, value = (tf.concat([a, b], axis=-2) for a, b in zip(tf.unstack(past, axis=1), (key, value)))
        scores = tf.matmul(query, key, transpose_b=True) * v1.rsqrt(tf.cast(value.shape[-1], tf.float32))
        rows, columns = sizes(scores)[-2:]
        allowed = tf.reshape(causal_mask(rows, columns, scores.dtype), [1, 1, rows, columns])
        mixed = tf.matmul(tf.nn.softmax(scores * allowed - 1e10 * (1 - allowed)), value)
        mixed = tf.transpose(mixed, [0, 2, 1, 3])
        *begin, a, b = sizes(mixed)
        x = x + linear(tf.reshape(mixed, begin + [a * b]), "proj", WIDTH)
        return x + linear(gelu(linear(norm(x, "ln_2"), "fc", 2 * WIDTH)), "out", WIDTH), present


def split_heads(x):
    *begin, size = sizes(x)
    return tf.transpose(tf.reshape(x, begin + [HEADS, size // HEADS]), [0, 2, 1, 3])


def decoder(tokens, past=None):
    with v1.variable_scope("decoder", reuse=v1.AUTO_REUSE):
        batch, length = sizes(tokens)
        places = v1.get_variable("wpe", [32, WIDTH], initializer=start())
        words = v1.get_variable("wte", [VOCABULARY, WIDTH], initializer=start(0.5))
        before = 0 if past is None else tf.shape(past)[-2]
        at = tf.tile(tf.expand_dims(before + tf.range(length), 0), [batch, 1])
        h = tf.gather(words, tokens) + tf.gather(places, at)
        pasts = tf.unstack(past, axis=1) if past is not None else [None] * LAYERS
        presents = []
        for i, one in enumerate(pasts):
            h, present = block(h, f"h{i}", one)
            presents.append(present)
        h = tf.reshape(norm(h, "ln_f"), [batch * length, WIDTH])
        logits = tf.reshape(tf.matmul(h, words, transpose_b=True), [batch, length, VOCABULARY])
        return logits, tf.stack(presents, axis=1)


def sampled(context, length, top=0, temperature=1.0, greedy=False):
    batch = context.shape[0]
    with v1.name_scope("sample_sequence"):

        def step(tokens, past):
            logits, presents = decoder(tokens, past)
            presents.set_shape([batch, LAYERS, 2, HEADS, None, WIDTH // HEADS])
            return logits, presents

        def chosen(logits):
            if greedy:
                return tf.argmax(logits, axis=-1, output_type=tf.int32)[:, None]
            if top:
                values, _ = tf.nn.top_k(logits, k=top)
                logits = tf.where(logits < values[:, -1, tf.newaxis], tf.ones_like(logits) * -1e10, logits)
            return v1.multinomial(logits, num_samples=1, output_dtype=tf.int32)

        def body(past, previous, output):
            logits, presents = step(previous, past)
            samples = chosen(logits[:, -1, :] / tf.cast(temperature, tf.float32))
            past = presents if past is None else tf.concat([past, presents], axis=-2)
            return [past, samples, tf.concat([output, samples], axis=1)]

        past, previous, output = body(None, context, context)
        _, _, tokens = tf.while_loop(
            lambda *_: True,
            body,
            [past, previous, output],
            shape_invariants=[
                tf.TensorShape([batch, LAYERS, 2, HEADS, None, WIDTH // HEADS]), tf.TensorShape([batch, None]), tf.TensorShape([batch, None]),
            ],
            maximum_iterations=length - 1,
            back_prop=False,
        )  # fmt: skip
        return tokens


@older
def case_sampling():
    context = v1.placeholder(tf.int32, [2, None], name="context")
    best = sampled(context, 7, greedy=True)
    drawn = sampled(context, 7, top=5, temperature=0.7)
    print(best.shape, [v.name for v in v1.global_variables()][:4], len(v1.global_variables()), {v.op.type for v in v1.global_variables()})
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print(session.run(best, {context: [[1, 2, 3], [4, 5, 6]]}).tolist(), session.run(best, {context: [[7], [8]]}).tolist())
        made = session.run(drawn, {context: [[1, 2, 3], [4, 5, 6]]})
        print(made.shape, made[:, :3].tolist(), bool((made < VOCABULARY).all()))
        with tempfile.TemporaryDirectory() as folder:
            path = v1.train.Saver().save(session, os.path.join(folder, "model"))
            again = v1.train.load_checkpoint(path)
            print(shown(again.get_tensor("decoder/h1/attn/w")[0, 0, :6], 4))


@older
def case_language_model():
    tokens = v1.placeholder(tf.int32, [None, None], name="tokens")
    logits, _ = decoder(tokens)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tokens[:, 1:], logits=logits[:, :-1]))
    step = v1.train.AdamOptimizer(0.01).minimize(loss)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return shown([session.run([loss, step], {tokens: IDS[i : i + 4, : 6 - i % 3]})[0] for i in range(8)])
