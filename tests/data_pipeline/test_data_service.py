"""The tf.data service: what TensorFlow gave for it in one process, and what servers in processes of their own do."""

import contextlib
import gc
import signal
import threading
import time

import numpy as np
import pytest

import tfshim
from tests import after_torch
from tests.recorded.cases import programs
from tfshim.data.experimental import service as experimental_service
from tfshim.data.service import in_process

SERVER = """
import sys
import tfshim as tf
service = tf.data.experimental.service
kind, address, port = sys.argv[1:]
if kind == "dispatcher":
    config = service.DispatcherConfig(port=int(port), work_dir=address or None, fault_tolerant_mode=bool(address))
    server = service.DispatchServer(config)
else:
    server = service.WorkerServer(service.WorkerConfig(address, port=int(port), heartbeat_interval_ms=100))
print(server._address, flush=True)
server.join()
"""


@programs("data_service")
def test_recorded_programs(case):
    case.check(tfshim)


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """Start a server in a process of its own: a function of its arguments that gives (process, address)."""
    folder = tmp_path_factory.mktemp("servers")
    (folder / "server.py").write_text(SERVER)
    running = []

    def start(kind, address="", port=0):
        process = after_torch.begun(folder / "server.py", kind, address, port, cwd=folder)
        running.append(process)
        return process, process.stdout.readline().strip()

    yield start
    for process in running:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture(autouse=True)
def no_server_is_left():
    """Servers end with their tests: their threads refer to the functions of a dataset, and by these to the program that has the servers."""
    yield
    for server in sorted(experimental_service._servers, key=lambda s: isinstance(s, experimental_service.DispatchServer)):
        server.stop()


@pytest.fixture(scope="module", autouse=True)
def nothing_goes_on():
    """No thread of this module works beside the tests of the others."""
    kept = len(in_process._kept)
    yield
    del in_process._kept[kept:]
    gc.collect()
    names = ("tfshim worker", "tfshim dispatcher", "tfshim data service")
    left = [thread for thread in threading.enumerate() if thread.name.startswith(names)]
    for thread in left:
        thread.join(5)
    assert not [thread for thread in left if thread.is_alive()]


@pytest.fixture(scope="module")
def others(started):
    """The address of a dispatcher with two workers, each in a process of its own."""
    address = started("dispatcher")[1]
    for _ in range(2):
        started("worker", address)
    return address


def read(dataset, address, mode="parallel_epochs", **options):
    made = dataset.apply(tfshim.data.experimental.service.distribute(mode, address, **options))
    return list(made.as_numpy_iterator())


def test_workers_in_other_processes_know_nothing_of_the_program(others, tmp_path):
    tf = tfshim
    path = tmp_path / "records"
    with tf.io.TFRecordWriter(str(path)) as writer:
        for i in range(4):
            feature = {"a": tf.train.Feature(int64_list=tf.train.Int64List(value=[i]))}
            writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    offset = tf.constant(10, tf.int64)

    def parse(record):
        found = tf.io.parse_single_example(record, {"a": tf.io.FixedLenFeature([], tf.int64), "b": tf.io.VarLenFeature(tf.string)})
        total = found["a"] + offset
        for i in tf.range(found["a"]):
            total += i
        return {"total": total, "row": tf.ragged.range(found["a"])[0], "none": found["b"]}

    dataset = tf.data.TFRecordDataset([str(path)] * 2).map(parse)
    found = read(dataset, others, "distributed_epoch", compression=None)
    assert sorted(int(e["total"]) for e in found) == [10, 10, 11, 11, 13, 13, 16, 16]
    for e in found:
        count = len(e["row"])
        assert e["row"].tolist() == list(range(count)) and e["total"] == 10 + count + count * (count - 1) // 2


def test_each_worker_of_two_processes(others):
    dataset = tfshim.data.Dataset.range(4).map(lambda x: (x, tfshim.strings.as_string(x))).batch(2)
    found = sorted((numbers.tolist(), texts.tolist()) for numbers, texts in read(dataset, others))
    assert found == sorted(2 * [([0, 1], [b"0", b"1"]), ([2, 3], [b"2", b"3"])])


def test_compressed_elements(others, monkeypatch):
    """As between machines."""
    from tfshim.data.service import reading

    monkeypatch.setattr(reading, "_is_here", lambda address: False)
    zeros = tfshim.data.Dataset.from_tensors(np.zeros(5000, np.float32))
    found = read(zeros, others)
    assert [x.sum() for x in found] == [0, 0] and found[0].shape == (5000,)


