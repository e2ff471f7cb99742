"""Make `import tensorflow` answer with tfshim, and undo it.

A meta-path finder maps `tensorflow.X.Y` to the object that `tfshim.X.Y` is (the same object, not a copy) and
`keras` to `tfshim.keras`. Nothing here imports torch: the finder may be installed long before anything is used.
"""

import importlib
import importlib.util
import os
import re
import sys
import warnings
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from tfshim import _first_use, _interactive
from tfshim.user_programs import v1_names

# What the aliases stand for, by the TensorFlow version whose top-level namespace is asked for.
ROOTS = {
    2: {"tensorflow": "tfshim", "keras": "tfshim.keras"},
    1: {"tensorflow": "tfshim.compat.v1", "keras": "tfshim.compat.v1.keras"},
}
# Where TensorFlow and Keras keep what they show; editors write such imports. None is a package of nothing else.
_API = {
    "tensorflow._api": None,
    "tensorflow._api.v2": "tfshim",
    "tensorflow._api.v1": "tfshim.compat.v1",
    "keras.api": None,
    "keras.api._v2": None,
    "keras.api._v2.keras": "tfshim.keras",
    "keras.api._v1": None,
    "keras.api._v1.keras": "tfshim.compat.v1.keras",
}

# Packages of TensorFlow's sources, whose modules are `private_modules`.
_PRIVATE = tuple(f"tensorflow.{name}" for name in "python compiler core tsl tools".split()) + ("keras.src", "tensorflow_estimator.python")
_ESTIMATORS = "tensorflow_estimator"  # a distribution beside TensorFlow's, with the sources of estimators
_TF_KERAS = "tf_keras"  # how programs since TensorFlow 2.16 call Keras 2, a distribution that only works on TensorFlow itself
_BELOW_PRIVATE = tuple(f"{package}." for package in _PRIVATE)

_IMPORTED = re.compile(r"^\s*(?:import|from)\s+(\w+)", re.MULTILINE)

_finder = None


class AliasFinder(MetaPathFinder):
    """Finds `tensorflow...` and `keras...` among the modules of tfshim."""

    is_tfshim_alias = True

    def __init__(self, version, roots, force, confirmed):
        self.version = version
        self.roots = dict(roots)
        self.force = force
        self.confirmed = confirmed  # whether it is certain for which version the program is
        self.watching = False  # whether the cell that imports tensorflow was looked at
        self.stash = {}  # modules of the real packages, put back by deactivate()

    def __repr__(self):
        return f"<tfshim alias: {', '.join(f'{a} -> {b}' for a, b in self.roots.items())}>"

    def find_spec(self, fullname, path=None, target=None):
        root = fullname.partition(".")[0]
        if root == _ESTIMATORS:
            return _of_estimators(fullname)
        if root == _TF_KERAS:
            return self._of_tf_keras(fullname)
        if root not in self.roots:
            return _of_others(fullname, path)
        if fullname == root:
            found = importlib.util.find_spec(self.roots[root])
            if found is None:
                why = f"{root} is {self.roots[root]}, which tfshim does not have yet"
                raise ModuleNotFoundError(why, name=fullname)
            if root == "tensorflow" and not self.confirmed and not self.watching:
                self.watching = True
                jupyter = sys.modules.get("IPython") and importlib.import_module("tfshim.jupyter")
                if jupyter and jupyter.watch_cells():
                    return _finder.find_spec(fullname, path, target)  # the cell that imports it is for TensorFlow 1
            return _spec(fullname, lambda: _root(found.name, self.version), found)
        if fullname in _API:
            place = _API[fullname]
            return _spec(fullname, lambda: importlib.import_module(place)) if place else ModuleSpec(fullname, None, is_package=True)
        parent_name, _, child = fullname.rpartition(".")
        # Whoever asks whether there is such a module wants an answer; whoever imports it, the reason why there is none.
        asked = sys._getframe(2).f_code is importlib.util.find_spec.__code__
        if _is_private(fullname) or _is_module_of_keras(fullname):
            from tfshim import private_modules

            try:
                return ModuleSpec(fullname, private_modules.PrivateLoader(fullname), is_package=True)
            except ImportError as error:
                if asked:
                    return None
                if _from_list():
                    raise
                # `import tensorflow.python.X` finds no module, and programs catch that alone.
                raise ModuleNotFoundError(str(error), name=error.name) from None
        if fullname.startswith("tensorflow.contrib."):
            older_modules = importlib.import_module("tfshim.contrib._older_modules")  # which few programs need
            if (older := older_modules.spec(fullname)) is not None:
                return older
        parents = [sys.modules[parent_name]]
        if self.version == 1 and parent_name == "tensorflow":
            parents.append(importlib.import_module("tfshim"))  # contrib and compat are siblings of the v1 namespace
        for parent in parents:
            spec = _child_spec(fullname, parent, child)
            if spec is not None:
                return spec
        if asked:
            return None
        why = _why_missing(fullname, parents[0], child)
        raise ModuleNotFoundError(f"No module named '{fullname}': {why}", name=fullname)

    def _of_tf_keras(self, fullname):
        """The spec of a module of Keras 2 under its later name; None where there is no such module."""
        sources = f"{_TF_KERAS}.src"
        parent, _, child = fullname.rpartition(".")
        if not parent:
            return _spec(fullname, lambda: importlib.import_module(ROOTS[self.version]["keras"]))
        if fullname != sources and not fullname.startswith(f"{sources}."):
            return _child_spec(fullname, sys.modules[parent], child)
        private_modules = importlib.import_module("tfshim.private_modules")  # which few programs need
        place = "keras" + fullname.removeprefix(_TF_KERAS)
        if not private_modules.private_names.exists(place):
            return None
        if "keras" in self.roots:
            return _spec(fullname, lambda: importlib.import_module(place))
        return ModuleSpec(fullname, private_modules.LoaderBesideKeras3(place), is_package=True)

    def find_distributions(self, context=None):
        """What `importlib.metadata` asks: the distributions that stand for TensorFlow's."""
        stand_ins = importlib.import_module("tfshim.stand_ins")  # which few programs need
        return stand_ins.found(context or stand_ins.EVERYTHING, self.roots, self.force)


