"""Files that are downloaded once and kept."""

import hashlib
import os
import tarfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile


def _digest(path, algorithm):
    found = hashlib.sha256() if algorithm == "sha256" else hashlib.md5(usedforsecurity=False)
    with open(path, "rb") as f:
        for block in iter(lambda: f.read(1 << 20), b""):
            found.update(block)
    return found.hexdigest()


def get_file(fname=None, origin=None, untar=False, md5_hash=None, file_hash=None, cache_subdir="datasets", hash_algorithm="auto",
             extract=False, archive_format="auto", cache_dir=None):
    """The path of the file at the address `origin`, downloaded unless it is in the cache already.

    `fname`: its name there; `file_hash`: its SHA-256 or MD5, checked; `extract`: unpack tar and zip archives beside it.
    Raises an Exception naming the address when the download fails, ValueError for a wrong hash.
    """
    if origin is None:
        raise ValueError('Please specify the "origin" argument (URL of the file to download).')
    if archive_format not in ("auto", "tar", "zip", None):
        raise NotImplementedError(f"get_file: `archive_format={archive_format!r}` is not supported; use 'auto', 'tar', 'zip' or None.")
    expected = file_hash or md5_hash
    algorithm = hash_algorithm if hash_algorithm in ("md5", "sha256") else "sha256" if expected and len(expected) == 64 else "md5"
    base = os.path.expanduser(cache_dir or os.environ.get("KERAS_HOME") or os.path.join("~", ".keras"))
    folder = os.path.join(base, cache_subdir)
    os.makedirs(folder, exist_ok=True)
    fname = os.fspath(fname) if fname else os.path.basename(urllib.parse.urlsplit(origin).path)
    path = os.path.join(folder, fname)
    target = path + ".tar.gz" if untar else path
    if not os.path.exists(target) or expected and _digest(target, algorithm) != expected:
        print(f"Downloading data from {origin}")
        part = f"{target}.{os.getpid()}.part"
        try:
            try:
                urllib.request.urlretrieve(origin, part)
            except urllib.error.HTTPError as e:
                raise Exception(f"URL fetch failure on {origin}: {e.code} -- {e.msg}") from e
            except urllib.error.URLError as e:
                raise Exception(f"URL fetch failure on {origin}: {e.errno} -- {e.reason}") from e
            if expected and _digest(part, algorithm) != expected:
                raise ValueError(f"Incomplete or corrupted file detected. The {algorithm} file hash does not match the provided value "
                                 f"of {expected}.")
            os.replace(part, target)
        finally:
            if os.path.exists(part):
                os.remove(part)
    if untar:
        if not os.path.exists(path):
            _unpack(target, folder, "tar")
        return path
    if extract:
        _unpack(target, folder, archive_format)
    return target


def _unpack(path, folder, archive_format):
    if archive_format in ("auto", "tar") and tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
    elif archive_format in ("auto", "zip") and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
