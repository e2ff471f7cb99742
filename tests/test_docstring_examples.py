"""What help() shows of public names: every example runs and prints what it says, and every callable of the namespaces below has one."""

import contextlib
import doctest
import importlib
import inspect
import io
import sys

import numpy as np
import pytest

from tfshim._listing import places
from tfshim._tables import NAMES as OF_2
from tfshim._tables import v1
from tfshim.engine.random import seeds

_KERAS_1 = [f"keras.{name}" for name in "backend callbacks initializers layers utils".split()]
_OF_1 = ["layers", "layers.experimental", "losses", "nn.rnn_cell", "nn", "metrics", "train"]
NAMES = {
    **OF_2,
    **{f"compat.v1.{path}".rstrip("."): v1.NAMES[path] for path in ["", *_OF_1]},
    **{f"compat.v1.{path}": {place: names for place, names in v1.ADDED[path].items() if "keras" in place} for path in _KERAS_1},
    "compat.v1.keras": {"compat.v1.keras.layers": "GRU GRUCell LSTM LSTMCell"},
}
# Namespaces and classes (by their module's place below tfshim, as in the tables of names; "" is tf itself) whose examples are run.
RUN = [
    "",
    "math",
    "nn",
    "data.Dataset",
    "linalg",
    "image",
    "strings",
    "random",
    "signal",
    "io",
    "keras",
    "keras.models",
    "keras.layers",
    "keras.optimizers",
    "keras.optimizers.schedules",
    "keras.losses",
    "keras.metrics",
    "keras.callbacks",
    "keras.activations",
    "keras.initializers",
    "keras.regularizers",
    "keras.constraints",
    "keras.utils",
    "keras.preprocessing.sequence",
    "keras.preprocessing.text",
    "summary",
    "distribute",
    "train",
    "keras.preprocessing.image",
    "keras.backend",
    "keras.applications",
    "keras.optimizers.legacy",
    "sparse",
    "sets",
    "lookup",
    "lookup.experimental",
    "experimental.numpy",
    "experimental.numpy.random",
    "linalg.experimental",
    "linalg.LinearOperator",
    "Variable",
    "Tensor",
    "bitwise",
    "ragged",
    "saved_model",
    "data",
    "errors",
    "debugging",
    "keras.mixed_precision",
    "keras.export",
    "keras.experimental",
    "keras.estimator",
    "keras.utils.legacy",
    *[f"keras.{name}.experimental" for name in "backend callbacks layers metrics models utils dtensor".split()],
    "data.experimental",
    "feature_column",
    "test",
    "test.experimental",
    "queue",
    "distribute.cluster_resolver",
    "distribute.experimental.partitioners",
    "quantization",
    "estimator",
    "estimator.export",
    "estimator.experimental",
    "data.experimental.service",
    "saved_model.experimental",
    "experimental.dlpack",
    "random.experimental",
    "autodiff",
    "experimental",
    "config",
    "autograph",
    "math.special",
    "audio",
    "train.Checkpoint",
    "train.CheckpointManager",
    "random.Generator",
    "io.gfile",
    "nest",
    "config.experimental",
    "config.threading",
    "config.optimizer",
    "summary.experimental",
    "train.experimental",
    "nn.experimental",
    "profiler.experimental",
    *[
        f"keras.applications.{name}"
        for name in "imagenet_utils resnet resnet_v2 resnet_rs vgg16 vgg19 densenet xception inception_v3 inception_resnet_v2 nasnet "
        "regnet convnext efficientnet efficientnet_v2 mobilenet mobilenet_v2 mobilenet_v3".split()
    ],
    *[f"keras.datasets.{name}" for name in "boston_housing cifar10 cifar100 fashion_mnist imdb mnist reuters".split()],
    *["compat.v1", "compat.v1.keras", *[f"compat.v1.{path}" for path in (*_OF_1, *_KERAS_1)]],
]
# The examples of the architectures differ in names and numbers alone; some small ones are run, as all take minutes.
_RUN_MODELS = {
    ("keras.applications", name)
    for name in "MobileNet MobileNetV2 MobileNetV3Small ResNet50 VGG19 DenseNet121 EfficientNetB0 RegNetX002 ConvNeXtTiny Xception".split()
}
# Each callable of these has an example.
_FEW_EXAMPLES = ("Variable", "Tensor")
_RUN_ONLY = (
    "saved_model.experimental",
    "experimental.dlpack",
    "random.experimental",
    "estimator",
    "estimator.export",
    "estimator.experimental",
    "data.experimental.service",
    "experimental",
    "autodiff",
    "compat.v1",
    "compat.v1.nn",
    "compat.v1.train",
)
# Classes of which each method has one; those of tf itself are run with it.
_CLASSES = [
    "GradientTape",
    "keras.callbacks.Callback",
    "keras.losses.Loss",
    "RaggedTensor",
    "TensorShape",
    "DType",
    "TensorArray",
    "keras.callbacks.CallbackList",
]
WITH_EXAMPLES = [path for path in [*RUN, *_CLASSES] if path not in (*_FEW_EXAMPLES, *_RUN_ONLY)]
# Of these, the docstrings have this many characters on average.
HELD = [*WITH_EXAMPLES, *_FEW_EXAMPLES, "keras.Model", "keras.layers.Layer", "keras.metrics.Metric"]
CHARACTERS = 600
# Of these classes, each method named here has an example and this many characters, whatever else they have.
METHODS = {
    "distribute.Strategy": [
        *("run", "reduce", "scope", "gather", "experimental_local_results", "experimental_distribute_dataset"),
        *("distribute_datasets_from_function", "experimental_distribute_values_from_function"),
    ],
    "keras.optimizers.legacy.Optimizer": ["minimize", "apply_gradients", "get_slot", "get_weights", "set_weights", "get_config"],
    "keras.preprocessing.text.Tokenizer": [
        *("fit_on_texts", "fit_on_sequences", "texts_to_sequences", "texts_to_sequences_generator", "sequences_to_texts"),
        *("sequences_to_texts_generator", "texts_to_matrix", "sequences_to_matrix", "get_config", "to_json"),
    ],
    "io.gfile.GFile": ["read", "write", "seek", "tell", "readline", "readlines", "next", "flush", "close", "seekable"],
    "keras.preprocessing.image.ImageDataGenerator": [
        *("standardize", "get_random_transform", "apply_transform", "random_transform", "fit"),
        *("flow", "flow_from_directory", "flow_from_dataframe"),
    ],
    "keras.layers.StringLookup": ["get_vocabulary", "vocabulary_size", "set_vocabulary", "update_state", "reset_state", "finalize_state"],
    "keras.layers.IntegerLookup": [
        "save_assets",
        "load_assets",
        "vocab_size",
        "compute_output_signature",
        "make_adapt_function",
        "compile",
    ],
    "keras.layers.LSTMCell": ["get_initial_state", "get_dropout_mask_for_cell", "reset_dropout_mask"],
    "keras.layers.Conv2D": ["convolution_op", "count_params", "get_input_at", "get_output_shape_at"],
    "keras.Model": ["get_compile_config", "compile_from_config", "add_loss", "add_metric"],
    "keras.export.ExportArchive": ["track", "add_endpoint", "add_variable_collection", "write_out"],
    "keras.utils.SequenceEnqueuer": ["start", "stop", "get", "is_running"],
    "keras.layers.GRU": ["get_initial_state", "reset_states"],
    "keras.layers.TextVectorization": ["get_vocabulary", "vocabulary_size", "set_vocabulary", "update_state"],
    "keras.utils.FeatureSpace": ["adapt", "cross", "feature", "get_inputs", "get_encoded_features", "save"],
    "keras.Sequential": ["build", "call", "compute_output_shape", "get_config", "from_config"],
    "train.ExponentialMovingAverage": ["apply", "average", "average_name"],
    "queue.FIFOQueue": ["enqueue", "enqueue_many", "dequeue", "dequeue_many", "dequeue_up_to", "close", "is_closed", "size"],
    "distribute.ReplicaContext": ["all_reduce", "all_gather", "merge_call"],
    "TypeSpec": ["is_compatible_with", "is_subtype_of", "most_specific_common_supertype", "flatten", "to_tensors", "from_tensors"],
    "test.TestCase": ["assertAllEqual", "assertAllClose", "assertAllInRange", "assertDTypeEqual", "evaluate", "get_temp_dir"],
    "train.Coordinator": [
        *("request_stop", "should_stop", "wait_for_stop", "stop_on_exception", "join", "clear_stop", "raise_requested_exception"),
    ],
    "keras.mixed_precision.LossScaleOptimizer": ["get_scaled_loss", "get_unscaled_gradients", "get_config", "from_config"],
    "data.NumpyIterator": ["next", "save", "restore"],
    "data.Options": ["merge"],
    "data.Iterator": ["get_next", "get_next_as_optional"],
    "keras.initializers.Constant": ["get_config", "from_config"],
    "keras.regularizers.L1L2": ["get_config", "from_config"],
    "keras.constraints.MaxNorm": ["get_config", "from_config"],
    "keras.optimizers.schedules.CosineDecay": ["get_config", "from_config"],
    "keras.metrics.BinaryAccuracy": ["update_state", "from_config"],
    "keras.metrics.Mean": ["update_state"],
    "keras.metrics.Precision": ["update_state", "result"],
    "keras.metrics.FalseNegatives": ["update_state", "result"],
    "keras.metrics.MeanIoU": ["update_state", "result"],
    "keras.metrics.AUC": ["update_state", "result"],
    "keras.metrics.F1Score": ["update_state", "result"],
}

