"""Objects as whole programs save them: translators, recommenders, policies, readers of requests. As those of objects.py."""

import collections

from tests.saved_model.objects import Case, file_of
from tests.saved_model.written_objects import filled, numbers

PROGRAMS = {}
State = collections.namedtuple("State", ["h", "c"])
Step = collections.namedtuple("Step", ["action", "state", "info"])


def case(function):
    PROGRAMS[function.__name__] = function
    return function


# ---------------------------------------------------------------------- modules
@case
def translator(tf, folder):
    """An encoder whose states begin a decoder, which goes on word by word."""
    L = tf.keras.layers

    class Translator(tf.Module):
        def __init__(self):
            self.words = tf.keras.Sequential([L.Embedding(9, 3, mask_zero=True)])
            self.encoder, self.decoder = L.LSTM(4, return_state=True, return_sequences=True), L.LSTMCell(4)
            self.attention, self.last = L.Attention(), L.Dense(9)
            self.start(tf.constant([[1, 2, 0]]))
            for part in (self.words, self.encoder, self.decoder, self.last):
                filled(tf, part)

        def start(self, ids):
            x = self.words(ids)
            y, h, c = self.encoder(x, mask=ids != 0)
            self.decoder(x[:, 0], [h, c])
            self.last(tf.concat([h, h], -1))
            return y, State(h, c)

        @tf.function(input_signature=[tf.TensorSpec([None, None], tf.int32, name="ids"), tf.TensorSpec([], tf.int32, name="length")])
        def translate(self, ids, length):
            seen, state = self.start(ids)
            token = tf.fill([tf.shape(ids)[0]], 1)
            made = tf.TensorArray(tf.int32, length, element_shape=[None])
            for i in tf.range(length):
                tf.autograph.experimental.set_loop_options(shape_invariants=[(token, tf.TensorShape([None]))])
                h, (h, c) = self.decoder(self.words(token[:, None])[:, 0], list(state))
                context = self.attention([h[:, None], seen], mask=[None, ids != 0])[:, 0]
                token = tf.argmax(self.last(tf.concat([h, context], -1)), -1, output_type=tf.int32)
                made, state = made.write(i, token), State(h, c)
            return {"tokens": tf.transpose(made.stack()), "h": state.h}

        @tf.function(input_signature=[tf.TensorSpec([None, None], tf.int32), State(tf.TensorSpec([None, 4]), tf.TensorSpec([None, 4]))])
        def step(self, ids, state):
            h, (h, c) = self.decoder(self.words(ids)[:, -1], list(state))
            return self.last(tf.concat([h, h], -1)), State(h, c)

    made, ids = Translator(), tf.constant([[3, 4, 0, 0], [5, 1, 2, 7]])
    state = State(numbers(tf, 2, 4), numbers(tf, 2, 4))
    calls = {"translate": lambda m: m.translate(ids, tf.constant(3)), "step": lambda m: m.step(ids, state)}
    fed = {"serving_default": {"ids": ids, "length": tf.constant(2)}}
    return Case(made, calls, made.translate, lambda m: tf.reduce_sum(m.step(ids, state)[0] ** 2), fed)


@case
def policy(tf, folder):
    """A policy as agents save them: nested named tuples, defaults, an initial state, random numbers without a state."""

    class Policy(tf.Module):
        def __init__(self):
            self.w, self.seed = tf.Variable(numbers(tf, 3, 2), name="w"), tf.Variable([3, 4], name="seed", trainable=False)
            self._steps = tf.Variable(0, dtype=tf.int64, name="steps", trainable=False)

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
        def get_initial_state(self, batch_size):
            return {"sum": tf.zeros([batch_size, 2]), "count": (tf.zeros([batch_size], tf.int64),)}

        @tf.function
        def action(self, observation, state=(), explore=False, *, temperature=1.0):
            logits = observation["x"] @ self.w / temperature + state["sum"]
            if explore:
                noise = tf.random.stateless_uniform(tf.shape(logits), self.seed)
                logits += noise
            new = {"sum": state["sum"] + logits, "count": (state["count"][0] + 1,)}
            self._steps.assign_add(1)
            return Step(tf.argmax(logits, -1), new, {"logits": logits, "steps": self._steps.read_value()})

    made, x = Policy(), {"x": numbers(tf, 2, 3)}
    state = made.get_initial_state(2)
    made.action(x, state)
    made.action(x, state, True)
    made.action(x, state, temperature=0.5)
    calls = {
        "first": lambda m: m.action(x, m.get_initial_state(2)),
        "explore": lambda m: m.action(x, state, True),
        "by name": lambda m: m.action(observation=x, state=state, explore=True),
        "cold": lambda m: m.action(x, state, temperature=0.5).info,
    }
    return Case(made, calls, None, lambda m: tf.reduce_sum(m.action(x, state).info["logits"] ** 2))