@pytest.mark.parametrize("what", ["a function", "a generator", "a variable", "a table"])
def test_what_only_this_process_has_is_refused_by_name(others, what):
    tf = tfshim
    numbers = tf.data.Dataset.range(2)
    if what == "a function":
        dataset = numbers.map(lambda x: tf.numpy_function(lambda v: v, [x], tf.int64))
    elif what == "a generator":
        dataset = tf.data.Dataset.from_generator(lambda: iter([1]), output_signature=tf.TensorSpec([], tf.int64))
    elif what == "a variable":
        variable = tf.Variable(1, dtype=tf.int64, name="mine")
        dataset = numbers.map(lambda x: x + variable)
    else:
        pairs = tf.lookup.KeyValueTensorInitializer(tf.constant([0], tf.int64), tf.constant([1], tf.int64))
        table = tf.lookup.StaticHashTable(pairs, -1)
        dataset = numbers.map(lambda x: table.lookup(x))
    with pytest.raises(
        tf.errors.UnimplementedError, match="is not supported in datasets whose workers are other processes.*use operations of tf"
    ):
        read(dataset, others)


def test_elements_that_are_not_sent_are_refused_by_name(others):
    with pytest.raises(NotImplementedError, match="elements of DatasetSpec.*not supported.*before `window`"):
        read(tfshim.data.Dataset.range(4).window(2), others)


def test_errors_come_back_with_their_types(others):
    words = tfshim.data.Dataset.from_tensors("a").map(tfshim.strings.to_number)
    with pytest.raises(tfshim.errors.InvalidArgumentError, match="from worker localhost:[0-9]+: StringToNumberOp could not correctly"):
        read(words, others)


def test_a_job_of_several_readers(others):
    dataset = tfshim.data.Dataset.range(20)
    distribute = tfshim.data.experimental.service.distribute("distributed_epoch", others, job_name="together", max_outstanding_requests=1)
    readers = [iter(dataset.apply(distribute)) for _ in range(2)]
    found = [int(next(readers[0])), int(next(readers[1]))]
    for reader in readers:
        found.extend(map(int, reader))
    assert sorted(found) == list(range(20))


