"""Models of Keras as programs save them, after steps of training: of every style, optimizer and kind of preparation. As those of
objects.py."""

from tests.saved_model.written_objects import numbers, of_keras

MODELS = {}


def case(function):
    MODELS[function.__name__] = function
    return function


def _row(tf, *layers, inputs=(3,)):
    return tf.keras.Sequential([tf.keras.Input(inputs), *layers])


def _with_optimizer(name, make, tolerance=1e-4):
    """A small model after three steps of an optimizer."""

    def made(tf, folder):
        L = tf.keras.layers
        model = _row(tf, L.Dense(4, "tanh"), L.Dense(2))
        model.compile(make(tf.keras.optimizers), "mse", metrics=["mae"])
        found = of_keras(tf, model, numbers(tf, 4, 3), numbers(tf, 4, 2))
        found.tolerance = tolerance
        return found

    MODELS[f"after_{name}"] = made


for _name, _make in {
    "adadelta": lambda o: o.Adadelta(1.0, rho=0.9),
    "adafactor": lambda o: o.Adafactor(0.05),
    "adagrad_clipped": lambda o: o.Adagrad(0.1, clipnorm=0.5),
    "amsgrad": lambda o: o.Adam(0.05, amsgrad=True, global_clipnorm=0.25),
    "adamw": lambda o: o.AdamW(0.05, weight_decay=0.01),
    "lion": lambda o: o.Lion(0.01, clipvalue=0.1),
    "nadam": lambda o: o.Nadam(0.05),
    "rmsprop_centered": lambda o: o.RMSprop(0.05, momentum=0.5, centered=True),
    "nesterov": lambda o: o.SGD(o.schedules.CosineDecay(0.1, 10, warmup_steps=2, warmup_target=0.2), momentum=0.9, nesterov=True),
    "averaged_adam": lambda o: o.Adam(0.05, use_ema=True, ema_momentum=0.5, ema_overwrite_frequency=2, weight_decay=0.02),
    "legacy_ftrl": lambda o: o.legacy.Ftrl(0.1, l1_regularization_strength=0.01),
    "legacy_nadam": lambda o: o.legacy.Nadam(0.05),
}.items():
    _with_optimizer(_name, _make)


@case
def scaled_losses(tf, folder):
    K, L = tf.keras, tf.keras.layers
    policy = K.mixed_precision.Policy("mixed_float16")
    model = _row(tf, L.Dense(4, "relu", dtype=policy), L.Dense(2, dtype="float32"))
    model.compile(K.mixed_precision.LossScaleOptimizer(K.optimizers.SGD(0.05)), "mse")
    made = of_keras(tf, model, numbers(tf, 4, 3), numbers(tf, 4, 2))
    made.tolerance = 2.0**-7
    return made


@case
def table_of_features(tf, folder):
    """Columns of several kinds by name, prepared by layers that have learnt them, and several outputs with weights."""
    K, L = tf.keras, tf.keras.layers
    given = {
        "age": tf.constant([[20.0], [41.0], [33.0]]),
        "town": tf.constant([["bern"], ["rome"], ["x"]]),
        "code": tf.constant([[3], [5], [9]], tf.int64),
        "text": tf.constant([["good food"], ["bad"], ["good good"]]),
        "many": tf.constant([["a", "b"], ["b", ""], ["z", "a"]]),
    }
    inputs = {k: K.Input(v.shape[1:], dtype=v.dtype, name=k) for k, v in given.items()}
    age, bins = L.Normalization(axis=None), L.Discretization(num_bins=3, epsilon=0.01, output_mode="one_hot")
    town, code, text = (
        L.StringLookup(output_mode="one_hot"),
        L.IntegerLookup(output_mode="multi_hot"),
        L.TextVectorization(output_mode="tf_idf"),
    )
    many = L.StringLookup(vocabulary=["a", "b"], mask_token="")
    for layer, key in ((age, "age"), (bins, "age"), (town, "town"), (code, "code"), (text, "text")):
        layer.adapt(given[key])
    embedded = L.GlobalAveragePooling1D()(L.Embedding(4, 2, mask_zero=True)(many(inputs["many"])))
    crossed = L.HashedCrossing(5, output_mode="one_hot")((inputs["town"], inputs["code"]))
    parts = [age(inputs["age"]), bins(inputs["age"]), town(inputs["town"]), code(inputs["code"]), text(inputs["text"]), embedded, crossed]
    x = L.Dense(4, "relu", name="hidden")(L.Concatenate()(parts))
    model = K.Model(inputs, {"rate": L.Dense(1, "sigmoid", name="rate")(x), "kind": L.Dense(3, "softmax", name="kind")(x)})
    model.compile(
        K.optimizers.Adam(0.05),
        {"rate": "binary_crossentropy", "kind": K.losses.SparseCategoricalCrossentropy()},
        metrics={"rate": [K.metrics.AUC(num_thresholds=5), "accuracy"], "kind": K.metrics.SparseTopKCategoricalAccuracy(2)},
        loss_weights={"rate": 2.0},
    )
    made = of_keras(tf, model, given, {"rate": tf.constant([[1.0], [0.0], [1.0]]), "kind": tf.constant([0, 2, 1])})
    made.keras = None  # Keras does not read the directory again: layers that have learnt how many columns they give have forgotten it
    return made


