"""Keras' backend, activations, losses, metrics, initializers and utilities that are called as functions."""

from tests.ops.generated.draws import (
    ANY,
    FLOATS,
    NUMERIC,
    REAL,
    SINGLES,
    Table,
    axes,
    axis,
    choose,
    flag,
    index,
    integer,
    like,
    same,
    shaped,
    x,
)  # fmt: skip

table = Table()


def _names(space, text):
    return " ".join(f"tf.keras.{space}.{name}" for name in text.split())


table(_names("activations", "relu elu selu sigmoid tanh softplus softsign exponential gelu hard_sigmoid linear swish mish"), x(FLOATS), calls=9)
table("tf.keras.activations.softmax", x(FLOATS, 1), axis=axis, calls=12)
table("tf.keras.activations.relu:options", x(FLOATS), alpha=choose("0.1", "0", "1"), max_value=choose("1.0", "6", "-1"), threshold=choose("0.5", "1"), calls=14)

_pair = (x(SINGLES + ("float16", "int32"), 1, 3, kind="fraction"), same(kind="fraction"))
table(_names("losses", "mean_squared_error mean_absolute_error mean_absolute_percentage_error mean_squared_logarithmic_error hinge squared_hinge categorical_hinge log_cosh poisson kl_divergence cosine_similarity"), *_pair, calls=11)
table(_names("losses", "binary_crossentropy categorical_crossentropy"), *_pair, from_logits=flag, label_smoothing=choose("0.1", "0"), axis=axis, calls=16)
table("tf.keras.losses.sparse_categorical_crossentropy", index(axis_size=lambda d: 3, dims=(1, 1)), x(SINGLES, 2, 2, kind="fraction", shape=lambda d: (d.between(1, 3), 3)), from_logits=flag, ignore_class=choose("0", "-1"), axis=choose("-1", "1"), calls=16)
table(_names("losses", "huber"), *_pair, delta=choose("1.0", "0.5", "0"), calls=10)
table(_names("losses", "binary_focal_crossentropy"), *_pair, gamma=choose("2.0", "0"), apply_class_balancing=flag, from_logits=flag, calls=10)
table(_names("losses", "MeanSquaredError() MeanAbsoluteError() Huber() BinaryCrossentropy() CategoricalCrossentropy() Poisson() CosineSimilarity() KLDivergence() Hinge() LogCosh()"), *_pair, calls=7)
table(_names("losses", "MeanSquaredError(reduction='none') MeanSquaredError(reduction='sum')"), *_pair, sample_weight=choose("0.5", "[1.0, 0.0]", "[[1.0], [2.0]]", "2"), calls=10)
table(_names("losses", "SparseCategoricalCrossentropy()"), index(axis_size=lambda d: 3, dims=(1, 1)), x(SINGLES, 2, 2, kind="fraction", shape=lambda d: (d.between(1, 3), 3)), calls=10)
table(_names("metrics", "binary_accuracy"), *_pair, threshold=choose("0.5", "0.25", "2"), calls=10)
table(_names("metrics", "categorical_accuracy"), *_pair, calls=10)
table(_names("metrics", "top_k_categorical_accuracy"), *_pair, k=choose("1", "2", "5"), calls=10)
table(_names("metrics", "sparse_categorical_accuracy sparse_top_k_categorical_accuracy"), index(axis_size=lambda d: 3, dims=(1, 1)), x(SINGLES, 2, 2, shape=lambda d: (d.between(1, 3), 3)), calls=10)
table(_names("metrics", "Accuracy() BinaryAccuracy() CategoricalAccuracy() MeanSquaredError() Precision() Recall() AUC() RootMeanSquaredError() MeanRelativeError([1.0]) TruePositives() F1Score()"), *_pair, calls=6)
table(_names("metrics", "Mean() Sum()"), x(ANY), sample_weight=choose("0.5", "2", "[1.0]", "[1.0, 0.0]"), calls=10)

