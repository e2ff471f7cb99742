"""Models that are exported: name -> a function that gives (what `to_module` takes, its inputs, whether the first size may vary).

The functions take `small`: whether a model of few layers stands for a large one. Inputs are NumPy arrays.
"""

import numpy as np

import tfshim as tf

keras, layers = tf.keras, tf.keras.layers
MODELS = {}


def model(function):
    MODELS[function.__name__] = function
    return function


def floats(*shape):
    return np.random.RandomState(0).uniform(-1, 1, shape).astype(np.float32)


def indices(below, *shape):
    return np.random.RandomState(0).randint(0, below, shape).astype(np.int32)


def images(*shape):
    return (floats(*shape) + 1) * 127.5


def _settled(model, *inputs):
    """`model` after some steps of training, so that statistics and biases are not what they start with."""
    for v in model.weights:
        if v.dtype.is_floating and "variance" not in v.name:
            v.assign_add(tf.constant(np.random.RandomState(1).uniform(-0.05, 0.05, v.shape), v.dtype))
    return model, list(inputs), True


@model
def mlp_with_batch_norm(small):
    stack = [layers.Dense(16, "relu"), layers.BatchNormalization(), layers.Dropout(0.5), layers.Dense(4, "softmax")]
    return _settled(keras.Sequential([layers.Input((8,)), *stack]), floats(3, 8))


@model
def cnn(small):
    stack = [
        *[layers.Conv2D(8, 3, activation="relu"), layers.MaxPooling2D(), layers.Conv2D(16, 3, strides=2, padding="same")],
        *[layers.BatchNormalization(), layers.LeakyReLU(), layers.AveragePooling2D(), layers.Flatten(), layers.Dense(10)],
    ]
    return _settled(keras.Sequential([layers.Input((20, 20, 3)), *stack]), floats(2, 20, 20, 3))


def _application(make, small, least=32, usual=224, **smaller):
    size = least if small else usual
    # Probabilities would be 0 and 1, whatever comes before them.
    smaller = {"classifier_activation": None, **(smaller if small else {})}
    return _settled(make(weights=None, input_shape=(size, size, 3), classes=10, **smaller), images(2, size, size, 3))


@model
def mobilenet_v2(small):
    return _application(keras.applications.MobileNetV2, small, alpha=0.35)


@model
def densenet121(small):
    return _application(keras.applications.DenseNet121, small)


@model
def nasnet_mobile(small):
    return _application(keras.applications.NASNetMobile, small)


@model
def vgg16(small):
    return _application(keras.applications.VGG16, small)


@model
def xception(small):
    return _application(keras.applications.Xception, small, 71, 299)


@model
def inception_v3(small):
    return _application(keras.applications.InceptionV3, small, 75, 299)


@model
def resnet50(small):
    if not small:
        return _application(keras.applications.ResNet50, small)
    x = inputs = layers.Input((16, 16, 3))
    for filters in (4, 8):
        y = layers.BatchNormalization()(layers.Conv2D(filters, 3, 2, "same")(x))
        y = layers.Conv2D(filters, 3, padding="same")(layers.ReLU()(y))
        x = layers.ReLU()(layers.Add()([y, layers.Conv2D(filters, 1, 2)(x)]))
    return _settled(keras.Model(inputs, layers.Dense(5)(layers.GlobalAveragePooling2D()(x))), floats(2, 16, 16, 3))


@model
def efficientnet_b0(small):
    if not small:
        return _application(keras.applications.EfficientNetB0, small)
    inputs = layers.Input((16, 16, 3))
    x = layers.Normalization(mean=[0.1, 0.2, 0.3], variance=[1.0, 2.0, 3.0])(layers.Rescaling(1 / 255)(inputs))
    x = layers.BatchNormalization()(layers.DepthwiseConv2D(3, 2, "same", activation="swish")(x))
    gate = layers.Reshape((1, 1, 3))(layers.GlobalAveragePooling2D()(x))
    x = x * layers.Conv2D(3, 1, activation="sigmoid")(gate)
    return _settled(keras.Model(inputs, x), images(2, 16, 16, 3))


@model
def unet(small):
    inputs = x = layers.Input((16, 16, 1))
    kept = []
    for filters in (4, 8):
        x = layers.Conv2D(filters, 3, padding="same", activation="relu")(x)
        kept.append(x)
        x = layers.MaxPooling2D()(x)
    for filters, y in zip((8, 4), reversed(kept)):
        x = layers.Conv2DTranspose(filters, 2, strides=2, padding="same")(x) if filters == 8 else layers.UpSampling2D()(x)
        x = layers.Conv2D(filters, 3, padding="same", activation="relu")(layers.Concatenate()([x, y]))
    return _settled(keras.Model(inputs, layers.Conv2D(1, 1, activation="sigmoid")(x)), floats(2, 16, 16, 1))


@model
def dcgan_generator(small):
    stack = [
        *[layers.Dense(4 * 4 * 16, use_bias=False), layers.BatchNormalization(), layers.LeakyReLU(), layers.Reshape((4, 4, 16))],
        *[layers.Conv2DTranspose(8, 5, padding="same", use_bias=False), layers.BatchNormalization(), layers.LeakyReLU()],
        layers.Conv2DTranspose(1, 5, strides=2, padding="same", use_bias=False, activation="tanh"),
    ]
    return _settled(keras.Sequential([layers.Input((10,)), *stack]), floats(3, 10))


@model
def lstm(small):
    return _settled(keras.Sequential([layers.Input((6, 5)), layers.LSTM(7, return_sequences=True), layers.LSTM(3)]), floats(2, 6, 5))


