"""The layers under test: (name, expression, inputs), evaluated with `L` = tf.keras.layers and `tf`.

Inputs are made by `make`: a shape stands for floats, ("ints", shape, bound) for integers, a list for several inputs, a
string for an expression. What TensorFlow gives is recorded by scripts/record_layers.py.
"""

import json

import numpy as np

SEQUENCE, IMAGE, VOLUME = (2, 7, 4), (2, 6, 5, 3), (1, 5, 4, 6, 2)
FIRST = (2, 3, 6, 5)
KEPT = ("most", "all", "rank")  # what is known of shapes, see `of_unknown_sizes`


def make(spec, scope, dtype="float32"):
    """Inputs as `spec` describes them."""
    if isinstance(spec, list):
        made = [make(s, scope, dtype) for s in spec]
        return [x * (1.0 + 0.1 * i) if x.dtype.is_floating else x for i, x in enumerate(made)]
    if isinstance(spec, str):
        return eval(spec, scope)
    if spec and spec[0] == "ints":
        n = int(np.prod(spec[1]))
        return scope["tf"].constant((np.arange(n) * 7 % spec[2]).reshape(spec[1]), "int32")
    n = int(np.prod(spec))
    return scope["tf"].constant(np.sin(np.arange(n) * 0.7 + 0.3).reshape(spec), dtype)


def of_unknown_sizes(inputs, kept, tf):
    """The specs of `inputs` without their sizes: with `kept` "most" the last ones stay, with "all" none, with "rank" not even ranks."""

    def spec(x):
        found = tf.type_spec_from_value(x)
        if not isinstance(found, tf.TensorSpec) or not found.shape.rank:
            return found
        if kept == "rank":
            return tf.TensorSpec(None, found.dtype)
        last = [None] if kept == "all" else found.shape.as_list()[-1:]
        return tf.TensorSpec([None] * (found.shape.rank - 1) + last, found.dtype)

    return tf.nest.map_structure(spec, inputs)


def static_shapes(outputs, tf):
    """The flat shapes of `outputs` as lists, None for an unknown rank."""
    shapes = [x.shape for x in tf.nest.flatten(outputs)]
    return [None if s.rank is None else s.as_list() for s in shapes]


