"""The names of every public module: what `dir()` lists, what `hasattr` finds and what a star import binds, as TensorFlow recorded it."""

import doctest
import importlib
import importlib.util
import inspect
import json
import pathlib
import pickle
import pkgutil
import pydoc
import sys

import pytest

import tfshim
from tests import processes
from tests.after_torch import python
from tests.grouping import in_groups

RECORDED = json.loads((pathlib.Path(__file__).parent / "data" / "namespaces.json").read_text())

# Names that TensorFlow lists and tfshim has not, by the reason.
LACKING = {
    "refused for good (tfshim._names.ABSENT)": {
        "tensorflow": "lite mlir",
        "tensorflow.compat.v1": "lite mlir",
    },
    "packages of TensorFlow's sources, which lie beside the interface": {"tensorflow": "dtensor security tools tsl", "keras": "protobuf"},
    "it is in tensorflow.keras too, which is the same module and lists it not": {"keras": "src"},
    "quantized arithmetic": {"tensorflow.quantization": "experimental", "tensorflow.compat.v1.quantization": "experimental"},
    "remote procedure calls of TensorFlow's own": {"tensorflow.distribute.experimental": "rpc"},
    "tf.compat.v2 is tf itself, which lists it not; it can be used": {"tensorflow.compat.v2": "enable_v2_behavior"},
}


def names_of(path):
    names = RECORDED["modules"][path]["names"]
    return names_of(names["as"]) if isinstance(names, dict) else set(names.split())


def lacking(path):
    """The names of the module `path` that tfshim is known not to have; of tf.compat.v2 those of tf."""
    found = set()
    for modules in LACKING.values():
        found |= set(modules.get(path, "").split())
        if path.startswith("tensorflow.compat.v2"):
            found |= set(modules.get(path.replace(".compat.v2", ""), "").split())
    return found & names_of(path)


def beneath_something_lacking(path):
    parts = path.split(".")
    return any(parts[n] in lacking(".".join(parts[:n])) for n in range(1, len(parts)))


MODULES = sorted(path for path in RECORDED["modules"] if not beneath_something_lacking(path))
UNCOUNTED = [path for path in MODULES if path.endswith("raw_ops")]  # only the operations that tfshim itself is built on are there


@pytest.fixture(autouse=True, scope="module")
def active():
    was = tfshim.activation.status()
    tfshim.activate()
    importlib.import_module("tensorflow")
    yield
    if not was:
        tfshim.deactivate()


def reached(path):
    value = importlib.import_module(path.partition(".")[0])
    for part in path.split(".")[1:]:
        value = getattr(value, part)
    return value


def public(module):
    return {name for name in dir(module) if not name.startswith("_")}


@in_groups("path", MODULES)
def test_dir_lists_what_tensorflow_lists(path):
    module, wanted = reached(path), names_of(path)
    assert inspect.ismodule(module) and "importlib" not in vars(module).get("__all__", ())
    assert public(module) - wanted == set()
    if path not in UNCOUNTED:
        assert wanted - public(module) == lacking(path)
    assert {name for name in public(module) if not hasattr(module, name)} == set()
    assert dir(module) == sorted(set(dir(module))) and not {"__dir__", "__getattr__"} & set(dir(module))


def test_what_is_lacking_is_lacking():
    there = {
        f"{path}.{name}"
        for modules in LACKING.values()
        for path, names in modules.items()
        for name in names.split()
        if hasattr(reached(path), name)
    }
    there -= {"tensorflow.tools", "tensorflow.tsl"}  # which are there once something was imported from them
    assert there == {"keras.src", "tensorflow.compat.v2.enable_v2_behavior"}


@in_groups("path", MODULES)
def test_star_imports_bind_what_tensorflow_binds(path):
    bound = {}
    exec(f"from {path} import *", bound)
    bound = {name for name in bound if not name.startswith("_")}
    assert bound == public(reached(path))


