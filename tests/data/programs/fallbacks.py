"""Programs that ask for what may not be there and go on without, as they do on a machine without GPU and TPU."""

import contextlib
import os
import tempfile
import warnings


def attempt(function, *arguments, **keywords):
    """The type of what is raised, or the result."""
    try:
        return function(*arguments, **keywords)
    except Exception as e:
        return f"{type(e).__name__} ({', '.join(c.__name__ for c in type(e).__mro__[1:-3])})"


def case_kaggle_tpu():
    try:
        tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
        tf.config.experimental_connect_to_cluster(tpu)
        tf.tpu.experimental.initialize_tpu_system(tpu)
        strategy = tf.distribute.TPUStrategy(tpu)
    except ValueError:
        strategy = tf.distribute.get_strategy()
    return type(strategy).__name__, strategy.num_replicas_in_sync


def case_kaggle_tpu_connect():
    try:
        tpu = tf.distribute.cluster_resolver.TPUClusterResolver.connect()
        strategy = tf.distribute.TPUStrategy(tpu)
    except ValueError:
        strategy = tf.distribute.MirroredStrategy() if tf.config.list_physical_devices("GPU") else tf.distribute.get_strategy()
    return strategy.num_replicas_in_sync


def case_colab_tpu():
    try:
        resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="")
        return "TPU"
    except ValueError:
        raise_later = True
    return raise_later


def case_colab_tpu_environment():
    return "grpc://" + os.environ["COLAB_TPU_ADDR"] if "COLAB_TPU_ADDR" in os.environ else "no TPU"


def case_tpu_resolver_type():
    return attempt(tf.distribute.cluster_resolver.TPUClusterResolver)


def case_bare_except():
    try:
        tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
        tf.tpu.experimental.initialize_tpu_system(tpu)
        return tf.distribute.experimental.TPUStrategy(tpu)
    except:
        return "no TPU"


def case_tpu_devices():
    return tf.config.list_logical_devices("TPU"), tf.config.list_physical_devices("TPU"), len(tf.config.list_physical_devices("TPU")) > 0


def case_gpus():
    gpus = tf.config.list_physical_devices("GPU")
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)
    return gpus, tf.config.experimental.list_physical_devices("GPU"), tf.config.list_logical_devices("GPU")


def case_first_gpu():
    gpus = tf.config.experimental.list_physical_devices("GPU")
    if gpus:
        tf.config.set_logical_device_configuration(gpus[0], [tf.config.LogicalDeviceConfiguration(memory_limit=1024)])
        return "GPU"
    return "CPU"


def case_gpu_index_error():
    return attempt(lambda: tf.config.experimental.set_memory_growth(tf.config.list_physical_devices("GPU")[0], True))


def case_growth_of_the_cpu():
    return attempt(tf.config.experimental.set_memory_growth, tf.config.list_physical_devices("CPU")[0], True)


def case_no_visible_gpus():
    tf.config.set_visible_devices([], "GPU")
    return tf.config.get_visible_devices("GPU")


def case_gpu_questions():
    return (tf.test.is_gpu_available(), tf.test.gpu_device_name(), tf.test.is_gpu_available(cuda_only=True),
            bool(tf.config.list_physical_devices("GPU")), len(tf.config.experimental.list_physical_devices("XLA_GPU")))


def case_device_by_name():
    device = tf.test.gpu_device_name() or "/cpu:0"
    with tf.device(device):
        return tf.constant(1).device


def case_soft_placement():
    tf.config.set_soft_device_placement(True)
    with tf.device("/GPU:0"):
        return tf.add(tf.constant(1), 2).device, tf.config.get_soft_device_placement()


def case_gpu_details():
    return [tf.config.experimental.get_device_details(d) for d in tf.config.list_physical_devices()]


def case_memory_info():
    return attempt(tf.config.experimental.get_memory_info, "GPU:0"), attempt(tf.config.experimental.get_memory_info, "foo")


def case_cuda_version():
    info = tf.sysconfig.get_build_info()
    return attempt(lambda: info["cudnn_version_of_nothing"]), info.get("cuda_version_of_nothing", "none")