CONVOLUTIONS = [
    ("conv1d", "L.Conv1D(3, 3, activation='relu')", SEQUENCE),
    ("conv1d_causal", "L.Conv1D(3, 3, padding='causal', dilation_rate=2)", SEQUENCE),
    ("conv1d_batches", "L.Conv1D(3, 2)", (2, 3, 7, 4)),
    ("conv1d_groups", "L.Conv1D(4, 3, strides=2, padding='same', groups=2, use_bias=False)", SEQUENCE),
    ("conv2d", "L.Conv2D(4, (3, 2), strides=(2, 1), padding='same', bias_initializer='ones')", IMAGE),
    ("conv2d_dilated", "L.Conv2D(4, 2, dilation_rate=2, kernel_regularizer='l2')", IMAGE),
    ("conv3d", "L.Conv3D(3, 2, strides=(1, 2, 1))", VOLUME),
    ("conv1d_transpose", "L.Conv1DTranspose(3, 3, strides=2)", SEQUENCE),
    ("conv1d_transpose_same", "L.Conv1DTranspose(3, 4, strides=2, padding='same')", SEQUENCE),
    ("conv1d_transpose_padding", "L.Conv1DTranspose(3, 3, strides=2, padding='same', output_padding=1)", SEQUENCE),
    ("conv2d_transpose", "L.Conv2DTranspose(4, 3, strides=2, padding='same', activation='tanh')", IMAGE),
    ("conv2d_transpose_valid", "L.Conv2DTranspose(4, (2, 3), strides=(3, 1), use_bias=False)", IMAGE),
    ("conv2d_transpose_padding", "L.Conv2DTranspose(2, 3, strides=2, output_padding=1)", IMAGE),
    ("conv2d_transpose_dilated", "L.Conv2DTranspose(2, 3, dilation_rate=2)", IMAGE),
    ("conv3d_groups", "L.Conv3D(4, 2, groups=2, strides=(2, 1, 1), bias_initializer='ones')", VOLUME),
    ("conv3d_groups_dilated", "L.Conv3D(2, 2, groups=2, dilation_rate=2, padding='same')", VOLUME),
    ("conv3d_transpose", "L.Conv3DTranspose(2, 2, strides=2)", VOLUME),
    ("conv3d_transpose_same", "L.Conv3DTranspose(2, 3, strides=(1, 2, 1), padding='same')", VOLUME),
    ("depthwise1d", "L.DepthwiseConv1D(3, depth_multiplier=2)", SEQUENCE),
    ("depthwise1d_same", "L.DepthwiseConv1D(3, strides=2, padding='same')", SEQUENCE),
    ("depthwise2d", "L.DepthwiseConv2D(2, depth_multiplier=2, padding='same', activation='relu')", IMAGE),
    ("depthwise2d_strides", "L.DepthwiseConv2D(3, strides=(2, 2))", IMAGE),
    ("depthwise2d_dilated", "L.DepthwiseConv2D(2, dilation_rate=(2, 2))", IMAGE),
    ("separable1d", "L.SeparableConv1D(5, 3, padding='same', depth_multiplier=2)", SEQUENCE),
    ("separable1d_causal", "L.SeparableConv1D(5, 3, padding='causal', dilation_rate=2)", SEQUENCE),
    ("separable2d", "L.SeparableConv2D(4, 3, strides=(2, 2), padding='same')", IMAGE),
    ("local1d", "L.LocallyConnected1D(3, 3, strides=2)", SEQUENCE),
    ("local1d_dense", "L.LocallyConnected1D(3, 3, padding='same', strides=2, implementation=2)", SEQUENCE),
    ("local1d_sparse", "L.LocallyConnected1D(3, 3, implementation=3)", SEQUENCE),
    ("local1d_first", "L.LocallyConnected1D(3, 2, data_format='channels_first')", SEQUENCE),
    ("local2d", "L.LocallyConnected2D(2, (2, 3), activation='relu')", IMAGE),
    ("local2d_first", "L.LocallyConnected2D(2, 2, data_format='channels_first', implementation=2)", FIRST),
]
POOLS = [
    ("max1d", "L.MaxPooling1D(2)", SEQUENCE),
    ("max1d_same", "L.MaxPool1D(3, strides=2, padding='same')", SEQUENCE),
    ("avg1d", "L.AveragePooling1D(3, strides=1, padding='same')", SEQUENCE),
    ("avg1d_first", "L.AvgPool1D(2, data_format='channels_first')", SEQUENCE),
    ("max2d", "L.MaxPooling2D((2, 3), strides=1)", IMAGE),
    ("avg2d", "L.AveragePooling2D(2, padding='same')", IMAGE),
    ("max3d", "L.MaxPooling3D(2)", VOLUME),
    ("avg3d", "L.AveragePooling3D((2, 1, 3), strides=(1, 2, 2), padding='same')", VOLUME),
    ("global_avg1d", "L.GlobalAveragePooling1D()", SEQUENCE),
    ("global_avg1d_keep", "L.GlobalAveragePooling1D(keepdims=True)", SEQUENCE),
    ("global_avg2d", "L.GlobalAveragePooling2D(keepdims=True)", IMAGE),
    ("global_avg3d", "L.GlobalAveragePooling3D()", VOLUME),
    ("global_max1d", "L.GlobalMaxPooling1D(data_format='channels_first')", SEQUENCE),
    ("global_max2d", "L.GlobalMaxPooling2D()", IMAGE),
    ("global_max3d", "L.GlobalMaxPooling3D(data_format='channels_first', keepdims=True)", VOLUME),
    ("global_avg2d_first", "L.GlobalAveragePooling2D('channels_first')", IMAGE),
]
SHAPES = [
    ("crop1d", "L.Cropping1D((1, 2))", SEQUENCE),
    ("crop2d", "L.Cropping2D(((1, 2), (0, 1)))", IMAGE),
    ("crop2d_first", "L.Cropping2D(1, data_format='channels_first')", FIRST),
    ("crop3d", "L.Cropping3D(1)", (1, 5, 4, 6, 2)),
    ("pad1d", "L.ZeroPadding1D((1, 2))", SEQUENCE),
    ("pad2d", "L.ZeroPadding2D(((1, 0), (2, 1)))", IMAGE),
    ("pad2d_first", "L.ZeroPadding2D((1, 2), data_format='channels_first')", FIRST),
    ("pad3d", "L.ZeroPadding3D()", VOLUME),
    ("up1d", "L.UpSampling1D(3)", SEQUENCE),
    ("up2d", "L.UpSampling2D((2, 3))", IMAGE),
    ("up2d_first", "L.UpSampling2D(2, data_format='channels_first')", FIRST),
    ("up2d_bilinear", "L.UpSampling2D((2, 3), interpolation='bilinear')", IMAGE),
    ("up2d_bicubic", "L.UpSampling2D(2, interpolation='bicubic')", IMAGE),
    ("up3d", "L.UpSampling3D((1, 2, 2))", VOLUME),
    ("permute", "L.Permute((3, 1, 2))", IMAGE),
    ("repeat", "L.RepeatVector(3)", (2, 4)),
    ("reshape", "L.Reshape((5, -1))", IMAGE),
    ("flatten", "L.Flatten()", IMAGE),
    ("flatten_first", "L.Flatten(data_format='channels_first')", FIRST),
]
ACTIVATIONS = [
    ("activation", "L.Activation('softplus')", SEQUENCE),
    ("relu", "L.ReLU(0.6, negative_slope=0.1, threshold=0.2)", SEQUENCE),
    ("relu6", "L.ReLU(max_value=0.5)", SEQUENCE),
    ("leaky", "L.LeakyReLU()", SEQUENCE),
    ("prelu", "L.PReLU(alpha_initializer=tf.keras.initializers.Constant(0.25), shared_axes=[1, 2])", IMAGE),
    ("prelu_own", "L.PReLU('ones')", SEQUENCE),
    ("elu", "L.ELU(0.7)", SEQUENCE),
    ("thresholded", "L.ThresholdedReLU(0.4)", SEQUENCE),
    ("softmax", "L.Softmax(axis=1)", SEQUENCE),
    ("softmax_axes", "L.Softmax(axis=(1, 2))", SEQUENCE),
]
MERGES = [
    ("add", "L.Add()", [SEQUENCE, SEQUENCE, SEQUENCE]),
    ("add_broadcast", "L.Add()", [SEQUENCE, (2, 4)]),
    ("subtract", "L.Subtract()", [SEQUENCE, (2, 1, 4)]),
    ("multiply", "L.Multiply()", [SEQUENCE, SEQUENCE]),
    ("average", "L.Average()", [SEQUENCE, SEQUENCE, SEQUENCE]),
    ("maximum", "L.Maximum()", [SEQUENCE, (2, 7, 1)]),
    ("minimum", "L.Minimum()", [SEQUENCE, SEQUENCE]),
    ("concatenate", "L.Concatenate()", [SEQUENCE, (2, 7, 2)]),
    ("concatenate_axis", "L.Concatenate(axis=1)", [SEQUENCE, (2, 3, 4)]),
    ("dot", "L.Dot(axes=(2, 1))", [SEQUENCE, (2, 4, 3)]),
    ("dot_norm", "L.Dot(axes=-1, normalize=True)", [SEQUENCE, (2, 3, 4)]),
    ("dot_vectors", "L.Dot(axes=1)", [(2, 4), (2, 4)]),
]
NOISE = [
    ("dropout", "L.Dropout(0.4)", SEQUENCE),
    ("dropout_seed", "L.Dropout(0.4, seed=3)", SEQUENCE),
    ("dropout_shape", "L.Dropout(0.5, noise_shape=(None, 1, 4))", SEQUENCE),
    ("noise", "L.GaussianNoise(0.5)", SEQUENCE),
    ("gaussian_dropout", "L.GaussianDropout(0.3)", SEQUENCE),
    ("alpha_dropout", "L.AlphaDropout(0.3, seed=5)", SEQUENCE),
    ("spatial1d", "L.SpatialDropout1D(0.5)", SEQUENCE),
    ("spatial2d", "L.SpatialDropout2D(0.5)", IMAGE),
    ("spatial2d_first", "L.SpatialDropout2D(0.5, data_format='channels_first')", FIRST),
    ("spatial3d", "L.SpatialDropout3D(0.5)", VOLUME),
    ("activity", "L.ActivityRegularization(l1=0.1, l2=0.2)", SEQUENCE),
]
CORE = [
    ("dense", "L.Dense(3, activation='relu', kernel_regularizer='l2')", SEQUENCE),
    ("dense_orthogonal", "L.Dense(3, kernel_initializer='orthogonal', use_bias=False)", (2, 4)),
    ("embedding", "L.Embedding(10, 3, mask_zero=True)", ("ints", (2, 5), 10)),
    ("masking", "L.Masking(0.)", "tf.constant([[[1., 2.], [0., 0.]], [[0., 0.], [0., 3.]]])"),
    ("identity", "L.Identity()", SEQUENCE),
    ("lambda", "L.Lambda(lambda x, k=2.0: x * k + 1.0, arguments={'k': 3.0})", SEQUENCE),
    ("einsum", "L.EinsumDense('abc,cd->abd', output_shape=(None, 6), bias_axes='d')", SEQUENCE),
    ("einsum_dots", "L.EinsumDense('...x,xy->...y', output_shape=6, bias_axes='y', activation='tanh')", SEQUENCE),
    ("einsum_heads", "L.EinsumDense('abc,cde->abde', output_shape=(None, 2, 3), bias_axes='de', bias_initializer='ones')", SEQUENCE),
]
ATTENTION = [
    ("attention", "L.Attention(use_scale=True)", [SEQUENCE, (2, 5, 4)]),
    ("attention_key", "L.Attention(score_mode='concat')", [SEQUENCE, (2, 5, 3), (2, 5, 4)]),
    ("attention_dropout", "L.Attention(dropout=0.4)", [SEQUENCE, (2, 5, 4)]),
    ("additive", "L.AdditiveAttention()", [SEQUENCE, (2, 5, 4)]),
    ("additive_plain", "L.AdditiveAttention(use_scale=False)", [SEQUENCE, (2, 5, 4)]),
]
NORMALIZATIONS = [
    ("batch", "L.BatchNormalization()", IMAGE),
    ("batch_axis", "L.BatchNormalization(axis=1, momentum=0.5, scale=False)", IMAGE),
    ("batch_vectors", "L.BatchNormalization(epsilon=0.1, center=False)", (5, 3)),
    ("batch_axes", "L.BatchNormalization(axis=[1, 2])", IMAGE),
    ("batch_sync", "L.BatchNormalization(synchronized=True)", IMAGE),
    ("layer", "L.LayerNormalization()", SEQUENCE),
    ("layer_axes", "L.LayerNormalization(axis=[1, 2], center=False)", IMAGE),
    ("group", "L.GroupNormalization(2)", SEQUENCE),
    ("group_axis", "L.GroupNormalization(-1, axis=1, scale=False)", IMAGE),
    ("unit", "L.UnitNormalization()", SEQUENCE),
    ("unit_axes", "L.UnitNormalization(axis=[1, 2])", IMAGE),
    ("spectral_dense", "L.SpectralNormalization(L.Dense(3))", SEQUENCE),
    ("spectral_conv", "L.SpectralNormalization(L.Conv2D(3, 2), power_iterations=2)", IMAGE),
]
RECURRENT = [
    ("simple_rnn", "L.SimpleRNN(3)", SEQUENCE),
    ("simple_rnn_relu", "L.SimpleRNN(3, activation='relu', return_sequences=True)", SEQUENCE),
    ("simple_rnn_dropout", "L.SimpleRNN(3, dropout=0.3, return_state=True)", SEQUENCE),
    ("gru", "L.GRU(3, return_sequences=True, return_state=True)", SEQUENCE),
    ("gru_backwards", "L.GRU(3, go_backwards=True, bias_initializer='random_normal')", SEQUENCE),
    ("gru_before", "L.GRU(3, reset_after=False, recurrent_activation='hard_sigmoid')", SEQUENCE),
    ("gru_dropout", "L.GRU(3, dropout=0.3)", SEQUENCE),
    ("gru_time", "L.GRU(3, time_major=True, return_sequences=True)", SEQUENCE),
    ("gru_unrolled", "L.GRU(3, unroll=True, use_bias=False)", SEQUENCE),
    ("lstm", "L.LSTM(3)", SEQUENCE),
    ("lstm_all", "L.LSTM(3, return_sequences=True, return_state=True)", SEQUENCE),
    ("lstm_backwards", "L.LSTM(3, go_backwards=True, unit_forget_bias=False, return_sequences=True)", SEQUENCE),
    ("lstm_dropout", "L.LSTM(3, dropout=0.3)", SEQUENCE),
    ("lstm_seed", "L.LSTM(3, dropout=0.3, seed=4)", SEQUENCE),
    ("lstm_recurrent", "L.LSTM(3, dropout=0.2, recurrent_dropout=0.3, return_sequences=True)", SEQUENCE),
    ("lstm_relu", "L.LSTM(3, activation='relu', recurrent_regularizer='l2')", SEQUENCE),
    ("lstm_unrolled", "L.LSTM(3, unroll=True)", SEQUENCE),
    ("lstm_time", "L.LSTM(3, time_major=True)", SEQUENCE),
    ("lstm_stateful", "L.LSTM(3, stateful=True, return_sequences=True)", SEQUENCE),
    ("rnn", "L.RNN(L.LSTMCell(3), return_sequences=True)", SEQUENCE),
    ("rnn_stacked", "L.RNN([L.GRUCell(3), L.LSTMCell(2)], return_state=True)", SEQUENCE),
    ("rnn_simple", "L.RNN(L.SimpleRNNCell(3, recurrent_dropout=0.4), go_backwards=True)", SEQUENCE),
    ("bidirectional", "L.Bidirectional(L.LSTM(3))", SEQUENCE),
    ("bidirectional_sum", "L.Bidirectional(L.GRU(3, return_sequences=True), merge_mode='sum')", SEQUENCE),
    ("bidirectional_states", "L.Bidirectional(L.LSTM(3, return_sequences=True, return_state=True), merge_mode=None)", SEQUENCE),
    ("bidirectional_other", "L.Bidirectional(L.LSTM(3), backward_layer=L.GRU(3, go_backwards=True), merge_mode='ave')", SEQUENCE),
    ("bidirectional_rnn", "L.Bidirectional(L.RNN(L.GRUCell(3)), merge_mode='mul')", SEQUENCE),
    ("time_dense", "L.TimeDistributed(L.Dense(3))", SEQUENCE),
    ("time_conv", "L.TimeDistributed(L.Conv1D(2, 3))", IMAGE),
    ("time_flatten", "L.TimeDistributed(L.Flatten())", IMAGE),
    ("conv_lstm1d", "L.ConvLSTM1D(2, 3, return_sequences=True)", (2, 3, 6, 2)),
    ("conv_lstm2d", "L.ConvLSTM2D(2, (2, 3), padding='same', return_state=True)", (1, 3, 5, 4, 2)),
    ("conv_lstm2d_first", "L.ConvLSTM2D(2, 1, go_backwards=True, use_bias=False)", (1, 3, 5, 4, 2)),
    ("conv_lstm3d", "L.ConvLSTM3D(2, 2, strides=(1, 2, 1), activation='relu')", (1, 2, 3, 4, 3, 2)),
]
PICTURE = "tf.constant(np.round(np.abs(np.sin(np.arange(2 * 6 * 5 * 3) * 0.7)).reshape(2, 6, 5, 3) * 255), 'float32')"
WORDS = "tf.constant([['a', 'b', 'zz'], ['c', '', 'a']])"
PREPROCESSING = [
    ("normalization", "L.Normalization(mean=[1.0, 2.0, 3.0, 4.0], variance=[1.0, 4.0, 9.0, 16.0])", SEQUENCE),
    ("normalization_invert", "L.Normalization(axis=None, mean=1.0, variance=4.0, invert=True)", SEQUENCE),
    ("discretization", "L.Discretization([-0.5, 0.0, 0.5])", SEQUENCE),
    ("discretization_hot", "L.Discretization([-0.5, 0.0, 0.5], output_mode='multi_hot')", (3, 4)),
    ("categories", "L.CategoryEncoding(5)", ("ints", (3, 2), 5)),
    ("categories_one", "L.CategoryEncoding(5, 'one_hot')", ("ints", (3,), 5)),
    ("categories_count", "L.CategoryEncoding(num_tokens=5, output_mode='count')", ("ints", (3, 4), 5)),
    ("hashing", "L.Hashing(7)", WORDS),
    ("hashing_mask", "L.Hashing(7, mask_value='')", WORDS),
    ("hashing_salt", "L.Hashing(9, salt=[133, 137])", WORDS),
    ("hashing_ints", "L.Hashing(5, output_mode='one_hot')", ("ints", (4,), 50)),
    ("crossing", "L.HashedCrossing(7)", "[tf.constant(['a', 'b', 'c']), tf.constant([1, 2, 30])]"),
    ("crossing_hot", "L.HashedCrossing(5, output_mode='one_hot')", "[tf.constant([['a'], ['b']]), tf.constant([[1], [2]])]"),
    ("strings", "L.StringLookup(vocabulary=['a', 'b', 'c'])", WORDS),
    ("strings_mask", "L.StringLookup(vocabulary=['a', 'b', 'c'], mask_token='', num_oov_indices=3)", WORDS),
    ("strings_hot", "L.StringLookup(vocabulary=['a', 'b', 'c'], output_mode='multi_hot', max_tokens=6, pad_to_max_tokens=True)", WORDS),
    ("strings_idf", "L.StringLookup(vocabulary=['a', 'b', 'c'], idf_weights=[0.25, 0.75, 0.6], output_mode='tf_idf')", WORDS),
    ("strings_invert", "L.StringLookup(vocabulary=['a', 'b', 'c'], invert=True)", ("ints", (2, 3), 6)),
    ("integers", "L.IntegerLookup(vocabulary=[12, 3, 5], num_oov_indices=2)", ("ints", (2, 5), 13)),
    ("integers_mask", "L.IntegerLookup(vocabulary=[12, 3, 5], mask_token=0, output_mode='count')", ("ints", (2, 5), 13)),
    (
        "text",
        "L.TextVectorization(vocabulary=['red', 'fox', 'the'], output_sequence_length=5)",
        "tf.constant(['The red, RED fox!', 'a (blue) fox'])",
    ),
    (
        "text_ngrams",
        "L.TextVectorization(vocabulary=['red', 'red fox', 'the'], ngrams=2, output_mode='count')",
        "tf.constant(['The red, RED fox!', 'a red fox'])",
    ),
    (
        "text_characters",
        "L.TextVectorization(vocabulary=['r', 'e', 'd'], split='character', standardize='lower')",
        "tf.constant([['Red'], ['d']])",
    ),
    ("rescaling", "L.Rescaling(1 / 127.5, offset=-1)", PICTURE),
    ("resizing", "L.Resizing(4, 7)", PICTURE),
    ("resizing_crop", "L.Resizing(4, 8, 'bicubic', crop_to_aspect_ratio=True)", PICTURE),
    ("center", "L.CenterCrop(3, 4)", PICTURE),
    ("center_small", "L.CenterCrop(8, 4)", PICTURE),
    ("random_crop", "L.RandomCrop(3, 4, seed=1)", PICTURE),
    ("random_flip", "L.RandomFlip(seed=2)", PICTURE),
    ("random_flip_one", "L.RandomFlip('horizontal')", PICTURE),
    ("random_translation", "L.RandomTranslation(0.3, (-0.2, 0.4), seed=3)", PICTURE),
    ("random_translation_wrap", "L.RandomTranslation(0.4, 0.3, fill_mode='wrap', interpolation='nearest', seed=3)", PICTURE),
    ("random_translation_constant", "L.RandomTranslation(0.4, 0.3, fill_mode='constant', fill_value=9.0, seed=5)", PICTURE),
    ("random_rotation", "L.RandomRotation(0.2, seed=4)", PICTURE),
    ("random_rotation_nearest", "L.RandomRotation((-0.1, 0.3), fill_mode='nearest', seed=4)", PICTURE),
    ("random_zoom", "L.RandomZoom(0.3, seed=5)", PICTURE),
    ("random_zoom_both", "L.RandomZoom((-0.2, 0.3), 0.4, seed=6)", PICTURE),
    ("random_contrast", "L.RandomContrast(0.4, seed=7)", PICTURE),
    ("random_brightness", "L.RandomBrightness(0.3, seed=8)", PICTURE),
    ("random_height", "L.RandomHeight(0.5, seed=9)", PICTURE),
    ("random_width", "L.RandomWidth((0.2, 0.6), seed=10)", PICTURE),
]
CASES = CONVOLUTIONS + POOLS + SHAPES + ACTIVATIONS + MERGES + NOISE + CORE + ATTENTION + NORMALIZATIONS + RECURRENT + PREPROCESSING


