"""TensorFlow 1: graphs with loops and whole models, run in sessions."""

import numpy as np

from benchmarks.registry import Benchmark
from benchmarks.transformer import Sizes, dense, drawn_words, gelu, merged, norm, split_in_heads

_RNG = np.random.RandomState(0)
_WORDS = 128


def sampling(tf, turns=30, width=64, heads=4, layers=2, batch=2):
    """Text drawn word by word with a `while_loop`, as GPT-2's code does."""
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        context = v1.placeholder(tf.int32, [batch, None])
        tokens = drawn_words(tf, context, turns, Sizes(width, heads, layers, _WORDS, 64), batch)
        start = v1.global_variables_initializer()
    session = v1.Session(graph=graph)
    session.run(start)
    words = _RNG.randint(0, _WORDS, (batch, 4))
    return lambda: session.run(tokens, {context: words})


def _encoder(tf, tokens, width, heads, layers):
    v1 = tf.compat.v1
    with v1.variable_scope("bert"):
        words = v1.get_variable("words", [1000, width], initializer=v1.truncated_normal_initializer(stddev=0.02))
        places = v1.get_variable("places", [32, width], initializer=v1.truncated_normal_initializer(stddev=0.02))
        h = v1.nn.dropout(norm(tf, tf.nn.embedding_lookup(words, tokens) + places, "ln"), rate=0.1)
        for layer in range(layers):
            with v1.variable_scope(f"layer{layer}"):
                q, k, v = (split_in_heads(tf, dense(tf, h, width, name), heads) for name in ("q", "k", "v"))
                weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) * (width // heads) ** -0.5)
                attended = merged(tf, tf.matmul(v1.nn.dropout(weights, rate=0.1), v))
                h = norm(tf, h + v1.nn.dropout(dense(tf, attended, width, "proj"), rate=0.1), "ln1")
                inner = gelu(tf, dense(tf, h, 4 * width, "fc"))
                h = norm(tf, h + v1.nn.dropout(dense(tf, inner, width, "out"), rate=0.1), "ln2")
        return tf.tanh(dense(tf, h[:, 0], width, "pooled"))


def bert(tf, width=64, heads=4, layers=2, batch=8):
    """A training step of a small encoder with Adam and clipped gradients, in a session."""
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        tokens, labels = v1.placeholder(tf.int32, [batch, 32]), v1.placeholder(tf.int32, [batch])
        logits = dense(tf, _encoder(tf, tokens, width, heads, layers), 2, "classes")
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
        variables = v1.trainable_variables()
        gradients, _ = tf.clip_by_global_norm(v1.gradients(loss, variables), 1.0)
        train = v1.train.AdamOptimizer(1e-3).apply_gradients(zip(gradients, variables))
        start = v1.global_variables_initializer()
    session = v1.Session(graph=graph)
    session.run(start)
    feeds = {tokens: _RNG.randint(0, 1000, (batch, 32)), labels: _RNG.randint(0, 2, batch)}
    return lambda: session.run([train, loss], feeds)


def _recurrence(tf, w, turns):
    """A loop of `turns` turns that multiplies a row by a matrix."""
    start = [tf.constant(0), tf.ones([1, 16])]
    return tf.while_loop(lambda i, h: i < turns, lambda i, h: [i + 1, tf.tanh(tf.matmul(h, w) + 0.1)], start)[1]


def while_gradient(tf, turns=200):
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        w = v1.get_variable("w", initializer=_RNG.rand(16, 16).astype("float32") * 0.1)
        gradient = v1.gradients(tf.reduce_sum(_recurrence(tf, w, turns)), w)
        start = v1.global_variables_initializer()
    session = v1.Session(graph=graph)
    session.run(start)
    return lambda: session.run(gradient)


def function_gradient(tf, turns=200):
    w = tf.Variable(_RNG.rand(16, 16).astype("float32") * 0.1)

    @tf.function
    def run():
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(_recurrence(tf, w, turns))
        return tape.gradient(loss, w)

    return run


def small_fetch(tf):
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [4])
        y = x * 2.0 + 1.0
    session = v1.Session(graph=graph)
    value = np.ones(4, "float32")
    return lambda: session.run(y, {x: value})