@case
def switches(tf, folder):
    """Cases by number and by condition, loops with limits and growing shapes, folds and scans."""

    class Switches(tf.Module):
        def __init__(self):
            self.v = [tf.Variable(float(i + 1), name=f"v{i}") for i in range(3)]

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([None])])
        def switch(self, i, x):
            def branch(v):
                return lambda: x * v

            return tf.switch_case(i, [branch(v) for v in self.v], default=lambda: -x)

        @tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([None])])
        def cases(self, t, x):
            pairs = [(t > 2.0, lambda: {"y": x + self.v[0]}), (t > 1.0, lambda: {"y": x - self.v[1]})]
            return tf.case(pairs, default=lambda: {"y": x * x})

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
        def grows(self, n):
            found = tf.while_loop(
                lambda i, x: i < n,
                lambda i, x: (i + 1, tf.concat([x, [tf.cast(i, tf.float32) * self.v[2]]], 0)),
                (0, tf.zeros([1])),
                shape_invariants=(tf.TensorShape([]), tf.TensorShape([None])),
                maximum_iterations=4,
            )
            return found[1]

        @tf.function(input_signature=[tf.TensorSpec([None, 2])])
        def folds(self, x):
            down = tf.foldr(lambda a, row: a * 0.5 + row * self.v[1], x)
            sums, products = tf.scan(lambda a, row: (a[0] + row, a[1] * row), x, (tf.zeros([2]), tf.ones([2])), reverse=True)
            return (
                down,
                sums,
                products,
                tf.vectorized_map(lambda row: tf.reduce_sum(row) * row, x),
                tf.map_fn(lambda r: (r, r[0]), x, fn_output_signature=(tf.float32, tf.float32)),
            )

    x, rows = tf.constant([1.0, 2.0]), numbers(tf, 3, 2)
    calls = {f"switch {i}": lambda m, i=i: m.switch(tf.constant(i), x) for i in (0, 2, 7, -1)}
    calls |= {f"case {t}": lambda m, t=t: m.cases(tf.constant(t), x) for t in (0.5, 1.5, 2.5)}
    calls |= {f"grows {n}": lambda m, n=n: m.grows(tf.constant(n)) for n in (0, 3, 9)}
    calls["folds"] = lambda m: m.folds(rows)
    loss = lambda m: tf.reduce_sum(m.switch(tf.constant(1), x)) + tf.reduce_sum(m.folds(rows)[0]) + tf.reduce_sum(m.grows(tf.constant(3)))  # noqa: E731
    return Case(Switches(), calls, None, loss)


@case
def texts_of_requests(tf, folder):
    """What is done with texts before a model."""
    S = tf.strings

    class Texts(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="texts")])
        def clean(self, texts):
            plain = S.regex_replace(S.lower(S.strip(texts)), r"[^a-z0-9 ]", "")
            words = S.split(plain)
            pairs = S.ngrams(words, 2, separator="_")
            return {
                "plain": plain,
                "count": words.row_lengths(),
                "pairs": S.reduce_join(pairs, axis=-1, separator=","),
                "fast": S.to_hash_bucket_fast(plain, 97),
                "strong": S.to_hash_bucket_strong(plain, 97, [3, 5]),
                "start": S.substr(plain, 0, 3),
                "is": S.regex_full_match(plain, "a.*"),
                "length": S.length(texts, unit="UTF8_CHAR"),
            }

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def letters(self, texts):
            codes = S.unicode_decode(texts, "UTF-8")
            back = S.unicode_encode(codes + 1, "UTF-8")
            return (
                codes.to_tensor(-1),
                back,
                S.unicode_transcode(texts, "UTF-8", "UTF-16-BE"),
                S.bytes_split(texts).to_tensor("-"),
                S.unicode_script(codes).to_tensor(),
            )

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def fields(self, lines):
            name, age, size = tf.io.decode_csv(lines, ["", 0, 1.5], field_delim=";")
            number = S.to_number(S.as_string(age), tf.int64)
            text = S.join([name, S.as_string(size, precision=2)], "=")
            return name, age, size, number, text, S.format("{} of {}", [tf.size(name), age]), tf.io.encode_base64(name), S.upper(name)

    texts = tf.constant([" A fox, Jumps! ", "éa b", ""])
    lines = tf.constant(["ann;3;2.5", "bo;;"])
    made = Texts()
    calls = {"clean": lambda m: m.clean(texts), "letters": lambda m: m.letters(texts), "fields": lambda m: m.fields(lines)}
    return Case(made, calls, {"clean": made.clean}, None, {"clean": {"texts": texts}})