def _from_list():
    """Whether the import that the finder answers is of a name in a list, `from PACKAGE import NAME`."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
        if frame.f_code.co_name == "_handle_fromlist":
            return True
        frame = frame.f_back
    return False


def _of_estimators(fullname):
    """The spec of a module of estimators' own distribution, None where there is no such module.

    One that is installed is not taken: it is made of parts of TensorFlow that only TensorFlow has.
    """
    if fullname == _ESTIMATORS:
        return ModuleSpec(fullname, _EstimatorsLoader(), is_package=True)
    private_modules = importlib.import_module("tfshim.private_modules")  # which few programs need
    return ModuleSpec(fullname, private_modules.PrivateLoader(fullname), is_package=True) if _is_private(fullname) else None


class _EstimatorsLoader(Loader):
    """Makes the package of estimators' own distribution, which has the names of TensorFlow 1."""

    def exec_module(self, module):
        module.estimator = importlib.import_module("tfshim.compat.v1.estimator")


def _root(name, version):
    """The module `name` that stands for `tensorflow`; with version 1 the program behaves as one of TensorFlow 1 from now on."""
    _interactive.remember()
    module = importlib.import_module(name)
    if version == 1 and name == ROOTS[1]["tensorflow"]:
        importlib.import_module("tfshim.compat.v1.switches").start_document()
    return module


# What the import system writes into a module before it is run.
_IMPORT_ATTRIBUTES = ("__name__", "__loader__", "__package__", "__spec__", "__path__", "__file__", "__cached__")


class _AliasLoader(Loader):
    """Puts an existing module under a second name in `sys.modules`.

    The import system gets the module itself, not a placeholder, which another thread that imports the alias in the
    meantime would keep. What the import system writes into it is taken back.
    """

    def __init__(self, load):
        self.load = load

    def create_module(self, spec):
        module = self.load()
        if module.__name__.startswith("tfshim."):
            # All of TensorFlow's are packages: what is below one may be imported, whatever it is made of here.
            vars(module).setdefault("__path__", [])
            if module.__spec__ is None:
                module.__spec__ = ModuleSpec(module.__name__, None, is_package=True)
        self.before = {name: vars(module)[name] for name in _IMPORT_ATTRIBUTES if name in vars(module)}
        return module

    def exec_module(self, module):
        for name in _IMPORT_ATTRIBUTES:
            if name in self.before:
                setattr(module, name, self.before[name])
            else:
                vars(module).pop(name, None)


