"""Datasets in files: `save` and `load`, snapshots, and caches."""

import contextlib
import glob
import hashlib
import json
import multiprocessing
import os
import random
import time

from tfshim.data.dataset import Dataset
from tfshim.data.element_functions import ElementFunction
from tfshim.data.elements import RUN, Codec, spec_from_json, spec_to_json
from tfshim.data.files import Records
from tfshim.data.iterators import elements
from tfshim.data.specs import DatasetSpec, boxed
from tfshim.data.stages import Interleave, Stage, resumed, state_of
from tfshim.data.structures import box
from tfshim.data.transformations.base import DatasetOp, UnaryDatasetOp, fail, named
from tfshim.engine.graphs.control_flow import add_node
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64, variant
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.values.typespec import TensorSpec
from tfshim.files import json_text as _json
from tfshim.files.places import on_disk
from tfshim.files.replacing import Replacement, abandoned, being_written, keep_locked, remove_folder, write_beside
from tfshim.io._oserrors import raising_for
from tfshim.io.tf_record import TFRecordWriter
from tfshim.refusals import refused

_SPEC, _METADATA = "dataset_spec.json", "snapshot.metadata"
_COMPRESSIONS = {None: "", "": "", "AUTO": "", "NONE": "", "GZIP": "GZIP"}


def _path(path):
    if isinstance(path, SymbolicTensor):
        raise TypeError(f"Expected binary or unicode string, got {path!r}")
    return on_disk(path.numpy().decode() if hasattr(path, "numpy") else path)


def _compression(compression, what):
    if compression not in _COMPRESSIONS:
        raise invalid(f'{what}: unsupported `compression` {compression!r}; use "GZIP" or None.')
    return _COMPRESSIONS[compression]


def _write_json(path, value):
    with raising_for(path):
        write_beside(path, json.dumps(value).encode())


def _read_json(path):
    try:
        with open(path, "rb") as file:
            return _json.loads(file.read())
    except FileNotFoundError:
        raise errors.NotFoundError(None, None, f"{path}; No such file or directory") from None
    except ValueError as e:
        raise errors.DataLossError(None, None, f"{path} is damaged: {e}") from None


def _saved_run(folder):
    """(paths of the shards, how they are compressed, count of elements) from the metadata of a folder."""
    path = os.path.join(folder, _METADATA)
    content = _read_json(path)
    try:
        run, count, compression = _run_of(content, folder), content["count"], content.get("compression", "")
        if type(count) is not int or count < 0 or compression not in _COMPRESSIONS:
            raise ValueError(f"it is {content}")
        return _shards(os.path.join(folder, run)), compression, count
    except (LookupError, TypeError, AttributeError, ValueError) as e:
        raise errors.DataLossError(None, None, f"{path} is damaged: {e!r}") from None
    except FileNotFoundError as e:
        raise errors.NotFoundError(None, None, f"{e.filename}; No such file or directory") from None


class _Counted(Stage):
    """`items`, which have to be `count`. Raises DataLossError where a file was cut at the end of a record, or one is missing."""

    _KEPT = ("_found",)

    def __init__(self, items, count, folder):
        self._items, self._count, self._folder, self._found = items, count, folder, 0

    def __next__(self):
        try:
            item = next(self._items)
        except StopIteration:
            if self._found != self._count:
                raise errors.DataLossError(
                    None, None, f"{self._folder} is damaged: {self._count} elements were saved, {self._found} are there."
                ) from None
            raise
        self._found += 1
        return item


class _Writer:
    """Writes elements into a folder of shards, which counts only once it is complete."""

    def __init__(self, folder, spec, compression):
        self._codec, self._compression, self._shards, self.count = Codec(spec), compression, {}, 0
        with raising_for(folder):
            self.folder, self._made = folder, Replacement(folder, folder=True)

    def write(self, flat, shard=0):
        """Add an element."""
        writer = self._shards.get(shard)
        if writer is None:
            folder = os.path.join(self._made.name, f"{shard:08d}.shard")
            os.makedirs(folder)
            writer = self._shards[shard] = TFRecordWriter(os.path.join(folder, "00000000.snapshot"), self._compression or None)
        writer.write(self._codec.encode(flat))
        self.count += 1

    def finish(self):
        """Put everything into its place."""
        self._close()
        with raising_for(self.folder):
            self._made.commit()

    def _close(self):
        for writer in self._shards.values():
            writer.close()
        self._shards = {}

    def discard(self):
        """Remove what was written."""
        self._close()
        self._made.discard()