def plain(value):
    """Arrays and what holds them as lists of rounded numbers."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    array = np.asarray(value)
    if array.dtype.kind == "f":
        return {"shape": list(array.shape), "values": [float(f"{v:.6g}") for v in array.astype("float64").ravel()]}
    if array.dtype.kind in "SO":
        return {"shape": list(array.shape), "values": [v.decode() if isinstance(v, bytes) else str(v) for v in array.ravel()]}
    return {"shape": list(array.shape), "values": array.ravel().tolist()}


def _number(value):
    return value.tolist() if hasattr(value, "tolist") else dict(value) if hasattr(value, "items") else str(value)


def describe(layer):
    """The layer's configuration as JSON would keep it; code and module names left out."""
    config = json.loads(json.dumps(layer.get_config(), default=_number))
    return {k: v for k, v in config.items() if not (k in ("function", "module") and "function_type" in config)}


def values_of(result):
    """What a layer gave, as a flat list of arrays."""
    if isinstance(result, (list, tuple)):
        return [a for r in result for a in values_of(r)]
    return [result.numpy()]


def observe(expression, spec, scope):
    """Everything that is recorded of one layer."""
    tf = scope["tf"]
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(7)
    layer = eval(expression, scope)
    inputs = make(spec, scope)
    # Layers that change images do so unless told otherwise.
    facts = {"inference": plain(values_of(layer(inputs, training=False) if ".Random" in expression else layer(inputs)))}
    facts["weights"] = [[w.name, list(w.shape)] for w in layer.weights]
    facts["trainable"] = len(layer.trainable_weights)
    tf.keras.utils.set_random_seed(8)
    trained = layer(inputs, training=True)
    facts["training"] = plain(values_of(trained))
    facts["losses"] = plain([x.numpy() for x in layer.losses])
    facts["after"] = plain([w.numpy() for w in layer.non_trainable_weights])
    mask = getattr(trained, "_keras_mask", None)
    facts["mask"] = None if mask is None else plain(mask.numpy())
    facts["config"] = describe(layer)
    try:
        shape = layer.compute_output_shape([tuple(x.shape) for x in inputs] if isinstance(inputs, list) else tuple(inputs.shape))
        facts["shape"] = str([tuple(s) for s in shape] if isinstance(shape, list) else tuple(shape))
    except Exception as e:
        facts["shape"] = type(e).__name__
    return facts
