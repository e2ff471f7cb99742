"""Files that are downloaded once and kept."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from tfshim._export import tf_export
from tfshim.files.replacing import Replacement
from tfshim.keras.utils.archives import unpack
from tfshim.keras.utils.interaction import print_message
from tfshim.keras.utils.progress import Progbar


def _digest(path, algorithm):
    found = hashlib.sha256() if algorithm == "sha256" else hashlib.md5(usedforsecurity=False)
    with open(path, "rb") as f:
        for block in iter(lambda: f.read(1 << 20), b""):
            found.update(block)
    return found.hexdigest()


class _Progress:
    """A bar for `urlretrieve`, which first shows the first block that has come."""

    def __init__(self):
        self.bar, self.finished = None, False

    def __call__(self, block, size, total):
        total = None if total == -1 else total
        if block == 0 or self.finished:
            return
        if self.bar is None:
            self.bar = Progbar(total)
        self.finished = total is not None and block * size >= total
        self.bar.update(total if self.finished else block * size)


def _download(origin, target):
    print_message(f"Downloading data from {origin}")
    with Replacement(target) as part:
        try:
            urllib.request.urlretrieve(origin, part, _Progress())
        except urllib.error.HTTPError as e:
            raise Exception(f"URL fetch failure on {origin}: {e.code} -- {e.msg}") from e
        except urllib.error.URLError as e:
            raise Exception(f"URL fetch failure on {origin}: {e.errno} -- {e.reason}") from e


@tf_export("keras.utils.get_file")
def get_file(
    fname: str | None = None,
    origin: str | None = None,
    untar: bool = False,
    md5_hash: str | None = None,
    file_hash: str | None = None,
    cache_subdir: str = "datasets",
    hash_algorithm: str = "auto",
    extract: bool = False,
    archive_format: str = "auto",
    cache_dir: str | None = None,
) -> str:
    """The path of a file on this machine, downloaded from an address unless it is in the cache.

    Mirrors `tf.keras.utils.get_file`. The cache is a folder below `cache_dir`; a file there whose hash fits, or for which none is given, is
    not downloaded again. Addresses of the form "file:///..." need no network.

    Arguments:
        fname: the name in the cache; an absolute path is taken as it is; None: the end of the address.
        origin: the address.
        untar: whether a .tar.gz is downloaded and unpacked, whose content's path is returned; False.
        md5_hash: an older form of `file_hash`.
        file_hash: the hash to be checked; None: none.
        cache_subdir: the folder in the cache; "datasets" by default.
        hash_algorithm: "auto" (by the length), "sha256" or "md5".
        extract: whether a tar or zip archive is unpacked beside it; False.
        archive_format: "auto", "tar", "zip" or None.
        cache_dir: `~/.keras` by default, or the environment variable KERAS_HOME.

    Returns:
        The path, a string.

    Raises:
        ValueError: a wrong hash, or no address. Exception: the download fails; it names the address.

    Example:
        >>> import os
        >>> os.makedirs("cache/datasets")
        >>> with open("cache/datasets/words.txt", "w") as file:
        ...     _ = file.write("one two")
        >>> path = tf.keras.utils.get_file("words.txt", "https://example.com/words.txt", cache_dir="cache")
        >>> os.path.basename(path), open(path).read()
        ('words.txt', 'one two')
    """
    if origin is None:
        raise ValueError('Please specify the "origin" argument (URL of the file to download).')
    if md5_hash is not None and file_hash is None:
        file_hash, hash_algorithm = md5_hash, "md5"
    # A SHA-256 digest has 64 hexadecimal digits, an MD5 digest 32.
    algorithm = "sha256" if hash_algorithm == "sha256" or hash_algorithm == "auto" and len(file_hash or "") == 64 else "md5"
    base = os.path.expanduser(cache_dir or os.environ.get("KERAS_HOME") or os.path.join("~", ".keras"))
    if cache_dir is None:
        with contextlib.suppress(OSError):  # a home that is read-only, or not there
            os.makedirs(base, exist_ok=True)
    # Where the home cannot be written to, as in many containers, Keras uses the folder for temporary files.
    if not os.access(base, os.W_OK):
        base = os.path.join(tempfile.gettempdir(), ".keras")
    folder = os.path.join(base, cache_subdir)
    os.makedirs(folder, exist_ok=True)
    fname = os.fspath(fname) if fname else os.path.basename(urllib.parse.urlsplit(origin).path)
    if not fname:
        raise ValueError(f"Can't parse the file name from the origin provided: '{origin}'. Please specify the `fname` as the input param.")
    # The path returned is that of what was unpacked; the archive lies beside it with its ending.
    if untar and fname.endswith(".tar.gz"):
        fname = fname[: -len(".tar.gz")]
    path = os.path.join(folder, fname)
    target = path + ".tar.gz" if untar else path
    stale = os.path.exists(target) and file_hash is not None and _digest(target, algorithm) != file_hash
    if stale:
        print_message(
            f"A local file was found, but it seems to be incomplete or outdated because the {hash_algorithm} file hash does not match the "
            f"original value of {file_hash} so we will re-download the data."
        )
    if stale or not os.path.exists(target):
        _download(origin, target)
        # What has come stays, as in Keras, for whoever wants to look at it.
        if file_hash and _digest(target, algorithm) != file_hash:
            raise ValueError(
                f"Incomplete or corrupted file detected. The {hash_algorithm} file hash does not match the provided value of {file_hash}."
            )
    if untar:
        if not os.path.exists(path):
            unpack(target, folder, "tar")
        return path
    if extract:
        unpack(target, folder, archive_format)
    return target