def _shards(folder):
    """The paths of the files of a complete folder, in the order of the shards."""
    names = sorted(n for n in os.listdir(folder) if n.endswith(".shard"))
    return [os.path.join(folder, n, f) for n in names for f in sorted(os.listdir(os.path.join(folder, n)))]


class _Elements(Records):
    """The elements of a file, decoded a run at a time where the records of the run are alike."""

    def __init__(self, path, codec, compression):
        super().__init__(path, compression, None)
        # The run begins at `_begin` of the records that are held; without `_run`, its records are decoded one by one.
        self._codec, self._run, self._begin, self._end = codec, None, 0, 0

    def __next__(self):
        at = self._at
        if at == self._end:
            if at == len(self._held):
                self._read()
                at = self._at
            records = self._held[at : at + RUN]
            self._begin, self._end = at, at + len(records)
            self._run = self._codec.decode_run(records)
        self._at = at + 1
        if self._run is None:
            return self._codec.decode(self._held[at])
        return self._run[at - self._begin]

    def _read(self):
        self._run, self._end = None, 0
        super()._read()

    def resume(self, state):
        super().resume(state)
        self._run, self._end = None, self._at


def _elements_of(path, codec, compression):
    return _Elements(path, codec, compression)


# ---------------------------------------------------------------------- save and load
def write_when_run(kind, write, dataset, *texts):
    """The operation that calls `write(dataset, *texts)` when the graph under construction runs; `texts` are strings or string scalars."""

    def kernel(held, *given):
        write(boxed(held), *(text.item().decode() for text in given))
        return []

    names = ("input_dataset", *(f"a{i}" for i in range(len(texts))))
    add_node(kind, kernel, names, [dataset._variant_tensor, *map(convert_to_tensor, texts)], [], stateful=True)
    return TS.graph.get_operations()[-1]


def save(dataset, path, compression, shard_func, checkpoint_args):
    """`Dataset.save`: None, or in a graph the operation that saves."""
    if checkpoint_args:
        raise refused("tf.data.Dataset.save", "checkpoint_args")
    path, kind, spec = _path(path), _compression(compression, "Dataset.save"), dataset.element_spec
    program = None
    if shard_func is not None:
        program = ElementFunction(shard_func, spec, "Dataset.save()")
        _check_shard(program)
    if TS.graph is None:
        return _save(dataset, spec, path, kind, program)
    if program is not None and any(isinstance(c, SymbolicTensor) for c in program.captures):
        raise refused("tf.data.Dataset.save", "graph")
    return write_when_run("SaveDataset", lambda made: _save(made, spec, path, kind, program), dataset)


def _save(dataset, spec, path, kind, program):
    shard_of = None if program is None else program.opened()
    os.makedirs(path, exist_ok=True)
    # A folder of its own: iterators over what was saved before go on reading that.
    run_id = str(random.getrandbits(63))
    writer = _Writer(os.path.join(path, run_id), spec, kind)
    try:
        for flat in elements(dataset):
            writer.write(flat, 0 if shard_of is None else int(shard_of(flat)[0]))
        writer.finish()
    except BaseException:
        writer.discard()
        raise
    _write_json(os.path.join(path, _SPEC), spec_to_json(spec))
    # Last, because from now on this folder counts.
    _write_json(os.path.join(path, _METADATA), {"run": run_id, "count": writer.count, "compression": kind})
    _remove_other_runs(path, run_id)