def _spec(fullname, load, found=None):
    spec = ModuleSpec(fullname, _AliasLoader(load), origin=found and found.origin, is_package=True)
    if found is not None and found.submodule_search_locations:
        spec.submodule_search_locations = list(found.submodule_search_locations)
    return spec


def _child_spec(fullname, parent, child):
    """The spec of `parent.child` under the name `fullname`; None if there is no such module."""
    name = f"{parent.__name__}.{child}"
    if _own(name):
        return None
    value = vars(parent).get(child)
    if isinstance(value, ModuleType):
        return _spec(fullname, lambda: value, getattr(value, "__spec__", None))
    if value is not None:
        return None
    found = importlib.util.find_spec(name) if getattr(parent, "__path__", None) else None
    if found is not None:
        return _spec(fullname, lambda: importlib.import_module(name), found)
    value = getattr(parent, child, None)
    if isinstance(value, ModuleType):
        return _spec(fullname, lambda: value, getattr(value, "__spec__", None))
    return None


def _own(name):
    """Whether `name` is a module of tfshim that is no part of TensorFlow's namespace, and so does not appear below the alias."""
    package, _, child = name.rpartition(".")
    return (
        package == "tfshim"
        and child != "contrib"
        and child not in sys.modules[package].__all__
        and importlib.util.find_spec(name) is not None
    )


def _why_missing(fullname, parent, child):
    if _own(f"{parent.__name__}.{child}"):
        return "it is a part of tfshim, not of TensorFlow"
    try:
        value = getattr(parent, child)
    except AttributeError as e:
        return str(e)
    return f"{fullname} is not a module but a {type(value).__name__}"


def _is_private(fullname):
    """Whether `fullname` is a module of TensorFlow's own sources: below `tensorflow.python`, `keras.src` and the like."""
    return fullname in _PRIVATE or fullname.startswith(_BELOW_PRIVATE)


def _is_module_of_keras(fullname):
    """Whether `fullname` is no namespace of Keras 2.15 but a module of its sources, as up to Keras 2.12 they could be imported."""
    if not fullname.startswith("keras."):
        return False
    from tfshim import private_names

    return fullname not in _API and not private_names.is_namespace(fullname) and private_names.exists(fullname)


class Activation:
    """What `import tensorflow` means at the moment; true where it means tfshim, and its repr says so."""

    def __init__(self, finder, left_alone):
        self.version = finder.version if finder else None
        self.aliases = dict(finder.roots) if finder else {}
        self.left_alone = dict(left_alone)

    def __bool__(self):
        return "tensorflow" in self.aliases

    def __repr__(self):
        parts = [f"import {alias} gives {module}" for alias, module in self.aliases.items()]
        parts += [f"{name} is {what}, not shadowed" for name, what in self.left_alone.items()]
        return f"<tfshim {'active' if self else 'not active'}{': ' if parts else ''}{'; '.join(parts)}>"


def activate(force=False, version=None):
    """Make `import tensorflow` and `import keras` answer with tfshim, in this process.

    Args:
        force: shadow the real packages too, where they are installed or already imported. Without it a real
            TensorFlow stays in charge (with a warning), and `keras` is an installed Keras 3, a library of its own, which
            then runs on what `tensorflow` is here; `tf.keras` is Keras 2.15 all the same. A Keras before 3 is a part of
            TensorFlow, and tfshim takes its place.
        version: `"2.x"` or `"1.x"`: whose top-level namespace `tensorflow` is. By default what the environment variable
            TFSHIM_VERSION says, else 1.x for a running script that is written for TensorFlow 1, else 2.x; a notebook
            becomes one for 1.x with the first cell that uses what only TensorFlow 1 has, or has the header of its days
            (then until a cell shows that it is for TensorFlow 2).

    Returns:
        an `Activation`: true if `tensorflow` is tfshim now; its repr says what is active.

    Raises:
        ValueError: `version` is neither.
    """
    with _first_use.GATE:
        return _activate(force, version)


