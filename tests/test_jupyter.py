"""The IPython extension, `%tensorflow_version` and the kernel spec."""

import json
import os
import sys
from pathlib import Path

import pytest
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

import tfshim
from tfshim import activation, jupyter


@pytest.fixture
def shell():
    was = activation.status()
    tfshim.deactivate()
    shell = InteractiveShell()
    yield shell
    jupyter.unload_ipython_extension(shell)
    if was:
        tfshim.activate()


def test_load_ext_activates_and_brings_the_magic(shell):
    shell.run_line_magic("load_ext", "tfshim")
    assert activation.status()
    result = shell.run_cell("%tensorflow_version 2.x  #gpu\nimport tensorflow as tf\ntf.__name__")
    assert result.success and result.result == "tfshim"
    shell.run_line_magic("unload_ext", "tfshim")
    assert not activation.status()
    assert shell.find_line_magic("tensorflow_version") is None


def test_magic_says_what_is_active_or_refuses(shell, capsys):
    shell.run_line_magic("load_ext", "tfshim")
    shell.run_line_magic("tensorflow_version", "")
    assert "tfshim active" in capsys.readouterr().out
    for wrong in ("3.x", "latest", "2.x 1.x"):
        with pytest.raises(UsageError, match="takes 1.x or 2.x"):
            shell.run_line_magic("tensorflow_version", wrong)
    assert activation.status().version == 2


def test_magic_selects_tensorflow_1(shell, capsys):
    shell.run_line_magic("load_ext", "tfshim")
    shell.run_line_magic("tensorflow_version", "1.x")
    assert "TensorFlow 1.x selected." in capsys.readouterr().out
    assert activation.status().version == 1


def test_kernel_spec_is_installed(tmp_path):
    folder = jupyter.install_kernel(prefix=str(tmp_path))
    assert folder == str(tmp_path / "share" / "jupyter" / "kernels" / "tfshim")
    spec = json.loads((tmp_path / "share/jupyter/kernels/tfshim/kernel.json").read_text())
    assert {path.name for path in Path(folder).glob("logo-*")} == {"logo-svg.svg", "logo-32x32.png", "logo-64x64.png"}
    assert spec["argv"] == [sys.executable, "-m", "tfshim", "kernel", "-f", "{connection_file}"]
    assert spec["language"] == "python" and "tfshim" in spec["display_name"]


def test_what_cells_start_has_tfshim_too(shell, monkeypatch):
    for name in ("TFSHIM_CHILDREN", "TFSHIM_VERSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    code = f"import subprocess, sys\nsubprocess.run([{sys.executable!r}, '-c', 'import tensorflow as tf; print(tf.__name__)'], "
    code += "capture_output=True, text=True).stdout"
    shell.run_line_magic("load_ext", "tfshim")
    assert shell.run_cell(code).result == "tfshim\n"
    shell.run_line_magic("unload_ext", "tfshim")
    assert os.environ["PYTHONPATH"] == "elsewhere" and "TFSHIM_CHILDREN" not in os.environ


def test_the_magic_of_tensorboard_starts_it_with_tfshim(shell, monkeypatch, tmp_path):
    monkeypatch.delenv("TENSORBOARD_BINARY", raising=False)
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    shell.run_line_magic("load_ext", "tfshim")
    assert "TENSORBOARD_BINARY" not in os.environ  # where the command is not installed, plain TensorBoard is started
    shell.run_line_magic("unload_ext", "tfshim")
    (tmp_path / ("tfshim-tensorboard" + (".exe" if os.name == "nt" else ""))).touch()
    shell.run_line_magic("load_ext", "tfshim")
    assert os.environ["TENSORBOARD_BINARY"].startswith(str(tmp_path / "tfshim-tensorboard"))
    shell.run_line_magic("unload_ext", "tfshim")
    assert "TENSORBOARD_BINARY" not in os.environ
