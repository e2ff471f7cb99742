"""Runs a script in a process of its own: `python -m tf1_programs.child LIBRARY SEEDED PREPARED SCRIPT [ARGUMENT...]`.

PREPARED is a file of Python that is run before, with `tf`, in a graph of its own; - for none.
"""

import importlib
import os
import random
import runpy
import sys

import numpy as np


def _library(name):
    """TensorFlow 1's namespace of the library."""
    if name == "tensorflow":
        from tf1_programs import older_names

        return older_names.install()
    import tfshim

    tfshim.activate(version=1)
    return importlib.import_module("tensorflow")


def main():
    library, seeded, prepared, script, *arguments = sys.argv[1:]
    from tf1_programs import drawing

    drawing.install()
    sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
    tf = _library(library)
    if prepared != "-":
        with open(prepared) as f:
            code = f.read()
        with tf.Graph().as_default():
            exec(compile(code, prepared, "exec"), {"tf": tf, "np": np})
    random.seed(1)
    np.random.seed(1)
    if seeded == "True":
        tf.set_random_seed(1)
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    main()