@case
def tables_of_words(tf, folder):
    """Vocabularies of several kinds, with words that are not in them, by keys and values of several types."""
    I = tf.lookup  # noqa: E741
    path = file_of(folder, "vocabulary.tsv", ["fox\t3\t0.5", "cat\t5\t1.5", "dog\t8\t2.5"])

    class Tables(tf.Module):
        def __init__(self):
            self.ids = I.StaticVocabularyTable(I.TextFileInitializer(path, tf.string, 0, tf.int64, I.TextFileIndex.LINE_NUMBER), 3)
            self.sizes = I.StaticHashTable(I.TextFileInitializer(path, tf.string, 0, tf.float32, 2), -1.0)
            self.names = I.StaticHashTable(I.KeyValueTensorInitializer([1, 2], ["one", "two"], tf.int64, tf.string), "?")
            self.vectors = I.experimental.DenseHashTable(tf.string, tf.float32, [0.0, -1.0], "", "$")
            self.vectors.insert(tf.constant(["fox", "cat"]), tf.constant([[1.0, 2.0], [3.0, 4.0]]))
            self.counts = I.experimental.MutableHashTable(tf.string, tf.int64, 0)
            self.weight = tf.Variable([1.0, 0.5], name="weight")

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
        def find(self, words):
            self.counts.insert(words, self.counts.lookup(words) + 1)
            return {
                "ids": self.ids.lookup(words),
                "sizes": self.sizes.lookup(words),
                "names": self.names.lookup(self.ids.lookup(words)),
                "vectors": self.vectors.lookup(words) * self.weight,
                "counts": self.counts.lookup(words),
                "size": self.ids.size(),
            }

        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.string)])
        def of_rows(self, words):
            return self.sizes.lookup(words), tf.ragged.map_flat_values(self.ids.lookup, words)

    made, words = Tables(), tf.constant(["cat", "bird", "fox"])
    rows = tf.ragged.constant([["cat"], [], ["dog", "owl"]])
    calls = {"find": lambda m: [m.find(words), m.find(words)], "rows": lambda m: m.of_rows(rows)}
    return Case(made, calls, made.find, lambda m: tf.reduce_sum(m.find(words)["vectors"] ** 2), {"serving_default": {"words": words}})


@case
def variables_of_every_kind(tf, folder):
    """Variables of texts, small integers and halves, of open shapes, made when a function first runs, and none that is trained."""

    class Kinds(tf.Module):
        def __init__(self):
            V = tf.Variable
            self.held = [
                V(["a", "bc"], name="text"),
                V([1, -2], dtype=tf.int8, name="small"),
                V([True, False], name="flag"),
                V([1.5], dtype=tf.bfloat16, name="brain"),
                V([0.5], dtype=tf.float16, name="half"),
                V([2**40], dtype=tf.uint64, name="large"),
                V([1 + 2j], dtype=tf.complex64, name="complex"),
            ]
            self.open = V([1.0, 2.0], shape=tf.TensorShape(None), name="open")
            self.rows = V([[1.0], [2.0]], shape=[None, 1], name="rows")
            self.made = None
            self.averaged = V(
                [1.0, 3.0], synchronization=tf.VariableSynchronization.ON_READ, aggregation=tf.VariableAggregation.MEAN, name="averaged"
            )

        @tf.function(input_signature=[tf.TensorSpec([None])])
        def grow(self, x):
            if self.made is None:
                self.made = tf.Variable(lambda: tf.ones([2]) * 4.0, name="made")
            self.open.assign(tf.concat([self.open, x], 0))
            self.rows.assign(tf.concat([self.rows, x[:, None]], 0))
            return tf.reduce_sum(self.open), tf.shape(self.rows), self.made * self.averaged

        @tf.function(input_signature=[])
        def values(self):
            text, small, flag, brain, half, large, number = self.held
            flag.assign(tf.logical_not(flag))
            text.assign(tf.strings.join([text, text]))
            small.assign_add([1, 1])
            return [
                text.read_value(),
                small + 1,
                flag.read_value(),
                tf.cast(brain, tf.float32),
                half * 2,
                large.read_value(),
                tf.math.real(number * number),
            ]

    made, x = Kinds(), tf.constant([3.0])
    made.grow(x)
    calls = {"grow": lambda m: [m.grow(x), m.grow(x)], "values": lambda m: [m.values(), m.values()]}
    return Case(made, calls, None, lambda m: tf.reduce_sum(m.grow(x)[2]))