@case
def two_towers(tf, folder):
    """Layers and a model that are used twice, a Lambda of operations, losses and metrics that the graph adds."""
    K, L = tf.keras, tf.keras.layers
    a, b, words = K.Input((4,), dtype="int32", name="a"), K.Input((4,), dtype="int32", name="b"), L.Embedding(8, 3, name="words")
    tower = K.Sequential([L.Dense(3, "gelu"), L.UnitNormalization(), L.Dense(3)], name="tower")
    pooled = [tower(L.GlobalMaxPooling1D()(words(x))) for x in (a, b)]
    both = L.Dot(1, normalize=True)(pooled)
    scaled = L.Lambda(lambda x, by: x * by + 0.125, arguments={"by": 3.0}, name="scaled")(both)
    model = K.Model([a, b], [scaled, tf.concat(pooled, -1)], name="towers")
    model.add_loss(0.25 * tf.reduce_mean(tf.square(pooled[0] - pooled[1])))
    model.add_metric(tf.reduce_max(both), name="closest")
    model.compile("rmsprop", ["mse", None])
    given = [tf.constant([[1, 2, 3, 0], [4, 4, 0, 0]]), tf.constant([[7, 1, 0, 0], [5, 6, 2, 1]])]
    return of_keras(tf, model, given, [numbers(tf, 2, 1), numbers(tf, 2, 6)])


@case
def cell_of_ones_own(tf, folder):
    """A cell with nested states in a layer that goes both ways, a wrapper, and a loss and a metric of one's own, registered by name."""
    K, L = tf.keras, tf.keras.layers

    class Cell(L.Layer):
        def __init__(self, units=2, **kwargs):
            super().__init__(**kwargs)
            self.units, self.state_size, self.output_size = units, (units, tf.TensorShape([units, 1])), units

        def build(self, shape):
            self.w = self.add_weight("w", (shape[-1], self.units))
            self.u = self.add_weight("u", (self.units, self.units))

        def call(self, x, states):
            h, m = states
            new = tf.tanh(x @ self.w + h @ self.u + m[..., 0])
            return new, (new, 0.5 * m + new[..., None])

        def get_config(self):
            return {**super().get_config(), "units": self.units}

    class Rate(K.losses.Loss):
        def __init__(self, by=2.0, name="rate", **kwargs):
            super().__init__(name=name, **kwargs)
            self.by = by

        def call(self, y, p):
            return tf.reduce_mean(tf.abs(y - p) ** self.by, -1)

        def get_config(self):
            return {**super().get_config(), "by": self.by}

    i = K.Input((None, 3))
    x = L.RNN(Cell(2), return_sequences=True, name="one")(L.Masking(0.0)(i))
    x = L.TimeDistributed(L.Dense(2, "relu"), name="each")(x)
    x = L.Bidirectional(L.RNN(Cell(2)), merge_mode="ave")(x)
    model = K.Model(i, L.Dense(1, kernel_constraint=K.constraints.MinMaxNorm(0.1, 1.0))(x))
    model.compile(K.optimizers.Adam(0.05), Rate(3.0), metrics=["mae"])
    given = tf.concat([numbers(tf, 2, 3, 3), tf.zeros([2, 1, 3])], 1)
    made = of_keras(tf, model, given, numbers(tf, 2, 1), {"Cell": Cell, "Rate": Rate})
    made.keras = None  # Keras does not read cells with nested states again
    return made


