"""The distributions that stand for TensorFlow's, as folders in an environment, where pip finds them."""

import base64
import hashlib
import importlib.metadata

from tfshim import stand_ins
from tfshim.cli import site_folders
from tfshim.files.replacing import write_beside


def put(site, packages):
    """Make a folder in `site` for each distribution of `packages` that is not installed; those of an earlier call go.

    Args:
        site: the folder of installed packages, a Path.
        packages: the packages that tfshim stands for, iterable of str.

    Returns:
        {name: version} of the distributions that are there now and stand for another. Raises OSError if they cannot be written.
    """
    remove(site)
    made = {}
    for package in packages:
        for name, version in stand_ins.STAND_INS[package].items():
            if stand_ins.installed(name) is None:
                # v2.15.1 is 2.15.1 to all who read it, and never the folder of a package that takes its place
                _write(site / f"{name.replace('-', '_')}-v{version}.dist-info", stand_ins.texts(name, version, package))
                made[name] = version
    return made


def present(site):
    """{folder: "NAME VERSION"} of the distributions in `site` that stand for another."""
    here = {}
    for folder in sorted(site.glob("*.dist-info")):
        try:
            installer = (folder / "INSTALLER").read_text()
        except OSError:
            continue
        if installer.strip() == stand_ins.INSTALLER:
            metadata = importlib.metadata.Distribution.at(folder).metadata
            here[folder] = f"{metadata['Name']} {metadata['Version']}"
    return here


def remove(site):
    """Remove the distributions in `site` that stand for another. Raises OSError."""
    for folder in present(site):
        site_folders.remove(folder)


def note(site, names):
    """Note the files `names` in `site`, and the distributions there that stand for another, as installed with tfshim.

    So `pip uninstall tfshim` removes them too. The list of tfshim's files is only changed where it has one in `site`; what earlier
    calls noted goes. Raises OSError.
    """
    names = [*names, *(f"{folder.name}/{path.name}" for folder in present(site) for path in sorted(folder.iterdir()))]
    for record in site.glob("tfshim-*.dist-info/RECORD"):
        lines = record.read_text().splitlines()
        kept = [line for line in lines if not line.endswith(_NOTE)]
        replace(record, "".join(f"{line}\n" for line in [*kept, *(name + _NOTE for name in names)]))


def replace(path, text):
    """Write `text` to `path` so that it is there as a whole or not at all. Raises OSError."""
    write_beside(path, text.encode())


_NOTE = ",,0"  # neither a hash nor a true size: by that such lines are known again


def _write(folder, texts):
    lines = [f"{folder.name}/{name},{_digest(text)},{len(text.encode())}" for name, text in texts.items()]
    record = "".join(f"{line}\n" for line in [*lines, f"{folder.name}/RECORD,,"])
    site_folders.write(folder, {**texts, "RECORD": record})


def _digest(text):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")