pytestmark = pytest.mark.usefixtures("active")


def named(path):
    """{public name: (module, name there)} of a namespace, without what a namespace before it in `RUN` has as well."""
    found = places(NAMES.get(path, {}), "tfshim")
    before = {place for other in RUN[: RUN.index(path)] for place in places(NAMES.get(other, {}), "tfshim").values()}
    return {name: place for name, place in found.items() if place not in before}


def reached(path):
    package, _, name = path.rpartition(".")
    if package not in NAMES:  # a class of such a module
        return getattr(importlib.import_module(f"tfshim.{package}"), name)
    found = places(NAMES[package], "tfshim")
    if name not in found:  # a module whose own names are the public ones
        return importlib.import_module(f"tfshim.{path}")
    module, own = found[name]
    return getattr(importlib.import_module(module), own)


def documented(path):
    """{name: object} of what has a docstring of its own: functions and classes of a namespace, methods and properties of a class."""
    if path and path not in NAMES:
        return members(reached(path))
    found = {name: getattr(importlib.import_module(module), own) for name, (module, own) in named(path).items()}
    # NumPy's own classes have NumPy's texts.
    return {name: value for name, value in found.items() if callable(value) and getattr(value, "__module__", None) != "numpy"}


def members(kind):
    """The public methods and properties of a class, those of classes that are no public names themselves included."""
    found = {}
    for name in dir(kind):
        value = inspect.getattr_static(kind, name)
        if not name.startswith("_") and (isinstance(value, (property, staticmethod, classmethod)) or callable(value)):
            found[name] = getattr(value, "__func__", value)
    return found