def _activate(force, version):
    global _finder
    if version is None:
        version = os.environ.get("TFSHIM_VERSION") or None
    confirmed = version is not None
    if version is None:
        confirmed = _finder is None and _main_is_for_v1()
        version = 1 if confirmed else _finder.version if _finder is not None else 2
    version = _major(version)
    if _finder is not None:
        if _finder.version == version and (_finder.force or not force):
            _finder.confirmed = _finder.confirmed or confirmed
            return status()
        confirmed = confirmed or _finder.confirmed
        force = force or _finder.force
        deactivate()
    roots = dict(ROOTS[version])
    if not force:
        roots = {name: module for name, module in roots.items() if kept(name) is None}
        if "tensorflow" not in roots:
            warnings.warn(
                f"tensorflow is {real_package('tensorflow')}: tfshim does not shadow it unless asked with tfshim.activate(force=True).",
                stacklevel=3,
            )
            return status()
    _finder = AliasFinder(version, roots, force, confirmed)
    # Modules that are imported already would be found before any finder is asked.
    for name in _loaded_below(roots):
        _finder.stash[name] = sys.modules.pop(name)
    _first_use.share(roots)
    # Before the finder of paths, which would find packages that are installed.
    sys.meta_path.insert(0, _finder)
    if any(map(_starts_processes, list(sys.modules))):
        _spawned().tell_of_loaded(is_active)
    if any(map(_pickles, list(sys.modules))):
        _cloudpickled().let_find_in_loaded(is_active)
    show_numbers_plainly()
    return status()


def is_active():
    """Whether `import tensorflow` gives tfshim in this process."""
    return _finder is not None


def _starts_processes(name):
    """Whether a module's name may be one that `_spawned` knows, which need not be loaded to see that it is none."""
    return name.endswith(".spawn")


def _spawned():
    """What tells the processes that `multiprocessing` and loky start; most programs start none."""
    return importlib.import_module("tfshim.child_processes.spawned")


def _pickles(name):
    """Whether a module's name may be one that `_cloudpickled` knows."""
    return name.endswith("cloudpickle")


def _cloudpickled():
    """What lets cloudpickle find classes by the modules that they name."""
    return importlib.import_module("tfshim.child_processes.cloudpickled")


def _of_others(name, path):
    """The spec of a module of another library that is told of tfshim when it is loaded; None for any other."""
    if _starts_processes(name) and name in _spawned().NAMES:
        return _spawned().spec(name, path, is_active)
    if _pickles(name) and _cloudpickled().is_one(name):
        return _cloudpickled().spec(name, path, is_active)
    return None


def is_open():
    """Whether tfshim is active and the program's TensorFlow version is not certain yet."""
    return _finder is not None and not _finder.confirmed


def confirm(certain):
    """Take the version that is active as certain, or as what holds until the cells of the notebook show otherwise."""
    _finder.confirmed = certain
    _finder.watching = True


_legacy = None  # what NumPy's `legacy` print option was before; in a tuple, once it is changed


def show_numbers_plainly():
    """While active, let NumPy 2 show `6.0` rather than `np.float32(6.0)`: documents show what NumPy 1 printed.

    Done once NumPy is there; activation alone does not import it.
    """
    global _legacy
    numpy = sys.modules.get("numpy")
    if _finder is None or _legacy is not None or not hasattr(numpy, "set_printoptions") or numpy.__version__[:2] == "1.":
        return
    _legacy = (numpy.get_printoptions()["legacy"],)
    if _legacy[0] is False:
        numpy.set_printoptions(legacy="1.25")


_first_use.AFTERWARDS.append(show_numbers_plainly)


def _show_numbers_as_before():
    global _legacy
    if _legacy is not None:
        sys.modules["numpy"].set_printoptions(legacy=_legacy[0])
        _legacy = None


