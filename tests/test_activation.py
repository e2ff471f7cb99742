"""`import tensorflow` after `tfshim.activate()`: which object it is, and when it is left alone."""

import importlib
import importlib.util
import sys
import textwrap

import pytest

import tfshim
from tests import processes
from tests.after_torch import python
from tests.processes import package
from tfshim import activation


@pytest.fixture
def active():
    was = activation.status()
    yield tfshim.activate()
    tfshim.deactivate()
    if was:
        tfshim.activate()


def outcome(source, cwd, run=python, **kwargs):
    """What a program prints, after `import tfshim`; it must end well."""
    done = run("-c", "import sys, tfshim\n" + textwrap.dedent(source), cwd=cwd, **kwargs)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_tensorflow_is_tfshim_itself(active):
    import tensorflow
    import tensorflow.errors
    import tensorflow.math as m
    from tensorflow import math
    from tensorflow.errors import NotFoundError

    assert tensorflow is tfshim is sys.modules["tensorflow"]
    assert m is math is tfshim.math is sys.modules["tensorflow.math"]
    assert NotFoundError is tfshim.errors.NotFoundError


def test_names_and_specs_of_the_modules_stay_their_own(active):
    import tensorflow.math

    assert tensorflow.__spec__.name == tensorflow.__name__ == "tfshim"
    assert tensorflow.math.__spec__.name == "tfshim.math"
    assert importlib.import_module("tfshim.math") is tensorflow.math


def test_find_spec_finds_it_before_and_after_the_import(active):
    sys.modules.pop("tensorflow", None)
    before = importlib.util.find_spec("tensorflow")
    assert before.name == "tensorflow" and before.origin == tfshim.__file__
    import tensorflow  # noqa: F401

    assert importlib.util.find_spec("tensorflow") is tfshim.__spec__


def test_an_attribute_that_is_a_module_can_be_imported(active, monkeypatch):
    monkeypatch.setattr(tfshim, "shortcut", tfshim.errors, raising=False)
    import tensorflow.shortcut as shortcut

    assert shortcut is tfshim.errors
    del sys.modules["tensorflow.shortcut"]


@pytest.mark.parametrize(
    "name, reason",
    [
        ("tensorflow.no_such_thing", "no_such_thing"),
        ("tensorflow.engine", "a part of tfshim, not of TensorFlow"),
        ("tensorflow.activate", "not a module but a function"),
    ],
)
def test_what_is_missing_says_so(active, name, reason):
    with pytest.raises(ModuleNotFoundError, match=reason) as caught:
        importlib.import_module(name)
    assert caught.value.name == name
    assert not hasattr(tfshim, "no_such_thing")


def test_deactivate_undoes_it(active):
    import tensorflow.math
    import tensorflow.python.framework.ops  # noqa: F401

    held = tensorflow
    assert not tfshim.deactivate()
    assert [name for name in sys.modules if name.split(".")[0] in ("tensorflow", "keras")] == []
    assert not hasattr(tfshim, "python")
    assert importlib.util.find_spec("tensorflow") is None
    assert held.math is tfshim.math  # what was imported goes on working
    assert not tfshim.deactivate()


def test_activating_twice_is_activating_once(active):
    count = len(sys.meta_path)
    assert tfshim.activate()
    assert len(sys.meta_path) == count


def test_repr_says_what_is_active(active):
    assert repr(active) == "<tfshim active: import tensorflow gives tfshim; import keras gives tfshim.keras>"
    assert repr(tfshim.deactivate()).startswith("<tfshim not active")


def test_version_is_checked():
    with pytest.raises(ValueError, match="'1.x' or '2.x', not '3'"):
        tfshim.activate(version="3")


def test_activation_imports_no_torch(tmp_path):
    assert outcome("tfshim.activate(); print('torch' in sys.modules)", tmp_path, run=processes.python) == "False"


def test_installed_tensorflow_is_left_alone_with_a_warning(tmp_path):
    real = package(tmp_path / "site", "tensorflow")
    source = """
        import warnings
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            state = tfshim.activate()
        import tensorflow
        print(bool(state), tensorflow.REAL, "activate(force=True)" in str(caught[0].message))
        print(repr(state))
        """
    lines = outcome(source, tmp_path, path=[real]).splitlines()
    assert lines[0] == "False True True"
    assert lines[1].startswith("<tfshim not active: tensorflow is installed in") and "not shadowed" in lines[1]