def _remove_other_runs(path, current):
    """Remove what earlier saves wrote, also those that were killed before they named it."""
    # Another process may be saving into a folder that nothing names yet.
    if being_written(path):
        return
    for name in os.listdir(path):
        if name != current and name.isdecimal() and glob.glob(os.path.join(glob.escape(os.path.join(path, name)), "*.shard")):
            remove_folder(os.path.join(path, name))


def _run_of(content, path):
    """The name of the folder, within `path`, that holds the elements. Raises DataLossError for a name of anything else."""
    run = str(content["run"])
    # A damaged or hostile file must not lead out of the folder.
    if not (run.isascii() and run.isdigit()):
        raise errors.DataLossError(None, None, f"{os.path.join(path, _METADATA)} is damaged: {run!r} is not the number of a run.")
    return run


def _check_shard(program):
    spec = program.element_spec
    if not (isinstance(spec, TensorSpec) and spec.dtype == int64 and spec.shape.is_compatible_with([])):
        raise TypeError(f"Invalid `shard_func`. `shard_func` must return `tf.int64` scalar tensor but its return type is {spec}.")


def load(path, element_spec, compression, reader_func, wait):
    """`Dataset.load`."""
    if wait:
        raise refused("tf.data.Dataset.load", "wait", value=wait)
    path = _path(path)
    if element_spec is None:
        element_spec = _saved_spec(os.path.join(path, _SPEC))
    return LoadDataset(path, element_spec, _compression(compression, "Dataset.load"), reader_func)


def _saved_spec(path):
    content = _read_json(path)
    try:
        return spec_from_json(content)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as e:
        raise errors.DataLossError(None, None, f"{path} is damaged: {e!r}") from None


@named("_ShardFilesDataset", "load_op")
class ShardFilesDataset(DatasetOp):
    """The files of shards, each as a dataset."""

    def _setup(self, paths, spec, compression):
        self._spec = DatasetSpec(spec)

    def _count(self):
        return len(self._args[0])

    def _open(self, run):
        paths, spec, compression = self._args
        return map(lambda p: [self._spec._from_components(wrap(box(ShardDataset(p, spec, compression)), variant))], iter(paths))


@named("_ShardFileDataset", "load_op")
class ShardDataset(DatasetOp):
    """The elements of one shard."""

    def _setup(self, path, spec, compression):
        self._spec = spec

    def _open(self, run):
        path, spec, compression = self._args
        return _elements_of(path, Codec(spec), compression)


def _through(reader_func, paths, spec, compression):
    """The dataset that a `reader_func` makes of the dataset of shards."""
    made = reader_func(ShardFilesDataset(tuple(paths), spec, compression))
    if not isinstance(made, Dataset):
        raise TypeError(f"Invalid `reader_func`. `reader_func` must return a `tf.data.Dataset` but its return type is {type(made)}.")
    return made


@named("_LoadDataset", "load_op")
class LoadDataset(DatasetOp):
    """What `save` wrote."""

    def _setup(self, path, spec, compression, reader_func):
        self._spec, self._codec = spec, Codec(spec)
        self._paths, kind, self._saved = _saved_run(path)
        if kind != compression:
            raise errors.DataLossError(
                None, None, f"Dataset.load: {path} was saved with `compression` {kind or None!r}, not {compression or None!r}."
            )
        self._through = None if reader_func is None else _through(reader_func, self._paths, spec, compression)

    def _count(self):
        return self._saved

    def _open(self, run):
        if self._through is not None:
            return self._through._open(run)
        return _Counted(_in_turn(self._paths, self._codec, self._args[2]), self._saved, self._args[0])


def _in_turn(paths, codec, compression):
    """The elements of several shards, one of each in turn, of as many shards at a time as there are processors, as in TensorFlow."""
    return Interleave(iter(paths), lambda path, slot: _elements_of(path, codec, compression), multiprocessing.cpu_count(), 1)