def case_optimizer_options():
    tf.config.optimizer.set_jit(True)
    seen = tf.config.optimizer.get_jit()
    tf.config.optimizer.set_jit(False)
    tf.config.optimizer.set_experimental_options({"auto_mixed_precision": False})
    return seen, tf.config.optimizer.get_jit(), attempt(tf.config.optimizer.set_jit, "nothing")


def case_threads():
    tf.config.list_logical_devices()
    return (attempt(tf.config.threading.set_intra_op_parallelism_threads, tf.config.threading.get_intra_op_parallelism_threads()),
            attempt(tf.config.threading.set_inter_op_parallelism_threads, tf.config.threading.get_inter_op_parallelism_threads()))


def case_mixed_precision():
    try:
        tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
        return tf.keras.mixed_precision.global_policy().name, tf.keras.layers.Dense(1).compute_dtype
    finally:
        tf.keras.mixed_precision.set_global_policy("float32")


def case_loss_scale():
    optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD())
    return float(optimizer.get_scaled_loss(tf.constant(2.0)))


def case_mixed_precision_rewrite():
    return hasattr(tf.train.experimental, "enable_mixed_precision_graph_rewrite"), attempt(
        lambda: tf.train.experimental.enable_mixed_precision_graph_rewrite(tf.keras.optimizers.SGD()))


def case_mirrored():
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        v = tf.Variable(1.0)
    return strategy.num_replicas_in_sync, float(strategy.reduce("SUM", strategy.run(lambda: v * 2), axis=None))


def case_mirrored_gpus_only():
    gpus = tf.config.list_logical_devices("GPU")
    strategy = tf.distribute.MirroredStrategy(gpus) if len(gpus) > 1 else tf.distribute.get_strategy()
    return strategy.num_replicas_in_sync


def case_mirrored_reduction():
    return tf.distribute.MirroredStrategy(cross_device_ops=tf.distribute.HierarchicalCopyAllReduce()).num_replicas_in_sync


def case_multi_worker():
    return tf.distribute.MultiWorkerMirroredStrategy().num_replicas_in_sync


def case_one_device():
    return tf.distribute.OneDeviceStrategy("/cpu:0").num_replicas_in_sync


def case_parameter_server_without_cluster():
    resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    return resolver.cluster_spec().as_dict(), resolver.task_type


def case_missing_library():
    return attempt(tf.load_op_library, "/nonexistent/_kernels.so"), attempt(tf.load_library, "/nonexistent/_kernels.so")


def case_missing_library_caught():
    try:
        tf.load_op_library("_roi_pooling.so")
    except tf.errors.NotFoundError as e:
        return e.message


def case_private_import():
    try:
        from tensorflow.python.no_such_module import something
    except ImportError:
        something = None
    return something


def case_version_of_names():
    return [hasattr(tf, n) for n in ("Session", "placeholder", "enable_eager_execution", "function")], tf.__version__.split(".")[0]


def case_autotune():
    autotune = getattr(tf.data, "AUTOTUNE", None) or tf.data.experimental.AUTOTUNE
    return autotune, tf.data.experimental.AUTOTUNE


def case_disable_v1():
    return attempt(tf.compat.v1.enable_eager_execution), attempt(tf.compat.v1.enable_v2_behavior), tf.executing_eagerly()


def case_profile():
    with tempfile.TemporaryDirectory() as folder:
        tf.profiler.experimental.start(folder)
        with tf.profiler.experimental.Trace("step", step_num=1, _r=1):
            tf.constant(1) + 1
        tf.profiler.experimental.stop()
        return os.listdir(os.path.join(folder, "plugins"))


def case_profile_context():
    with tempfile.TemporaryDirectory() as folder, tf.profiler.experimental.Profile(folder):
        return int(tf.constant(1) + 1)


def case_profiler_not_running():
    return attempt(tf.profiler.experimental.stop)


def case_profiler_options():
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = tf.profiler.experimental.ProfilerOptions(host_tracer_level=3, python_tracer_level=1, device_tracer_level=1)
        tf.profiler.experimental.start(folder, options=options)
        tf.profiler.experimental.stop(save=False)
        return options.host_tracer_level