def test_installed_tensorflow_is_shadowed_when_asked(tmp_path):
    real = package(tmp_path / "site", "tensorflow")
    source = """
        tfshim.activate(force=True)
        import tensorflow
        print(tensorflow is tfshim)
        tfshim.deactivate()
        import tensorflow
        print(tensorflow.REAL)
        """
    assert outcome(source, tmp_path, path=[real]).split() == ["True", "True"]


def test_imported_tensorflow_comes_back_after_deactivate(tmp_path):
    real = package(tmp_path / "site", "tensorflow")
    (real / "tensorflow" / "math.py").write_text("REAL = True\n")
    source = """
        import warnings
        import tensorflow.math
        original = tensorflow
        warnings.simplefilter("ignore")
        print(bool(tfshim.activate()), bool(tfshim.activate(force=True)))
        import tensorflow
        print(tensorflow is tfshim, "tensorflow.math" in sys.modules)
        tfshim.deactivate()
        import tensorflow.math
        print(tensorflow is original, tensorflow.math.REAL)
        """
    assert outcome(source, tmp_path, path=[real]).splitlines() == ["False True", "True False", "True True"]


def test_installed_keras_is_left_alone_beside_tensorflow(tmp_path):
    real = package(tmp_path / "site", "keras")
    source = """
        state = tfshim.activate()
        import keras, tensorflow
        print(keras.REAL, tensorflow is tfshim, "keras is imported" in repr(tfshim.activate()))
        """
    assert outcome(source, tmp_path, path=[real]) == "True True True"


def test_an_installed_keras_3_is_itself_in_programs_too_and_tf_keras_is_keras_2(tmp_path):
    real = package(tmp_path / "site", "keras")
    (tmp_path / "program.py").write_text("import keras, tensorflow as tf\nprint(keras.REAL, tf.keras.__version__, tf.__name__)")
    done = python("-m", "tfshim", "program.py", cwd=tmp_path, path=[real])
    assert done.stdout.strip() == "True 2.15.0 tfshim", done.stderr
    # What is installed for a TensorFlow that is there gives way with it.
    package(tmp_path / "site", "tensorflow")
    (tmp_path / "program.py").write_text("import keras, tensorflow as tf\nprint(keras is tf.keras, tf.__name__)")
    done = python("-m", "tfshim", "program.py", cwd=tmp_path, path=[real])
    assert done.stdout.strip() == "True tfshim", done.stderr


def test_a_folder_called_tensorflow_is_no_tensorflow(tmp_path):
    (tmp_path / "tensorflow").mkdir()
    assert outcome("tfshim.activate(); import tensorflow; print(tensorflow is tfshim)", tmp_path) == "True"


def test_code_that_imports_tensorflow_while_tfshim_loads_gets_the_real_module(tmp_path):
    # as TensorBoard does: it imports tensorflow from within tfshim's own imports
    source = """
        import importlib.abc, importlib.machinery
        class Hook(importlib.abc.MetaPathFinder):
            def find_spec(self, name, path=None, target=None):
                if name == "tfshim.errors":
                    import tensorflow.errors_probe_that_is_not_there
        tfshim.activate()
        sys.meta_path.insert(0, Hook())
        try:
            import tensorflow.errors
        except ModuleNotFoundError as e:
            print(e.name)
        sys.meta_path.pop(0)
        import tensorflow.errors
        print(sys.modules["tensorflow"] is tfshim, tensorflow.errors is tfshim.errors)
        """
    assert outcome(source, tmp_path).splitlines() == ["tensorflow.errors_probe_that_is_not_there", "True True"]


def test_tensorflow_1_is_the_v1_namespace(tmp_path):
    source = """
        tfshim.activate(version="1.x")
        import tensorflow as tf, tfshim.compat.v1
        print(tf is tfshim.compat.v1)
        tfshim.activate(version="2.x")
        import tensorflow as tf
        print(tf is tfshim)
        """
    assert outcome(source, tmp_path).split() == ["True", "True"]