# ---------------------------------------------------------------------- snapshots
def snapshot(dataset, path, compression, reader_func, shard_func):
    """`Dataset.snapshot`."""
    shard = None
    for function in (reader_func, shard_func):
        if function is not None and not callable(function):
            raise ValueError(f"Argument `func` must be a callable. Received func={function} (of type {type(function)})")
    if shard_func is not None:
        shard = ElementFunction(shard_func, dataset.element_spec, "Dataset.snapshot()")
        _check_shard(shard)
    return SnapshotDataset(dataset, _path(path), _compression(compression, "Dataset.snapshot"), reader_func, shard)


def fingerprint(dataset, seen=None):
    """A hash of what a pipeline computes: equal for pipelines defined in the same way."""
    return hashlib.sha256(_described(dataset).encode()).hexdigest()[:16]


def _described(x):
    if isinstance(x, Dataset):
        return f"{type(x).__name__}({','.join(map(_described, getattr(x, '_args', ())))})"
    if isinstance(x, ElementFunction):
        return _described_graph(x.graph) + ",".join(map(_described, x.captures))
    if isinstance(x, (tuple, list)):
        return f"[{','.join(map(_described, x))}]"
    if isinstance(x, dict):
        return f"{{{','.join(f'{k}:{_described(v)}' for k, v in sorted(x.items(), key=str))}}}"
    if nest.is_composite(x):
        return _described(nest.flatten(x, expand_composites=True))
    if hasattr(x, "_t") and hasattr(x, "_dt"):
        inner = x._t
        if hasattr(inner, "numpy"):
            return (
                f"{x._dt.name}{list(inner.shape)}{hashlib.sha256(inner.detach().cpu().contiguous().numpy().tobytes()).hexdigest()}"
                # NumPy has no bfloat16
                if x._dt.name != "bfloat16"
                else f"{inner.tolist()}"
            )
        return _described(inner[()]) if x._dt.name == "variant" else f"{inner.tolist()}"
    if callable(x):
        code = getattr(x, "__code__", None)
        return f"{getattr(x, '__qualname__', type(x).__name__)}:{code.co_code.hex() if code else ''}"
    return repr(x)


def _described_graph(graph):
    def text(a):
        if isinstance(a, EagerTensor):
            return _described(a)
        if isinstance(a, Tensor):
            return a.name
        if type(a) in (list, tuple):
            return f"[{','.join(map(text, a))}]"
        if hasattr(a, "_operations"):
            return _described_graph(a)
        return repr(a) if type(a) in (int, float, bool, str, bytes, type(None)) else type(a).__name__

    return "|".join(f"{n.kind}:{n.name}({','.join(map(text, n.arguments))})" for n in graph._operations)