@case
def transformer(tf, folder):
    """A subclassed model of subclassed layers, with masks that go along, several arguments and its own step of training."""
    K, L = tf.keras, tf.keras.layers

    class Block(L.Layer):
        def __init__(self, width, heads, **kwargs):
            super().__init__(**kwargs)
            self.width, self.heads, self.supports_masking = width, heads, True
            self.attention, self.norms = L.MultiHeadAttention(heads, width), [L.LayerNormalization(), L.LayerNormalization()]
            self.inner, self.drop = K.Sequential([L.Dense(2 * width, "gelu"), L.Dense(width)]), L.Dropout(0.0)

        def call(self, x, training=False, mask=None):
            x = self.norms[0](x + self.attention(x, x, use_causal_mask=True))
            return self.norms[1](x + self.drop(self.inner(x), training=training))

        def get_config(self):
            return {**super().get_config(), "width": self.width, "heads": self.heads}

    class Net(K.Model):
        def __init__(self, words=7, width=4, **kwargs):
            super().__init__(**kwargs)
            self.words, self.places = L.Embedding(words, width, mask_zero=True), L.Embedding(5, width)
            self.blocks, self.last = [Block(width, 2), Block(width, 1)], L.Dense(words)
            self.seen = K.metrics.Mean(name="seen")

        def call(self, ids, training=None, offset=0):
            x = self.words(ids) + self.places(tf.range(tf.shape(ids)[1]) + offset)
            for block in self.blocks:
                x = block(x, training=training)
            return self.last(x)

        def train_step(self, data):
            ids, y = data
            with tf.GradientTape() as tape:
                loss = self.compute_loss(ids, y, self(ids, training=True))
            self.optimizer.minimize(loss, self.trainable_variables, tape)
            self.seen.update_state(tf.size(ids))
            return {"loss": loss}

    model, ids = Net(), tf.constant([[1, 2, 3, 0], [4, 5, 0, 0]])
    model.compile(K.optimizers.Adam(0.01), K.losses.SparseCategoricalCrossentropy(from_logits=True))
    model(ids)
    made = of_keras(tf, model, ids, tf.constant([[2, 3, 0, 0], [5, 6, 0, 0]]))
    made.keras, made.tolerance = (ids, None, {}), 1e-4
    return made


@case
def pictures_with_branches(tf, folder):
    """Residual blocks of separable and grouped convolutions, squeezed channels, random layers that rest, two sizes of output."""
    K, L = tf.keras, tf.keras.layers
    i = K.Input((8, 8, 4), name="picture")
    x = L.RandomFlip()(L.Rescaling(1 / 2.0)(i), training=False)
    for n in (1, 2):
        y = L.Conv2D(4, 3, padding="same", groups=2, use_bias=False, name=f"conv{n}")(x)
        y = L.BatchNormalization(momentum=0.5)(y)
        y = L.Activation("hard_sigmoid" if n > 1 else "swish")(y)
        y = L.SeparableConv2D(4, 3, padding="same", dilation_rate=n)(y)
        squeezed = L.Reshape((1, 1, 4))(L.Dense(4, "sigmoid")(L.GlobalAveragePooling2D()(y)))
        x = L.Add()([x, L.Multiply()([y, squeezed])])
    small = L.Conv2D(2, 1, strides=2, name="small")(x)
    large = L.Conv2DTranspose(2, 2, strides=2, name="large")(L.Concatenate()([L.UpSampling2D()(small), x]))
    model = K.Model(i, [small, large, L.Flatten()(L.AveragePooling2D(4)(x))])
    model.compile(K.optimizers.SGD(0.05, momentum=0.5), "mae")
    targets = [numbers(tf, 2, 4, 4, 2), numbers(tf, 2, 16, 16, 2), numbers(tf, 2, 16)]
    made = of_keras(tf, model, numbers(tf, 2, 8, 8, 4), targets)
    made.tolerance = 1e-4
    return made
