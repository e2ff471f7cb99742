"""`tf.io.gfile` against what TensorFlow answered (tests/data/gfile.json), and what goes beyond it."""

import json
import os
from pathlib import Path

import pytest

from tests.io.gfile_cases import CASES, get, outcome, put
from tfshim.engine.runtime import errors
from tfshim.io import gfile

RECORD = json.loads((Path(__file__).parent.parent / "data" / "gfile.json").read_text())


def test_every_answer_is_tensorflows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert list(CASES) == list(RECORD)
    answers = {name: outcome(gfile, body) for name, body in CASES.items()}
    assert {k: v for k, v in answers.items() if v != RECORD[k]} == {}


def test_listing_and_globbing_are_sorted(tmp_path):
    for name in "dbca":
        (tmp_path / name).touch()
    assert gfile.listdir(tmp_path) == list("abcd")
    assert gfile.glob(str(tmp_path / "*")) == [str(tmp_path / name) for name in "abcd"]


def test_file_urls_keep_their_prefix(tmp_path):
    url = f"file://{tmp_path}"
    put(gfile, f"{url}/a.txt", "w", "x")
    assert (tmp_path / "a.txt").read_text() == "x"
    assert gfile.glob(f"{url}/*.txt") == [f"{url}/a.txt"]
    gfile.makedirs(f"{url}/d/e")
    assert (tmp_path / "d" / "e").is_dir()
    with pytest.raises(errors.FailedPreconditionError, match=f"{url}/a.txt is not a directory"):
        gfile.makedirs(f"{url}/a.txt/d")


def test_ram_files_are_not_the_users_fsspec_memory_files():
    import fsspec

    put(gfile, "ram://apart/x", "w", "1")
    assert not fsspec.filesystem("memory").exists("/apart/x")
    gfile.rmtree("ram://apart")


def test_fsspec_serves_other_schemes(tmp_path):
    put(gfile, "memory://elsewhere/x.txt", "w", "abc")
    assert get(gfile, "memory://elsewhere/x.txt") == "abc"
    assert gfile.listdir("memory://elsewhere") == ["x.txt"]
    gfile.copy("memory://elsewhere/x.txt", str(tmp_path / "y"))
    assert (tmp_path / "y").read_text() == "abc"
    gfile.remove("memory://elsewhere/x.txt")
    with pytest.raises(errors.NotFoundError, match="memory://elsewhere/x.txt; No such file or directory"):
        get(gfile, "memory://elsewhere/x.txt")


def test_a_scheme_whose_package_is_missing_names_the_package():
    pytest.importorskip("fsspec")
    with pytest.raises(errors.UnimplementedError, match="File system scheme 'dropbox' not implemented.*dropbox"):
        get(gfile, "dropbox://x/y")
    schemes = gfile.get_registered_schemes()
    assert schemes[:3] == ["ram", "file", ""] and "dropbox" not in schemes


def test_copying_keeps_what_was_there_when_it_fails(tmp_path):
    target = tmp_path / "t"
    target.write_text("old")
    (tmp_path / "d").mkdir()
    with pytest.raises(errors.InvalidArgumentError, match="is a directory"):
        gfile.copy(str(tmp_path / "d"), str(target), overwrite=True)
    assert target.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["d", "t"]


def test_copying_a_file_onto_itself_keeps_it(tmp_path):
    target = tmp_path / "t"
    target.write_text("old")
    gfile.copy(str(target), str(target), overwrite=True)
    assert target.read_text() == "old"


def test_copy_through_a_link_and_mode(tmp_path):
    (tmp_path / "real").write_text("1")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "new").write_text("2")
    gfile.copy(str(tmp_path / "new"), str(tmp_path / "link"), overwrite=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "2"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path):
    (tmp_path / "x").write_text("1")
    (tmp_path / "x").chmod(0)
    with pytest.raises(errors.PermissionDeniedError, match="Permission denied"):
        get(gfile, str(tmp_path / "x"))


def test_walk_reports_to_onerror_and_can_be_pruned(tmp_path):
    seen = []
    assert list(gfile.walk(str(tmp_path / "no"), onerror=seen.append)) == []
    assert [type(e) for e in seen] == [errors.NotFoundError]
    for name in ("a/b", "c/d"):
        gfile.makedirs(str(tmp_path / name))
    visited = []
    for top, directories, _ in gfile.walk(str(tmp_path)):
        visited.append(os.path.relpath(top, tmp_path))
        if "a" in directories:
            directories.remove("a")
    assert visited == [".", "c", "c/d"]


def test_writing_is_seen_after_flush(tmp_path):
    name = str(tmp_path / "x")
    writer = gfile.GFile(name, "w")
    writer.write("abc")
    writer.flush()
    assert get(gfile, name) == "abc"
    assert not writer.closed
    writer.close()
    assert writer.closed


def test_functions_in_their_places_change_no_others(tmp_path, monkeypatch):
    (tmp_path / "root" / "sub").mkdir(parents=True)
    (tmp_path / "root" / "sub" / "x").touch()
    # As test suites of libraries do, to keep files in a folder of their own.
    for name in ("exists", "isdir", "listdir", "walk", "join"):
        own = getattr(gfile, name)
        monkeypatch.setattr(gfile, name, lambda path, *more, own=own: own(f"{tmp_path}/{path}", *more))
    assert gfile.listdir("root") == ["sub"]
    assert [(directories, files) for _, directories, files in gfile.walk("root")] == [(["sub"], []), ([], ["x"])]
    assert gfile.isdir("root/sub") and not gfile.isdir("root/sub/x")