def test_star_import_of_tensorflow_itself_and_its_reload(tmp_path):
    source = """
import importlib, sys, tfshim
tfshim.activate()
before = {*globals(), "before"}
from tensorflow import *
sys.stdout.write(" ".join({*globals()} - before) + chr(10))
again = importlib.reload(tfshim)
sys.stdout.write(f"{again is sys.modules['tensorflow']} {(again.constant(1) + 1).numpy()}")
"""
    done = python("-c", source, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    names, reloaded = done.stdout.splitlines()
    assert reloaded == "True 2"
    bound = set(names.split())
    recorded = RECORDED["modules"]["tensorflow"]
    wanted = (names_of("tensorflow") | set(recorded["star"]["more"])) - lacking("tensorflow")
    assert bound == wanted and len(bound) == 310


def test_versions():
    differing = {}
    for name, wanted in RECORDED["versions"].items():
        module, _, attribute = name.rpartition(".")
        found = getattr(reached(module.replace("tf", "tensorflow", 1)), attribute, None)
        if found != wanted:
            differing[name] = found
    assert set(differing) == {
        "tf.__compiler_version__",
        "tf.version.COMPILER_VERSION",  # there is no C++ here
        "tf.keras.__version__",  # which came later
    }
    assert differing["tf.keras.__version__"] == "2.15.0"


# ---------------------------------------------------------------------- names of tfshim's own
def test_own_names_are_listed_where_the_module_is_not_tensorflow(tmp_path):
    source = """
import sys, tfshim
own = set("activate deactivate to_torch from_torch to_module from_module TorchLayer".split())
own |= {"load_ipython_extension", "unload_ipython_extension"}
print(own <= set(dir(tfshim)))
tfshim.activate()
print(own <= set(dir(tfshim)))
import tensorflow
print(own & set(dir(tensorflow)), hasattr(tensorflow, "deactivate"), "torch" in sys.modules)
tfshim.deactivate()
print(own <= set(dir(tfshim)))
"""
    done = processes.python("-c", source, cwd=tmp_path)
    assert done.stdout.splitlines() == ["True", "True", "set() True False", "True"], done.stderr


def test_star_import_of_tfshim_binds_no_more_than_tensorflow():
    assert not set(tfshim.__all__) & {"activate", "to_torch", "engine", "array_ops"}


def test_dir_loads_nothing(tmp_path):
    source = """
import sys, tfshim
tfshim.activate()
import tensorflow
dir(tensorflow)
print("torch" in sys.modules, "tfshim.keras" in sys.modules)
"""
    assert processes.python("-c", source, cwd=tmp_path).stdout == "False False\n"


# ---------------------------------------------------------------------- what looks at modules
@in_groups("path", MODULES)
def test_every_module_can_be_imported(path):
    for name in [name for name in sys.modules if name == path]:
        if "." in name:
            del sys.modules[name]
    module = importlib.import_module(path)
    assert module is reached(path) and sys.modules[path] is module
    assert importlib.util.find_spec(path) is not None
    parent, _, last = path.rpartition(".")
    if parent:
        scope = {}
        exec(f"import {path} as one\nfrom {parent} import {last} as other", scope)
        assert scope["one"] is scope["other"] is module


@pytest.mark.parametrize(
    "path, public",
    [
        ("tensorflow._api.v2", "tensorflow"),
        ("tensorflow._api.v2.nn", "tensorflow.nn"),
        ("tensorflow._api.v2.compat.v1", "tensorflow.compat.v1"),
        ("keras.api._v2.keras", "keras"),
        ("keras.api._v2.keras.layers", "keras.layers"),
        ("keras.api._v1.keras.losses", "tensorflow.compat.v1.keras.losses"),
    ],
)
def test_what_editors_import(path, public):
    assert importlib.import_module(path) is reached(public) is sys.modules[path]
    assert importlib.util.find_spec(path.rpartition(".")[0]) is not None


@pytest.mark.parametrize(
    "path",
    [
        "tensorflow",
        "tensorflow.compat.v1",
        "tensorflow.keras",
        "tensorflow.keras.layers",
        "tensorflow.nn",
        "tensorflow.compat.v1.keras.losses",
    ],
)
def test_members_are_what_is_listed(path):
    module = reached(path)
    assert {name for name, _ in inspect.getmembers(module)} == set(dir(module))


def test_help_shows_the_functions():
    text = pydoc.plain(pydoc.render_doc(reached("tensorflow.nn")))
    assert "relu(features" in text and "importlib" not in text
    assert "Dense(" in pydoc.plain(pydoc.render_doc("tensorflow.keras.layers"))


def test_packages_can_be_walked():
    import tensorflow as tf

    found = {m.name for m in pkgutil.walk_packages(tf.compat.__path__, "tensorflow.compat.")}
    assert {"tensorflow.compat.v1", "tensorflow.compat.v1.keras", "tensorflow.compat.v1.train"} <= found
    assert {"keras", "nn", "math", "data"} <= {m.name for m in pkgutil.iter_modules(tf.__path__)}


@pytest.mark.parametrize("path", ["tensorflow.nn", "tensorflow.math", "tensorflow.keras.layers", "tensorflow.experimental"])
def test_reloading(path):
    before = public(reached(path))
    assert public(importlib.reload(reached(path))) == before


@pytest.mark.parametrize(
    "path",
    [
        "nn.relu",
        "reduce_sum",
        "keras.losses.mse",
        "compat.v1.placeholder",
        "nest.map_structure",
        "add",
        "keras.activations.gelu",
        "experimental.numpy.add",
        "data.experimental.cardinality",
    ],
)
def test_functions_can_be_looked_into(path):
    function = reached(f"tensorflow.{path}")
    assert inspect.getsource(function).lstrip().startswith(("def ", "@"))
    assert inspect.getdoc(function)
    assert getattr(inspect.getmodule(function), function.__name__) is function
    assert pickle.loads(pickle.dumps(function)) is function
    assert not doctest.DocTestFinder().find(function)[0].lineno == 0


# ---------------------------------------------------------------------- completion
@pytest.fixture(scope="module")
def shell():
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactive.InteractiveShell.instance()
    shell.run_cell("import tensorflow as tf, tfshim")
    yield shell
    interactive.InteractiveShell.clear_instance()


def completed(shell, text, jedi):
    from IPython.core.completer import provisionalcompleter, rectify_completions

    shell.Completer.use_jedi = jedi
    with provisionalcompleter():
        return {c.text for c in rectify_completions(text, shell.Completer.completions(text, len(text)))}


@pytest.mark.parametrize("jedi", [False, True])
@pytest.mark.parametrize(
    "text, expected",
    [
        ("import tensorflow.ker", {"tensorflow.keras"}),
        ("from tensorflow.keras.lay", {"tensorflow.keras.layers"}),
        ("from tensorflow.keras import lay", {"layers"}),
        ("from tensorflow import kera", {"keras"}),
        ("from tensorflow.keras.layers import DepthwiseConv", {"DepthwiseConv1D", "DepthwiseConv2D"}),
        ("import tensorflow.compat.v1.keras.los", {"tensorflow.compat.v1.keras.losses"}),
        ("tf.ker", {"keras"}),
        ("tf.keras.layers.De", {"Dense", "DenseFeatures", "DepthwiseConv1D", "DepthwiseConv2D"}),
        ("tf.nn.relu", {"relu", "relu6"}),
        ("tf.compat.v1.global_v", {"global_variables", "global_variables_initializer"}),
        ("tf.deact", set()),
        ("tf.importl", set()),
        ("tf.SUBP", set()),
    ],
)
def test_completion(shell, text, expected, jedi):
    found = completed(shell, text, jedi)
    found = {name.rpartition(".")[2] for name in found} if not text.startswith(("from", "import")) else found
    assert found == expected
