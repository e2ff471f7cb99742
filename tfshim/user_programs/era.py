"""For which TensorFlow a notebook is written where no name in it says so: by the header of its time.

Notebooks of TensorFlow 1's days begin with the line for Python 2 that imports `absolute_import, division, print_function`;
those of TensorFlow 2 import `unicode_literals` with them, or none. That is a habit and no rule, so any sign of TensorFlow 2
counts for more. Scripts and modules are never judged by it: the line was as common in them, and stayed.
"""

import ast
import re

from tfshim.user_programs import names, v1_names

_HEADER = {"absolute_import", "division", "print_function"}
# Modules and functions that came with TensorFlow 2 or are mostly used there, directly below `tensorflow`...
_V2_NAMES = frozenset("GradientTape autodiff config eig eigvals function get_current_name_scope inside_function keras optimizers".split())
# ...and one level further down. Below `metrics` and `losses` TensorFlow 1 has functions only.
_V2_MEMBERS = frozenset(
    """
    compat.v1 compat.v2 data.AUTOTUNE initializers.GlorotNormal initializers.GlorotUniform initializers.HeNormal initializers.HeUniform
    initializers.LecunNormal initializers.LecunUniform initializers.RandomNormal initializers.RandomUniform
    initializers.TruncatedNormal summary.create_file_writer summary.record_if summary.trace_export summary.trace_on
    """.split()
)
_PACKAGE = r"\bpip3?\b.*\b(?:tensorflow(?:[-_](?:cpu|gpu|intel|macos|rocm))?(?:\[[\w,-]*\])?\s*"
_INSTALLS_V2 = re.compile(_PACKAGE + r"(?:[=~]=|>=?)\s*2|tf[-_]nightly(?:[-_]gpu)?-2)")
_INSTALLS_V1 = re.compile(_PACKAGE + r"(?:[^\s'\"]*,\s*)?(?:[=~]==?\s*1\b|<\s*2|<=\s*1\b))")
_SELECTS_V2 = re.compile(r"^%tensorflow_version\s+2")
_SHOWS_VALUES = re.compile(r"\btf\.Tensor\(|<tf\.Tensor.* numpy=|<tf\.Variable.* numpy=")  # as tensors of graphs never print


def notebook_for_v1(pieces, found):
    """Why a notebook is for TensorFlow 1, as text, or None if it is not: by its names, else by what it installs or its header.

    `pieces` are its cells and `found` what `names.uses` finds in them.
    """
    said = names.written_for_v1(pieces, found)
    return said or (installs_v1(pieces) or header(pieces) if sign_of_v2(pieces, found) is None else None)


def installs_v1(pieces):
    """Which cell installs TensorFlow 1, as text, or None."""
    for piece in pieces:
        if any(map(_INSTALLS_V1.search, piece.magics + piece.source.split("\n"))):
            return f"{_place(piece)} installs TensorFlow 1"
    return None


def header(pieces):
    """Which cell imports tensorflow below the header of TensorFlow 1's days, as text, or None."""
    for piece in pieces:
        body = getattr(_tree(piece), "body", [])
        future = [{item.name for item in node.names} for node in body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
        if future == [_HEADER] and any(map(_imports_tensorflow, body)):
            return f"{_place(piece)} has the header of its time: from __future__ import absolute_import, division, print_function"
    return None


def sign_of_v2(pieces, found):
    """What shows that a notebook is for TensorFlow 2, as text ("cell 2 calls .numpy()"), or None.

    The signs: names that are TensorFlow 2's, `.numpy()`, a cell that selects, installs or asks for version 2, names of
    TensorFlow 1 under a guard against their absence, and stored outputs that show the values of tensors.
    """
    for use in found:
        top, second = (use.name.split(".")[1:] + ["", ""])[:2]
        if use.guarded and v1_names.only_v1(use.name):
            return f"{use.place()} uses {names.short(use.name)} only where it is"
        of_v2 = top in _V2_NAMES or f"{top}.{second}" in _V2_MEMBERS
        if of_v2 or (top in ("losses", "metrics") and second[:1].isupper() and second != "Reduction"):
            return f"{use.place()} uses {names.short(use.name)}"
    for piece in pieces:
        if any(map(_SELECTS_V2.match, piece.magics)):
            return f"{_place(piece)} selects TensorFlow 2"
        if any(map(_INSTALLS_V2.search, piece.magics + piece.source.split("\n"))):
            return f"{_place(piece)} installs TensorFlow 2"
        if any(".numpy()" in magic for magic in piece.magics):
            return f"{_place(piece)} calls .numpy()"
        if _SHOWS_VALUES.search(piece.printed):
            return f"{_place(piece)} printed the value of a tensor"
        for node in ast.walk(_tree(piece)):
            if _calls_numpy(node):
                return f"{_place(piece)} calls .numpy()"
            if isinstance(node, (ast.Assert, ast.If)) and _asks_for_v2(node.test):
                return f"{_place(piece)} asks for TensorFlow 2"
    return None


def _tree(piece):
    try:
        return piece.tree()
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _place(piece):
    return "it" if piece.number is None else f"cell {piece.number}"


def _imports_tensorflow(node):
    if isinstance(node, ast.Import):
        return any(item.name.split(".")[0] == "tensorflow" for item in node.names)
    return isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] == "tensorflow"


def _calls_numpy(node):
    if not isinstance(node, ast.Call) or node.args or node.keywords:
        return False
    return isinstance(node.func, ast.Attribute) and node.func.attr == "numpy"


def _asks_for_v2(test):
    nodes = list(ast.walk(test))
    return any(isinstance(node, ast.Attribute) and node.attr in ("__version__", "VERSION") for node in nodes) and any(
        isinstance(node, ast.Constant) and str(node.value).startswith("2") for node in nodes
    )
