"""What the names of TensorFlow's and Keras' private modules stand for.

A name is looked for, in this order,

- among those that a definition declares with `tf_private` (`SERVED`);
- in the record of TensorFlow's own modules: which of their names are public ones under another name. That file is made by
  `scripts/record_private_names.py`;
- in the module of `tfshim.private` that replaces the whole one;
- below, in the few rows for names of other versions;
- in the module of another library that TensorFlow's was made into, or is a copy of;
- among the classes that are shown under the module, because TensorFlow's are (`shown_modules`);
- for protocol messages, in `engine/runtime/messages.py`.

Modules that TensorFlow moved are found under the places of other versions too.
"""

import contextlib
import functools
import importlib
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

from tfshim import shown_modules
from tfshim._tables.private import REPLACED, SERVED

ROOTS = tuple(f"tensorflow.{name}" for name in "python compiler core tsl tools".split()) + ("keras.src", "tensorflow_estimator.python")

# Rows of (place, names) for whole namespaces under another name. A name `a=b` is `b` there; `*` is every public name there that is
# not itself a module. A place that starts with `tf` is the public namespace, any other a module of tfshim.
_JOINED = {
    # Layers of TensorFlow 1, which have classes of their own in TensorFlow's copy of Keras.
    **{
        f"tensorflow.python.{package}.{module}": [("tf.compat.v1.layers", "*")]
        for package in ("layers", "keras.legacy_tf_layers")
        for module in ("base", "convolutional", "core", "layers", "normalization", "pooling")
    },
    "tensorflow.python.layers.convolutional": [
        (
            "tf.compat.v1.layers",
            """* Convolution1D=Conv1D Convolution2D=Conv2D Convolution2DTranspose=Conv2DTranspose Convolution3D=Conv3D
            Convolution3DTranspose=Conv3DTranspose SeparableConvolution1D=SeparableConv1D SeparableConvolution2D=SeparableConv2D
            Deconvolution2D=Conv2DTranspose Deconvolution3D=Conv3DTranspose""",
        ),
    ],
    "tensorflow.python.platform.flags": [("tf.compat.v1.flags", "*")],
    "tensorflow.python.util.compat": [("tfshim.private.util.number_types", "*")],
    "tensorflow.python.ops.confusion_matrix": [("tfshim.private.keras.losses_utils", "remove_squeezable_dimensions")],
    **{
        f"tensorflow.python.feature_column.{module}": [
            (
                "tfshim.feature_column._base",
                "FeatureColumn DenseColumn CategoricalColumn SequenceDenseColumn FeatureTransformationCache",
            ),
            ("tfshim.feature_column.old_columns", "_FeatureColumn _DenseColumn _CategoricalColumn _SequenceDenseColumn"),
            (
                "tfshim.feature_column.categorical",
                """IdentityCategoricalColumn HashedCategoricalColumn VocabularyListCategoricalColumn VocabularyFileCategoricalColumn
                WeightedCategoricalColumn _IdentityCategoricalColumn=IdentityCategoricalColumn
                _HashedCategoricalColumn=HashedCategoricalColumn _VocabularyListCategoricalColumn=VocabularyListCategoricalColumn
                _VocabularyFileCategoricalColumn=VocabularyFileCategoricalColumn _WeightedCategoricalColumn=WeightedCategoricalColumn""",
            ),
            ("tfshim.feature_column.crossed", "CrossedColumn _CrossedColumn=CrossedColumn"),
            (
                "tfshim.feature_column.dense",
                """IndicatorColumn EmbeddingColumn SharedEmbeddingColumn SharedEmbeddingColumnCreator _IndicatorColumn=IndicatorColumn
                _EmbeddingColumn=EmbeddingColumn""",
            ),
            (
                "tfshim.feature_column.numeric",
                "NumericColumn BucketizedColumn _NumericColumn=NumericColumn _BucketizedColumn=BucketizedColumn",
            ),
            ("tfshim.feature_column.sequences", "SequenceCategoricalColumn SequenceNumericColumn"),
            ("tfshim.private.feature_column_serialization", "*"),
        ]
        for module in ("feature_column", "feature_column_v2", "feature_column_v2_types", "feature_column_lib", "sequence_feature_column")
    },
    "tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl": [("tf.compat.v1.nn.rnn_cell", "*")],
    "tensorflow.python.ops.rnn_cell": [("tf.compat.v1.nn.rnn_cell", "*")],
    "tensorflow.python.ops.init_ops_v2": [
        (
            "tf.keras.initializers",
            """Constant Zeros Ones RandomUniform RandomNormal TruncatedNormal VarianceScaling Orthogonal Identity GlorotUniform
            GlorotNormal lecun_normal lecun_uniform he_normal he_uniform glorot_normal=GlorotNormal glorot_uniform=GlorotUniform""",
        ),
    ],
    "tensorflow.python.ops.variable_scope": [("tf.compat.v1", "variable=Variable")],
    "tensorflow.python.framework.graph_util": [("tf.compat.v1.graph_util", "*")],
    "tensorflow.python.framework.config": [
        ("tfshim.engine.runtime.determinism", "is_op_determinism_enabled=enabled disable_op_determinism=disable"),
    ],
    **{  # which holds nothing but the names of the others
        f"tensorflow.python.ops.linalg.sparse.{module}": [("tfshim.private.ops.sparse_csr_matrix_ops", "*")]
        for module in ("sparse", "gen_sparse_csr_matrix_ops")
    },
    # What handles ragged arguments is part of the public operation, which takes dense ones just as well.
    **{
        f"tensorflow.python.ops.ragged.{module}": rows
        for module, rows in {
            "ragged_array_ops": [("tf", "bitcast expand_dims rank reverse size split tile dynamic_partition")],
            "ragged_batch_gather_ops": [("tf.compat.v1", "batch_gather")],
            "ragged_concat_ops": [("tf", "concat")],
            "ragged_conversion_ops": [("tf.RaggedTensor", "from_tensor from_sparse to_tensor to_sparse")],
            "ragged_gather_ops": [("tf", "gather gather_nd")],
            "ragged_math_ops": [
                ("tf", "matmul reduce_sum reduce_prod reduce_min reduce_max reduce_mean reduce_all reduce_any"),
                ("tf.math", "reduce_variance reduce_std ragged_cumsum=cumsum"),
                ("tf.nn", "softmax"),
                (
                    "tf.math",
                    """segment_sum=unsorted_segment_sum segment_prod=unsorted_segment_prod segment_min=unsorted_segment_min
                    segment_max=unsorted_segment_max segment_mean=unsorted_segment_mean segment_sqrt_n=unsorted_segment_sqrt_n""",
                ),
            ],
            "ragged_squeeze_op": [("tf", "squeeze")],
            "ragged_string_ops": [("tf.strings", "reduce_join")],
            "ragged_where_op": [("tf.compat.v1", "where where_v2")],
        }.items()
    },
    "tensorflow.python.ops.ragged.ragged_tensor": [
        ("tfshim.ragged.ragged_tensor_value", "convert_to_tensor_or_ragged_tensor=ragged_or_tensor"),
    ],
    "tensorflow.python.pywrap_tensorflow": [("tf.compat.v1.train", "NewCheckpointReader")],
    "keras.src.saving.model_config": [("tf.keras.models", "model_from_config model_from_json model_from_yaml")],
    "tensorflow.python.framework.ops": [
        # Names of other versions of the module.
        ("tf", "device register_tensor_conversion_function Tensor IndexedSlices"),
        ("tf.compat.v1", "convert_to_tensor convert_to_tensor_or_indexed_slices colocate_with"),
    ],
    "tensorflow.python.framework.tensor_conversion": [
        ("tf", "convert_to_tensor_v2=convert_to_tensor"),
        ("tf.compat.v1", "convert_to_tensor_v1=convert_to_tensor"),
    ],
    "tensorflow.python.framework.versions": [
        ("tf.version", "__version__=VERSION __git_version__=GIT_VERSION __compiler_version__=COMPILER_VERSION"),
    ],
    "tensorflow.python.framework.tensor_spec": [("tfshim.engine.values.typespec", "BoundedTensorSpec DenseSpec")],
    "tensorflow.python.ops.lookup_ops": [
        (
            "tfshim.contrib.lookup",
            """index_table_from_tensor=_index_table_of_list index_to_string_table_from_tensor=_index_to_string_table_of_list
            index_table_from_file index_to_string_table_from_file TextFileIdTableInitializer TextFileStringTableInitializer HashTable""",
        ),
    ],
    **{
        f"keras.src.layers.convolutional.{module}": [("tfshim.keras.layers.convolutional.regular", "Conv=_Conv BaseConv=_Conv")]
        for module in ("base_conv", "base_convolution", "convolutional")
    },
    "keras.src.layers.convolutional": [("tfshim.keras.layers.convolutional.regular", "Conv=_Conv")],
    # Which were modules, and not packages as later.
    "keras.src.layers.normalization": [("tf.keras.layers", "BatchNormalization LayerNormalization UnitNormalization")],
    "keras.src.engine": [("tf.keras", "Input Model Sequential"), ("tf.keras.layers", "InputLayer InputSpec Layer")],
    "keras.src.engine.training": [("tf.keras", "Model")],
    "tensorflow.python.framework.tensor_shape": [
        ("tfshim.engine.values.shape_parts.dimensions", "as_dimension dimension_value"),
        ("tfshim.engine.values.shapes", "as_shape dimension_at_index unknown_shape"),
    ],
    "tensorflow.python.framework.test_util": [
        ("tf.test", "TensorFlowTestCase=TestCase is_gpu_available gpu_device_name assert_equal_graph_def"),
    ],
    "tensorflow.python.framework.tensor_util": [("tf", "is_tensor MakeNdarray=make_ndarray")],
    "tensorflow.python.framework.constant_op": [("tf", "constant_v1=constant")],
    "tensorflow.python.eager.context": [
        ("tf", "executing_eagerly device in_eager_mode=executing_eagerly"),
        ("tfshim.engine.runtime.context", "eager_mode"),
    ],
    "tensorflow.python.eager.def_function": [("tf.config", "run_functions_eagerly functions_run_eagerly")],
    # Names that are the functions of TensorFlow 2 there.
    "tensorflow.python.ops.array_ops": [("tf", "*"), ("tf.compat.v1", "placeholder placeholder_with_default")],
    "tensorflow.python.ops.math_ops": [
        ("tf.math", "*"),
        ("tf", "*"),
        ("tf.math", "mod=floormod"),
        ("tf.compat.v1", "div to_float to_int32"),
    ],
    "tensorflow.python.ops.control_flow_ops": [
        ("tf", "Assert cond case group no_op switch_case tuple while_loop"),
        ("tfshim.private.ops.dependencies", "with_dependencies"),
    ],
    "tensorflow.python.ops.resource_variable_ops": [("tfshim.engine.variables.variable", "BaseResourceVariable=Variable")],
    "tensorflow.python.framework.dtypes": [("tf.dtypes", "*"), ("tf", "string variant resource")],
    "tensorflow.python.util.nest": [("tf.nest", "* is_sequence=is_nested")],
    "tensorflow.python.platform.test": [("tf.test", "*"), ("unittest", "mock")],
    "tensorflow.python.platform.gfile": [("tf.compat.v1.gfile", "*")],
}

