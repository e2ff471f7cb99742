"""The table of what is not supported: its names are TensorFlow's, its exceptions are raised, and nothing refuses beside it."""

import ast
import functools
import inspect
import warnings
from pathlib import Path

import numpy as np
import pytest

import tfshim as tf
from tests.grouping import in_groups
from tfshim import _names, contrib, private_modules, public_names, refusals
from tfshim.cli import verdicts
from tfshim.compat.v1.graphs import freezing
from tfshim.refusals._entries import ANYTHING

PACKAGE = Path(refusals.__file__).resolve().parent.parent
v1 = tf.compat.v1
NAMED = [(name, entry) for entry in refusals.entries() for name in entry.names]
WHOLE = [(name, entry) for name, entry in NAMED if not entry.about and entry.error is not AttributeError]
ARGUMENTS = [(name, entry) for name, entry in NAMED if entry.is_argument]


def dotted(name):
    return name if name.startswith(("tensorflow.", "keras.src.")) else "tensorflow" + name.removeprefix("tf")


def resolved(name):
    return verdicts.resolve(dotted(name), 2) if not name.startswith("tf.examples") else verdicts.resolve(dotted(name), 1)


# ---------------------------------------------------------------------- the table
@in_groups("name", sorted({name for name, _ in NAMED}))
def test_names_are_tensorflows(name):
    if name.startswith("tfshim."):
        assert name.removeprefix("tfshim.") in " ".join(_names.OWN.values()).split()
        return
    # `tf.contrib`, and the tutorials beside it, went before TensorFlow 2.15; private modules are no public names.
    if not name.startswith(("tf.contrib.", "tf.examples.", "tensorflow.python.", "tensorflow.compiler.", "keras.src.")):
        assert public_names.exists(dotted(name), 2)
    if name.removeprefix("tf.") not in _names.ABSENT:
        resolved(name)


@in_groups("named", NAMED, label=lambda named: named[0])
def test_entries_say_what_to_use(named):
    name, entry = named
    text = f"{entry.clause} {entry.why} {entry.instead}"
    assert "not supported" in entry.clause or entry.error is AttributeError
    assert entry.instead.strip() or entry.error is AttributeError
    assert not text.rstrip().endswith(".") or entry.error is AttributeError
    assert entry.is_argument or entry.values is ANYTHING
    if entry.is_argument:
        assert f"`{entry.about}`" in entry.clause


# Methods of a public class that only declares what its subclasses have.
OF_OBJECTS = {"tf.types.experimental.GenericFunction.experimental_get_compiler_ir": lambda: tf.function(abs).experimental_get_compiler_ir}


def parameters(target):
    found = inspect.signature(target.__init__ if isinstance(target, type) else target).parameters.values()
    return [p for p in found if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


@pytest.mark.parametrize("name, entry", WHOLE, ids=lambda x: x if isinstance(x, str) else "")
def test_a_refused_name_refuses(name, entry, monkeypatch):
    monkeypatch.setattr(refusals, "_warned", set())
    target = OF_OBJECTS[name]() if name in OF_OBJECTS else resolved(name)
    given = [None] * (len(parameters(target)) - isinstance(target, type))
    if entry.goes_on:
        graph = v1.Graph()
        keywords = {"save_steps": 1} if name.endswith("Hook") else {}
        with graph.as_default(), pytest.warns(UserWarning) as told:
            target(*given, **keywords)
        assert str(told[0].message) == entry.text(name)
    else:
        with pytest.raises(entry.error) as raised:
            target(*given)
        known = (entry.text(n) for n in entry.names)
        assert str(raised.value) in known


def frozen(make, function):
    """The traced `function` of what `make` gives, with constants for variables."""
    x = make()
    return freezing.convert_variables_to_constants_v2(tf.function(lambda: function(x)).get_concrete_function())


def tiny_model():
    return tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])


def in_graph(function):
    def run():
        with tf.Graph().as_default():
            function()

    return run


def in_graph_too(function):
    return lambda **keywords: in_graph(lambda: function(**keywords))()


def of_each(call, names, **values):
    return {name: lambda name=name: call(**{name: values.get(name, "x")}) for name in names.split()}