def deactivate():
    """Undo `activate`: the names `tensorflow` and `keras` mean what they meant before.

    Objects that were already imported stay usable. Does nothing if tfshim is not active.
    """
    with _first_use.GATE:
        return _deactivate()


def _deactivate():
    global _finder
    finder, _finder = _finder, None
    if finder is not None:
        if finder in sys.meta_path:
            sys.meta_path.remove(finder)
        for name in _loaded_below(finder.roots):
            del sys.modules[name]
        # `import tensorflow.python` and the like made the private package an attribute of what stands for its parent.
        if finder.version == 1 and "tfshim.compat.v1.switches" in sys.modules:
            sys.modules["tfshim.compat.v1.switches"].end_document()
        for root, names in (("tensorflow", ("python", "compiler", "core", "tsl", "_api")), ("keras", ("api", "src"))):
            namespace = sys.modules.get(finder.roots.get(root))
            if namespace is not None:
                for name in names:
                    vars(namespace).pop(name, None)
        sys.modules.update(finder.stash)
        _show_numbers_as_before()
    return status()


def status():
    """An `Activation` that says what `import tensorflow` and `import keras` give now."""
    aliased = _finder.roots if _finder else {}
    others = {name: kept(name) for name in ROOTS[2] if name not in aliased}
    return Activation(_finder, {name: what for name, what in others.items() if what})


def real_package(name):
    """Describes the package `name` that is no alias of ours ("imported from ...", "installed in ..."), or None."""
    loaded = real_loaded(name)
    if loaded is not None:
        return f"imported from {getattr(loaded, '__file__', None) or 'elsewhere'}"
    for finder in sys.meta_path:
        if getattr(finder, "is_tfshim_alias", False) or not hasattr(finder, "find_spec"):
            continue
        spec = finder.find_spec(name, None)
        # A mere folder of that name is found as a namespace package; it has no origin.
        if spec is not None and spec.origin:
            return f"installed in {spec.origin}"
    return None


def kept(name):
    """As `real_package`, but None for an installed Keras before 3, which is nothing without its TensorFlow."""
    real = real_package(name)
    if real is None or name != "keras" or real_loaded(name) is not None:
        return real
    stand_ins = importlib.import_module("tfshim.stand_ins")
    found = stand_ins.installed(name)
    own = found is None or (found.read_text("INSTALLER") or "").strip() == stand_ins.INSTALLER
    return real if own or not found.version.startswith(("1.", "2.")) else None


def asked_for_by_running():
    """Whether to force what a program that is run through tfshim asks for: an installed TensorFlow gives way, an imported one
    does not. Where there is none, an installed Keras 3 is there for the TensorFlow that tfshim is."""
    return real_loaded("tensorflow") is None and real_package("tensorflow") is not None


def real_loaded(name):
    """The module `name` if it is imported and not one of ours, else None."""
    module = sys.modules.get(name)
    if module is None or getattr(module, "__name__", "").partition(".")[0] == "tfshim":
        return None
    return module


def _main_is_for_v1():
    """Whether the script that this process runs is written for TensorFlow 1."""
    path = getattr(sys.modules.get("__main__"), "__file__", None)
    if not path or not path.endswith(".py"):
        return False
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError:
        return False
    if b"tensorflow" not in text:
        return False
    # Most scripts are decided by this, without being parsed.
    folder, source = os.path.dirname(os.path.realpath(path)), text.decode("utf-8", "replace")
    if not v1_names.may_use(source) and not any(os.path.isfile(os.path.join(folder, f"{m}.py")) for m in _IMPORTED.findall(source)):
        return False
    from tfshim.user_programs import documents, names, neighbours

    try:
        pieces = documents.read_script(path)
    except documents.DocumentError:
        return False
    return neighbours.reason_for_v1(path, pieces, names.uses(pieces)[0]) is not None


def _major(version):
    text = str(version).strip()
    if text.partition(".")[0] not in ("1", "2"):
        raise ValueError(f"version must be '1.x' or '2.x', not {version!r}")
    return int(text[0])


def _loaded_below(roots):
    return [name for name in sys.modules if name.partition(".")[0] in {*roots, _ESTIMATORS, _TF_KERAS}]
