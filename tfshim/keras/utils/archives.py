"""Archives from elsewhere: nothing in them gets out of the folder that they are unpacked to, or takes up what they do not hold."""

import os
import posixpath
import re
import shutil
import stat
import tarfile
import unicodedata
import warnings
import zipfile

# A file that unpacks to more than that many times its own size, and to more than a gigabyte, is not data: gzip reaches a thousand
# on zeros alone, and data sets stay below fifty.
_TIMES, _FREE = 200, 1 << 30


def check_size(size, packed, path):
    """Raise ValueError where `packed` bytes of the archive `path` claim to hold `size` bytes and that is absurd."""
    if size > max(_FREE, _TIMES * packed):
        raise ValueError(f"'{path}' is not unpacked: its {packed} bytes claim to hold {size} bytes, more than {_TIMES} times as much.")


def unpack(path, folder, archive_format):
    """Unpack an archive; `archive_format`: "auto", "tar", "zip", a list of these, or None. Returns whether it was one.

    Members that would be put outside of `folder`, and what is neither file, folder nor link within it, are left out with a warning.
    Raises ValueError for an archive that holds absurdly much.
    """
    if archive_format is None:
        return False
    formats = ["tar", "zip"] if archive_format == "auto" else [archive_format] if isinstance(archive_format, str) else archive_format
    for kind in formats:
        if kind == "tar" and tarfile.is_tarfile(path):
            with tarfile.open(path) as archive:
                _unpack_tar(archive, path, folder)
            return True
        if kind == "zip" and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                check_size(sum(i.file_size for i in archive.infolist()), os.path.getsize(path), path)
                archive.extractall(folder)  # which takes drives, roots and ".." off the names, and makes files of links
            return True
    return False


def _unpack_tar(archive, path, folder):
    size, packed, members, links, files = 0, os.path.getsize(path), [], set(), set()
    for info in archive:
        size += info.size if info.isreg() else 0
        check_size(size, packed, path)
        name = _inside(info.name)
        if name is not None and not _through(name, links) and (info.isdir() or info.isreg() or _stays_inside(info, name, links, files)):
            members.append((info, name))
            if info.issym():
                links.add(_key(name))
            elif info.isreg():
                files.add(name)
        else:
            warnings.warn(f"Skipping invalid path during archive extraction: '{info.name}'.", stacklevel=4)
    for info, name in members:
        _put(archive, info, os.path.join(folder, *name.split("/")), folder)


def _inside(name):
    """The path of a member relative to the folder; None where it is outside of it."""
    if name.startswith("/") or "\\" in name or "\0" in name or re.match("[A-Za-z]:", name):
        return None
    plain = posixpath.normpath(name)
    return None if plain == ".." or plain.startswith("../") else plain


def _key(name):
    """The name as case-insensitive file systems compare it."""
    return unicodedata.normalize("NFKC", name).casefold()


def _through(name, links):
    """Whether the way to `name` leads through one of `links`, or `name` is one."""
    parts = _key(name).split("/")
    return any("/".join(parts[:i]) in links for i in range(1, len(parts) + 1))


def _stays_inside(info, name, links, files):
    """Whether a link points into the folder, by a path that can be resolved from the names alone."""
    if info.islnk():
        return _inside(info.linkname) in files
    if not info.issym() or info.linkname.startswith("/") or re.search(r"[^./][^/]*/+\.\.(/|$)|\.{3,}/+\.\.(/|$)", info.linkname):
        return False
    target = _inside(posixpath.join(posixpath.dirname(name), info.linkname))
    return target is not None and not _through(target, links)


def _put(archive, info, target, folder):
    """Write one member. A link in its way is replaced, not followed."""
    if info.isdir():
        os.makedirs(target, exist_ok=True)
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.islink(target) or info.issym() and os.path.isfile(target):
        os.remove(target)
    if info.issym():
        os.symlink(info.linkname, target)
    elif info.islnk():
        shutil.copyfile(os.path.join(folder, *_inside(info.linkname).split("/")), target)
    else:
        with archive.extractfile(info) as source, open(target, "wb") as made:
            shutil.copyfileobj(source, made)
        # Nobody but the owner may write, and the owner may always read and write; no bits that run a program as its owner.
        os.chmod(target, stat.S_IMODE(info.mode) & 0o755 | 0o600)
        os.utime(target, (info.mtime, info.mtime))