class _Snapshotting(Stage):
    """The elements, each written to the snapshot as it is passed on."""

    def __init__(self, items, writer, shard_of, complete):
        self._items, self._writer, self._shard_of, self._complete = items, writer, shard_of, complete

    def __next__(self):
        try:
            flat = next(self._items)
        except StopIteration:
            writer, self._writer = self._writer, None
            if writer is not None:
                self._complete(writer)
            raise
        except BaseException:
            self.close()
            raise
        if self._writer is not None:
            self._writer.write(flat, 0 if self._shard_of is None else int(self._shard_of(flat)[0]))
        return flat

    running = False  # nothing in the background

    def close(self):
        """Remove what is not complete."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.discard()

    def __del__(self):
        self.close()


@named("_MapDataset", "map_op")
class SnapshotDataset(UnaryDatasetOp):
    """The elements, written once and read from then on."""

    _by_rows = False

    def _setup(self, source, path, compression, reader_func, shard):
        self._place = os.path.join(path, fingerprint(source))

    def _open(self, run):
        source, _, compression, reader_func, shard = self._args
        try:
            paths, kind, count = _saved_run(self._place)
        except errors.NotFoundError:
            os.makedirs(self._place, exist_ok=True)
            writer = _Writer(os.path.join(self._place, str(random.getrandbits(63))), source._spec, compression)
            return run.track(_Snapshotting(source._open(run), writer, None if shard is None else shard.opened(run), self._completed))
        if reader_func is not None:
            return _through(reader_func, paths, source._spec, kind)._open(run)
        return _Counted(_in_turn(paths, Codec(source._spec), kind), count, self._place)

    def _completed(self, writer):
        if os.path.exists(os.path.join(self._place, _METADATA)):
            writer.discard()  # another iteration was first
            return
        writer.finish()
        _write_json(
            os.path.join(self._place, _METADATA),
            {"run": os.path.basename(writer.folder), "count": writer.count, "compression": self._args[2]},
        )


# ---------------------------------------------------------------------- caches
class _CacheLock:
    """The file that says that a cache is being written; one that a killed process left is taken over.

    Raises AlreadyExistsError where another iterator is at it.
    """

    _OURS = ", locked by a process of tfshim"

    def __init__(self, path):
        self._path, self._file = None, None
        try:
            self._file = open(path, "x")  # noqa: SIM115 - open as long as the lock is held
        except FileExistsError:
            with open(path) as file:
                content = file.read()
            with abandoned(path) as left:
                # One without a text was left before its writer had written that, unless it is just doing so.
                old = bool(content) or time.time() - os.path.getmtime(path) > 1
                if not (left and old and (not content or content.endswith(self._OURS))):
                    fail(
                        f"There appears to be a concurrent caching iterator running - cache lockfile already exists ('{path}'). If you "
                        "are sure no other running TF computations are using this cache prefix, delete the lockfile and re-initialize "
                        f"the iterator. Lockfile contents: {content}",
                        errors.AlreadyExistsError,
                    )
                os.unlink(path)
                self._file = open(path, "x")  # noqa: SIM115 - as above
        self._path = path
        keep_locked(self._file)
        self._file.write(f"Created at: {int(time.time())}{self._OURS}")
        self._file.flush()

    def release(self):
        """Remove the file. A second call does nothing."""
        path, self._path = self._path, None
        if path is not None:
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
            self._file.close()


class _Caching(Stage):
    """The elements, written to a temporary file that is renamed at the end, or with the last where their number is known."""

    def __init__(self, items, expected, prefix, codec):
        self._items, self._expected, self._prefix, self._codec = items, expected, prefix, codec
        self._count, self._writer = 0, None
        with raising_for(prefix):
            os.makedirs(os.path.dirname(os.path.abspath(prefix)), exist_ok=True)
            self._lock = _CacheLock(f"{prefix}_0.lockfile")
            self._made = Replacement(f"{prefix}.data-00000-of-00001")
        self._writer = TFRecordWriter(self._made.name)

    def __next__(self):
        try:
            flat = next(self._items)
        except StopIteration:
            self._finish()
            raise
        if self._writer is not None:
            self._writer.write(self._codec.encode(flat))
            self._count += 1
            if self._count == self._expected:
                self._finish()
        return flat

    def _finish(self):
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
            with raising_for(self._prefix):
                self._made.commit()
            _write_json(f"{self._prefix}.index", {"count": self._count})
            self._lock.release()

    running = False  # nothing in the background

    def close(self):
        """Remove what is not complete."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
            self._made.discard()
        self._lock.release()

    def __del__(self):
        if hasattr(self, "_lock"):
            self.close()


class _Lazily(Stage):
    """What `open_items` gives, opened with the first request."""

    def __init__(self, open_items):
        self._open, self._items = open_items, None

    def __next__(self):
        if self._items is None:
            self._items = self._open()
        return next(self._items)

    def state(self):
        return state_of(self._items)

    def resume(self, state):
        if state is not None:
            self._items = resumed(self._open(), state)


def cached(dataset, prefix, run):
    """An iterator over the elements of `dataset._source`, from the cache at `prefix` or into it."""
    codec, prefix = Codec(dataset._spec), on_disk(prefix)

    def opened():
        if os.path.exists(f"{prefix}.index"):
            content = _read_json(f"{prefix}.index")
            count = content.get("count") if isinstance(content, dict) else None
            return _Counted(_elements_of(f"{prefix}.data-00000-of-00001", codec, ""), count, prefix)
        return run.track(_Caching(dataset._source._open(run), dataset._source._count(), prefix, codec))

    return _Lazily(opened)
