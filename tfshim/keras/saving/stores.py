"""Where the values of variables are kept in files: HDF5 and safetensors, both as paths such as "layers/dense/vars/0"."""

import contextlib
import io
import json

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from tfshim.io._sealing import Damaged, Seal, sealed
from tfshim.keras.saving import hdf5_heaps
from tfshim.refusals import refused

_FORMAT = "tfshim-weights-2"  # the first had no metadata


def hdf5():
    """The module h5py. Raises ImportError with what to install."""
    try:
        import h5py
    except ImportError:
        raise ImportError(
            "HDF5 files (.h5) need the package h5py: pip install h5py. Without it, save in Keras' own form, "
            "model.save('name.keras'), or as a directory, model.save('name')."
        ) from None
    return h5py


def opened(file):
    """The HDF5 file `file`, to be read. Raises OSError for another file or a damaged one, ValueError where it names other files.

    HDF5 can put a link to another file, or parts of one, in the place of values: such a file would read whatever it names.
    """
    h5 = hdf5()
    if not hasattr(file, "read"):
        hdf5_heaps.check(file)
    made, name = h5.File(file, "r"), getattr(file, "name", file)
    try:
        with damage_errors(name):
            outside = _external_storage(h5, made)
        if outside is not None:
            raise ValueError(
                f"'{name}' keeps '{outside.decode()}' in another file, which is not read: put the values into the file itself."
            )
    except BaseException:
        made.close()
        raise
    return made


def _external_storage(h5, file):
    """The name of something in the HDF5 file `file` whose values are in another file, or None."""
    links = []
    file.id.links.visit(lambda name, info: links.append((name, info.type)), info=True)
    for name, kind in links:
        if kind == h5.h5l.TYPE_HARD:
            found = h5.h5o.open(file.id, name)
            plan = found.get_create_plist() if isinstance(found, h5.h5d.DatasetID) else None
            inside = plan is None or plan.get_layout() != h5.h5d.VIRTUAL and not plan.get_external_count()
        else:
            # A soft link stays within the file, an external one does not.
            inside = kind == h5.h5l.TYPE_SOFT
        if not inside:
            return name
    return None


@contextlib.contextmanager
def damage_errors(name):
    """Inside this block, where an HDF5 file is read, damage to it leaves as an OSError that names the file.

    h5py raises errors of many classes for damage, some of which say something else.
    """
    try:
        yield
    except (LookupError, RuntimeError, ValueError, TypeError, AttributeError, OverflowError, MemoryError, SystemError) as e:
        raise OSError(f"'{name}' is damaged or holds something else: {e}") from None


class _Group:
    """The variables of one object in an HDF5 file, as a mapping."""

    def __init__(self, group):
        self._group, self._name = group, group.file.filename

    def __len__(self):
        with damage_errors(self._name):
            return len(self._group)

    def keys(self):
        with damage_errors(self._name):
            return list(self._group)

    def __contains__(self, key):
        with damage_errors(self._name):
            return key in self._group

    def __setitem__(self, key, value):
        value = np.asarray(value)
        if value.dtype.name == "bfloat16":
            # HDF5 has no bfloat16.
            made = self._group.create_dataset(key, data=value.astype("float32"))
            made.attrs["dtype"] = "bfloat16"
        elif value.dtype.kind == "O":
            self._group.create_dataset(key, data=value, dtype=hdf5().string_dtype())
        else:
            self._group.create_dataset(key, data=value)

    def __getitem__(self, key):
        with damage_errors(self._name):
            found = np.asarray(self._group[key])
            if found.dtype.kind not in "fiubcOV":
                raise ValueError(f"{key} holds no numbers")
            return found


class H5Writer:
    """Writes values to an HDF5 file; `file` is a path or a file object."""

    def __init__(self, file):
        self._file = hdf5().File(file, "w", locking=False)  # what is being written has a lock of its own

    def of(self, path):
        """The mapping for the variables of the object at `path`."""
        return _Group(self._file.create_group(f"{path}/vars" if path else "vars"))

    def close(self):
        """Finish the file."""
        self._file.close()


class H5Reader:
    """Values of an HDF5 file that `H5Writer`, or Keras, wrote; see `opened`."""

    def __init__(self, file):
        self._file = opened(file)

    def of(self, path):
        """The mapping with the variables of the object at `path`; empty where there is none."""
        where = f"{path}/vars" if path else "vars"
        with damage_errors(self._file.filename):
            found = self._file[where] if where in self._file else None
            if found is not None and not isinstance(found, hdf5().Group):
                raise ValueError(f"{where} is no group")
        return {} if found is None else _Group(found)

    def close(self):
        """Let the file go."""
        self._file.close()


class TensorsWriter:
    """Collects values for a safetensors file."""

    def __init__(self):
        self._values = {}

    def of(self, path):
        """The mapping for the variables of the object at `path`."""
        return _Prefixed(self._values, f"{path}/vars/" if path else "vars/")

    def content(self):
        """The file as bytes."""
        values = {k: np.asarray(_numeric(k, v), order="C") for k, v in self._values.items()}
        return save(values, sealed(values, {"format": _FORMAT}))


def _numeric(name, value):
    value = np.asarray(value)
    if value.dtype.kind in "OSU":
        raise refused("tf.keras.models.save_model", "strings", variable=name)
    return value


class TensorsReader:
    """Values of a safetensors file, given as bytes. Raises ValueError where it is none."""

    def __init__(self, content, name):
        try:
            self._values = load(content)
            # The library gives the values without the metadata.
            header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
            metadata = header.get("__metadata__") or {}
            seal = Seal(metadata, required=bool(metadata))
            seal.check_names(self._values)
            for key, value in self._values.items():
                seal.check(key, value)
        except (SafetensorError, Damaged, LookupError, ValueError, TypeError, AttributeError, OverflowError) as e:
            raise ValueError(f"'{name}' is damaged or no safetensors file: {e}") from None

    def of(self, path):
        """The mapping with the variables of the object at `path`; empty where there is none."""
        prefix = f"{path}/vars/" if path else "vars/"
        return {k[len(prefix) :]: v for k, v in self._values.items() if k.startswith(prefix) and "/" not in k[len(prefix) :]}

    def close(self):
        """Nothing is open."""


class _Prefixed:
    def __init__(self, values, prefix):
        self._values, self._prefix = values, prefix

    def __setitem__(self, key, value):
        self._values[self._prefix + key] = np.asarray(value)


def in_memory():
    """A file that is kept in memory."""
    return io.BytesIO()