LAYERS, OPTIONS = tf.keras.layers, tf.saved_model
# (name, argument) -> what is refused; an entry of several names has the example under one of them.
EXAMPLES = {
    ("tf.data.experimental.service.DispatcherConfig", "worker_max_concurrent_snapshots"): lambda: (
        tf.data.experimental.service.DispatchServer(tf.data.experimental.service.DispatcherConfig(worker_max_concurrent_snapshots=1))
    ),
    ("tf.fill", "layout"): lambda: tf.fill([1], 0, layout="x"),
    ("tf.zeros", "layout"): lambda: tf.zeros([1], layout="x"),
    ("tf.ones", "layout"): lambda: tf.ones([1], layout="x"),
    ("tf.zeros_like", "layout"): lambda: tf.zeros_like([1], layout="x"),
    ("tf.ones_like", "layout"): lambda: tf.ones_like([1], layout="x"),
    **{("tf.Variable", k): f for k, f in of_each(tf.Variable, "variable_def import_scope").items()},
    ("tf.Variable", "caching_device"): lambda: tf.Variable(1, caching_device="/cpu:0"),
    ("tf.TensorArray", "handle"): lambda: tf.TensorArray(tf.float32, 1, handle="x"),
    ("tf.summary.create_file_writer", "experimental_mesh"): lambda: tf.summary.create_file_writer("x", experimental_mesh="x"),
    ("tf.experimental.function_executor_type", "executor_type"): lambda: tf.experimental.function_executor_type("SINGLE").__enter__(),
    ("tf.test.Benchmark.run_op_benchmark", "store_trace"): lambda: tf.test.Benchmark().run_op_benchmark(None, None, store_trace=True),
    ("tf.test.TestCase.assertProtoEquals", "relative_tolerance"): lambda: tf.test.TestCase().assertProtoEquals(
        v1.GraphDef(), v1.GraphDef(), relative_tolerance=1.0
    ),
    ("tf.config.experimental.set_device_policy", "device_policy"): lambda: tf.config.experimental.set_device_policy("explicit"),
    ("tensorflow.python.client.device_lib.list_local_devices", "session_config"): lambda: private_modules.resolve(
        "tensorflow.python.client.device_lib.list_local_devices"
    )(session_config="x"),
    ("keras.src.utils.conv_utils.conv_kernel_mask", "padding"): lambda: private_modules.resolve(
        "keras.src.utils.conv_utils.conv_kernel_mask"
    )((5,), (3,), (1,), "full"),
    **{
        ("tf.compat.v1.keras.callbacks.TensorBoard", k): f
        for k, f in of_each(v1.keras.callbacks.TensorBoard, "write_grads embeddings_layer_names embeddings_data", write_grads=True).items()
    },
    ("keras.src.utils.conv_utils.conv_kernel_idxs", "padding"): lambda: next(
        private_modules.resolve("keras.src.utils.conv_utils.conv_kernel_idxs")((5,), (3,), (1,), "full", 1, 1, "channels_last")
    ),
    ("tensorflow.python.ops.op_selector.get_backward_walk_ops", "only_differentiable"): lambda: private_modules.resolve(
        "tensorflow.python.ops.op_selector.get_backward_walk_ops"
    )([], only_differentiable=True),
    ("tensorflow.python.framework.test_util.run_in_graph_and_eager_modes", "assert_no_eager_garbage"): lambda: private_modules.resolve(
        "tensorflow.python.framework.test_util.run_in_graph_and_eager_modes"
    )(assert_no_eager_garbage=True),
    **{
        (name := f"tensorflow.python.ops.collective_ops.{function}", "group_size"): lambda name=name: private_modules.resolve(name)(
            1.0, 2, 1, 1
        )
        for function in ("all_reduce", "all_gather")
    },
    ("tensorflow.python.ops.gen_nccl_ops.nccl_all_reduce", "num_devices"): lambda: private_modules.resolve(
        "tensorflow.python.ops.gen_nccl_ops.nccl_all_reduce"
    )(1.0, "sum", 2, "x"),
    ("tensorflow.python.ops.data_flow_ops.StagingArea", "memory_limit"): lambda: private_modules.resolve(
        "tensorflow.python.ops.data_flow_ops.StagingArea"
    )([tf.float32], memory_limit=1),
    **{
        ("tensorflow.python.tpu.datasets.StreamingFilesDataset", k): f
        for k, f in of_each(
            private_modules.resolve("tensorflow.python.tpu.datasets.StreamingFilesDataset").__get__("x"), "file_reader_job worker_job"
        ).items()
    },
    ("tf.keras.dtensor.experimental.LayoutMap", "mesh"): lambda: tf.keras.dtensor.experimental.LayoutMap("x"),
    ("tf.data.Dataset", "variant_tensor"): lambda: tf.data.Dataset(tf.constant(1)),
    ("tf.data.Dataset.save", "checkpoint_args"): lambda: tf.data.Dataset.range(1).save("x", checkpoint_args={"directory": "y"}),
    ("tf.data.Dataset.load", "wait"): lambda: tf.data.Dataset.load("x", wait=True),
    ("tf.data.experimental.table_from_dataset", "hasher_spec"): lambda: tf.data.experimental.table_from_dataset(
        tf.data.Dataset.from_tensor_slices((["a"], tf.constant([1], tf.int64))), 1, 1, hasher_spec="x"
    ),
    **{
        ("tf.keras.layers.Layer.add_weight", k): f
        for k, f in of_each(LAYERS.Layer().add_weight, "collections caching_device layout use_resource", use_resource=False).items()
    },
    ("tf.keras.layers.DenseFeatures", "partitioner"): lambda: LAYERS.DenseFeatures.from_config(
        {"feature_columns": [], "partitioner": {"class_name": "x"}}
    ),
    ("tf.keras.Model.compile", "pss_evaluation_shards"): lambda: tiny_model().compile(pss_evaluation_shards=2),
    ("tf.keras.utils.audio_dataset_from_directory", "sampling_rate"): lambda: tf.keras.utils.audio_dataset_from_directory(
        "x", sampling_rate=8000
    ),
    ("tf.keras.utils.GeneratorEnqueuer", "use_multiprocessing"): lambda: tf.keras.utils.GeneratorEnqueuer(
        iter([]), use_multiprocessing=True
    ),
    ("convert_variables_to_constants_v2", "other uses"): lambda: frozen(lambda: tf.Variable(1.0), lambda v: v.assign_add(1.0)),
    ("convert_variables_to_constants_v2", "captures"): in_graph(
        lambda: frozen(lambda: tf.compat.v1.placeholder(tf.float32, []), lambda x: x * 2.0)
    ),
    ("tf.compat.v1.Session", "target"): in_graph(lambda: v1.Session("grpc://x:1")),
    ("tf.compat.v1.InteractiveSession", "target"): in_graph(lambda: v1.InteractiveSession("grpc://x:1")),
    ("tf.compat.v1.Variable", "expected_shape"): lambda: v1.Variable(1, expected_shape=[]),
    ("tf.compat.v1.estimator.tpu.RunConfig", "cluster"): lambda: v1.estimator.tpu.RunConfig(cluster="x"),
    **{
        ("tf.compat.v1.estimator.tpu.TPUEstimator", k): lambda k=k: v1.estimator.tpu.TPUEstimator(
            lambda features: None, config=v1.estimator.tpu.RunConfig(), **{"use_tpu": False, k: True}
        )
        for k in ("use_tpu", "embedding_config_spec")
    },
    ("tf.compat.v1.train.MonitoredTrainingSession", "is_chief"): in_graph(lambda: v1.train.MonitoredTrainingSession(is_chief=False)),
    ("tf.compat.v1.train.Supervisor", "is_chief"): in_graph(lambda: v1.train.Supervisor(is_chief=False)),
    ("tf.tpu.experimental.Topology", "serialized"): lambda: tf.tpu.experimental.Topology(b"x"),
    ("tf.tpu.experimental.embedding.TPUEmbeddingForServing", "experimental_sparsecore_restore_info"): lambda: (
        tf.tpu.experimental.embedding.TPUEmbeddingForServing([], None, {})
    ),
    ("tf.tpu.experimental.embedding.TPUEmbedding", "pipeline_execution_with_tensor_core"): lambda: (
        tf.tpu.experimental.embedding.TPUEmbedding([], None, True)
    ),
    ("tf.compat.v1.train.Saver", "builder"): lambda: v1.train.Saver(builder="x"),
    ("tf.contrib.eager.metrics.Mean", "use_global_variables"): lambda: contrib.eager.metrics.Mean(use_global_variables=True),
    ("tf.contrib.layers.batch_norm", "batch_weights"): in_graph(lambda: contrib.layers.batch_norm(tf.ones([1, 1]), batch_weights="x")),
    ("tf.contrib.layers.batch_norm", "zero_debias_moving_mean"): in_graph(
        lambda: contrib.layers.batch_norm(tf.ones([1, 1]), zero_debias_moving_mean=True)
    ),
    ("tf.contrib.lookup.index_table_from_tensor", "hasher_spec"): lambda: contrib.lookup.index_table_from_tensor(
        tf.constant(["a"]), 1, hasher_spec="x"
    ),
    ("tf.contrib.training.HParams", "hparam_def"): lambda: contrib.training.HParams(hparam_def="x"),
    ("tf.examples.tutorials.mnist.input_data.read_data_sets", "source_url"): lambda: resolved(
        "tf.examples.tutorials.mnist.input_data.read_data_sets"
    )("x", source_url="x"),
}


