"""Files and pickles that name modules of `engine` by where they stood before they moved into packages."""

import importlib
import pickle

import numpy as np
import pytest

import tfshim as tf
from tfshim.engine.former_modules import present_name
from tfshim.engine.graphs.own_nodes import named_in


@pytest.mark.parametrize(
    "former, present",
    [
        ("tfshim.engine.tensor", "tfshim.engine.values.tensor"),
        ("tfshim.engine.graph_import", "tfshim.engine.graph_import"),  # a package has the name now
        ("tfshim.engine.no_such_module", "tfshim.engine.no_such_module"),
        ("tfshim.engine.values.tensor", "tfshim.engine.values.tensor"),
        ("tfshim.engine.../keras", "tfshim.engine.../keras"),
        ("tfshim.engine.host", "tfshim.engine.ops.static_arguments"),
        ("tfshim.math", "tfshim.math"),
    ],
)
def test_present_name(former, present):
    assert present_name(former) == present


def test_a_former_name_gives_the_very_module():
    assert importlib.import_module("tfshim.engine.tensor") is importlib.import_module("tfshim.engine.values.tensor")
    assert importlib.import_module("tfshim.engine.tensor").__spec__.name == "tfshim.engine.values.tensor"
    with pytest.raises(ModuleNotFoundError, match="tfshim.engine.no_such_module"):
        importlib.import_module("tfshim.engine.no_such_module")


@pytest.mark.parametrize(
    "make",
    [
        lambda: tf.constant([1.0, 2.0]),
        lambda: tf.Variable([3.0], name="v"),
        lambda: tf.TensorShape([2, None]),
        lambda: tf.TensorSpec([2], tf.int32),
        lambda: tf.float16,
    ],
)
def test_pickles_of_earlier_versions(make):
    x = make()
    # The oldest form writes names as lines of text, whose length is not counted.
    data = pickle.dumps(x, protocol=0)
    former = data
    for package in ("values", "variables", "runtime"):
        former = former.replace(f"tfshim.engine.{package}.".encode(), b"tfshim.engine.")
    assert former != data
    y = pickle.loads(former)
    assert type(y) is type(x)
    if hasattr(x, "numpy"):
        np.testing.assert_array_equal(x, y)
    else:
        assert x == y


def test_operations_in_files_of_earlier_versions():
    present = named_in("tfshim.engine.variables.variable_ops", "assign_add")
    assert named_in("tfshim.engine.variable_ops", "assign_add") is present is not None
    assert named_in("tfshim.cli.script", "run_code") is None


@pytest.mark.parametrize(
    "former, name, present, now",
    [
        ("tfshim.math.reductions", "_reduce_variance", "tfshim.math.variances", "_reduce_variance"),
        ("tfshim.keras.initializers", "_orthogonalized", "tfshim.keras.initializers.drawn", "_orthogonalized"),
        ("tfshim.keras.layers.preprocessing.lookup", "_find", "tfshim.keras.layers.preprocessing.index_lookup", "_find"),
        ("tfshim.tensor_array", "_set", "tfshim.array_ops.tensor_lists", "set_item"),
        ("tfshim.quantization", "_range_used", "tfshim.quantization.quantized_types", "_range_used"),
        ("tfshim.nn.pooling", "_dilated_pool", "tfshim.nn.windows.dilated_pools", "_dilated_pool"),
        ("tfshim.nn.normalization", "_moments", "tfshim.nn.means_and_variances", "_moments"),
        ("tfshim.keras.optimizers.optimizer", "apply_within_graph", "tfshim.keras.optimizers.graph_step", "apply_within_graph"),
        ("tfshim.keras.layers.normalization", "_batch_norm", "tfshim.keras.layers.normalizing", "_batch_norm"),
    ],
)
def test_operations_that_left_a_module(former, name, present, now):
    found = named_in(former, name)
    assert found is not None and found is named_in(present, now)