@model
def gru(small):
    return _settled(keras.Sequential([layers.Input((6, 5)), layers.GRU(7, return_sequences=True), layers.GRU(3)]), floats(2, 6, 5))


@model
def bidirectional(small):
    stack = [layers.Bidirectional(layers.LSTM(4, return_sequences=True)), layers.Bidirectional(layers.GRU(3)), layers.Dense(1)]
    return _settled(keras.Sequential([layers.Input((5, 3)), *stack]), floats(2, 5, 3))


@model
def masked_rnn(small):
    stack = [layers.Embedding(20, 6, mask_zero=True), layers.LSTM(5), layers.Dense(1)]
    return _settled(
        keras.Sequential([layers.Input((7,), dtype="int32"), *stack]), indices(20, 3, 7) * np.array([1, 1, 0, 1, 0, 0, 0], "i4")
    )


@model
def conv1d_stack(small):
    stack = [layers.Conv1D(8, 3, padding="causal", dilation_rate=d, activation="elu") for d in (1, 2, 4)]
    return _settled(keras.Sequential([layers.Input((16, 4)), *stack, layers.GlobalMaxPooling1D(), layers.Dense(2)]), floats(2, 16, 4))


def _block(x, causal=False):
    y = layers.MultiHeadAttention(2, 4)(x, x, use_causal_mask=causal)
    x = layers.LayerNormalization(epsilon=1e-6)(x + layers.Dropout(0.1)(y))
    y = layers.Dense(x.shape[-1])(layers.Dense(16, "gelu")(x))
    return layers.LayerNormalization(epsilon=1e-6)(x + y)


@model
def transformer_encoder(small):
    inputs = layers.Input((6, 8))
    return _settled(keras.Model(inputs, layers.GlobalAveragePooling1D()(_block(_block(inputs)))), floats(2, 6, 8))


@model
def decoder_with_causal_mask(small):
    inputs = layers.Input((None,), dtype="int32")
    places = tf.range(tf.shape(inputs)[1])
    x = layers.Embedding(30, 8)(inputs) + layers.Embedding(16, 8)(places)
    return _settled(keras.Model(inputs, layers.Dense(30)(_block(x, causal=True))), indices(30, 2, 6))


@model
def embeddings(small):
    user, item = layers.Input((1,), dtype="int32", name="user"), layers.Input((1,), dtype="int32", name="item")
    x, y = layers.Embedding(10, 4)(user), layers.Embedding(20, 4)(item)
    return _settled(keras.Model([user, item], layers.Flatten()(layers.Dot(axes=-1)([x, y]))), indices(10, 3, 1), indices(20, 3, 1))


@model
def autoencoder(small):
    class Autoencoder(keras.Model):
        def __init__(self):
            super().__init__()
            self.encoder = keras.Sequential([layers.Flatten(), layers.Dense(5, "relu")])
            self.decoder = keras.Sequential([layers.Dense(36, "sigmoid"), layers.Reshape((6, 6))])

        def call(self, x):
            return self.decoder(self.encoder(x))

    made = Autoencoder()
    made(floats(2, 6, 6))
    return _settled(made, floats(2, 6, 6))


@model
def several_inputs_and_outputs(small):
    a, b = layers.Input((4,), name="a"), layers.Input((3,), name="b")
    x = layers.Concatenate()([layers.Dense(5, "relu")(a), layers.Dense(5, "tanh")(b)])
    outputs = {"class": layers.Dense(3, "softmax", name="class")(x), "score": [layers.Dense(1)(x), x * 2]}
    return _settled(keras.Model([a, b], outputs), floats(2, 4), floats(2, 3))


@model
def attention(small):
    q, v = layers.Input((4, 6)), layers.Input((5, 6))
    x = layers.Attention(use_scale=True)([q, v]) + layers.AdditiveAttention()([q, v])
    return _settled(keras.Model([q, v], layers.Dense(2)(x)), floats(2, 4, 6), floats(2, 5, 6))


@model
def preprocessing(small):
    inputs = layers.Input((3,))
    normalization = layers.Normalization()
    normalization.adapt(floats(50, 3))
    x = layers.Concatenate()(
        [normalization(inputs), layers.CategoryEncoding(4, "one_hot")(layers.Discretization([-0.5, 0.0, 0.5])(inputs[:, :1]))]
    )
    return _settled(keras.Model(inputs, layers.Dense(2)(x)), floats(4, 3))


@model
def separable_and_depthwise(small):
    stack = [
        *[layers.SeparableConv2D(6, 3, depth_multiplier=2, activation="relu"), layers.DepthwiseConv2D(3, padding="same")],
        *[layers.SpatialDropout2D(0.2), layers.Conv2D(4, 3, groups=2, padding="same"), layers.GroupNormalization(2)],
    ]
    return _settled(keras.Sequential([layers.Input((9, 9, 4)), *stack]), floats(2, 9, 9, 4))


@model
def conv3d(small):
    stack = [layers.Conv3D(4, 3, activation="relu"), layers.MaxPooling3D(), layers.GlobalAveragePooling3D(), layers.Dense(2)]
    return _settled(keras.Sequential([layers.Input((6, 8, 8, 2)), *stack]), floats(2, 6, 8, 8, 2))


@model
def loops_and_branches(small):
    class Control(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(tf.constant(floats(3, 3)))

        @tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([], tf.int32)])
        def __call__(self, x, times):
            for _ in tf.range(times):
                x = tf.tanh(x @ self.w)
            if tf.reduce_sum(x) > 0.0:
                return x + self.w[0]
            return x * 2.0

    return Control(), [floats(2, 3), np.array(3, np.int32)], True