@pytest.mark.parametrize("name, argument", sorted(EXAMPLES))
@pytest.mark.filterwarnings("ignore")
def test_a_refused_argument_is_refused(name, argument):
    (entry,) = (e for n, e in NAMED if n == name and e.about == argument)
    with pytest.raises(entry.error) as raised:
        EXAMPLES[name, argument]()
    start = [f"{n}: {entry.clause.split('=')[0]}" for n in entry.names]
    end = [entry.advice(": ") + public_names.see(n) for n in entry.names]
    assert str(raised.value).startswith(tuple(start)) and str(raised.value).endswith(tuple(end))


def test_every_argument_has_an_example():
    without = [
        (e.names[0], e.about)
        for e in refusals.entries()
        if e.is_argument and not e.goes_on and not any((name, e.about) in EXAMPLES for name in e.names)
    ]
    assert without == []


def test_a_warning_comes_once(monkeypatch):
    monkeypatch.setattr(refusals, "_warned", set())
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for _ in range(3):
            tf.compat.v1.profiler.advise()
    assert len(told) == 1 and told[0].filename == __file__


# ---------------------------------------------------------------------- arguments that were dropped
def test_distributed_inputs_per_replica():
    options = tf.distribute.InputOptions(experimental_replication_mode=tf.distribute.InputReplicationMode.PER_REPLICA)
    strategy = tf.distribute.MirroredStrategy()
    with pytest.raises(NotImplementedError, match="only supported in `distribute_datasets_from_function`"):
        strategy.experimental_distribute_dataset(tf.data.Dataset.range(3), options)
    made = strategy.distribute_datasets_from_function(lambda context: tf.data.Dataset.range(3), options)
    assert [int(x) for x in made] == [0, 1, 2]


