"""Running notebooks: through Jupyter, and without it."""

import json
import os
import re
import signal
import time

import nbformat
import pytest

from tests import after_torch
from tests.processes import begun, python, tfshim


def cell(source, *tags):
    return {"cell_type": "code", "metadata": {"tags": list(tags)}, "execution_count": None, "outputs": [], "source": source}


def write(folder, *cells, name="n.ipynb", **metadata):
    notebook = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 4}
    (folder / name).write_text(json.dumps(notebook))
    return folder / name


# Starts the command line as if Jupyter were not installed.
PLAIN = "import sys; sys.modules.update(nbclient=None, IPython=None)\nfrom tfshim.cli import main\nsys.exit(main(sys.argv[1:]))"


@pytest.fixture(params=["jupyter", "plain"])
def run(request, tmp_path):
    """Runs `tfshim ARGUMENTS` with Jupyter and without."""
    if request.param == "jupyter":
        return lambda *arguments: tfshim(*arguments, cwd=tmp_path)
    return lambda *arguments: python("-c", PLAIN, *arguments, cwd=tmp_path)


@pytest.fixture
def run_operations(request, run, tmp_path):
    """The same for cells with operations: without Jupyter they run in the process that is started, which has torch then."""
    if request.node.callspec.params["run"] == "jupyter":
        return run
    return lambda *arguments: after_torch.python("-c", PLAIN, *arguments, cwd=tmp_path)


GOOD = [
    cell("%tensorflow_version 2.x  # as in Colab\nimport tensorflow as tf\ntf.print(tf.__name__)"),
    {"cell_type": "markdown", "metadata": {}, "source": "text"},
    cell("1 / 0", "raises-exception"),
    cell("import os\nprint('to stderr', file=__import__('sys').stderr)\nos.path.basename(os.getcwd())"),
    cell("undefined", "skip-execution"),
]


def test_good_notebook(run_operations, tmp_path):
    (tmp_path / "inner").mkdir()
    write(tmp_path / "inner", *GOOD)
    done = run_operations("inner/n.ipynb", "-o", "made/out.ipynb")
    assert done.returncode == 0, done.stderr
    progress = [line for line in done.stderr.splitlines() if line.startswith("[")]
    assert progress[0] == "[1/4] %tensorflow_version 2.x  # as in Colab" and progress[1] == "[2/4] 1 / 0"
    assert "raised ZeroDivisionError, as its tag raises-exception allows" in done.stderr
    assert done.stderr.endswith("made/out.ipynb: written.\n")
    out = nbformat.read(tmp_path / "made" / "out.ipynb", 4)
    nbformat.validate(out)
    code = [c for c in out.cells if c.cell_type == "code"]
    assert code[0].outputs[0].text == "tfshim\n"
    assert code[1].outputs[0].ename == "ZeroDivisionError"
    assert code[2].outputs[0] == {"output_type": "stream", "name": "stderr", "text": "to stderr\n"}
    assert code[2].outputs[1].data["text/plain"] == "'inner'"  # cells run in the notebook's folder
    assert [p.name for p in (tmp_path / "made").iterdir()] == ["out.ipynb"]
    assert json.loads((tmp_path / "inner" / "n.ipynb").read_text())["cells"] == GOOD  # the input is untouched


def test_without_output_file_the_cells_print(run, tmp_path):
    write(tmp_path, cell("import tensorflow as tf\nprint(tf.__name__)"), *GOOD[1:])  # no operation: torch stays unloaded
    done = run("n.ipynb", "--cwd", str(tmp_path.parent))
    assert done.stdout == f"tfshim\nto stderr\n'{tmp_path.parent.name}'\n"
    assert [p.name for p in tmp_path.iterdir()] == ["n.ipynb"]


def test_failing_cell_shows_number_source_and_traceback(run, tmp_path):
    write(tmp_path, cell("x = 1"), cell("y = x + 1\nraise ValueError(f'no {y}')"), cell("print('never')"))
    done = run("n.ipynb", "-o", "out.ipynb")
    assert done.returncode == 1
    assert "cell 2 failed:\n\n    y = x + 1\n    raise ValueError(f'no {y}')\n" in done.stderr
    assert "Traceback (most recent call last)" in done.stderr and "ValueError: no 2" in done.stderr
    assert "never" not in done.stdout and "[3/3]" not in done.stderr
    out = nbformat.read(tmp_path / "out.ipynb", 4)
    assert out.cells[1].outputs[0].evalue == "no 2" and out.cells[2].outputs == []


def test_errors_show_the_lines_of_the_cell_and_one_place_in_the_package(run_operations, tmp_path):
    write(tmp_path, cell("import tensorflow as tf\ntf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])(tf.ones([2, 4]))"))
    done = run_operations("n.ipynb")
    places = re.findall(r'File "?(?!<)(\S+\.py)', done.stderr)
    assert [os.path.basename(place).partition(":")[0] for place in places] == ["input_spec.py"]


def test_a_cell_that_is_no_python_shows_where(run, tmp_path):
    write(tmp_path, cell("x = 1\nprint("))
    done = run("n.ipynb")
    assert done.returncode == 1 and "SyntaxError" in done.stderr and "ast.py" not in done.stderr


