"""Watching the cells of an IPython session: for which TensorFlow the notebook is, as far as it is known."""

import importlib
import linecache
import os
import sys
import warnings

import tfshim
from tfshim import activation
from tfshim.user_programs import documents, era, names


def watch(shell):
    """Have the IPython `shell` notice cells written for TensorFlow 1. Whether the running cell is one already.

    A cell that uses what only TensorFlow 1 has makes the notebook one for it, as `%tensorflow_version 1.x` before it
    would. The header of TensorFlow 1's days (see `era`) does so until a later cell shows a sign of TensorFlow 2.
    """
    callbacks = shell.events.callbacks["pre_run_cell"]
    watcher = next((owner for owner in (getattr(call, "__self__", None) for call in callbacks) if isinstance(owner, _Watcher)), None)
    source = _running_cell(shell)
    if watcher is None:
        watcher = _Watcher(shell, source)
        shell.events.register("pre_run_cell", watcher.before_cell)
    return source is not None and watcher.decide(documents.python_of_cell(source))


def _running_cell(shell):
    """The source of the cell that runs now, or None."""
    frame = sys._getframe(1)
    while frame is not None:
        # IPython calls the code of a cell `<module>` or `<cell line: 1>`, depending on its version.
        if frame.f_globals is shell.user_ns and frame.f_code.co_name.startswith(("<module>", "<cell line")):
            return "".join(linecache.getlines(frame.f_code.co_filename))
        frame = frame.f_back
    return None


class _Watcher:
    """What is known of the notebook of one IPython shell.

    An activation for TensorFlow 1 that is not confirmed is the provisional one, for the header's sake.
    """

    def __init__(self, shell, running):
        self.shell = shell
        earlier = getattr(shell.history_manager, "input_hist_raw", None) or []
        self.pieces = [documents.python_of_cell(source) for source in [*earlier, running or ""]]

    def before_cell(self, info):
        piece = documents.python_of_cell(info.raw_cell or "")
        self.pieces.append(piece)
        if activation.is_open():
            self.decide(piece)

    def decide(self, piece):
        """Select the TensorFlow that the cell `piece`, which runs next, is for; whether it is TensorFlow 1 by this cell."""
        if any(magic.startswith("%tensorflow_version") for magic in piece.magics):
            return False  # the document says itself what it is for
        version = activation.status().version
        imports = "".join(f"import tensorflow as {name}\n" for name in self._bound() if name.isidentifier() and name[0] != "_")
        pieces = [documents.Piece(imports), piece]
        if names.written_for_v1(pieces, names.uses(pieces)[0]):
            self._activate(1, confirmed=True)
            return True
        if version == 2 and era.header([piece]) and self._sign_of_v2([*self.pieces, *self._stored()]) is None:
            self._activate(1, confirmed=False)
            return True
        if version == 1:
            sign = self._sign_of_v2(self.pieces)
            if sign is not None:
                self._give_up(sign)
        return False

    @staticmethod
    def _sign_of_v2(pieces):
        return era.sign_of_v2(pieces, names.uses(pieces)[0])

    def _bound(self):
        """The cells' names for the tensorflow that is imported."""
        module = sys.modules.get("tensorflow")
        # `tfshim` means this package, for whichever version of TensorFlow the notebook is.
        return [name for name, value in self.shell.user_ns.items() if module is not None and value is module and name != "tfshim"]

    def _stored(self):
        """The cells of the notebook's file, where its editor says which one it is."""
        path = self.shell.user_ns.get("__vsc_ipynb_file__") or os.environ.get("JPY_SESSION_NAME") or ""
        try:
            return documents.read_notebook(path) if documents.is_notebook(path) else []
        except documents.DocumentError:
            return []

    def _activate(self, version, confirmed):
        if activation.status().version != version:
            bound = self._bound()
            activation.activate(version=version)
            if bound:
                importlib.import_module("tensorflow")
                self.shell.user_ns.update(dict.fromkeys(bound, sys.modules["tensorflow"]))
        activation.confirm(confirmed)

    def _give_up(self, sign):
        """Back to TensorFlow 2. What earlier cells made in the graph becomes the value it would have had at once."""
        made = {name: value for name, value in self.shell.user_ns.items() if name[0] != "_" and _of_graph(value)}
        values = _evaluated(list(made.values())) if made else []
        self._activate(2, confirmed=False)
        if made:
            what = "has no value outside its graph" if values is None else "was made in a graph, and holds its value from now on"
            warnings.warn(
                f"This notebook was taken for one for TensorFlow 1, by its header; {sign}, so it goes on as one for "
                f"TensorFlow 2: {', '.join(made)} {what}. `%tensorflow_version 2.x` before `import tensorflow` says "
                "it from the start.",
                stacklevel=2,
            )
            self.shell.user_ns.update(_as_eager(made, values) if values is not None else {})


def _of_graph(value):
    # Loading the extension must not import torch; by now the notebook has.
    from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
    from tfshim.engine.variables.variable import Variable

    return isinstance(value, SymbolicTensor) or (isinstance(value, Variable) and getattr(value, "graph", None) is not None)


def _evaluated(values):
    """The NumPy values of tensors and variables of the default graph, its variables initialized; None if one has none."""
    v1 = tfshim.compat.v1
    try:
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return session.run(values)
    except Exception:  # a graph of any kind, with errors of any kind in it
        return None


def _as_eager(made, values):
    """The things `made` (by name) as tensors and variables that hold `values`; one thing with two names stays one."""
    eager, result = {}, {}
    for (name, old), value in zip(made.items(), values, strict=True):
        if id(old) not in eager:
            if hasattr(old, "assign"):
                eager[id(old)] = tfshim.Variable(
                    value, trainable=old.trainable, dtype=old.dtype.base_dtype, name=old.name.partition(":")[0]
                )
            else:
                eager[id(old)] = tfshim.constant(value, dtype=old.dtype)
        result[name] = eager[id(old)]
    return result
