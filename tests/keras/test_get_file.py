"""`tf.keras.utils.get_file`: what it prints and does, by what Keras 2.15 printed for the same calls."""

import hashlib
import re

import pytest

import tfshim as tf

CONTENT = b"hello" * 100
BAR = "\r500/500 [==============================] - 0s/step\n"
OUTDATED = (
    "A local file was found, but it seems to be incomplete or outdated because the {} file hash does not match the original value of {} "
    "so we will re-download the data.\n"
)


@pytest.fixture
def fetched(tmp_path, capsys):
    source = tmp_path / "a.bin"
    source.write_bytes(CONTENT)
    address = f"file://{source}"

    def fetch(**more):
        """(path within the cache or error, what is printed)"""
        try:
            found = tf.keras.utils.get_file("b.bin", address, cache_dir=str(tmp_path), cache_subdir="c", **more)
            result = found.removeprefix(f"{tmp_path}/")
        except ValueError as e:
            result = str(e)
        printed = capsys.readouterr().out.replace(address, "ADDRESS")
        return result, re.sub(r" \d+us/", "/", printed)

    fetch.file = tmp_path / "c" / "b.bin"
    return fetch


def test_a_file_is_downloaded_once(fetched):
    assert fetched() == ("c/b.bin", f"Downloading data from ADDRESS\n{BAR}")
    assert fetched() == ("c/b.bin", "")
    assert fetched(file_hash=hashlib.sha256(CONTENT).hexdigest()) == ("c/b.bin", "")
    assert fetched(md5_hash=hashlib.md5(CONTENT).hexdigest()) == ("c/b.bin", "")


@pytest.mark.parametrize("given, algorithm", [({"file_hash": "0" * 64}, "auto"), ({"md5_hash": "1" * 32}, "md5")])
def test_a_wrong_hash(fetched, given, algorithm):
    (value,) = given.values()
    wrong = f"Incomplete or corrupted file detected. The {algorithm} file hash does not match the provided value of {value}."
    assert fetched(**given) == (wrong, f"Downloading data from ADDRESS\n{BAR}")
    assert fetched.file.read_bytes() == CONTENT  # stays, as in Keras
    again = OUTDATED.format(algorithm, value) + f"Downloading data from ADDRESS\n{BAR}"
    assert fetched(**given) == (wrong, again)


def test_a_changed_file_is_replaced(fetched):
    fetched()
    fetched.file.write_bytes(b"changed")
    right = hashlib.sha256(CONTENT).hexdigest()
    assert fetched(file_hash=right) == ("c/b.bin", OUTDATED.format("auto", right) + f"Downloading data from ADDRESS\n{BAR}")
    assert fetched.file.read_bytes() == CONTENT


def test_a_home_that_cannot_be_made_gives_way_to_the_folder_for_temporary_files(tmp_path, monkeypatch):
    (tmp_path / "a.bin").write_bytes(CONTENT)
    monkeypatch.setenv("HOME", str(tmp_path / "a.bin" / "home"))  # within a file, where not even root makes folders
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "a.bin" / "home"))
    monkeypatch.delenv("KERAS_HOME", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = tf.keras.utils.get_file("b.bin", f"file://{tmp_path / 'a.bin'}")
    assert found == str(tmp_path / ".keras" / "datasets" / "b.bin")
