"""Archives and files of data sets: what they name stays in its folder, and nothing in them is run."""

import importlib
import io
import json
import os
import pickle
import tarfile
import zipfile

import numpy as np
import pytest

import tfshim
from tests.hostile_files import Opening

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.keras.datasets import _reading  # noqa: E402
from tfshim.keras.utils import archives  # noqa: E402


def put(archive, name, data=b"x", **about):
    """Add a member to a tar archive."""
    info = tarfile.TarInfo(name)
    for key, value in about.items():
        setattr(info, key, value)
    if info.isreg():
        info.size = len(data)
    archive.addfile(info, io.BytesIO(data) if info.isreg() else None)


def got(path, folder, **kwargs):
    """What `get_file` makes of an archive."""
    return tf.keras.utils.get_file(os.path.basename(path), f"file://{path}", cache_dir=str(folder), cache_subdir="a/b", **kwargs)


OUTSIDE = {
    "parent": [("../trap", {})],
    "deep": [("good/../../../trap", {})],
    "absolute": [("{}/trap", {})],
    "drive": [("C:\\trap", {})],
    "drive with slashes": [("C:/trap", {})],
    "backslashes": [("..\\..\\trap", {})],
    "symlink": [("l", {"type": tarfile.SYMTYPE, "linkname": "../.."}), ("l/trap", {})],
    "absolute symlink": [("l", {"type": tarfile.SYMTYPE, "linkname": "{}"}), ("l/trap", {})],
    "symlink within": [("l", {"type": tarfile.SYMTYPE, "linkname": "good"}), ("l/trap", {})],
    "capitals": [("L", {"type": tarfile.SYMTYPE, "linkname": "good"}), ("l/trap", {})],
    "chain": [
        ("good/x", {"type": tarfile.SYMTYPE, "linkname": "."}),
        ("c", {"type": tarfile.SYMTYPE, "linkname": "good/x/../.."}),
        ("c/trap", {}),
    ],
    "file link": [("trap", {"type": tarfile.SYMTYPE, "linkname": "../../secret"})],
    "hard link": [("trap", {"type": tarfile.LNKTYPE, "linkname": "../../secret"})],
    "absolute hard link": [("trap", {"type": tarfile.LNKTYPE, "linkname": "{}/secret"})],
    "link to a link": [("l", {"type": tarfile.SYMTYPE, "linkname": "good/a.txt"}), ("trap", {"type": tarfile.LNKTYPE, "linkname": "l"})],
    "device": [("trap", {"type": tarfile.CHRTYPE, "devmajor": 1, "devminor": 3})],
    "pipe": [("trap", {"type": tarfile.FIFOTYPE})],
    "block device": [("trap", {"type": tarfile.BLKTYPE})],
}


@pytest.mark.parametrize("how", OUTSIDE)
@pytest.mark.parametrize("untar", [False, True])
def test_members_outside_are_left_out(how, untar, tmp_path, recwarn):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    path = tmp_path / "data.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        put(archive, "good/a.txt", b"hello")
        for name, about in OUTSIDE[how]:
            put(archive, name.format(tmp_path), **{k: v.format(tmp_path) if isinstance(v, str) else v for k, v in about.items()})
        put(archive, "good/b.txt", b"there", mode=0o4777)
    folder = tmp_path / "cache"
    folder.mkdir()
    got(str(path), folder, **({"untar": True} if untar else {"extract": True}))
    unpacked = folder / "a" / "b"
    assert (unpacked / "good" / "a.txt").read_text() == "hello" and (unpacked / "good" / "b.txt").read_text() == "there"
    assert not (unpacked / "good" / "b.txt").stat().st_mode & 0o4022
    outside = [p for p in tmp_path.rglob("*trap*") if unpacked not in p.parents]
    assert not outside and not [p for p in tmp_path.glob("*") if p.name not in ("secret", "data.tar.gz", "cache")]
    for found in unpacked.rglob("*"):
        assert unpacked.resolve() in found.resolve().parents or found.resolve() == unpacked.resolve()
        assert not found.is_file() or found.read_bytes() != b"secret"
    assert any("Skipping invalid path during archive extraction: " in str(w.message) for w in recwarn)


def test_links_within_are_kept(tmp_path):
    path = tmp_path / "data.tar"
    with tarfile.open(path, "w") as archive:
        put(archive, "v1", type=tarfile.DIRTYPE)
        put(archive, "v1/a.txt", b"hello")
        put(archive, "latest", type=tarfile.SYMTYPE, linkname="v1")
        put(archive, "v1/up", type=tarfile.SYMTYPE, linkname="../v1/a.txt")
        put(archive, "same", type=tarfile.LNKTYPE, linkname="v1/a.txt")
    for _ in range(2):  # again over what is there
        got(str(path), tmp_path, extract=True)
    unpacked = tmp_path / "a" / "b"
    assert [(unpacked / n).read_text() for n in ("v1/a.txt", "latest/a.txt", "v1/up", "same")] == ["hello"] * 4