# Where TensorFlow 2.15 has what was a module of its own in other versions.
_MOVED = {
    "tensorflow.python.training.checkpoint_management": ["tensorflow.python.checkpoint.checkpoint_management"],
    "tensorflow.python.training.tracking.base": ["tensorflow.python.trackable.base"],
    "tensorflow.python.training.tracking.data_structures": ["tensorflow.python.trackable.data_structures"],
    "tensorflow.python.training.tracking.graph_view": ["tensorflow.python.checkpoint.graph_view"],
    "tensorflow.python.training.tracking.tracking": [
        "tensorflow.python.trackable.autotrackable",
        "tensorflow.python.trackable.asset",
        "tensorflow.python.trackable.resource",
    ],
    "tensorflow.python.training.tracking.util": ["tensorflow.python.checkpoint.checkpoint"],
    "tensorflow.python.framework.type_spec": ["tensorflow.python.framework.type_spec_registry"],
    "tensorflow.python.ops.control_flow_ops": [
        "tensorflow.python.ops.control_flow_assert",
        "tensorflow.python.ops.control_flow_case",
        "tensorflow.python.ops.control_flow_switch_case",
        "tensorflow.python.ops.cond",
        "tensorflow.python.ops.while_loop",
    ],
    "tensorflow.python.ops.rnn_cell_impl": ["tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl"],
    "keras.src.saving.hdf5_format": ["keras.src.saving.legacy.hdf5_format"],
    "keras.src.saving.save": ["keras.src.saving.saving_api"],
    "keras.src.initializers.initializers_v2": ["keras.src.initializers.initializers"],
    "keras.src.utils.generic_utils": ["keras.src.saving.legacy.serialization", "keras.src.saving.object_registration"],
    "keras.src.layers.dense_attention": ["keras.src.layers.attention.base_dense_attention"],
    "keras.src.engine.compile_utils": ["keras.src.utils.losses_utils"],
    "keras.src.testing_utils": ["keras.src.testing_infra.test_utils"],
    "tensorflow.python.keras.optimizer_v2.learning_rate_schedule": ["keras.src.optimizers.schedules.learning_rate_schedule"],
    "tensorflow.python.autograph.core.naming": ["tensorflow.python.autograph.pyct.naming"],
}
_MOVED_PACKAGES = {
    "tensorflow.python.estimator": "tensorflow_estimator.python.estimator",
    "tensorflow.python.keras": "keras.src",
    "keras": "keras.src",  # up to Keras 2.12
    "keras.src.optimizer_v2": "keras.src.optimizers.legacy",
    "keras.src.saving.saved_model": "keras.src.saving.legacy.saved_model",
    # Modules of layers, up to Keras 2.8.
    **{
        f"keras.src.layers.{module}": "keras.src.layers"
        for module in """advanced_activations convolutional_recurrent cudnn_recurrent dense_attention embeddings local merge noise
        normalization_v2 recurrent recurrent_v2 rnn_cell_wrapper_v2 wrappers""".split()
    },
    "keras.src.engine.topology": "keras.src.engine.base_layer",
}