IN_CHILDREN = """
import concurrent.futures, importlib, importlib.util, multiprocessing, sys

def absent(name):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        return error.name, str(error)

def work():
    import tensorflow

def without():
    return importlib.util.find_spec("tensorflow"), any(name.partition(".")[0] == "tfshim" for name in sys.modules)

def grandchild():
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(absent, "tensorflow").result()

def asked(run):
    print(run(without))
    try:
        run(work)
    except ModuleNotFoundError as error:
        print(error.name, str(error), sep="|")

if __name__ == "__main__":
    import tfshim
    how, loaded = sys.argv[1:]
    if loaded == "loaded":
        import multiprocessing.spawn
    tfshim.activate()
    context = multiprocessing.get_context(how)
    with context.Pool(1) as pool:
        asked(pool.apply)
        print(pool.apply(absent, ("tensorflow.nn",))[0], pool.apply(absent, ("keras",))[0], pool.apply(absent, ("no_such",)))
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        asked(lambda function: pool.submit(function).result())
        print(*pool.submit(grandchild).result(), sep="|")
    tfshim.deactivate()
    process = context.Process(target=work)
    process.start()
    process.join()
    tfshim.activate()
    process = context.Process(target=work)
    process.start()
    process.join()
"""
ABSENT = (
    "No module named 'tensorflow': tfshim.activate() holds for the process that called it, and multiprocessing started this one anew; call "
    'it where each process comes by (not under if __name__ == "__main__"), or run the program with python -m tfshim.'
)


@pytest.mark.parametrize("how, loaded", [("spawn", "loaded"), ("spawn", "not loaded"), ("forkserver", "not loaded")])
def test_processes_that_multiprocessing_starts_say_why_there_is_no_tensorflow(tmp_path, how, loaded):
    (tmp_path / "program.py").write_text(IN_CHILDREN)
    done = python("program.py", how, loaded, cwd=tmp_path)
    told = f"(None, False)\ntensorflow|{ABSENT}\n"
    expected = f"{told}tensorflow keras ('no_such', \"No module named 'no_such'\")\n{told}tensorflow|{ABSENT}\n"
    assert done.stdout == expected, done.stderr
    # What a Process prints: of the first, while tfshim was not active, Python's own words.
    shown = [line for line in done.stderr.splitlines() if line.startswith("ModuleNotFoundError")]
    assert shown == ["ModuleNotFoundError: No module named 'tensorflow'", f"ModuleNotFoundError: {ABSENT}"]


@pytest.mark.parametrize("order", ["import joblib\nimport tfshim\ntfshim.activate()", "import tfshim\ntfshim.activate()\nimport joblib"])
def test_processes_that_joblib_starts_say_why_there_is_no_tensorflow(tmp_path, order):
    pytest.importorskip("joblib")
    (tmp_path / "program.py").write_text(f"""
def work(i):
    import tensorflow

if __name__ == "__main__":
{textwrap.indent(order, "    ")}
    try:
        joblib.Parallel(2)(joblib.delayed(work)(i) for i in range(2))
    except ModuleNotFoundError as error:
        print(error)
""")
    done = python("program.py", cwd=tmp_path)
    assert done.stdout == f"{ABSENT}\n", done.stderr


def test_tf_keras_is_keras_2_whatever_is_installed(tmp_path):
    source = """
        tfshim.activate()
        import importlib.util
        import tf_keras
        import tf_keras.layers as layers
        from tf_keras import backend as K
        from tf_keras.src.engine import base_layer
        from tf_keras.src.utils import generic_utils
        import tensorflow as tf
        print(tf_keras is tf.keras, layers is tf.keras.layers, K.floatx(), base_layer.Layer is tf.keras.layers.Layer, tf_keras.__version__)
        print(importlib.util.find_spec("tf_keras.not_there"), importlib.util.find_spec("tf_keras.src.not_there"))
        from keras.src.engine import base_layer as same
        print(same is base_layer, callable(generic_utils.to_list))
        tfshim.deactivate()
        print(importlib.util.find_spec("tf_keras"), [name for name in sys.modules if name.startswith("tf_keras")])
        """
    lines = ["True True float32 True 2.15.0", "None None", "True True", "None []"]
    assert outcome(source, tmp_path).splitlines() == lines
    # A real one needs parts of TensorFlow that only TensorFlow has; an installed Keras 3 stays what it is beside it.
    (tmp_path / "program.py").write_text(
        "import keras, tf_keras, tensorflow as tf\nfrom tf_keras.src.engine import base_layer\n"
        "print(keras.REAL, tf_keras is tf.keras, base_layer.Layer is tf.keras.layers.Layer)"
    )
    site = tmp_path / "site"
    done = python("-m", "tfshim", "program.py", cwd=tmp_path, path=[package(site, "tf_keras"), package(site, "keras")])
    assert done.stdout.strip() == "True True True", done.stderr
