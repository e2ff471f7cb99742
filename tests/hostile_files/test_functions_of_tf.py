"""Layers in files that name functions of `tf`: those that compute on tensors, and no other."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.hostile_files.forms import LOADERS, functional, tf, unsafe
from tfshim import raw_ops
from tfshim.engine.ops.op import REGISTRY
from tfshim.keras.layers.function_lookup import function_of

RECORDED = json.loads((Path(__file__).resolve().parent.parent / "data" / "keras_function_names.json").read_text())
K = tf.keras

# Of the functions that Keras makes layers of, those that are refused: on files, with Python code, on the state of Keras, ...
REFUSED = set(
    """io.write_file io.matching_files io.decode_proto io.encode_proto compat.v1.py_func numpy_function py_function
    keras.activations.deserialize keras.activations.get keras.activations.serialize keras.backend.batch_get_value
    keras.backend.batch_set_value""".split()
)
# ... that take functions, which no file can hold ...
WITH_FUNCTIONS = set(
    """case cond foldl foldr scan compat.v1.case compat.v1.cond compat.v1.foldl compat.v1.foldr compat.v1.scan
    compat.v1.nn.bidirectional_dynamic_rnn compat.v1.nn.dynamic_rnn compat.v1.nn.raw_rnn compat.v1.nn.static_bidirectional_rnn
    compat.v1.nn.static_rnn compat.v1.nn.static_state_saving_rnn keras.backend.rnn ragged.map_flat_values sparse.map_values""".split()
)
# ... and that are not here, or have no result for a layer.
ABSENT = set(
    """__operators__.ragged_getitem compat.v1.nn.quantized_avg_pool
    compat.v1.nn.quantized_conv2d compat.v1.nn.quantized_max_pool compat.v1.nn.quantized_relu_x compat.v1.quantize_v2
    compat.v1.ragged.constant_value compat.v1.ragged.placeholder compat.v1.train.sdca_fprint compat.v1.train.sdca_optimizer
    compat.v1.train.sdca_shrink_l1 configure_and_initialize_global_tpu copy_to_mesh copy_to_mesh_grad d_tensor_restore_v2
    d_tensor_set_global_tpu_array keras.backend.dtype keras.backend.epsilon keras.backend.image_data_format relayout relayout_like
    shutdown_tpu_system compat.v1.batch_to_space_nd""".split()
)
# Functions of tensors that TensorFlow does not dispatch, and tfshim does.
MORE = set(
    """compat.v1.image.resize_area compat.v1.math.bincount compat.v1.reverse_sequence guarantee_const io.decode_and_crop_jpeg
    io.decode_bmp io.decode_gif io.decode_jpeg io.decode_json_example io.decode_png io.encode_jpeg io.extract_jpeg_shape io.is_jpeg
    io.serialize_tensor linalg.banded_triangular_solve linalg.logm linalg.slogdet required_space_to_batch_paddings signal.fftnd
    signal.ifftnd signal.irfft signal.irfft2d signal.irfft3d signal.irfftnd signal.rfft signal.rfft2d signal.rfft3d
    signal.rfftnd""".split()
)


def found(name):
    try:
        return callable(function_of(name))
    except ValueError as e:
        assert "safe_mode=False" in str(e)
        return False


def test_what_keras_makes_layers_of_is_found():
    missing = {n for n in RECORDED["layers"] if not n.startswith("xla_") and not found(n)}
    assert missing - ABSENT == REFUSED | WITH_FUNCTIONS


def test_nothing_else_of_the_public_interface_is_found():
    assert {n for n in RECORDED["others"] if found(n)} == MORE


@pytest.mark.parametrize(
    "name",
    """cli.script.run_code cli.script.run_file __main__.main activation.activate jupyter.load
    engine.ops.op.REGISTRY engine.graphs.executor.compile keras.utils.get_file keras.models.load_model keras.utils.load_img
    keras.config.enable_unsafe_deserialization keras._safe_mode.enable_unsafe_deserialization keras.backend.eval keras.backend.clear_session
    io.gfile.GFile io.gfile.remove io.gfile.rmtree io.gfile.copy io.read_file io.write_file io.write_graph io.matching_files
    io.file_ops._write_file py_function numpy_function compat.v1.py_func script_ops.py_function load_op_library load_library
    saved_model.load saved_model.save train.load_checkpoint train.Checkpoint summary.create_file_writer summary.write
    data.Dataset.from_generator data.Dataset.load config.run_functions_eagerly config.set_visible_devices
    debugging.experimental.enable_dump_debug_info debugging.disable_traceback_filtering random.set_seed autograph.to_graph function map_fn
    distribute.get_strategy Variable constant os.system subprocess.run builtins.eval importlib.import_module math.importlib.import_module
    nn.importlib.import_module array_ops.np.load raw_ops.WriteFile raw_ops.ReadFile raw_ops.MatchingFiles raw_ops.PyFunc
    raw_ops.EagerPyFunc raw_ops.PyFuncStateless raw_ops.SaveV2 raw_ops.RestoreV2 raw_ops.MergeV2Checkpoints raw_ops.PrintV2
    raw_ops.WriteSummary raw_ops.WriteRawProtoSummary raw_ops.AssignVariableOp raw_ops.LookupTableImportV2 raw_ops.__import__
    math.__dict__ math.add.__globals__ __operators__ __builtins__ compat.v1.gfile.DeleteRecursively compat.v1.app.run
    compat.v1.io.write_file compat.v1.raw_ops.WriteFile compat.v1.keras.utils.get_file compat.v1.load_op_library debugging.py_function
    dtypes.write_file linalg.load_library math.py_function""".split()
    + ["", ".", "math.", "math..add"],
)
def test_names_that_no_file_may_use(name):
    assert not found(name)


def test_no_operation_reaches_further_than_its_declaration_says():
    raw_ops.load()
    reached = {t for t, o in REGISTRY.items() if o.outside}
    assert reached >= {"ReadFile", "WriteFile", "MatchingFiles", "SaveV2", "RestoreV2", "PyFunc", "EagerPyFunc", "PrintV2"}
    assert not [t for t in reached if found(f"raw_ops.{t}")]
    # No kernel that a layer in a file may name opens a file of its own accord.
    for t, o in REGISTRY.items():
        if found(f"raw_ops.{t}"):
            assert not {"open", "gfile", "GFile", "subprocess", "system", "exec", "eval"} & set(o.kernel.__code__.co_names), t


def op_layer(name, **config):
    return {"class_name": "TFOpLambda", "config": {"name": "f", "trainable": True, "dtype": "float32", "function": name, **config}}


# Names that this package wrote before it knew TensorFlow's for them.
@pytest.mark.parametrize("form", [f for f in LOADERS if f != "TensorFlow's directory"])  # which needs a graph, too
@pytest.mark.parametrize("name", ["math.clip_by_norm", "clip_by_norm"])
def test_files_with_earlier_names_are_read(form, name, tmp_path):
    made = LOADERS[form](functional(op_layer(name), [["i", 0, 0, {"clip_norm": 1.0}]]), tmp_path)
    assert made.layers[-1].function is tf.clip_by_norm
    np.testing.assert_allclose(made(np.array([[3.0, 4.0]], "float32")), [[0.6, 0.8]], rtol=1e-6)


def test_earlier_names_of_functions_that_take_functions():
    with unsafe():
        assert function_of("control_flow.case") is function_of("case") is tf.case
        assert function_of("looping.map_fn") is function_of("map_fn") is tf.map_fn


@pytest.mark.parametrize("form", LOADERS)
def test_code_is_not_run(form, tmp_path, capfd):
    trap = tmp_path / "trap"
    code = f"open({str(trap)!r}, 'w').write('ran')"
    config = functional(op_layer("cli.script.run_code"), [["_CONSTANT_VALUE", -1, code, {"argv": [], "options": None}]])
    with pytest.raises(ValueError, match="tf.cli.script.run_code, which a saved model calls, is not a computation on tensors"):
        LOADERS[form](config, tmp_path)
    assert not trap.exists()


@pytest.mark.parametrize("form", LOADERS)
@pytest.mark.parametrize("name", ["io.write_file", "raw_ops.WriteFile", "compat.v1.io.write_file"])
def test_files_are_not_written(form, name, tmp_path):
    trap = tmp_path / "trap"
    config = functional(op_layer(name), [["_CONSTANT_VALUE", -1, str(trap), {"contents": "ran"}]])
    with pytest.raises(ValueError, match=r"safe_mode=False"):
        LOADERS[form](config, tmp_path)
    assert not trap.exists()


def test_files_are_written_where_that_is_asked_for(tmp_path):
    trap = tmp_path / "trap"
    config = functional(op_layer("io.matching_files"), [["i", 0, 0, {}]], shape=(), dtype="string")
    (tmp_path / "words").write_text("hello")
    with unsafe():
        K.models.model_from_json(json.dumps(config))
    assert not trap.exists()
    made = LOADERS["keras"](config, tmp_path, safe_mode=False)
    assert made.layers[-1].function is tf.io.matching_files
    assert made.layers[-1](tf.constant([str(tmp_path / "wor*")])).numpy().tolist() == [str(tmp_path / "words").encode()]


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("print", {"output_stream": "file://{}"}),
        ("random.fixed_unigram_candidate_sampler", {"num_true": 2, "num_sampled": 1, "unique": True, "range_max": 3, "vocab_file": "{}"}),
    ],
)
def test_no_file_is_opened_by_an_argument(name, arguments, tmp_path):
    trap = tmp_path / "trap"
    arguments = {k: v.format(trap) if isinstance(v, str) else v for k, v in arguments.items()}
    config = functional(op_layer(name), [["i", 0, 0, arguments]])
    with pytest.raises(ValueError, match=f"(vocab_file|output_stream)='.*{trap}', and no file may name another file"):
        K.models.model_from_json(json.dumps(config))
    assert not trap.exists()


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
def test_what_models_of_functions_hold_comes_back(tmp_path):
    """A model of every way to name a function: operators, slices, functions of the root, of modules, of version 1."""
    x = K.Input((4,), name="x")
    y = tf.clip_by_value(x, 0.0, 1.0) + tf.norm(x, axis=1, keepdims=True) - tf.stop_gradient(x[:, 1:2])
    y = tf.nn.relu(y) * tf.math.reduce_std(x) + tf.tensordot(x, tf.ones((4, 4)), 1)
    y = tf.raw_ops.Relu(features=y) + tf.keras.backend.square(y) + tf.compat.v1.to_float(tf.cast(y, tf.int32))
    y = tf.keras.activations.gelu(y) + tf.linalg.matvec(tf.linalg.diag(x), y) + tf.random.normal(tf.shape(y)) * 0.0
    model = K.Model(x, y)
    value = np.linspace(-1, 1, 8, dtype="float32").reshape(2, 4)
    for path in ("m.keras", "m.h5", "m"):
        model.save(tmp_path / path)
        again = K.models.load_model(tmp_path / path)
        np.testing.assert_allclose(again(value), model(value), rtol=1e-5)
    np.testing.assert_allclose(K.models.model_from_json(model.to_json())(value), model(value), rtol=1e-5)
    np.testing.assert_allclose(K.models.clone_model(model)(value), model(value), rtol=1e-5)


def test_copies_take_their_functions_from_the_model():
    """No name is looked up where a model of this program is copied."""
    x = K.Input((), dtype="string")
    model = K.Model(x, tf.io.matching_files(x))
    assert K.models.clone_model(model).layers[-1].function is tf.io.matching_files
    with pytest.raises(ValueError, match="tf.io.matching_files"):
        K.models.model_from_json(model.to_json())


def test_choices_by_a_mask():
    x = K.Input((2,), batch_size=3)
    config = functional(
        {"class_name": "SlicingOpLambda", "config": {"name": "b", "function": "boolean_mask"}}, [["i", 0, 0, {"mask": [True, False, True]}]]
    )
    made = K.models.model_from_json(json.dumps(config))
    assert made(tf.constant([[1.0, 2], [3, 4], [5, 6]])).numpy().tolist() == [[1, 2], [5, 6]]
    assert x.shape == (3, 2)