def test_losses_and_updates_of_inputs():
    with tf.Graph().as_default():
        x, y = v1.placeholder(tf.float32, [None, 3]), v1.placeholder(tf.float32, [None, 3])
        dense = v1.layers.Dense(2, kernel_regularizer=tf.reduce_sum, activity_regularizer=tf.reduce_sum)
        dense(x), dense(y)
        assert [len(dense.get_losses_for(of)) for of in (None, x, y, [x, y])] == [1, 1, 1, 2] and len(dense.losses) == 3
        norm = v1.layers.BatchNormalization()
        norm(x, training=True)
        assert [len(norm.get_updates_for(of)) for of in (None, x, y)] == [0, 2, 0]


# ---------------------------------------------------------------------- nothing beside the table
# What raises NotImplementedError as TensorFlow does: where a subclass has to define something, with TensorFlow's own words, or
# inside of this package. `*` is a whole module.
TENSORFLOWS_OWN = {
    "experimental/numpy/_types.py": "result_type",  # of what has no dtype in common
    "summary/debug_dumps/switches.py": "enable_dump_debug_info",
    "estimator/heads/of_v1.py": "HeadV1.*",  # abstract methods
    "distribute/variables.py": "MirroredVariable._scatter",
    "distribute/devices.py": "CrossDeviceOps.reduce_implementation CrossDeviceOps.batch_reduce_implementation",
    "compat/v1/initializers/base.py": "Initializer.__call__",
    "compat/v1/nn/rnn_cell.py": "RNNCell._not_defined",
    "contrib/opt/external.py": "ExternalOptimizerInterface._minimize",
    "contrib/rnn/block_cells.py": "FusedRNNCell.__call__",
    "compat/v1/variables/scope.py": "VariableScope.__init__ VariableScope.set_caching_device",
    "compat/v1/distributions/base.py": "*",
    "compat/v1/distributions/divergence.py": "kl_divergence",
    "compat/v1/graphs/readers.py": "GraphReader._open",
    "compat/v1/graphs/wrapping.py": "WrappedFunction.__call__",
    "engine/graphs/sessions/arguments.py": "TensorHandle.to_numpy_array",
    "compat/v1/train/adaptive.py": "_Adaptive._numbers",
    "train/checkpoint.py": "Checkpoint.save",
    "compat/v1/train/sessions/creators.py": "SessionCreator.create_session",
    "estimator/export/outputs.py": "ExportOutput.as_signature_def",
    "compat/v1/train/optimizer.py": "Optimizer._apply Optimizer._apply_dense Optimizer._resource_apply_sparse Optimizer._apply_sparse",
    "contrib/eager/metrics.py": "Metric.call Metric.result",
    "contrib/seq2seq/attention.py": "AttentionMechanism.*",
    "contrib/seq2seq/decoding.py": "Decoder.*",
    "contrib/seq2seq/helpers.py": "Helper.*",
    "keras/engine/output_shapes.py": "HasOutputShapes.compute_output_shape",
    "keras/engine/symbolic.py": "_declared",
    "keras/optimizers/legacy/hooks.py": "Hooks._resource_apply_dense Hooks._resource_apply_sparse Formula._formula",
    "engine/graph_gradients/custom_gradient.py": "_Recorded.backward",
    "data/dataset.py": "Dataset._rows Dataset._row_source",
    "data/iterators.py": "*",
    "data/transformations/base.py": "DatasetOp._setup UnaryDatasetOp._ordered",
    "data/transformations/ordering.py": "_Counted._of",
    "data/transformations/readers.py": "_Records._records",
    "data/optional.py": "*",
    "distribute/remote_value.py": "RemoteValue.fetch RemoteValue.get",
    "distribute/experimental/partitioners.py": "Partitioner.__call__",
    "distribute/worker_datasets.py": "PerWorkerDistributedIterator._only_there",
    "distribute/inputs/datasets.py": "_not_enumerated",
    "distribute/inputs/of_strategies.py": "StrategyInputs.experimental_distribute_dataset",
    "distribute/extended.py": "StrategyExtended.experimental_between_graph",
    "engine/autograph/loops.py": "*",
    "engine/autograph/operators.py": "int_",
    "engine/values/composite_tensor.py": "*",
    "engine/values/dtypes.py": "_ml_dtype",
    "engine/graphs/graph_variable.py": "*",
    "engine/graphs/symbolic_tensor.py": "SymbolicTensor.__array__",
    "engine/values/tensor.py": "Tensor.eval EagerTensor.consumers",
    "engine/values/type_spec_base.py": "TypeSpec._to_legacy_output_types TypeSpec._to_legacy_output_shapes",
    "engine/variables/variable.py": "Variable.__init__ Variable.numpy",
    "experimental/numpy/counting.py": "size",
    "keras/initializers/base.py": "Initializer.__call__",
    "keras/layers/attention.py": "BaseDenseAttention._calculate_scores",
    "keras/layers/rnn/cell_wrappers.py": "_CellWrapper._around",
    "keras/layers/lambda_layer.py": "Lambda.compute_output_shape",
    "keras/layers/merging.py": "_Merge._merge_function",
    "keras/engine/persistence.py": "_default_config",
    "keras/layers/preprocessing/augmentation.py": "*",
    "keras/layers/preprocessing/base.py": "*",
    "keras/layers/preprocessing/images.py": "method_of",
    "keras/layers/reshaping.py": "_Spatial._resized UpSampling2D.__init__",
    "keras/layers/rnn/cells.py": "*",
    "keras/losses/base.py": "*",
    "keras/metrics/base.py": "*",
    "keras/metrics/experimental.py": "*",
    "keras/models/model.py": "Model.call",
    "keras/optimizers/adaptive.py": "_Adaptive._kept",
    "keras/optimizers/legacy/applying.py": "apply",
    "keras/optimizers/legacy/optimizer.py": "Optimizer._meet Optimizer._resource_apply_dense Optimizer._resource_apply_sparse",
    "keras/optimizers/optimizer.py": "Optimizer.__init__ Optimizer.update_step",
    "keras/optimizers/schedules.py": "*",
    "keras/preprocessing/image/iterators.py": "Iterator._get_batches_of_transformed_samples",
    "keras/regularizers.py": "*",
    "keras/saving/api.py": "load_weights",
    "keras/saving/hdf5.py": "save_model _own_weights",
    "compat/v1/logging.py": "flush",
    "keras/utils/enqueuers.py": "SequenceEnqueuer._run",
    "keras/utils/images.py": "get_interpolation",
    "keras/utils/sequences.py": "*",
    "keras/utils/sidecar.py": "TimedThread.on_interval",
    "linalg/operators/blocks.py": "*",
    "linalg/operators/check_methods.py": "*",
    "linalg/operators/linear_operator.py": "*",
    "linalg/operators/number_methods.py": "*",
    "math/division.py": "truncatediv",
    "nn/gradient_ops.py": "broadcast_gradient_args",
    "ragged/partitions.py": "_to_ids _to_splits",
    "lookup/initializers.py": "TableInitializerBase._pairs",
    "saved_model/experimental.py": "TrackableResource._create_resource",
    "signal/cosine.py": "_check",
    "experimental/numpy/indexing.py": "_in_order",
    "summary/writers.py": "SummaryWriter.*",
    "private/tpu/tpu_function.py": "tpu_shard_context",
}