def case_tensorboard_profile():
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
        model.compile("sgd", "mse")
        board = tf.keras.callbacks.TensorBoard(folder, profile_batch=(1, 2))
        history = model.fit(tf.ones([4, 2]), tf.ones([4, 1]), batch_size=2, verbose=0, callbacks=[board])
        return sorted(history.history), sorted(n for n in os.listdir(folder) if n == "train")


def case_debugging_switches():
    tf.debugging.disable_traceback_filtering()
    off = tf.debugging.is_traceback_filtering_enabled()
    tf.debugging.enable_traceback_filtering()
    return off, tf.debugging.is_traceback_filtering_enabled()


def case_check_numerics():
    tf.debugging.enable_check_numerics()
    try:
        return attempt(lambda: tf.math.log(tf.constant(-1.0)) * 2)
    finally:
        tf.debugging.disable_check_numerics()


def case_device_placement_log():
    tf.debugging.set_log_device_placement(False)
    return tf.debugging.get_log_device_placement()


def case_plot_model():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    with tempfile.TemporaryDirectory() as folder:
        return attempt(tf.keras.utils.plot_model, model, os.path.join(folder, "model.png"), show_shapes=True)


def case_saving_formats():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for name in ("model.keras", "model"):
            model.save(os.path.join(folder, name))
            found.append(tf.keras.models.load_model(os.path.join(folder, name)).count_params())
        return found, attempt(tf.keras.models.load_model, os.path.join(folder, "nothing"))


def case_subclassed_to_h5():
    class M(tf.keras.Model):
        def call(self, x):
            return x

    model = M()
    model(tf.ones([1]))
    with tempfile.TemporaryDirectory() as folder:
        try:
            model.save(os.path.join(folder, "m.h5"))
        except NotImplementedError:
            model.save_weights(os.path.join(folder, "w"), save_format="tf")
            return "weights"


def case_loop_options():
    @tf.function
    def f(n):
        x = tf.zeros([1])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))], parallel_iterations=2)
            x = tf.concat([x, x], 0)
        return tf.shape(x)

    return f(tf.constant(3)).numpy().tolist()


def case_run_metadata():
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        options, metadata = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), v1.RunMetadata()
        return int(session.run(tf.constant(1) + 1, options=options, run_metadata=metadata)), type(metadata).__name__


def case_session_config():
    v1 = tf.compat.v1
    config = v1.ConfigProto(allow_soft_placement=True, log_device_placement=False, gpu_options=v1.GPUOptions(allow_growth=True))
    config.gpu_options.per_process_gpu_memory_fraction = 0.5
    with tf.Graph().as_default(), v1.Session(config=config) as session:
        v1.keras.backend.set_session(session)
        with tf.device("/gpu:0"):
            return int(session.run(tf.constant(2)))


def case_xla_questions():
    return tf.test.is_built_with_xla(), callable(getattr(tf.test, "is_built_with_rocm", None))


def case_experimental_compile():
    return attempt(lambda: int(tf.function(lambda x: x + 1, jit_compile=None)(tf.constant(1))))


def case_saved_model_missing():
    return attempt(tf.saved_model.load, "/nonexistent/model"), tf.saved_model.contains_saved_model("/nonexistent/model")


def case_checkpoint_missing():
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1))
    return tf.train.latest_checkpoint("/nonexistent"), attempt(checkpoint.restore, "/nonexistent/ckpt-1"), type(
        checkpoint.restore(None)).__name__


def case_gfile_missing():
    return tf.io.gfile.exists("/nonexistent"), attempt(tf.io.gfile.listdir, "/nonexistent"), attempt(tf.io.read_file, "/nonexistent")


def case_recursion_of_policies():
    return attempt(tf.keras.mixed_precision.set_global_policy, "mixed_float64")


def case_bad_device():
    return attempt(lambda: tf.device("/nothing:0").__enter__())


def case_unknown_optimizer():
    return attempt(tf.keras.optimizers.get, "no_such_optimizer"), attempt(tf.keras.layers.Dense, 1, no_such_argument=1)


def case_strategy_scopes():
    with contextlib.ExitStack() as stack:
        stack.enter_context(tf.distribute.get_strategy().scope())
        return tf.distribute.has_strategy(), tf.distribute.in_cross_replica_context()