@case
def adversaries(tf, folder):
    """Two models with an optimizer each, and the step that trains both."""
    K, L = tf.keras, tf.keras.layers

    class Both(tf.Module):
        def __init__(self):
            self.maker = filled(tf, K.Sequential([K.Input((2,)), L.Dense(4, "elu"), L.Dense(3)]))
            self.judge = filled(tf, K.Sequential([K.Input((3,)), L.Dense(4), L.LeakyReLU(), L.Dense(1)]))
            self.optimizers = {"maker": K.optimizers.Adam(0.05, beta_1=0.5), "judge": K.optimizers.RMSprop(0.05)}
            self.optimizers["maker"].build(self.maker.trainable_variables)
            self.optimizers["judge"].build(self.judge.trainable_variables)
            self.steps = tf.Variable(0, dtype=tf.int64, name="steps")

        @tf.function(input_signature=[tf.TensorSpec([None, 2]), tf.TensorSpec([None, 3])])
        def train(self, noise, real):
            loss = K.losses.BinaryCrossentropy(from_logits=True)
            with tf.GradientTape() as first, tf.GradientTape() as second:
                made = self.maker(noise, training=True)
                right, wrong = self.judge(real, training=True), self.judge(made, training=True)
                of_maker = loss(tf.ones_like(wrong), wrong)
                of_judge = loss(tf.ones_like(right), right) + loss(tf.zeros_like(wrong), wrong)
            for name, tape, value in (("maker", first, of_maker), ("judge", second, of_judge)):
                variables = getattr(self, name).trainable_variables
                self.optimizers[name].apply_gradients(zip(tape.gradient(value, variables), variables))
            self.steps.assign_add(1)
            return of_maker, of_judge

        @tf.function(input_signature=[tf.TensorSpec([None, 2], name="noise")])
        def make(self, noise):
            return self.maker(noise)

    made, noise, real = Both(), numbers(tf, 4, 2), numbers(tf, 4, 3)
    for _ in range(2):
        made.train(noise, real)
    calls = {"train": lambda m: [m.train(noise, real), m.train(noise, real), m.make(noise), m.steps.read_value()]}
    return Case(made, calls, made.make, lambda m: tf.reduce_sum(m.make(noise) ** 2), {"serving_default": {"noise": noise}}, tolerance=1e-4)