def _started(tf, graph):
    """A session of `graph` whose variables have their initial values."""
    session = tf.compat.v1.Session(graph=graph)
    with graph.as_default():
        start = tf.compat.v1.global_variables_initializer()
    session.run(start)
    return session


def recurrent(tf, batch=16, words=12, width=32):
    """A training step of an LSTM by `dynamic_rnn`, with Adam."""
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        x, labels = v1.placeholder(tf.float32, [batch, words, 8]), v1.placeholder(tf.int32, [batch])
        outputs, _ = v1.nn.dynamic_rnn(v1.nn.rnn_cell.LSTMCell(width), x, dtype=tf.float32)
        logits = dense(tf, outputs[:, -1], 4, "classes")
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
        train = v1.train.AdamOptimizer(1e-3).minimize(loss)
    session = _started(tf, graph)
    feeds = {x: _RNG.rand(batch, words, 8), labels: _RNG.randint(0, 4, batch)}
    return lambda: session.run([train, loss], feeds)


def greedy(tf, turns=30, batch=4, width=32):
    """Words of a GRU's decoder, each the most likely one, in a TensorArray."""
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        state = v1.placeholder(tf.float32, [batch, width])
        table = v1.get_variable("table", [_WORDS, width], initializer=v1.random_normal_initializer())
        cell = v1.nn.rnn_cell.GRUCell(width)

        def body(i, word, state, out):
            with v1.variable_scope("step", reuse=v1.AUTO_REUSE):
                output, state = cell(tf.nn.embedding_lookup(table, word), state)
                word = tf.argmax(dense(tf, output, _WORDS, "words"), axis=-1, output_type=tf.int32)
            return i + 1, word, state, out.write(i, word)

        body(0, tf.zeros([batch], tf.int32), state, tf.TensorArray(tf.int32, turns))  # makes the variables
        out = tf.TensorArray(tf.int32, turns)
        found = tf.while_loop(lambda i, *_: i < turns, body, [0, tf.zeros([batch], tf.int32), state, out])[3].stack()
    session = _started(tf, graph)
    feeds = {state: _RNG.rand(batch, width)}
    return lambda: session.run(found, feeds)


def beams(tf, turns=20, beam=4, width=32):
    """The best sequences by a search that keeps `beam` of them."""
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        table = v1.get_variable("table", [_WORDS, width], initializer=v1.random_normal_initializer())
        w = v1.get_variable("w", [width, width], initializer=v1.random_normal_initializer(stddev=0.2))
        start = v1.placeholder(tf.float32, [1, width])

        def body(i, scores, state, text):
            state = tf.tanh(tf.matmul(state + tf.gather(table, text[:, -1]), w))
            ahead = scores[:, None] + tf.nn.log_softmax(tf.matmul(state, table, transpose_b=True))
            scores, places = tf.nn.top_k(tf.reshape(ahead, [-1]), beam)
            parents, word = places // _WORDS, places % _WORDS
            return i + 1, scores, tf.gather(state, parents), tf.concat([tf.gather(text, parents), word[:, None]], 1)

        first = [0, tf.constant([0.0] + [-1e9] * (beam - 1)), tf.tile(start, [beam, 1]), tf.zeros([beam, 1], tf.int32)]
        shapes = [tf.TensorShape([]), tf.TensorShape([beam]), tf.TensorShape([beam, width]), tf.TensorShape([beam, None])]
        found = tf.while_loop(lambda i, *_: i < turns, body, first, shape_invariants=shapes)[3]
    session = _started(tf, graph)
    feeds = {start: _RNG.rand(1, width)}
    return lambda: session.run(found, feeds)


def word_vectors(tf, batch=64, width=32, words=1000):
    """A training step of word2vec with `nce_loss`."""
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        inputs, labels = v1.placeholder(tf.int32, [batch]), v1.placeholder(tf.int32, [batch, 1])
        table = v1.get_variable("table", [words, width], initializer=v1.random_uniform_initializer(-1, 1))
        weights = v1.get_variable("weights", [words, width], initializer=v1.truncated_normal_initializer(stddev=0.1))
        biases = v1.get_variable("biases", [words], initializer=v1.zeros_initializer())
        found = tf.nn.embedding_lookup(table, inputs)
        loss = tf.reduce_mean(v1.nn.nce_loss(weights, biases, labels, found, num_sampled=16, num_classes=words))
        train = v1.train.GradientDescentOptimizer(0.5).minimize(loss)
    session = _started(tf, graph)
    feeds = {inputs: _RNG.randint(0, words, batch), labels: _RNG.randint(0, words, (batch, 1))}
    return lambda: session.run([train, loss], feeds)


