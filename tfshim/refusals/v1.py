"""Refusals of TensorFlow 1."""

from tfshim.refusals._entries import argument, below, gathered, name, situation

_NO_SERVERS = "there are no parameter servers"

REFUSALS = gathered(
    # ------------------------------------------------------------------ estimators
    name(
        "tf.estimator.experimental.LinearSDCA",
        "there is no such optimizer",
        "use tf.estimator.LinearClassifier or LinearRegressor with another optimizer",
    ),
    name(
        "tf.estimator.experimental.RNNClassifier tf.estimator.experimental.RNNEstimator",
        "there are no estimators over sequences",
        "use a Keras model with tf.keras.experimental.SequenceFeatures and an RNN layer",
    ),
    name("tf.compat.v1.estimator.tpu.experimental.EmbeddingConfigSpec", "there are no TPUs here", "make embeddings in model_fn"),
    situation(
        "tf.estimator.RunConfig",
        "remote cluster",
        "`remote_cluster` of `experimental_distribute` is not supported",
        "no task waits to be sent a training",
        "start the program in each task with TF_CONFIG, and train with tf.distribute.MultiWorkerMirroredStrategy",
    ),
    situation(
        "tf.estimator.RunConfig",
        "cluster",
        "{kind} is not supported for a cluster in TF_CONFIG",
        "its replicas are devices of one process",
        "use tf.distribute.MultiWorkerMirroredStrategy as `train_distribute`, or unset TF_CONFIG",
    ),
    argument(
        "tf.compat.v1.estimator.tpu.TPUEstimator",
        "use_tpu",
        "there are no TPUs here",
        "give use_tpu=False, which trains on CPU or GPU",
        values=(True,),
        clause="`use_tpu`=True is not supported",
    ),
    argument("tf.compat.v1.estimator.tpu.TPUEstimator", "embedding_config_spec", "there are no TPUs here", "make embeddings in model_fn"),
    argument("tf.compat.v1.estimator.tpu.RunConfig", "cluster", "there are no TPUs here", "leave it None"),
    situation(
        "tf.estimator.train_and_evaluate",
        "cluster",
        "a cluster in TF_CONFIG is not supported without a strategy",
        "an estimator trains in this process",
        "pass tf.distribute.MultiWorkerMirroredStrategy() as RunConfig(train_distribute=...), or unset TF_CONFIG",
    ),
    argument(
        "tf.compat.v1.Session tf.compat.v1.InteractiveSession",
        "target",
        "sessions run in this process",
        "leave it '', or name the `target` of a tf.distribute.Server of this process",
        besides=("",),
        clause="`{0}`={value!r} is not supported",
    ),
    situation(
        "tf.compat.v1.Session",
        "tasks",
        "the operation {node}, which uses variables or queues of {tasks} at once, is not supported",
        "each operation runs in one task",
        "put them on one task, or read the values and compute with them",
    ),
    situation(
        "tf.compat.v1.Session",
        "queues",
        "the operation {node}, which uses a table, a choice of queues or a handle of {task}, is not supported",
        "that task is another process, whose variables, queues and accumulators alone are used",
        "put it on the session's own task",
    ),
    situation(
        "tf.compat.v1.Session",
        "queues in pieces",
        "the operation {node}, which uses a queue or an accumulator of {task}, is not supported in partial runs",
        "that task is another process",
        "call Session.run",
    ),
    situation(
        "tf.compat.v1.Session",
        "device",
        "a variable on {device}, at {address}, is not supported in partial runs and datasets",
        "that task is another process",
        "call Session.run, or read the value and feed it",
    ),
    situation(
        "tf.compat.v1.Session",
        "inner",
        "changing {variable}, a variable of another process, within {node} is not supported",
        "branches and loops run in the session's own process",
        "change it outside of the branch or loop",
    ),
    situation(
        "convert_variables_to_constants_v2",
        "other uses",
        "a variable that is written, or used by more than its value, is not supported",
        "",
        "save the function with tf.saved_model.save",
    ),
    situation(
        "convert_variables_to_constants_v2",
        "captures",
        "a function that captures tensors of a graph around it is not supported",
        "",
        "pass them as arguments",
    ),
    name("tf.compat.v1.errors.raise_exception_on_not_ok_status", "it serves TensorFlow's C library only", "catch tf.errors.OpError"),
    argument("tf.compat.v1.Variable", "expected_shape", "", "give `shape`"),
    # ------------------------------------------------------------------ operations
    name(
        below("tf.compat.v1.nn", "quantized_avg_pool quantized_conv2d quantized_max_pool quantized_relu_x"),
        "there is no arithmetic on quantized numbers",
        "dequantize with tf.quantization.dequantize and compute with floats",
    ),
    name("tf.compat.v1.load_file_system_library", "it holds code that was built for TensorFlow", "register the file system with fsspec"),
    name(
        "tf.compat.v1.keras.layers.disable_v2_dtype_behavior",
        "layers convert their inputs as in TensorFlow 2",
        "give layers a `dtype`",
    ),
    # ------------------------------------------------------------------ reading
    name("tf.compat.v1.LMDBReader", "there is no LMDB here", "read the database in a generator for tf.data.Dataset.from_generator"),
    # ------------------------------------------------------------------ training
    argument(
        "tf.compat.v1.keras.callbacks.TensorBoard",
        "write_grads",
        "",
        "write tf.summary.histogram of the gradients in a train_step",
        values=(True,),
    ),
    argument(
        "tf.compat.v1.keras.callbacks.TensorBoard", "embeddings_layer_names embeddings_data", "", "give `embeddings_freq`: all are written"
    ),
    name(
        below("tf.compat.v1.train", "sdca_fprint sdca_optimizer sdca_shrink_l1"),
        "there is no such optimizer",
        "use another optimizer of tf.compat.v1.train",
    ),
    name(
        "tf.compat.v1.train.do_quantize_training_on_graphdef",
        "graphs are not rewritten for quantized training",
        "put tf.quantization.fake_quant_with_min_max_vars into the model",
    ),
    argument(
        "tf.compat.v1.train.MonitoredTrainingSession tf.compat.v1.train.Supervisor",
        "is_chief",
        "there is one process",
        "train with tf.distribute",
        values=(False,),
        clause="`{0}`=False is not supported",
    ),
    argument("tf.compat.v1.train.Saver", "builder", "", "give `var_list`"),
    situation(
        "tf.compat.v1.train.Saver", "value", "{tensor}, which is saved but no value of a variable, is not supported", "", "save variables"
    ),
)