@pytest.fixture(scope="module", autouse=True)
def forgotten(uncollected):
    """The syntax trees are not kept for the tests of other modules."""
    yield
    trees.cache_clear()


@functools.cache
def trees(*words):
    """{file below the package: syntax tree} of the files that have one of the words."""
    texts = {path.relative_to(PACKAGE).as_posix(): path.read_text() for path in PACKAGE.rglob("*.py")}
    return {name: ast.parse(text) for name, text in texts.items() if any(word in text for word in words)}


def raising(tree, path=()):
    """The dotted functions of a module that raise or make a NotImplementedError."""
    for node in ast.iter_child_nodes(tree):
        inner = (*path, node.name) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else path
        if isinstance(node, (ast.Raise, ast.Return)) and any(
            isinstance(n, ast.Name) and n.id == "NotImplementedError" for n in ast.walk(node)
        ):
            yield ".".join(inner)
        yield from raising(node, inner)


def test_refusals_are_raised_from_the_table():
    beside = []
    for name, tree in trees("NotImplementedError").items():
        allowed = TENSORFLOWS_OWN.get(name, "").split()
        beside += [
            f"{name}: {function}"
            for function in raising(tree)
            if "*" not in allowed
            and function not in allowed
            and f"{function.split('.')[0]}.*" not in allowed
            and not name.startswith("refusals/")
        ]
    assert beside == []