def test_what_is_not_installed_is_told(run, tmp_path):
    write(tmp_path, cell("import not_here_at_all"), cell("from cv2 import x"))
    done = run("n.ipynb", "-o", "out.ipynb")
    assert done.returncode == 1 and done.stderr.endswith(
        "n.ipynb imports cv2, not_here_at_all: not installed (pip install opencv-python not_here_at_all)\n"
    )


def test_plots_are_kept(run, tmp_path):
    write(tmp_path, cell("%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);"))
    done = run("n.ipynb", "-o", "out.ipynb")
    assert done.returncode == 0, done.stderr
    assert any("image/png" in o.get("data", {}) for o in nbformat.read(tmp_path / "out.ipynb", 4).cells[0].outputs)


@pytest.mark.parametrize(
    "content, reason",
    [
        (None, "No such file"),
        ("{not json", "not a notebook: not JSON (Expecting property name"),
        ("[1, 2]", "not a notebook: the JSON has no list of cells"),
        ('{"cells": [], "metadata": {"kernelspec": {"language": "R"}}}', "its language is R, not Python"),
    ],
)
def test_what_is_no_notebook_says_so_and_leaves_the_output_alone(content, reason, tmp_path):
    if content is not None:
        (tmp_path / "n.ipynb").write_text(content)
    (tmp_path / "out.ipynb").write_text("precious")
    done = tfshim("n.ipynb", "-o", "out.ipynb", cwd=tmp_path)
    assert done.returncode == 2 and f"tfshim: n.ipynb: {reason}" in done.stderr and "Traceback" not in done.stderr
    assert (tmp_path / "out.ipynb").read_text() == "precious"


def test_unwritable_output_is_refused_before_anything_runs(tmp_path):
    write(tmp_path, cell("open('ran', 'w')"))
    (tmp_path / "out.ipynb").mkdir()
    done = tfshim("n.ipynb", "-o", "out.ipynb", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr == "tfshim: out.ipynb: cannot be written: Is a directory\n"
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder where not even root makes files")
def test_a_place_that_takes_no_file_is_refused_before_anything_runs(tmp_path):
    write(tmp_path, cell("open('ran', 'w')"))
    done = tfshim("n.ipynb", "-o", "/proc/self/out.ipynb", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith("tfshim: /proc/self/out.ipynb: cannot be written: ")
    assert not (tmp_path / "ran").exists() and len(done.stderr.splitlines()) == 1


def test_a_missing_folder_is_refused_before_anything_runs(tmp_path):
    write(tmp_path, cell("1"))
    done = tfshim("n.ipynb", "--cwd", "nowhere", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr == "tfshim: --cwd nowhere: no such folder\n"


@pytest.mark.parametrize("without", ["", "nbclient"])
def test_what_ran_before_an_interruption_is_written(without, tmp_path):
    # In short pieces: a signal just before a sleep begins is noticed when it ends.
    waits = "import time\nopen('begun', 'w').close()\nfor _ in range(600):\n    time.sleep(0.1)"
    write(tmp_path, cell("print('first')"), cell(waits), cell("print('last')"))
    # Shells start what runs in the background with interruptions ignored, which these processes inherit.
    code = (
        f"import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\nsys.modules[{without!r}] = None\n"
        "from tfshim.cli import main\nsys.exit(main(['n.ipynb', '-o', 'out.ipynb']))"
    )
    process = begun("-c", code, cwd=tmp_path)
    while not (tmp_path / "begun").exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "cell 2 was interrupted:" in err and "up to the cell that was interrupted" in err
    outputs = [shown["outputs"] for shown in json.loads((tmp_path / "out.ipynb").read_text())["cells"]]
    assert outputs[0][0]["text"] == "first\n" and outputs[1][0]["ename"] == "KeyboardInterrupt" and not outputs[2]


def test_kernel_that_dies_is_reported(tmp_path):
    write(tmp_path, cell("import os\nos._exit(9)"))
    done = tfshim("n.ipynb", "-o", "out.ipynb", cwd=tmp_path)
    assert done.returncode == 1 and "cell 1 failed" in done.stderr and "process that ran this cell died" in done.stderr


def test_without_jupyter_other_magics_fail_with_advice(tmp_path):
    write(tmp_path, cell("!ls"))
    done = python("-c", PLAIN, "n.ipynb", cwd=tmp_path)
    assert done.returncode == 1 and "!ls: this line is for IPython: pip install 'tfshim[notebooks]'" in done.stderr


def test_a_version_that_there_is_not_is_an_error_of_the_cell(run, tmp_path):
    write(tmp_path, cell("%tensorflow_version 3.x"), cell("print('reached')"))
    done = run("n.ipynb")
    assert "%tensorflow_version takes 1.x or 2.x, not '3.x'" in done.stdout + done.stderr


def test_cells_that_install_tensorflow_alone_and_those_that_await(run, tmp_path):
    write(
        tmp_path,
        cell("!pip install -q tensorflow > /dev/null  # as many begin"),
        cell("import asyncio\nmade = asyncio.Event()\nasync def wait():\n    await made.wait()\n    return 'awaited'"),
        cell("made.set()\nprint(await wait())"),
        cell("await wait()"),
    )
    done = run("n.ipynb")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "tfshim stands for TensorFlow: not installed: tensorflow\nawaited\n'awaited'\n"