def refused(value):
    return text_of(value).startswith("Not supported")


def text_of(value):
    return inspect.getdoc(value) or ""


def texts(path):
    """{name: docstring} of all that has examples in a namespace: what is documented there, and the methods of its classes; each once."""
    found = {}
    for name, value in documented(path).items():
        found[name] = text_of(value)
        if inspect.isclass(value):
            found |= {f"{name}.{method}": text_of(inner) for method, inner in members(value).items()}
    return {name: text for text, name in {text: name for name, text in reversed(found.items())}.items() if ">>>" in text}


@pytest.mark.parametrize("path", RUN)
def test_examples_print_what_they_say(path, tmp_path, monkeypatch):
    tf = importlib.import_module("tensorflow")
    monkeypatch.delitem(sys.modules, "IPython.core.magics.namespace", raising=False)  # by which Keras knows a notebook
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    wrong = []
    for name, text in texts(path).items():
        if path.startswith("keras.applications") and name[0].isupper() and (path, name) not in _RUN_MODELS:
            continue
        seeds.set_seed(None)
        folder = tmp_path / str(len(list(tmp_path.iterdir())))  # where no other example has left a file
        folder.mkdir()
        monkeypatch.chdir(folder)
        report = io.StringIO()
        example = parser.get_doctest(text, {"tf": tf, "np": np, "__name__": "__main__"}, f"{path}.{name}".lstrip("."), None, None)
        with contextlib.redirect_stderr(io.StringIO()):
            runner.run(example, out=report.write)
        if report.getvalue():
            wrong.append(report.getvalue())
    tf.compat.v1.summary.FileWriterCache.clear()  # what hooks wrote is in this test's folder, which is not the current one when Python ends
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", WITH_EXAMPLES)
def test_every_callable_has_an_example(path):
    # A property has a value to show for itself.
    asked = {name: value for name, value in documented(path).items() if not isinstance(value, property) and not refused(value)}
    without = [name for name, value in asked.items() if ">>>" not in text_of(value)]
    assert not without


@pytest.mark.parametrize("path", HELD)
def test_docstrings_answer_the_question(path):
    # A property has a value to show for itself.
    lengths = [len(text_of(value)) for value in documented(path).values() if not refused(value) and not isinstance(value, property)]
    assert sum(lengths) / len(lengths) >= CHARACTERS


@pytest.mark.parametrize("path", METHODS)
def test_methods_that_users_call_answer_the_question(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tf = importlib.import_module("tensorflow")
    for name in METHODS[path]:
        text = text_of(members(reached(path))[name])
        assert len(text) >= CHARACTERS, name
        example = doctest.DocTestParser().get_doctest(text, {"tf": tf, "np": np}, f"{path}.{name}", None, None)
        assert example.examples, name
        report = io.StringIO()
        doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(example, out=report.write)
        assert not report.getvalue()
