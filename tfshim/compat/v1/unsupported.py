"""Functions of TensorFlow 1 that tfshim has not."""

from tfshim._export import tf_export
from tfshim.refusals import refusing

quantized_avg_pool = refusing("tf.compat.v1.nn.quantized_avg_pool", "input, min_input, max_input, ksize, strides, padding, name=None")
quantized_max_pool = refusing("tf.compat.v1.nn.quantized_max_pool", "input, min_input, max_input, ksize, strides, padding, name=None")
quantized_conv2d = refusing(
    "tf.compat.v1.nn.quantized_conv2d",
    "input, filter, min_input, max_input, min_filter, max_filter, strides, padding, out_type='qint32', dilations=(1, 1, 1, 1), name=None",
)
quantized_relu_x = refusing(
    "tf.compat.v1.nn.quantized_relu_x", "features, max_value, min_features, max_features, out_type='quint8', name=None"
)
do_quantize_training_on_graphdef = refusing("tf.compat.v1.train.do_quantize_training_on_graphdef", "input_graph, num_bits")
sdca_fprint = refusing("tf.compat.v1.train.sdca_fprint", "input, name=None")
sdca_shrink_l1 = refusing("tf.compat.v1.train.sdca_shrink_l1", "weights, l1, l2, name=None")
sdca_optimizer = refusing(
    "tf.compat.v1.train.sdca_optimizer",
    "sparse_example_indices, sparse_feature_indices, sparse_feature_values, dense_features, example_weights, example_labels, "
    "sparse_indices, sparse_weights, dense_weights, example_state_data, loss_type, l1, l2, num_loss_partitions, num_inner_iterations, "
    "adaptative=True, name=None",
)
load_file_system_library = refusing("tf.compat.v1.load_file_system_library", "library_filename")
disable_v2_dtype_behavior = refusing("tf.compat.v1.keras.layers.disable_v2_dtype_behavior", "")

tf_export(v1=["nn.quantized_avg_pool"])(quantized_avg_pool)
tf_export(v1=["nn.quantized_max_pool"])(quantized_max_pool)
tf_export(v1=["nn.quantized_conv2d"])(quantized_conv2d)
tf_export(v1=["nn.quantized_relu_x"])(quantized_relu_x)
tf_export(v1=["train.do_quantize_training_on_graphdef"])(do_quantize_training_on_graphdef)
tf_export(v1=["train.sdca_fprint"])(sdca_fprint)
tf_export(v1=["train.sdca_shrink_l1"])(sdca_shrink_l1)
tf_export(v1=["train.sdca_optimizer"])(sdca_optimizer)
tf_export(v1=["load_file_system_library"])(load_file_system_library)
tf_export(v1=["keras.layers.disable_v2_dtype_behavior"])(disable_v2_dtype_behavior)


@tf_export(v1=["keras.layers.enable_v2_dtype_behavior"])
def enable_v2_dtype_behavior() -> None:
    """Have layers of Keras cast their inputs, and use Keras' dtype for weights. Mirrors
    `tf.compat.v1.keras.layers.enable_v2_dtype_behavior`.

    This is how layers of TensorFlow 2 are: without a dtype of their own they have float32, whatever comes in, and cast floats of another
    dtype to it. Layers here are so in any case, and a program that calls this goes on unchanged. The other way, in which a layer takes the
    dtype of its first inputs, is that of `tf.compat.v1.layers`; Keras' layers take it where `dtype=` says so.

    Returns:
        None.

    Example:
        >>> tf.compat.v1.keras.layers.enable_v2_dtype_behavior()
        >>> tf.keras.layers.Dense(1)(tf.ones([1, 2], tf.float64)).dtype
        tf.float32
    """
