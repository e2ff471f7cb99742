"""Running a notebook without Jupyter: the cells in this process, their outputs caught.

For environments without nbclient and ipykernel. Plain Python only, with `await` outside of functions: of IPython's magics,
`%matplotlib inline` and `%tensorflow_version` are understood, a `pip install` of TensorFlow alone is left out as in Jupyter, and a cell
with any other fails with advice.
"""

import ast
import asyncio
import base64
import contextlib
import inspect
import io
import linecache
import os
import sys
import traceback

from tfshim import activation, child_processes
from tfshim.cli.progress import Progress
from tfshim.cli.script import INTERRUPTED
from tfshim.engine.runtime.tracebacks import shorten
from tfshim.jupyter import installs, tensorflow_version
from tfshim.user_programs import documents


def execute(document, folder, version, show):
    """Execute the code cells of `document` (notebook format 4, changed in place); returns it and the exit status.

    Raises:
        DocumentError: the notebook is of an older format.
    """
    if document.get("nbformat", 4) < 4:
        raise documents.DocumentError("a notebook of format 3 or older: pip install 'tfshim[notebooks]' to run it")
    # An installed TensorFlow gives way, one that is imported already does not.
    force = activation.asked_for_by_running()
    child_processes.prepare(os.environ, force)
    activation.activate(force=force, version=version)
    sys.path[0] = folder
    # Figures go into the notebook: no window is wanted, nor always possible.
    os.environ.setdefault("MPLBACKEND", "Agg")
    cells = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    progress = Progress(len(cells), show)
    namespace = vars(sys.modules["__main__"])
    namespace["__file__"] = None
    here = contextlib.chdir(folder) if hasattr(contextlib, "chdir") else _chdir(folder)
    # One loop for all cells: what a cell awaits may have been made in one before.
    with here, contextlib.closing(asyncio.new_event_loop()) as loop:
        for number, cell in enumerate(cells, 1):
            source = "".join(cell["source"])
            tags = cell.get("metadata", {}).get("tags", [])
            if not source.strip() or "skip-execution" in tags:
                continue
            progress.start(number, source)
            cell["outputs"], cell["execution_count"] = [], number
            error = _run_cell(source, number, namespace, cell["outputs"], loop)
            if error is None:
                progress.done(cell["outputs"])
            elif "raises-exception" in tags:
                progress.done(cell["outputs"], type(error).__name__)
            else:
                interrupted = isinstance(error, KeyboardInterrupt)
                progress.failed(number, source, "".join(cell["outputs"][-1]["traceback"]), interrupted)
                return document, INTERRUPTED if interrupted else 1
    return document, 0


@contextlib.contextmanager
def _chdir(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class _Stream(io.StringIO):
    """Collects what is written to stdout or stderr as outputs of the cell, in order."""

    cell_output = True  # `tf.print` asks

    def __init__(self, name, outputs):
        super().__init__()
        self.name, self.outputs = name, outputs

    def write(self, text):
        if self.outputs and self.outputs[-1].get("name") == self.name:
            self.outputs[-1]["text"] += text
        elif text:
            self.outputs.append({"output_type": "stream", "name": self.name, "text": text})
        return len(text)


def _run_cell(source, number, namespace, outputs, loop):
    """Run one cell, adding to `outputs`; returns the exception it raised, or None. `loop` is asyncio's, for what it awaits."""
    filename = f"<cell {number}>"
    piece = documents.python_of_cell(source, number)
    # so that tracebacks show the lines of the cell
    linecache.cache[filename] = (len(source), None, [line + "\n" for line in piece.source.split("\n")], filename)
    try:
        with contextlib.redirect_stdout(_Stream("stdout", outputs)), contextlib.redirect_stderr(_Stream("stderr", outputs)):
            _run_magics(piece.magics)
            tree = ast.parse(piece.source, filename)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            _run_code(tree, filename, namespace, loop)
            if last is not None:
                value = _run_code(ast.Expression(last.value), filename, namespace, loop)
                if value is not None and not piece.source.rstrip().endswith(";"):
                    namespace["_"] = value
                    outputs.append(
                        {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": {"text/plain": repr(value)}}
                    )
    except BaseException as e:
        # The traceback begins with the cell, as users know it.
        tb = e.__traceback__
        while tb is not None and tb.tb_frame.f_code.co_filename in (__file__, ast.__file__):
            tb = tb.tb_next
        shorten(e.with_traceback(tb))
        outputs.append({"output_type": "error", "ename": type(e).__name__, "evalue": str(e), "traceback": traceback.format_exception(e)})
        return e
    finally:
        outputs.extend(_figures())
    return None


def _run_code(tree, filename, namespace, loop):
    code = compile(tree, filename, "eval" if isinstance(tree, ast.Expression) else "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    value = eval(code, namespace)
    return loop.run_until_complete(value) if code.co_flags & inspect.CO_COROUTINE else value


def _run_magics(magics):
    for magic in magics:
        name, _, rest = magic.lstrip("%").partition(" ")
        left_out = installs.only_tensorflow(magic)
        if left_out:
            print(left_out)
        elif magic.startswith("%tensorflow_version"):
            tensorflow_version(rest)
        elif not (magic.startswith("%matplotlib") or magic == "%load_ext tfshim"):
            raise RuntimeError(f"{magic}: this line is for IPython: pip install 'tfshim[notebooks]'")


def _figures():
    """The figures that matplotlib holds, as outputs; they are closed, as Jupyter does after each cell."""
    plt = sys.modules.get("matplotlib.pyplot")
    if plt is None:
        return []
    outputs = []
    for number in plt.get_fignums():
        buffer = io.BytesIO()
        plt.figure(number).savefig(buffer, format="png", bbox_inches="tight")
        outputs.append(
            {
                "output_type": "display_data",
                "metadata": {},
                "data": {"image/png": base64.b64encode(buffer.getvalue()).decode(), "text/plain": "<Figure>"},
            }
        )
    plt.close("all")
    return outputs