@case
def recommender(tf, folder):
    """Sparse features, sampled losses, the best of many, and rows of embeddings that are looked up by weight."""

    class Recommender(tf.Module):
        def __init__(self):
            self.items, self.bias = tf.Variable(numbers(tf, 7, 3), name="items"), tf.Variable(numbers(tf, 7), name="bias")

        @tf.function(input_signature=[tf.SparseTensorSpec([None, None], tf.int64), tf.SparseTensorSpec([None, None])])
        def users(self, ids, weights):
            made = tf.nn.embedding_lookup_sparse(self.items, ids, weights, combiner="mean")
            safe = tf.nn.safe_embedding_lookup_sparse(self.items, ids, combiner="sqrtn", default_id=2)
            return made, safe

        @tf.function(input_signature=[tf.TensorSpec([None, 3], name="users")])
        def best(self, users):
            found = tf.math.top_k(tf.matmul(users, self.items, transpose_b=True) + self.bias, 3)
            return {"scores": found.values, "ids": found.indices, "names": tf.strings.as_string(found.indices)}

        @tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None, 1], tf.int64)])
        def loss(self, users, labels):
            sampled = tf.constant([1, 4], tf.int64), tf.constant([[0.5], [0.25]]), tf.constant([0.5, 0.5])
            soft = tf.nn.sampled_softmax_loss(self.items, self.bias, labels, users, 2, 7, sampled_values=sampled)
            return soft, tf.nn.nce_loss(self.items, self.bias, labels, users, 2, 7, sampled_values=sampled)

    made, users = Recommender(), numbers(tf, 2, 3)
    ids = tf.sparse.from_dense(tf.constant([[1, 2], [3, 0]], tf.int64))
    weights = tf.sparse.from_dense([[0.5, 1.0], [2.0, 0.0]])
    labels = tf.constant([[3], [1]], tf.int64)
    calls = {"users": lambda m: m.users(ids, weights), "best": lambda m: m.best(users), "loss": lambda m: m.loss(users, labels)}
    loss = lambda m: tf.reduce_sum(m.loss(users, labels)[0]) + tf.reduce_sum(m.users(ids, weights)[0])  # noqa: E731
    return Case(made, calls, made.best, loss, {"serving_default": {"users": users}})


@case
def speech(tf, folder):
    """Sound to features, and rows of scores to labels."""

    class Speech(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, None])])
        def features(self, sound):
            spectrum = tf.abs(tf.signal.stft(sound, 16, 8))
            mel = tf.tensordot(spectrum, tf.signal.linear_to_mel_weight_matrix(5, 9, 8000, 100.0, 3800.0), 1)
            return tf.signal.mfccs_from_log_mel_spectrograms(tf.math.log(mel + 1e-3)), tf.signal.frame(sound, 4, 3, pad_end=True)

        @tf.function(input_signature=[tf.TensorSpec([None, None, 4]), tf.TensorSpec([None], tf.int32)])
        def labels(self, scores, lengths):
            found, probability = tf.nn.ctc_beam_search_decoder(scores, lengths, beam_width=3)
            greedy, _ = tf.nn.ctc_greedy_decoder(scores, lengths)
            return tf.sparse.to_dense(found[0], -1), probability, tf.sparse.to_dense(greedy[0], -1)

        @tf.function(input_signature=[tf.TensorSpec([None, None, 4]), tf.TensorSpec([None, 2], tf.int32), tf.TensorSpec([None], tf.int32)])
        def loss(self, scores, labels, lengths):
            return tf.nn.ctc_loss(labels, scores, tf.fill([tf.shape(labels)[0]], 2), lengths, logits_time_major=True, blank_index=-1)

    sound, scores, lengths = numbers(tf, 2, 64), numbers(tf, 5, 2, 4), tf.constant([5, 3])
    calls = {
        "features": lambda m: m.features(sound),
        "labels": lambda m: m.labels(scores, lengths),
        "loss": lambda m: m.loss(scores, tf.constant([[0, 1], [2, 1]]), lengths),
    }
    return Case(Speech(), calls, tolerance=1e-4)


