"""One process that imports a library, runs its program, or runs some of its tests, and writes what came of it.

    python -m clients.child WHAT REQUEST.json

The request says with which TensorFlow; outcomes go to its file `out`, one a line, as they come: a process that dies loses nothing.
"""

import importlib
import json
import os
import sys
import traceback

from clients import client, values


def _writer(out):
    file = open(out, "a")

    def write(**outcome):
        print(json.dumps(outcome), file=file, flush=True)

    return write


def _import(request, write):
    for name in request["imports"]:
        try:
            importlib.import_module(name)
            write(name=name)
        except BaseException as error:
            write(name=name, error=f"{type(error).__name__}: {error}", trace=traceback.format_exc()[-3000:])


def _program(request, write):
    """Run the steps in the order in which they are written."""
    module = client.module_of(client.Path(request["program"]))
    for name, step in list(vars(module).items()):
        if not name.startswith("step_"):
            continue
        try:
            write(name=name, result=values.encoded(step()))
        except Exception as error:
            write(name=name, error=f"{type(error).__name__}: {error}", trace=traceback.format_exc()[-3000:])


def _tests(request, write):
    import pytest

    from clients.outcomes import Outcomes

    sys.exit(pytest.main(request["arguments"], plugins=[Outcomes(request, write)]))


def main(what, path):
    with open(path) as file:
        request = json.load(file)
    # `-m` puts the folder it is started in first; what lies there is not what a library's user would import.
    if sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]
    if not request["reference"]:
        import tfshim

        tfshim.activate()
    {"import": _import, "program": _program, "tests": _tests}[what](request, _writer(request["out"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