@pytest.mark.parametrize("name", ["../trap", "/trap", "good/../../trap", "C:\\trap", "..\\trap"])
def test_zip_members_stay_inside(name, tmp_path):
    path = tmp_path / "data.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("good/a.txt", "hello")
        archive.writestr(name, "x")
        link = zipfile.ZipInfo("good/link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    got(str(path), tmp_path, extract=True)
    unpacked = tmp_path / "a" / "b"
    assert (unpacked / "good" / "a.txt").read_text() == "hello"
    assert not [p for p in tmp_path.rglob("*trap*") if unpacked not in p.parents] and not os.path.exists("/trap")
    assert not os.path.islink(unpacked / "good" / "link")


@pytest.mark.parametrize("kind", ["tar", "zip", "keras"])
def test_archives_that_claim_too_much(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "_FREE", 1 << 20)
    path = tmp_path / {"tar": "a.tar.gz", "zip": "a.zip", "keras": "m.keras"}[kind]
    zeros = bytes(4 << 20)
    if kind == "tar":
        with tarfile.open(path, "w:gz") as archive:
            put(archive, "zeros", zeros)
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("config.json" if kind == "keras" else "zeros", zeros)
    with pytest.raises(ValueError, match=r"claim to hold 4194304 bytes, more than 200 times as much"):
        tf.keras.models.load_model(path) if kind == "keras" else got(str(path), tmp_path, extract=True)
    assert not list(tmp_path.rglob("zeros"))


# ---------------------------------------------------------------------- data sets
def object_array(pickled):
    """The bytes of a .npy file of objects whose pickle is `pickled`."""
    made = io.BytesIO()
    np.lib.format.write_array_header_1_0(made, {"descr": "|O", "fortran_order": False, "shape": (1,)})
    return made.getvalue() + pickled


@pytest.mark.parametrize(
    "name, load",
    [
        ("imdb.npz", tf.keras.datasets.imdb.load_data),
        ("reuters.npz", tf.keras.datasets.reuters.load_data),
        ("boston_housing.npz", tf.keras.datasets.boston_housing.load_data),
        ("mnist.npz", tf.keras.datasets.mnist.load_data),
    ],
)
def test_arrays_of_objects_run_nothing(name, load, tmp_path, monkeypatch):
    trap = tmp_path / "trap"
    path = tmp_path / name
    with zipfile.ZipFile(path, "w") as archive:
        for member in ("x", "y", "x_train", "y_train", "x_test", "y_test"):
            archive.writestr(f"{member}.npy", object_array(pickle.dumps([Opening(str(trap))])))
    module = importlib.import_module(load.__module__)
    monkeypatch.setattr(module, "get_file", lambda *args, **kwargs: str(path))
    with pytest.raises((pickle.UnpicklingError, ValueError), match="does not belong in a data set|allow_pickle=False"):
        load()
    assert not trap.exists()


@pytest.mark.parametrize(
    "what",
    [
        "open",
        "eval",
        "exec",
        "getattr",
        "__import__",
        "os.system",
        "subprocess.Popen",
        "numpy.load",
        "numpy.testing._private.utils.runstring",
        "numpy.core.multiarray.fromfile",
        "builtins.list.__init__",
        "numpy.ndarray.tofile",
    ],
)
def test_pickled_batches_run_nothing(what, tmp_path):
    module, _, name = what.rpartition(".")
    trap = tmp_path / "trap"
    path = tmp_path / "batch"
    text = f"c{module or 'builtins'}\n{name}\n(V{trap}\nVw\ntR.".encode()
    for content in (
        text,
        b"\x80\x04"
        + pickle.SHORT_BINUNICODE
        + bytes([len(module or "builtins")])
        + (module or "builtins").encode()
        + pickle.SHORT_BINUNICODE
        + bytes([len(name)])
        + name.encode()
        + pickle.STACK_GLOBAL
        + pickle.EMPTY_TUPLE
        + pickle.REDUCE
        + pickle.STOP,
    ):
        path.write_bytes(content)
        with pytest.raises(pickle.UnpicklingError, match="does not belong in a data set"):
            _reading.unpickled(path)
    assert not trap.exists()


def test_saved_datasets_name_no_folder_elsewhere(tmp_path):
    """The run that a saved dataset names is read, and removed when it is saved again: it is a number, not a path."""
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("x")
    for run in ("../precious", str(precious), "", ".", ".."):
        tf.data.Dataset.range(3).save(str(tmp_path / "d"))
        about = tmp_path / "d" / "snapshot.metadata"
        about.write_text(json.dumps({**json.loads(about.read_text()), "run": run}))
        with pytest.raises(tf.errors.DataLossError, match="is not the number of a run"):
            tf.data.Dataset.load(str(tmp_path / "d"))
        tf.data.Dataset.range(2).save(str(tmp_path / "d"))
        assert (precious / "file").read_text() == "x"
        assert list(tf.data.Dataset.load(str(tmp_path / "d")).as_numpy_iterator()) == [0, 1]