@case
def requests_of_many_forms(tf, folder):
    """Messages, pictures and tensors in texts, with checks and prints along the way."""

    class Requests(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="serialized")])
        def sequences(self, serialized):
            context = {"id": tf.io.FixedLenFeature([], tf.int64), "tags": tf.io.VarLenFeature(tf.string)}
            steps = {"x": tf.io.FixedLenSequenceFeature([2], tf.float32), "words": tf.io.RaggedFeature(tf.string)}
            c, s, lengths = tf.io.parse_sequence_example(serialized, context, steps)
            return {
                "id": c["id"],
                "tags": tf.sparse.to_dense(c["tags"], ""),
                "x": s["x"],
                "words": s["words"].to_tensor("-"),
                "lengths": lengths["x"],
            }

        @tf.function(input_signature=[tf.TensorSpec([], tf.string), tf.TensorSpec([], tf.string)])
        def one(self, tensor, raw):
            x = tf.io.parse_tensor(tensor, tf.float32)
            with tf.control_dependencies([tf.debugging.assert_greater(tf.size(x), 1, message="too short"), tf.debugging.assert_rank(x, 2)]):
                x = tf.ensure_shape(x, [None, 2])
            tf.debugging.Assert(tf.reduce_all(x < 9.0), [x])
            bytes_of = tf.io.decode_raw(raw, tf.uint8)
            return (
                x,
                bytes_of,
                tf.io.decode_raw([raw, raw], tf.int16, little_endian=False),
                tf.io.decode_base64(tf.io.encode_base64(raw)),
                tf.io.serialize_tensor(bytes_of),
            )

        @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
        def picture(self, text):
            x = tf.io.decode_image(text, channels=3, expand_animations=False)
            x = tf.image.convert_image_dtype(x, tf.float32)
            x.set_shape([None, None, 3])
            boxes = tf.constant([[0.0, 0.0, 0.5, 1.0], [0.25, 0.25, 1.0, 1.0]])
            cut = tf.image.crop_and_resize(x[None], boxes, [0, 0], [2, 2])
            return (
                cut,
                tf.image.rgb_to_grayscale(tf.image.flip_left_right(x)),
                tf.image.adjust_contrast(x, 0.5),
                tf.image.resize_with_pad(x, 4, 6),
                tf.image.per_image_standardization(x),
            )

    train, F = tf.train, tf.train.Feature

    def floats(*x):
        return F(float_list=train.FloatList(value=x))

    def texts(*x):
        return F(bytes_list=train.BytesList(value=x))

    def sequence(number, tags, rows, words):
        context = train.Features(feature={"id": F(int64_list=train.Int64List(value=[number])), "tags": texts(*tags)})
        lists = {"x": train.FeatureList(feature=[floats(*r) for r in rows]), "words": train.FeatureList(feature=[texts(*w) for w in words])}
        return train.SequenceExample(context=context, feature_lists=train.FeatureLists(feature_list=lists)).SerializeToString()

    given = tf.constant([sequence(1, [b"a"], [[1.0, 2.0]], [[b"u", b"v"], []]), sequence(2, [], [[3.0, 4.0], [5.0, 6.0]], [[b"w"]])])
    tensor = tf.io.serialize_tensor(tf.constant([[1.0, 2.0]]))
    picture = tf.io.encode_png(tf.cast(tf.reshape(tf.range(60), [4, 5, 3]) * 4, tf.uint8))
    made = Requests()
    calls = {
        "sequences": lambda m: m.sequences(given),
        "one": lambda m: m.one(tensor, tf.constant(b"\x01\x02\x03\x04")),
        "picture": lambda m: m.picture(picture),
    }
    return Case(made, calls, made.sequences, None, {"serving_default": {"serialized": given}})


@case
def algebra_of_operators(tf, folder):
    """Decompositions, solutions, sums over indices, quantization that is only simulated."""

    class Algebra(tf.Module):
        def __init__(self):
            self.a = tf.Variable(numbers(tf, 3, 3) + 4.0 * tf.eye(3), name="a")

        @tf.function(input_signature=[tf.TensorSpec([None, 3])])
        def solve(self, x):
            positive = self.a @ tf.transpose(self.a)
            c = tf.linalg.cholesky(positive)
            q, r = tf.linalg.qr(self.a)
            return {
                "x": tf.transpose(tf.linalg.solve(positive, tf.transpose(x))),
                "c": tf.linalg.cholesky_solve(c, tf.transpose(x)),
                "qr": q @ r,
                "det": tf.linalg.logdet(positive),
                "inv": tf.linalg.inv(self.a),
                "e": tf.linalg.eigvalsh(positive),
                "s": tf.linalg.svd(self.a, compute_uv=False),
                "sum": tf.einsum("bi,ij,bj->b", x, self.a, x),
                "norm": tf.linalg.norm(x, axis=1),
                "exp": tf.linalg.expm(self.a * 0.1),
                "band": tf.linalg.band_part(self.a, 0, 1),
                "trace": tf.linalg.trace(self.a),
                "lstsq": tf.linalg.lstsq(self.a, tf.transpose(x)),
            }

        @tf.function(input_signature=[tf.TensorSpec([None, 3])])
        def operators(self, x):
            O = tf.linalg  # noqa: E741
            both = O.LinearOperatorComposition([O.LinearOperatorFullMatrix(self.a), O.LinearOperatorDiag(x[0])])
            block = O.LinearOperatorKronecker([O.LinearOperatorIdentity(2), O.LinearOperatorLowerTriangular(self.a)])
            return both.matvec(x[1]), both.to_dense(), block.matvec(tf.concat([x[0], x[1]], 0)), both.log_abs_determinant()

        @tf.function(input_signature=[tf.TensorSpec([None, 3])])
        def simulated(self, x):
            made = tf.quantization.fake_quant_with_min_max_vars(x, -1.0, 1.0, num_bits=4)
            return (
                made,
                tf.quantization.fake_quant_with_min_max_args(x),
                tf.quantization.fake_quant_with_min_max_vars_per_channel(x, [-1.0] * 3, [1.0] * 3),
            )

    x = numbers(tf, 2, 3)
    calls = {name: lambda m, name=name: getattr(m, name)(x) for name in ("solve", "operators", "simulated")}
    loss = lambda m: tf.reduce_sum(m.solve(x)["x"]) + tf.reduce_sum(m.operators(x)[0])  # noqa: E731
    return Case(Algebra(), calls, None, loss, tolerance=1e-4)