# Packages of TensorFlow that are libraries of their own, of which tfshim uses the same one.
_LIBRARIES = {"tensorflow.python.autograph": "malt"}


@functools.cache
def _record():
    """(what `recorded` gives, the public namespaces of TensorFlow 2.15)."""
    found = json.loads((Path(__file__).parent / "_tables" / "private_names.json").read_text(encoding="utf-8"))
    namespaces = frozenset(found.pop("").split())
    return found, namespaces


def recorded():
    """{private module of TensorFlow 2.15: {public namespace: "name name shown=public"}}."""
    return _record()[0]


def is_namespace(name):
    """Whether `name`, such as "keras.layers", is a public namespace of TensorFlow 2.15."""
    return f"tf.{name}" in _record()[1]


@functools.cache
def _packages():
    """All modules that have modules below them."""
    names = {*recorded(), *SERVED, *REPLACED, *_JOINED, *_MOVED}
    return {parts for name in names for parts in _prefixes(name)}


def _prefixes(name):
    parts = name.split(".")
    return [".".join(parts[:n]) for n in range(2, len(parts))]


@functools.cache
def exists(name):
    """Whether there is a private module `name`."""
    if name in _packages():
        return True
    return any(
        m in SERVED or m in REPLACED or m in _JOINED or m in recorded() or shown_modules.exists(m) or messages_of(m) or _library(m)
        for m in _homes(name)
    )