table(_names("backend", "abs exp log sqrt square sign round sin cos sigmoid relu softplus softsign tanh hard_sigmoid elu"), x(FLOATS, kind="positive"), calls=6)
table(_names("backend", "sum mean max min prod std var"), x(NUMERIC), axis=axes, keepdims=flag, calls=10)
table(_names("backend", "any all argmax argmin"), x(REAL + ("bool",), 1), axis=axis, calls=8)
table(_names("backend", "cumsum cumprod"), x(NUMERIC, 1), axis=axis, calls=7)
table(_names("backend", "equal not_equal greater less_equal maximum minimum"), x(REAL), like(), calls=7)
table(_names("backend", "dot"), x(FLOATS, shape=lambda d: d.choice(((2, 2), (2, 2, 2), (3, 3), (2,)))), same(), calls=12)
table(_names("backend", "batch_dot"), x(FLOATS, shape=lambda d: d.choice(((2, 2), (2, 2, 2), (3, 3), (2,)))), same(), axes=choose("1", "[1, 1]", "(2, 1)", "0", "None"), calls=16)
table(_names("backend", "clip"), x(REAL), choose("0", "-1.0", "None", "2"), choose("1", "2.5", "None"), calls=12)
table(_names("backend", "l2_normalize softmax"), x(FLOATS, 1), axis=axis, calls=10)
table(_names("backend", "cast"), x(ANY), choose("'float32'", "'int32'", "'bool'", "'float16'", "tf.int64", "'x'"), calls=12)
table(_names("backend", "flatten batch_flatten"), x(ANY), calls=8)
table(_names("backend", "expand_dims squeeze"), x(ANY), axis, calls=8)
table(_names("backend", "reshape"), x(ANY), choose("(-1,)", "[1, -1]", "(2, 2)", "[5]"), calls=8)
table(_names("backend", "permute_dimensions"), x(ANY), choose("(1, 0)", "[0]", "(0, 2, 1)"), calls=8)
table(_names("backend", "concatenate stack"), lambda d: f"[{x(ANY, 1)(d)}, {same()(d)}]", axis=axis, calls=10)
table(_names("backend", "repeat"), x(ANY, 2, 2), integer(0, 3), calls=8)
table(_names("backend", "repeat_elements"), x(ANY, 1), integer(1, 3), axis, calls=10)
table(_names("backend", "tile"), x(ANY), choose("2", "[1, 2]", "[2]", "(2, 1)"), calls=10)
table(_names("backend", "reverse"), x(ANY, 1), axes, calls=8)
table(_names("backend", "gather"), x(ANY, 1), index(), calls=8)
table(_names("backend", "one_hot"), x(("int32", "int64", "uint8", "float32"), 0, 2, kind="fraction"), integer(1, 5), calls=10)
table(_names("backend", "zeros_like ones_like shape int_shape ndim eval get_value dtype"), x(ANY), calls=6)
table(_names("backend", "is_keras_tensor is_sparse"), x(ANY, forms="t"), calls=4)
table(_names("backend", "zeros ones"), choose("(2,)", "[2, 3]", "()", "(0,)"), dtype=choose("'float32'", "'int32'", "'float64'"), calls=6)
table(_names("backend", "eye"), integer(1, 3), dtype=choose("'float32'", "'int32'"), calls=5)
table(_names("backend", "arange"), choose("3", "1", "5.0"), stop=choose("6", "2"), step=choose("1", "2"), dtype=choose("'int32'", "'float32'"), calls=10)
table(_names("backend", "binary_crossentropy categorical_crossentropy"), *_pair, from_logits=flag, calls=9)
table(_names("backend", "in_top_k"), x(("float32",), 2, 2, shape=lambda d: (2, 3)), choose("[0, 1]", "[2, 3]", "[0]"), integer(1, 3), calls=7)
table(_names("backend", "switch"), choose("t(True, 'bool')", "t([True, False], 'bool')", "True", "t([[True, False]], 'bool')"), x(REAL, shape=lambda d: d.choice(((2,), (2, 2)))), same(), calls=10)
table(_names("backend", "pow"), x(REAL, kind="positive"), integer(0, 3), calls=9)
table(_names("backend", "bias_add"), x(FLOATS, 2, 4), shaped(lambda d, s: s[-1:]), data_format=choose("None", "'channels_first'", "'channels_last'"), calls=12)
_img = x(("float32", "float64", "float16"), 4, 4, shape=lambda d: d.choice(((1, 4, 4, 1), (2, 3, 5, 2), (1, 2, 2, 1))))
table(_names("backend", "pool2d"), _img, choose("(2, 2)", "(1, 2)", "2"), strides=choose("(1, 1)", "(2, 2)"), padding=choose("'valid'", "'same'", "'SAME'"), data_format=choose("None", "'channels_first'"), pool_mode=choose("'max'", "'avg'", "'x'"), calls=14)
table(_names("backend", "conv2d depthwise_conv2d"), _img, shaped(lambda d, s: (2, 2, s[-1] if s else 1, 2)), strides=choose("(1, 1)", "(2, 2)", "2"), padding=choose("'valid'", "'same'"), data_format=choose("None", "'channels_first'"), calls=12)
table(_names("backend", "spatial_2d_padding"), _img, padding=choose("((1, 1), (0, 2))", "((1,), (1,))", "1"), data_format=choose("None", "'channels_first'"), calls=8)
table(_names("backend", "temporal_padding"), x(NUMERIC, 3, 3), padding=choose("(1, 1)", "(0, 2)", "1"), calls=8)
table(_names("backend", "resize_images"), _img, choose("2", "1", "0.5"), choose("2", "3"), choose("'channels_last'", "'channels_first'", "'x'"), interpolation=choose("'nearest'", "'bilinear'"), calls=10)
table(_names("backend", "dropout"), x(FLOATS), choose("0.0", "0"), calls=5)
table(_names("backend", "normalize_batch_in_training"), _img, choose("None"), choose("None"), choose("[0, 1, 2]", "[0]"), calls=5)

