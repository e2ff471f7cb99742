"""`python -m tfshim`: scripts, modules, code, and `check`, as a user runs them."""

import json
import textwrap

import pytest

from tests import after_torch
from tests.processes import package, python, tfshim
from tfshim.cli import main, usage


def write(folder, name, source):
    path = folder / name
    path.write_text(textwrap.dedent(source))
    return path


@pytest.fixture
def script(tmp_path):
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", "neighbour.py", "import tensorflow as tf\nNAME = tf.__name__\n")
    return write(
        tmp_path / "sub",
        "script.py",
        """
        import json, sys
        import neighbour
        import tensorflow as tf
        if __name__ == "__main__":
            print(json.dumps([sys.argv, __file__, sys.path[0], tf.__name__, neighbour.NAME]))
            if len(sys.argv) > 2:
                raise ValueError("too many")
            sys.exit(3)
        """,
    )


def test_script_sees_its_arguments_and_its_folder(script, tmp_path):
    done = tfshim("sub/script.py", "--tf", cwd=tmp_path)  # what follows the script is the script's
    assert done.returncode == 3, done.stderr
    folder = str((tmp_path / "sub").resolve())
    assert json.loads(done.stdout) == [["sub/script.py", "--tf"], f"{folder}/script.py", folder, "tfshim", "tfshim"]


def test_traceback_begins_with_the_script(script, tmp_path):
    done = tfshim("sub/script.py", "a", "b", cwd=tmp_path)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert f'"{script}"' in lines[1] and lines[-1] == "ValueError: too many"


def test_errors_show_the_lines_of_the_script_and_one_of_the_package(tmp_path):
    write(
        tmp_path, "fails.py", "import tensorflow as tf\ntf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])(tf.ones([2, 4]))"
    )
    done = after_torch.tfshim("fails.py", cwd=tmp_path)
    places = [line for line in done.stderr.splitlines() if line.startswith("  File")]
    assert len(places) == 2 and "fails.py" in places[0] and "input_spec" in places[1]


def test_errors_of_functions_tell_the_lines_of_the_script(tmp_path):
    write(
        tmp_path,
        "fails.py",
        """
        import tensorflow as tf
        @tf.function
        def pick(x, i):
            return tf.gather(x, i)
        pick(tf.ones([3]), tf.constant(7))
        """,
    )
    done = tfshim("fails.py", cwd=tmp_path)
    assert done.returncode == 1 and "runpy" not in done.stderr
    told = done.stderr.partition("defined at (most recent call last):\n")[2]
    places = [line.split(", ")[1:] for line in told.splitlines() if line.startswith("  File")]
    assert places == [["line 6", "in <module>"], ["line 5", "in pick"]]


def test_code_and_module(tmp_path):
    done = tfshim("-c", "import sys, tensorflow; print(sys.argv, __name__, tensorflow.__name__)", "x", cwd=tmp_path)
    assert done.stdout == "['-c', 'x'] __main__ tfshim\n"
    write(tmp_path, "mod.py", "import sys, tensorflow as tf\nprint(sys.argv[1:], __name__, tf.__name__)")
    assert tfshim("-m", "mod", "y", cwd=tmp_path).stdout == "['y'] __main__ tfshim\n"


def test_installed_tensorflow_stands_back_when_tfshim_is_asked_to_run(tmp_path):
    real = package(tmp_path / "site", "tensorflow")
    done = tfshim("-c", "import tensorflow; print(tensorflow.__name__)", cwd=tmp_path, path=[real])
    assert done.stdout == "tfshim\n", done.stderr