@case
def memory_of_a_decoder(tf, folder):
    """Attention that keeps what it has seen in variables, a step at a time."""

    class Decoder(tf.Module):
        def __init__(self):
            self.q, self.k, self.v = (tf.Variable(numbers(tf, 4, 4) * s, name=n) for n, s in (("q", 1.0), ("k", 0.5), ("v", 2.0)))
            self.keys = tf.Variable(tf.zeros([6, 4]), trainable=False, name="keys")
            self.values = tf.Variable(tf.zeros([6, 4]), trainable=False, name="values")
            self.at = tf.Variable(0, trainable=False, name="at")

        @tf.function(input_signature=[tf.TensorSpec([4], name="x")])
        def step(self, x):
            at = self.at.read_value()
            self.keys.scatter_nd_update([[at]], [tf.linalg.matvec(self.k, x)])
            self.values[at].assign(tf.linalg.matvec(self.v, x))
            scores = tf.linalg.matvec(self.keys, tf.linalg.matvec(self.q, x)) / 2.0
            weights = tf.nn.softmax(tf.where(tf.range(6) <= at, scores, -1e9))
            self.at.assign_add(1)
            return {"y": tf.linalg.matvec(self.values, weights, transpose_a=True), "weights": weights}

        @tf.function(input_signature=[])
        def reset(self):
            self.at.assign(0)
            for v in (self.keys, self.values):
                v.assign(tf.zeros_like(v))
            return tf.constant(True)

    x, made = numbers(tf, 3, 4), Decoder()
    calls = {"steps": lambda m: [m.step(x[0]), m.step(x[1]), m.reset(), m.step(x[2])]}
    return Case(
        made,
        calls,
        {"step": made.step, "reset": made.reset},
        lambda m: tf.reduce_sum(m.step(x[0])["y"] ** 2),
        {"step": {"x": x[0]}, "reset": {}},
    )


@case
def functions_that_call_others(tf, folder):
    """Functions within functions with arguments of Python, recursion unrolled, gradients within, losses by name."""

    class Calls(tf.Module):
        def __init__(self):
            self.v = tf.Variable([2.0, 3.0], name="v")

        @tf.function
        def power(self, x, n):
            return x if n <= 1 else x * self.power(x, n - 1)

        @tf.function
        def mode(self, x, how="sum", axis=None, keep=False):
            return getattr(tf, f"reduce_{how}")(x * self.v, axis, keep)

        @tf.function(input_signature=[tf.TensorSpec([None, 2])])
        def all(self, x):
            return self.power(x, 3), self.mode(x), self.mode(x, "max", 1), self.mode(x, how="mean", keep=True)

        @tf.function(input_signature=[tf.TensorSpec([None, 2])])
        def slope(self, x):
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(x)
                y = tf.reduce_sum(self.power(x, 3) * self.v)
            return tape.gradient(y, x), tape.gradient(y, self.v)

    made, x = Calls(), numbers(tf, 3, 2)
    made.all(x)
    calls = {
        "all": lambda m: m.all(x),
        "slope": lambda m: m.slope(x),
        "max": lambda m: m.mode(x, "max", 1),
        "mean": lambda m: m.mode(x, how="mean", keep=True),
        "power": lambda m: m.power(x, 3),
    }
    return Case(made, calls, None, lambda m: tf.reduce_sum(m.all(x)[0]) + tf.reduce_sum(m.mode(x)))
