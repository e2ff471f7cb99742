"""Cells that install TensorFlow beside other things install the other things."""

import pytest
from IPython.core.interactiveshell import InteractiveShell

import tfshim
from tfshim import activation
from tfshim.jupyter import installs

SAID = "print({!r})\n".format
TEXT = "tfshim stands for TensorFlow: not installed: "


@pytest.fixture(autouse=True)
def active():
    was = activation.status()
    tfshim.activate()
    yield
    if not was:
        tfshim.deactivate()


@pytest.mark.parametrize(
    "line, names",
    [
        ("!pip install tensorflow\n", "tensorflow"),
        ("!pip install -q tf-nightly", "tf-nightly"),
        ("%pip install --upgrade --quiet 'tensorflow>=2.10.0'\n", "tensorflow>=2.10.0"),
        ('!pip install -q "tensorflow==2.11.*" keras\n', "tensorflow==2.11.*, keras"),
        ("pip3 install tensorflow[and-cuda]\n", "tensorflow[and-cuda]"),
        ("!{sys.executable} -m pip install tf_nightly -i https://example.org/simple > /dev/null 2>&1\n", "tf_nightly"),
        ("!python3 -m pip install tensorflow-gpu==2.0.0-rc1 # the newest\n", "tensorflow-gpu==2.0.0-rc1"),
        ("!pip install \"tensorflow; python_version < '3.12'\"\n", "tensorflow; python_version < '3.12'"),
    ],
)
def test_tensorflow_alone_is_not_installed(line, names):
    assert installs.without_tensorflow([line]) == [SAID(TEXT + names)]


@pytest.mark.parametrize(
    "line, becomes, names",
    [
        (
            "!pip install -U -q tensorflow tensorflow_datasets\n",
            "!pip install -U -q tensorflow_datasets\n",
            "tensorflow",
        ),
        ('    !pip install "tf-models-official<$V" tensorflow', '    !pip install "tf-models-official<$V"\n    ', "tensorflow"),
        ("!pip install -r more.txt tensorflow | tail -1\n", "!pip install -r more.txt | tail -1\n", "tensorflow"),
    ],
)
def test_other_things_are(line, becomes, names):
    assert installs.without_tensorflow([line]) == (becomes + SAID(TEXT + names)).splitlines(keepends=True)


def test_commands_after_it_run():
    said = SAID(TEXT + "tensorflow")
    assert installs.without_tensorflow(["!pip install tensorflow && echo done\n"]) == [said, "!echo done\n"]
    assert installs.without_tensorflow(["!pip install tensorflow; pip install tf-nightly\n"]) == [said, SAID(TEXT + "tf-nightly")]


@pytest.mark.parametrize(
    "cell",
    [
        ["!pip install tensorflow-datasets tensorflow-hub\n"],
        ["!pip install keras>=3 'keras==3.4'\n"],
        ["!pip install git+https://github.com/tensorflow/docs\n"],
        ["!pip install ./tensorflow tensorflow/models\n"],
        ["!pip uninstall -y tensorflow\n"],
        ["!pip list | grep tensorflow\n"],
        ["%%writefile setup.sh\n", "pip install tensorflow\n"],
        ["%%bash\n", "pip install tensorflow\n"],
        ["text = 'pip install tensorflow'\n"],
    ],
)
def test_other_cells_stay_as_they_are(cell):
    assert installs.without_tensorflow(cell) == cell


def test_in_ipython(monkeypatch):
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "tfshim")
    shell.run_cell("%%capture kept\nif True:\n    !pip install tensorflow\n    x = 3").raise_error()
    assert shell.user_ns["x"] == 3 and shell.user_ns["kept"].stdout == "tfshim stands for TensorFlow: not installed: tensorflow\n"
    ran = []
    monkeypatch.setattr(shell, "system", ran.append)
    shell.run_cell("%%capture kept\n!pip install tensorflow more -q\nprint('goes on')").raise_error()
    assert ran == ["pip install more -q"] and shell.user_ns["kept"].stdout.endswith("not installed: tensorflow\ngoes on\n")
    tfshim.deactivate()
    assert installs.without_tensorflow(["!pip install tensorflow\n"]) == ["!pip install tensorflow\n"]
    InteractiveShell.clear_instance()