def test_imported_tensorflow_does_not_unless_forced(tmp_path):
    real = package(tmp_path / "site", "tensorflow")
    write(tmp_path / "site", "sitecustomize.py", "import tensorflow\n")
    code = "import tensorflow; print(tensorflow.__name__)"
    refused = tfshim("-c", code, cwd=tmp_path, path=[real])
    assert refused.returncode == 2 and "already imported from" in refused.stderr and "--force" in refused.stderr
    assert tfshim("--force", "-c", code, cwd=tmp_path, path=[real]).stdout == "tfshim\n"


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "nothing to run"),
        (["--nonsense", "x.py"], "unknown option --nonsense"),
        (["--tf", "3", "x.py"], "--tf takes 1.x or 2.x"),
        (["-m"], "-m needs an argument"),
        (["missing.py"], "missing.py: No such file"),
        (["check", "missing.ipynb"], "missing.ipynb: No such file"),
        (["chek", "x.py"], "chek: No such file or directory; did you mean tfshim check?"),
        (["package.inner"], "package.inner: No such file or directory; did you mean tfshim -m package.inner?"),
        (["."], ".: a folder without __main__.py"),
    ],
)
def test_bad_command_lines(arguments, message, tmp_path):
    (tmp_path / "package").mkdir()
    write(tmp_path / "package", "inner.py", "")
    done = tfshim(*arguments, cwd=tmp_path)
    assert done.returncode == 2 and f"tfshim: {message}" in done.stderr
    assert "Traceback" not in done.stderr
    assert not arguments or done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", usage.commands())
def test_each_command_says_what_it_takes(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    shown = capsys.readouterr().out
    assert ended.value.code == 0
    if command != "tensorboard":  # has its own
        assert shown.startswith(f"usage: tfshim {command}") and len(shown.split("\n\n")[1]) > 6, shown


def test_a_kernel_is_started_by_jupyter_alone(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["kernel", "instal"])
    assert ended.value.code == 2 and "invalid choice: 'instal'" in capsys.readouterr().err


def test_a_command_that_is_interrupted_says_so(monkeypatch, capsys):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("tfshim.cli.environment.status", interrupted)
    assert main(["status"]) == 130 and capsys.readouterr().err == "tfshim: interrupted\n"


def test_processes_that_a_program_starts_find_tensorflow_too(tmp_path):
    write(tmp_path, "sitecustomize.py", "import builtins\nbuiltins.OWN = 1\n")
    write(tmp_path, "worker.py", "import tensorflow as tf\nprint(OWN, tf.__name__)\n")
    start = "import subprocess, sys\nprint(subprocess.run([sys.executable, 'worker.py'], capture_output=True, text=True))\n"
    program = write(tmp_path, "program.py", start)
    cell = {"cell_type": "code", "source": start, "metadata": {}, "outputs": [], "execution_count": None}
    (tmp_path / "program.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 2}))
    for path in (program, tmp_path / "program.ipynb"):
        done = tfshim(path, cwd=tmp_path, path=[tmp_path])
        assert "1 tfshim" in done.stdout, done.stderr + done.stdout


def test_a_tensorflow_1_script_builds_graphs(tmp_path):
    write(tmp_path, "old.py", "import tensorflow as tf\nif 0: tf.Session()\nprint(tf.constant(1))\n")
    assert after_torch.tfshim("old.py", cwd=tmp_path).stdout == 'Tensor("Const:0", shape=(), dtype=int32)\n'
    assert after_torch.tfshim("--tf", "2.x", "old.py", cwd=tmp_path).stdout == "tf.Tensor(1, shape=(), dtype=int32)\n"


def test_check_lists_all_names_at_once(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import tensorflow as tf
        from tensorflow.python.framework import ops
        raise SystemExit("it must not run")
        x = tf.add(tf.constant(1), tf.no_such_function(2)) + tf.math.nothing.at_all
        ops.convert_to_tensor(x)
        """,
    )
    done = after_torch.tfshim("check", "program.py", cwd=tmp_path)
    assert done.returncode == 1
    rows = {line.split()[0]: line.split(maxsplit=1)[1].strip() for line in done.stdout.splitlines()[:-1]}
    assert rows["tf.add"] == "supported  line 5"
    assert rows["tf.no_such_function"] == "unknown    line 5"
    assert rows["tf.math.nothing.at_all"] == "unknown    line 5"
    assert rows["tf.python.framework.ops.convert_to_tensor"] == "supported  line 6"
    assert done.stdout.splitlines()[-1] == "4 of 6 names supported, 2 not in TensorFlow."


def test_check_is_satisfied_by_what_is_there(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import tensorflow as tf
        from tensorflow.errors import NotFoundError
        tf.Variable.assign
        """,
    )
    done = after_torch.tfshim("check", "program.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("2 of 2 names supported.\n")


def test_check_reports_cells_that_are_not_python(tmp_path):
    cells = [
        {"cell_type": "code", "source": ["%time\n", "import tensorflow as tf"], "metadata": {}},
        {"cell_type": "code", "source": "x = = 1", "metadata": {}},
    ]
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}))
    done = tfshim("check", "n.ipynb", cwd=tmp_path)
    assert done.returncode == 1 and "cell 2, line 1: not Python" in done.stdout