def uses_of_the_table():
    """(name, about) of the calls that make exceptions and warnings; None for what is no literal."""
    for tree in trees("tfshim.refusals").values():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("refused", "warn", "refusing", "refusing_class", "_refusing_class")
            ):
                about = node.args[1] if len(node.args) > 1 and node.func.id in ("refused", "warn") else ast.Constant("")
                yield tuple(a.value if isinstance(a, ast.Constant) else None for a in (node.args[0], about))


def test_what_is_raised_stands_in_the_table():
    known = {(name, entry.about) for name, entry in NAMED}
    literal = {use for use in uses_of_the_table() if None not in use and use[0].startswith(("tf.", "tensorflow."))}
    assert literal - known == set() and len(literal) > 150


def test_the_table_has_nothing_that_is_not_raised():
    uses = set(uses_of_the_table())
    open_names = {name for name, about in uses if about is None}
    # names that are put together where they are raised
    built = (
        "tf.experimental.dtensor.",
        "tf.data.experimental.service.",
        "tf.compat.v1.assert_",
        "tf.compat.v1.profiler.",
        "tf.distribute.experimental.CentralStorageStrategy",
    )
    unused = [
        e.names
        for e in refusals.entries()
        if e.error is not AttributeError
        and not any((name, e.about) in uses or name in open_names or name.startswith(built) for name in e.names)
    ]
    also_built = {("tf.saved_model.SaveOptions",), ("tf.saved_model.LoadOptions",)}
    assert [
        names
        for names in unused
        if names not in also_built
        and "tf.fill" not in names
        and "tf.load_library" not in names
        and "tf.distribute.MirroredStrategy" not in names
    ] == []


def test_numbers_are_no_truth_values():
    entry = next(e for e in refusals.entries() if e.about == "write_grads")
    assert entry.refuses(True, False) and not entry.refuses(1, False) and not entry.refuses(np.True_, False)
