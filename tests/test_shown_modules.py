"""Classes that are shown under TensorFlow's modules are found there: by pickle, by `inspect`, by an import."""

import copy
import importlib
import importlib.util
import inspect
import json
import pathlib
import pickle

import pytest

import tfshim as tf
from tests.after_torch import python
from tfshim import shown_modules

SHOWN = json.loads((pathlib.Path(__file__).parent / "data" / "class_names.json").read_text())
CLASSES = """Tensor Variable RaggedTensor SparseTensor IndexedSlices Module TensorShape TensorSpec GradientTape VariableAggregation
    UnconnectedGradients data.Dataset data.Options train.Checkpoint distribute.MirroredStrategy random.Generator io.GFile io.gfile.GFile
    keras.Model keras.Sequential keras.layers.Dense keras.layers.LSTM keras.layers.BatchNormalization keras.layers.StringLookup
    keras.optimizers.Adam keras.optimizers.legacy.SGD keras.losses.MeanSquaredError keras.metrics.Mean keras.metrics.AUC
    keras.initializers.GlorotUniform keras.callbacks.EarlyStopping keras.optimizers.schedules.ExponentialDecay
    keras.mixed_precision.Policy config.PhysicalDevice lookup.StaticHashTable linalg.LinearOperatorDiag""".split()


pytestmark = pytest.mark.usefixtures("active")


def reached(path):
    value = tf
    for part in path.split("."):
        value = getattr(value, part, None)
    return value


@pytest.mark.parametrize("path", [path for path in CLASSES if reached(path) is not None])
@pytest.mark.parametrize("protocol", [0, pickle.HIGHEST_PROTOCOL])
def test_classes_are_pickled_by_their_place(path, protocol):
    cls = reached(path)
    assert pickle.loads(pickle.dumps(cls, protocol)) is cls is copy.deepcopy(cls)
    assert getattr(importlib.import_module(cls.__module__), cls.__name__) is cls


@pytest.mark.parametrize(
    "path, shown",
    [
        ("data.Dataset.batch", "DatasetV2.batch"),
        ("data.Dataset.range", "DatasetV2.range"),
        ("Variable.scatter_add", "Variable.scatter_add"),
    ],
)
def test_methods_are_shown_with_the_class_that_has_them(path, shown):
    method = reached(path)
    assert method.__qualname__ == shown
    assert pickle.loads(pickle.dumps(method)) is method


def test_every_recorded_class_is_where_it_is_shown():
    lost = {}
    for path, shown in SHOWN.items():
        cls = reached(path.removeprefix("tf."))
        module, _, name = shown.rpartition(".")
        if isinstance(cls, type) and module.startswith(shown_modules.ROOTS):
            found = shown_modules.classes(module).get(name)
            if found is not cls:
                lost[path] = found
    assert not lost


def test_objects_go_through_pickle():
    assert pickle.loads(pickle.dumps(tf.ragged.constant([[1], [2, 3]]))).to_list() == [[1], [2, 3]]
    assert pickle.loads(pickle.dumps(tf.sparse.from_dense([[1, 0]]))).dense_shape.numpy().tolist() == [1, 2]
    assert pickle.loads(pickle.dumps(tf.keras.layers.Dense(3))).units == 3
    assert pickle.loads(pickle.dumps(tf.VariableAggregation.MEAN)) is tf.VariableAggregation.MEAN
    assert pickle.loads(pickle.dumps(tf.config.list_physical_devices()[0])).device_type == "CPU"


def test_another_process_finds_them(tmp_path):
    (tmp_path / "class.pickle").write_bytes(pickle.dumps([tf.keras.layers.Dense, tf.RaggedTensor]))
    source = """
import pickle, tfshim
tfshim.activate()
for found in pickle.load(open("class.pickle", "rb")):
    print(found.__name__, found is tfshim.keras.layers.Dense or found is tfshim.RaggedTensor)
"""
    done = python("-c", source, cwd=tmp_path)
    assert done.stdout.splitlines() == ["Dense True", "RaggedTensor True"], done.stderr


def test_sources_are_found_once_the_module_is_imported():
    for cls in (tf.keras.layers.Dense, tf.RaggedTensor, tf.GradientTape):
        importlib.import_module(cls.__module__)
        source = [line for line in inspect.getsource(cls).split("\n") if not line.startswith("@")]  # decorators are part of it
        assert source[0].startswith(f"class {cls.__name__}")
        assert inspect.getmodule(cls).__name__ == cls.__module__


def test_there_are_specs_for_what_is_there():
    assert importlib.util.find_spec("keras.src.layers.core.dense") is not None
    assert importlib.util.find_spec("keras.src.layers.core.nothing") is None
    assert importlib.util.find_spec("tensorflow.python.framework.tensor") is not None
    assert "Dense" in dir(importlib.import_module("keras.src.layers.core.dense"))


@pytest.mark.parametrize(
    "statement, advice",
    [
        ("from keras.src.layers.core.dense import Nothing", "use the public names in tf.keras"),
        ("from tensorflow.python.framework.tensor import nothing", "use the public names in tf"),
        ("import tensorflow.python.framework.nothing", "use the public names in tf"),
    ],
)
def test_what_is_not_there_is_refused_with_advice(statement, advice):
    with pytest.raises(ImportError, match="private to TensorFlow") as caught:
        exec(statement)
    assert advice in str(caught.value)