@functools.cache
def _homes(module):
    """The private modules that have what is looked for in `module`."""
    homes = [module, *_MOVED.get(module, ())]
    for package, now in _MOVED_PACKAGES.items():
        homes += [
            now + h.removeprefix(package) for h in homes if f"{h}.".startswith(f"{package}.") and not (package == "keras" and now in h)
        ]
    # `tensorflow.python.keras` is laid out as Keras was then, so what is found in the package of today may have moved within it.
    return list(dict.fromkeys(homes + [place for home in homes for place in _MOVED.get(home, ())]))


@functools.cache
def _imports():
    """{private module of TensorFlow 2.15: {package: "name name shown=own"}}, which have the private modules that it imports."""
    return json.loads((Path(__file__).parent / "_tables" / "private_imports.json").read_text(encoding="utf-8"))


def imported(module, name):
    """The full name of the private module that `module` has as its `name`, since TensorFlow's imports it; None if there is none."""
    for home in _homes(module):
        for package, entries in _imports().get(home, {}).items():
            for entry in entries.split():
                shown, _, own = entry.partition("=")
                full = f"{package}.{own or shown}"
                if shown == name and exists(full):
                    return full
    return None


def find(module, name):
    """What the private `module` calls `name`. Raises AttributeError."""
    for home in _homes(module):
        for place, own in _places(home, name):
            with contextlib.suppress(AttributeError):
                value = resolve(place).positional(own) if place == "tf.raw_ops" else member(resolve(place), own)
                # Not what a module happens to import, but for what it has under a name of its own, as TensorFlow's does.
                if not isinstance(value, ModuleType) or own.startswith("_") and place.startswith("tfshim.private."):
                    return value
        if name in (shown := shown_modules.classes(home)):
            return shown[name]
        messages = messages_of(home)
        if messages is not None and hasattr(messages, name):
            return getattr(messages, name)
    raise AttributeError(name)


@functools.cache
def _exporters():
    """{(namespace of `tf.__internal__`, name): [(private module, name there)]}."""
    found = {}
    for module, spaces in recorded().items():
        for namespace, entries in spaces.items():
            if ".__internal__" in namespace:
                for alias, _, own in (entry.partition("=") for entry in entries.split()):
                    found.setdefault((namespace, own or alias), []).append((module, alias))
    return found