def test_a_killed_dispatcher_goes_on_from_its_journal(started, tmp_path):
    service = tfshim.data.experimental.service
    process, address = started("dispatcher", str(tmp_path))
    started("worker", address)
    dataset_id = service.register_dataset(address, tfshim.data.Dataset.range(50), compression=None)
    reader = iter(service.from_dataset_id("distributed_epoch", address, dataset_id, job_name="job", max_outstanding_requests=1))
    found = [int(next(reader)) for _ in range(3)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    started("dispatcher", str(tmp_path), address.rpartition(":")[2])
    found.extend(map(int, reader))
    # A split that was given when the dispatcher died may be lost, and is never given twice.
    assert found == sorted(set(found)) and len(found) >= 49


def test_a_killed_worker_begins_again(started):
    address = started("dispatcher")[1]
    process, worker = started("worker", address)
    distribute = tfshim.data.experimental.service.distribute("parallel_epochs", address, max_outstanding_requests=1)
    reader = iter(tfshim.data.Dataset.range(5).apply(distribute))
    assert int(next(reader)) == 0
    process.send_signal(signal.SIGKILL)
    process.wait()
    started("worker", address, worker.rpartition(":")[2])
    rest = list(map(int, reader))
    assert rest[-5:] == [0, 1, 2, 3, 4] and len(rest) <= 7


def test_damaged_journals(tmp_path):
    service = tfshim.data.experimental.service
    config = service.DispatcherConfig(work_dir=str(tmp_path), fault_tolerant_mode=True)
    server = service.DispatchServer(config)
    service.register_dataset(server.target, tfshim.data.Dataset.range(3), dataset_id="mine")
    server.stop()
    (journal,) = tmp_path.iterdir()
    whole = journal.read_bytes()
    journal.write_bytes(whole + whole[:20])  # an entry that was only begun is no damage
    with contextlib.closing(service.DispatchServer(config)._handler):
        assert journal.read_bytes() == whole
    for at in (3, 30):
        journal.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(tfshim.errors.DataLossError, match="journal of the dispatcher"):
            service.DispatchServer(config)


def test_jobs_that_nobody_reads_are_collected():
    service = tfshim.data.experimental.service
    config = service.DispatcherConfig(job_gc_check_interval_ms=10, job_gc_timeout_ms=10)
    server = service.DispatchServer(config)
    worker = service.WorkerServer(service.WorkerConfig(server.target.split("://")[1], heartbeat_interval_ms=10))
    made = tfshim.data.Dataset.range(100).apply(service.distribute("parallel_epochs", server.target, job_name="job"))
    reader = iter(made)
    assert int(next(reader)) == 0 and worker._num_tasks() == 1
    del reader
    while worker._num_tasks():
        time.sleep(0.01)
    again = tfshim.data.Dataset.range(100).apply(service.distribute("parallel_epochs", server.target, job_name="job"))
    with pytest.raises(tfshim.errors.FailedPreconditionError, match="garbage collected due to inactivity"):
        iter(again)
    worker.stop()
    server.stop()


def test_the_threads_of_a_reader_end_with_its_error():
    service = tfshim.data.experimental.service
    server = service.DispatchServer()
    worker = service.WorkerServer(service.WorkerConfig(server.target.split("://")[1], heartbeat_interval_ms=10))
    made = tfshim.data.Dataset.range(9).map(lambda x: tfshim.ensure_shape(tfshim.range(x), [0]))
    before = threading.enumerate()
    with pytest.raises(tfshim.errors.InvalidArgumentError):
        list(made.apply(service.distribute("parallel_epochs", server.target)))
    for thread in threading.enumerate():
        if thread.name == "tfshim data service" and thread not in before:
            thread.join(10)
            assert not thread.is_alive()
    worker.stop()
    server.stop()


def test_definitions_of_stacked_datasets():
    """Datasets that were stacked come back where they were."""
    from tfshim.data.service import definitions

    d = tfshim.data.Dataset
    stack = d.from_tensor_slices([[d.range(2), d.range(3)], [d.range(1), d.range(4)]])
    made = definitions.decoded(definitions.encoded(stack.map(lambda x: x)))
    assert made.element_spec == stack.element_spec
    assert [[int(i) for i in x] for x in made.unbatch()] == [[0, 1], [0, 1, 2], [0], [0, 1, 2, 3]]


def test_definitions_are_data():
    """Damaged definitions are DataLossErrors, and name nothing but transformations."""
    from tfshim.data.service import definitions

    whole = definitions.encoded(tfshim.data.Dataset.range(3).map(lambda x: x + 1))
    assert [int(x) for x in definitions.decoded(whole)] == [1, 2, 3]
    assert b"RangeDataset" in whole
    for damaged in (whole[:50], whole.replace(b"RangeDataset", b"CacheDataset"), whole.replace(b"MapDataset", b"FooDataset"), b"", b"abc"):
        with pytest.raises(tfshim.errors.DataLossError):
            definitions.decoded(damaged)


def test_jobs_of_distributed_readers_in_fit():
    """A model is fitted on what the service gives."""
    service = tfshim.data.experimental.service
    server = service.DispatchServer()
    worker = service.WorkerServer(service.WorkerConfig(server.target.split("://")[1]))
    x = np.arange(16, dtype=np.float32).reshape(8, 2) / 16
    local = tfshim.data.Dataset.from_tensor_slices((x, x.sum(1))).batch(4)
    weights = []
    for dataset in (local, local.apply(service.distribute("parallel_epochs", server.target))):
        tfshim.keras.utils.set_random_seed(1)
        model = tfshim.keras.Sequential([tfshim.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        model.fit(dataset, epochs=3, verbose=0)
        weights.append(model.get_weights())
    np.testing.assert_array_equal(weights[0][0], weights[1][0])
    worker.stop()
    server.stop()


def test_servers_that_are_left_at_the_end_of_a_program_end_without_a_word(tmp_path):
    # Python 3.12 and later start no thread once the program is over; the program does as much in others.
    program = """
import atexit
import threading
import tfshim as tf
service = tf.data.experimental.service
dispatcher = service.DispatchServer()
worker = service.WorkerServer(service.WorkerConfig(dispatcher._address))
server = tf.distribute.Server.create_local_server()
def refused(thread):
    raise RuntimeError("can't create new thread at interpreter shutdown")
atexit.register(setattr, threading.Thread, "start", refused)
print("served")
"""
    done = after_torch.python("-c", program, cwd=tmp_path)
    assert done.stdout == "served\n" and "Exception" not in done.stderr, done.stderr