def test_check_says_when_it_reads_tensorflow_1(tmp_path):
    write(tmp_path, "old.py", "import tensorflow as tf\ntf.Session()\n")
    done = after_torch.tfshim("check", "old.py", cwd=tmp_path)
    assert done.stdout.startswith("old.py is read as TensorFlow 1 (line 2 uses tf.Session).")


def test_help_and_version(tmp_path):
    assert tfshim("--help", cwd=tmp_path).stdout.startswith("usage: tfshim")
    assert tfshim("--version", cwd=tmp_path).stdout.startswith("tfshim 0.")


def test_module_is_the_console_script():
    done = python("-c", "from tfshim.cli import main; raise SystemExit(main(['-c', 'import tensorflow']))", cwd="/")
    assert done.returncode == 0, done.stderr


def test_a_program_from_standard_input(tmp_path):
    source = "import sys\nimport tensorflow as tf\nprint(sys.argv, tf.__name__)\n1 / 0\n"
    done = tfshim("-", "a", "--tf", cwd=tmp_path, input=source)
    assert done.returncode == 1 and done.stdout == "['-', 'a', '--tf'] tfshim\n"
    assert 'File "<stdin>", line 4' in done.stderr and done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_a_program_taken_for_tensorflow_1_says_so_in_one_line(tmp_path):
    write(tmp_path, "old.py", "import tensorflow as tf\nprint(tf.placeholder(tf.float32).name)\n")
    done = after_torch.tfshim("old.py", cwd=tmp_path)
    assert done.stdout == "Placeholder:0\n"
    said = "tfshim: old.py is taken for a program for TensorFlow 1 (line 2 uses tf.placeholder); --tf 2.x says otherwise.\n"
    assert done.stderr == said
    assert after_torch.tfshim("--tf", "1.x", "old.py", cwd=tmp_path).stderr == ""


@pytest.mark.parametrize("version", [1, 2])
def test_processes_that_multiprocessing_starts_have_tfshim_too(tmp_path, version):
    write(
        tmp_path,
        "pools.py",
        """
        import multiprocessing
        import tensorflow as tf

        def name(i):
            return tf.__name__

        if __name__ == "__main__":
            for method in ("spawn", "forkserver"):
                with multiprocessing.get_context(method).Pool(1) as pool:
                    print(method, pool.map(name, [1]))
        """,
    )
    done = after_torch.tfshim("--tf", f"{version}.x", "pools.py", cwd=tmp_path)
    name = "tfshim" if version == 2 else "tfshim.compat.v1"
    assert done.stdout == f"spawn ['{name}']\nforkserver ['{name}']\n", done.stderr


def test_tensorboard_is_started_with_its_own_arguments(tmp_path):
    done = tfshim("tensorboard", "--version_tb", cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.strip()[0].isdigit(), done.stderr