def exported_as(namespace, name):
    """What a private module serves that TensorFlow shows as `name` of `namespace`, such as "tf.__internal__.ops"; None if none does."""
    for module, alias in _exporters().get((namespace, name), ()):
        for place, own in _places(module, alias):
            if place.startswith("tfshim."):
                return member(resolve(place), own)
    return None


def names(module):
    """The names that are found in the private `module`, as a set."""
    found = set()
    for home in _homes(module):
        for place, entries in _rows(home):
            for entry in entries.split():
                if entry == "*":
                    found |= {n for n in listed(place) if not n.startswith("_")}
                else:
                    found.add(entry.partition("=")[0])
        found |= {*shown_modules.classes(home)}
        messages = messages_of(home)
        found |= {n for n in dir(messages) if not n.startswith("_")} if messages is not None else set()
    return {name for name in found if _is_found(module, name)}


def _is_found(module, name):
    try:
        find(module, name)
    except (AttributeError, ImportError):  # what tfshim does not have, and what needs a library that is not installed
        return False
    return True


def replaced(module):
    """The module of tfshim that replaces the private `module`, None if none does."""
    place = REPLACED.get(module)
    return importlib.import_module(f"tfshim.{place}") if place else None


def _rows(home):
    """(place, names) in their order: what is declared, what was recorded, what replaces the module, what is joined."""
    rows = [(f"tfshim.{place}", entries) for place, entries in SERVED.get(home, {}).items()]
    rows += recorded().get(home, {}).items()
    if home in REPLACED:
        rows.append((f"tfshim.{REPLACED[home]}", "*"))
    if (library := _library(home)) is not None:
        rows.append((library, "*"))
    return [*rows, *_JOINED.get(home, ())]


def _places(home, name):
    """(place, name there) where `name` of a private module may be."""
    for place, entries in _rows(home):
        for entry in entries.split():
            alias, _, target = entry.partition("=")
            if alias == name:
                yield place, target or alias
            elif alias == "*" and (not place.startswith("tfshim.private.") or name in listed(place)):
                yield place, name


def listed(place):
    """The names that `*` of a place stands for: those that a replacement defines or lists as its own, else all that `dir` shows."""
    where = resolve(place)
    if not place.startswith("tfshim.private."):
        return dir(where)
    if hasattr(where, "__all__"):
        return where.__all__
    # Not what it imports: the annotations, and the classes of TensorFlow.
    others = ("typing", "collections.abc", "__future__", "tensorflow.", "keras.")
    return [name for name, value in vars(where).items() if not (getattr(value, "__module__", None) or "").startswith(others)]


@functools.cache
def messages_of(module):
    """The protocol messages of the private `module`, None if it has none."""
    last = module.rpartition(".")[2]
    if not last.endswith("_pb2") or not module.startswith(("tensorflow.core.", "tensorflow.tsl.", "tensorflow.python.training.")):
        return None
    # The messages of programs that name them are the only ones that have to be made.
    messages = importlib.import_module("tfshim.engine.runtime.messages")
    name = last.removesuffix("_pb2")
    return messages.file(name) if messages.known(name) else None


@functools.cache
def _library(module):
    """The module of another library that stands for TensorFlow's, None if there is none."""
    package = next((p for p in _LIBRARIES if f"{module}.".startswith(f"{p}.")), None)
    if package is None:
        return None
    importlib.import_module("tfshim.engine.autograph.conversion")  # which loads malt in the right order
    name = _LIBRARIES[package] + module.removeprefix(package)
    try:
        return name if importlib.util.find_spec(name) else None
    except ModuleNotFoundError:  # a module below one that is not there
        return None


def resolve(place):
    """The object of a place: `tf...` by attributes of tfshim, anything else by import."""
    if place != "tf" and not place.startswith("tf."):
        return importlib.import_module(place)
    value = sys.modules["tfshim"]
    for part in place.split(".")[1:]:
        value = member(value, part)
    return value


def member(owner, name):
    """`owner.name`, importing it if `owner` is a package that has not imported that module yet."""
    try:
        return getattr(owner, name)
    except AttributeError:
        if isinstance(owner, ModuleType) and owner.__name__.startswith("tfshim"):
            with contextlib.suppress(ModuleNotFoundError):
                return importlib.import_module(f"{owner.__name__}.{name}")
        raise
