"""Running a notebook: every code cell, with progress, and the executed notebook as a file."""

import asyncio
import errno
import json
import os
import signal
import sys
import warnings
from pathlib import Path

from tfshim import activation, child_processes
from tfshim.cli import imported_modules, plain_notebook
from tfshim.cli.progress import Progress
from tfshim.cli.script import INTERRUPTED
from tfshim.files.replacing import Replacement
from tfshim.jupyter import KERNEL_COMMAND
from tfshim.user_programs import documents


def run(path, output=None, version=None, folder=None):
    """Run the notebook at `path` with tfshim active; returns the exit status.

    Args:
        path: the notebook.
        output: where to write the executed notebook; it is written even if a cell fails or is interrupted, up to that cell. Without
            it what the cells print goes to stdout and nothing is written.
        version: `"1.x"` or `"2.x"`.
        folder: the current folder of the cells; the notebook's own by default, as in Jupyter.

    Raises:
        DocumentError: the notebook cannot be read, `output` cannot be written, or `folder` is none.
    """
    document = documents.read_notebook_json(path)
    if folder and not os.path.isdir(folder):
        raise documents.DocumentError(f"--cwd {folder}: no such folder")
    # Before the cells run, which may take hours.
    if output:
        _check_writable(output)
    folder = folder or os.path.dirname(os.path.abspath(path))
    try:
        import ipykernel  # noqa: F401
        import nbclient  # noqa: F401
    except ImportError:
        execute = plain_notebook.execute
    else:
        execute = _execute_in_kernel
    document, status = execute(document, folder, version, show=output is None)
    if output:
        _write(output, document)
        end = {0: "", INTERRUPTED: ", up to the cell that was interrupted"}.get(status, ", up to the cell that failed")
        print(f"{output}: written{end}.", file=sys.stderr)
    if status == 1 and (missing := imported_modules.missing(documents.read(path), path)):
        print(f"{path} imports {', '.join(missing)}: not installed ({imported_modules.installing(missing)})", file=sys.stderr)
    return status


def _execute_in_kernel(document, folder, version, show):
    """Execute in a Jupyter kernel of this Python; returns the notebook and the exit status."""
    import nbformat
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, DeadKernelError

    class OwnKernel(AsyncKernelManager):
        """Whatever kernel the notebook names, this one: the Python that runs us, with tfshim active."""

        @property
        def kernel_spec(self):
            chosen = ["--tf", version] if version else []
            # at its usual level the kernel warns that its sockets, which stay on this machine, are not encrypted
            argv = [*KERNEL_COMMAND, *chosen, "--IPKernelApp.log_level=ERROR"]
            return KernelSpec(argv=argv, display_name="tfshim", language="python")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # old notebooks have cells without ids; they are given some
        nb = nbformat.reads(json.dumps(document), as_version=4)
        numbers = _code_numbers(nb.cells)
        progress = Progress(len(numbers), show)
        current = {}

        def on_interrupt():
            """Ctrl-C ends the cell that runs, as in Jupyter; a second one the kernel, if the cell does not let itself be ended."""
            again, current["interrupted"] = "interrupted" in current, True
            current["ending"] = asyncio.ensure_future(client.km.shutdown_kernel(now=True) if again else client.km.interrupt_kernel())

        def on_start(cell, cell_index):
            try:  # only now: when it starts the kernel, nbclient puts in its own, which ends the kernel and the program in disorder
                asyncio.get_running_loop().add_signal_handler(signal.SIGINT, on_interrupt)
            except (NotImplementedError, RuntimeError):  # on Windows, or in a thread
                pass
            current.update(number=numbers[cell_index], cell=cell, trace="")
            progress.start(numbers[cell_index], cell.source)

        def on_error(cell, cell_index, execute_reply):
            content = execute_reply["content"]
            current.update(raised=content["ename"], trace="\n".join(content.get("traceback", [])))

        def on_executed(cell, cell_index, execute_reply):
            if execute_reply["content"]["status"] == "ok":
                progress.done(cell.outputs)
            elif "raises-exception" in cell.metadata.get("tags", []):
                progress.done(cell.outputs, execute_reply["content"]["ename"])

        client = NotebookClient(
            nb,
            kernel_manager_class=OwnKernel,
            kernel_name="python3",
            timeout=None,
            resources={"metadata": {"path": folder}},
            on_cell_execute=on_start,
            on_cell_error=on_error,
            on_cell_executed=on_executed,
        )
        try:
            environment = dict(os.environ)
            child_processes.prepare(environment, activation.asked_for_by_running())
            client.execute(env=environment)
        except CellExecutionError:
            cell = current["cell"]
            # Of a magic that is not there or misused IPython prints an error, and no traceback.
            said = "".join(output.text for output in cell.outputs if output.get("name") == "stderr")
            progress.failed(current["number"], cell.source, current["trace"] or said, "interrupted" in current)
        except (AssertionError, OSError, RuntimeError) as e:  # DeadKernelError is a RuntimeError
            if not current:
                raise documents.DocumentError("the notebook's kernel did not start" + (f": {e}" if str(e) else "")) from None
            if not isinstance(e, DeadKernelError):
                raise
            progress.failed(current["number"], current["cell"].source, "The Python process that ran this cell died.")
        else:
            return nb, 0
    return nb, INTERRUPTED if "interrupted" in current else 1


def _code_numbers(cells):
    """For each index in `cells` that is executed, its number among the code cells, from 1."""
    code = [index for index, cell in enumerate(cells) if cell["cell_type"] == "code"]
    return {index: number for number, index in enumerate(code, 1)}


def _check_writable(output):
    folder = Path(output).resolve().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise documents.DocumentError(f"{output}: cannot make its folder: {e.strerror}") from None
    try:
        if Path(output).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        Replacement(output).discard()  # permissions alone do not tell, least of all for root
    except OSError as e:
        raise documents.DocumentError(f"{output}: cannot be written: {e.strerror}") from None


def _write(output, document):
    with Replacement(output) as beside, open(beside, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1, ensure_ascii=False)
        file.write("\n")