def digits(tf, batch=16):
    """A training step of a small network for images, with momentum."""
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        x, labels = v1.placeholder(tf.float32, [batch, 784]), v1.placeholder(tf.int32, [batch])
        h = tf.reshape(x, [-1, 28, 28, 1])
        for i, channels in enumerate((8, 16)):
            kernel = v1.get_variable(f"kernel{i}", [5, 5, h.shape[-1], channels], initializer=v1.truncated_normal_initializer(stddev=0.1))
            bias = v1.get_variable(f"bias{i}", [channels], initializer=v1.zeros_initializer())
            h = tf.nn.relu(v1.nn.conv2d(h, kernel, strides=[1, 1, 1, 1], padding="SAME") + bias)
            h = v1.nn.max_pool(h, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
        h = tf.nn.relu(dense(tf, tf.reshape(h, [-1, 7 * 7 * 16]), 64, "hidden"))
        logits = dense(tf, v1.nn.dropout(h, rate=0.5), 10, "classes")
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
        train = v1.train.MomentumOptimizer(0.01, 0.9).minimize(loss)
    session = _started(tf, graph)
    feeds = {x: _RNG.rand(batch, 784), labels: _RNG.randint(0, 10, batch)}
    return lambda: session.run([train, loss], feeds)


def adversaries(tf, batch=32, width=64):
    """A step of a generator and one of its discriminator, each with Adam on its own variables."""
    v1 = tf.compat.v1

    def judged(x):
        with v1.variable_scope("judge", reuse=v1.AUTO_REUSE):
            return dense(tf, tf.nn.leaky_relu(dense(tf, x, width, "hidden")), 1, "out")

    def mean_loss(logits, value):
        return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.ones_like(logits) * value, logits=logits))

    graph = tf.Graph()
    with graph.as_default():
        real, noise = v1.placeholder(tf.float32, [batch, 64]), v1.placeholder(tf.float32, [batch, 16])
        with v1.variable_scope("maker"):
            made = tf.tanh(dense(tf, tf.nn.relu(dense(tf, noise, width, "hidden")), 64, "out"))
        of_real, of_made = judged(real), judged(made)
        steps = []
        for loss, scope in ((mean_loss(of_real, 1.0) + mean_loss(of_made, 0.0), "judge"), (mean_loss(of_made, 1.0), "maker")):
            steps.append(v1.train.AdamOptimizer(2e-4).minimize(loss, var_list=v1.trainable_variables(scope)))
    session = _started(tf, graph)
    feeds = {real: _RNG.rand(batch, 64), noise: _RNG.rand(batch, 16)}

    def step():
        for one in steps:
            session.run(one, feeds)

    return step


_BARS = {"tensorflow": 1.0}
Benchmark("session_sampling", "30 words drawn by a small transformer in a loop", sampling, bars=_BARS)
Benchmark("session_bert", "a training step of a small encoder", bert, bars=_BARS)
Benchmark("session_while_gradient", "the gradient of a loop of 200 turns", while_gradient, bars=_BARS)
Benchmark("function_while_gradient", "the same by a tape in a function", function_gradient, bars=_BARS)
Benchmark("session_fetch", "a fetch of two operations with a feed", small_fetch, bars=_BARS)
Benchmark("session_lstm", "a training step of an LSTM by dynamic_rnn", recurrent, bars=_BARS)
Benchmark("session_greedy", "30 words of a GRU in a TensorArray", greedy, bars=_BARS)
Benchmark("session_beams", "a search for sequences of 20 words", beams, bars=_BARS)
Benchmark("session_word2vec", "a training step with nce_loss", word_vectors, bars=_BARS)
Benchmark("session_digits", "a training step of a network for images", digits, bars=_BARS)
Benchmark("session_gan", "a step of a generator and of its discriminator", adversaries, bars=_BARS)