table(_names("utils", "to_categorical"), x(("int32", "int64", "uint8", "float32"), 0, 2, kind="fraction", forms="aap"), num_classes=choose("None", "7", "3"), dtype=choose("'float32'", "'int32'"), calls=14)
table(_names("utils", "normalize"), x(SINGLES, 1, 2, forms="aap"), axis=axis, order=choose("2", "1"), calls=10)
table(_names("preprocessing.sequence", "pad_sequences"), choose("[[1, 2], [3]]", "[[1.5], []]", "[]", "[1, 2]", "[['a']]"), maxlen=choose("3", "1", "None"), dtype=choose("'int32'", "'float32'", "object"), padding=choose("'pre'", "'post'", "'x'"), truncating=choose("'pre'", "'post'"), value=choose("0.0", "-1"), calls=16)
table(_names("initializers", "Zeros() Ones() Constant(3.0) Identity() GlorotUniform(seed=1) HeNormal(seed=2) RandomNormal(seed=3) RandomUniform(seed=4) TruncatedNormal(seed=5) Orthogonal(seed=6) LecunNormal(seed=7) VarianceScaling(seed=8)"), choose("[2]", "[2, 3]", "(3, 2)", "[0, 2]", "[2, 2, 3]", "[]"), dtype=choose("tf.float32", "tf.float64", "tf.float16", "tf.int32", "'float32'", "tf.string"), calls=6)
table(_names("regularizers", "L1(0.1) L2(0.1) L1L2(0.1,0.2) OrthogonalRegularizer(0.1)"), x(FLOATS), calls=6)
table(_names("constraints", "MaxNorm(1.0) NonNeg() UnitNorm() MinMaxNorm(0.5,1.0)"), x(FLOATS, 1), calls=7)
table(_names("layers", "ReLU() Flatten() Softmax() GlobalAveragePooling2D() MaxPooling2D() UpSampling2D() ZeroPadding2D() Cropping2D() Reshape((-1,)) Permute((1,)) RepeatVector(2) Rescaling(0.5) LeakyReLU() AveragePooling1D() CategoryEncoding(7)"), x(REAL + ("string",), 1, 4, kind="fraction"), calls=6)
table(_names("layers", "Add() Multiply() Average() Maximum() Concatenate() Dot(1) Subtract()"), lambda d: f"[{x(FLOATS + ('int32',), 1, 3)(d)}, {same()(d)}]", calls=7)
table("tf.keras.layers.Discretization([0.0,1.5]) tf.keras.layers.Hashing(5) tf.keras.layers.Normalization(mean=1.0,variance=2.0)", x(REAL + ("string",), 0, 3), calls=8)
table(_names("optimizers.schedules", "ExponentialDecay(0.1,10,0.5) CosineDecay(0.1,10) PiecewiseConstantDecay([5],[0.1,0.2]) PolynomialDecay(0.1,10) InverseTimeDecay(0.1,10,0.5)"), choose("0", "5", "20", "t(5, 'int64')", "2.5", "a(3, 'int32')"), calls=6)
