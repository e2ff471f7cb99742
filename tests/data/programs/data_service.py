"""The tf.data service: dispatchers, workers and what is read from them, in one process."""

import os
import re
import tempfile
import threading

import numpy as np

service = tf.data.experimental.service
Dataset = tf.data.Dataset
Policy = service.ShardingPolicy
RUNNING = []


def cluster(workers=1, **config):
    """The target of a dispatcher with so many workers, which run until the process ends."""
    dispatcher = service.DispatchServer(service.DispatcherConfig(**config))
    address = dispatcher.target.split("://")[1]
    made = [service.WorkerServer(service.WorkerConfig(address, heartbeat_interval_ms=100)) for _ in range(workers)]
    RUNNING.append((dispatcher, made))
    return dispatcher.target


def read(dataset, target, mode="parallel_epochs", **options):
    return dataset.apply(service.distribute(mode, target, **options))


def shown(x):
    if isinstance(x, dict):
        return {k: shown(v) for k, v in x.items()}
    if isinstance(x, tuple):
        return tuple(shown(v) for v in x)
    if isinstance(x, tf.RaggedTensor):
        return x.to_list()
    if isinstance(x, tf.SparseTensor):
        return [x.indices.numpy().tolist(), x.values.numpy().tolist(), x.dense_shape.numpy().tolist()]
    x = x.numpy() if hasattr(x, "numpy") else x
    return x.tolist() if hasattr(x, "tolist") else x


def elements(dataset):
    return [shown(x) for x in dataset]


def together(dataset):
    """The elements of several workers, whose order is that in which they come."""
    return sorted(elements(dataset), key=str)


def tried(label, function):
    try:
        made = function()
    except Exception as e:
        text = str(e).partition("\n")[0]
        text = re.sub(r"localhost:\d+", "localhost:PORT", text)
        # Files and sources are told in TensorFlow's words for the graph.
        text = re.sub(r"(unshardable source dataset:|required 2 shards/workers\.).*", r"\1", text)
        text = re.sub(r"(job|dataset) with (id|name) \S+:", r"\1 with ID:", text).partition(" got diff for")[0]
        # What is around the text says which node failed, which is recorded elsewhere.
        text = re.sub(r"^\{\{.*?\}\} ", "", text).partition(" [Op:")[0]
        made = f"{type(e).__name__}: {text}"
    print(label, made)


def lines(count):
    folder = tempfile.mkdtemp()
    made = []
    for i in range(count):
        made.append(os.path.join(folder, f"{i}.txt"))
        with open(made[-1], "w") as file:
            file.write(f"{i}a\n{i}b\n")
    return made


def case_documented():
    dispatcher = service.DispatchServer()
    address = dispatcher.target.split("://")[1]
    worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=address))
    print(re.sub(r"\d+$", "PORT", dispatcher.target), dispatcher._num_workers())
    print(elements(read(Dataset.range(10), dispatcher.target)))
    dataset_id = service.register_dataset(dispatcher.target, Dataset.range(10))
    print(dataset_id.dtype, dataset_id.shape)
    spec = tf.TensorSpec([], tf.int64)
    print(elements(service.from_dataset_id("parallel_epochs", dispatcher.target, dataset_id, spec)))
    squares = read(Dataset.range(5).map(lambda x: x * x), dispatcher.target).map(lambda x: x + 1)
    print(elements(squares))
    worker.stop()
    dispatcher.stop()
    dispatcher.join()


def case_two_workers():
    target = cluster(2)
    for mode in ("parallel_epochs", "distributed_epoch", Policy.OFF, Policy.DYNAMIC):
        print(repr(mode), together(read(Dataset.range(10), target, mode)))  # Python 3.10 and 3.11 differ in str


def case_ids():
    target = cluster()
    print(service.register_dataset(target, Dataset.range(6), dataset_id="mine").numpy())
    tried("again", lambda: service.register_dataset(target, Dataset.range(6), dataset_id="mine").numpy())
    tried("longer", lambda: service.register_dataset(target, Dataset.range(7), dataset_id="mine"))
    tried("another", lambda: service.register_dataset(target, Dataset.range(6).map(lambda x: (x, x)), dataset_id="mine"))
    tried("read", lambda: elements(service.from_dataset_id("parallel_epochs", target, "mine")))
    tried("shared", lambda: elements(service.from_dataset_id("parallel_epochs", target, "mine", job_name="job")))
    tried("no spec", lambda: service.from_dataset_id("parallel_epochs", target, "other"))
    spec = tf.TensorSpec([], tf.int64)
    tried("unknown", lambda: service.from_dataset_id("parallel_epochs", target, "other", spec))
    narrow = tf.TensorSpec([], tf.int32)
    tried("other type", lambda: elements(service.from_dataset_id("parallel_epochs", target, "mine", narrow)))
    tried("two parts", lambda: elements(service.from_dataset_id("parallel_epochs", target, "mine", (spec, spec))))


def case_arguments():
    target = cluster()
    numbers = Dataset.range(3)
    address = target.split("://")[1]
    tried("mode", lambda: service.distribute("epochs", target)(numbers))
    tried("empty name", lambda: service.distribute("parallel_epochs", target, job_name=""))
    tried("name", lambda: service.distribute("parallel_epochs", target, job_name=1))
    tried("compression", lambda: read(numbers, target, compression="GZIP"))
    tried("uncompressed", lambda: elements(read(numbers, target, compression=None)))
    tried("number", lambda: service.distribute("parallel_epochs", 3)(numbers))
    tried("nowhere", lambda: service.distribute("parallel_epochs", "")(numbers))
    tried("twice", lambda: service.distribute("parallel_epochs", "a://b://c")(numbers))
    tried("pair", lambda: elements(read(numbers, ("grpc", address))))
    tried("address", lambda: elements(read(numbers, address)))
    tried("workers", lambda: read(numbers, target, target_workers="SOME"))
    tried("local", lambda: elements(read(numbers, target, target_workers="LOCAL")))
    tried("any", lambda: elements(read(numbers, target, target_workers="ANY")))
    for n in (0, -2, 1, 16):
        tried(f"outstanding {n}", lambda: elements(read(numbers, target, max_outstanding_requests=n)))
    tried("transfer", lambda: elements(read(numbers, target, data_transfer_protocol="grpc")))
    tried("no transfer", lambda: elements(read(numbers, target, data_transfer_protocol="carrier")))
    tried("no folder", lambda: service.DispatchServer(service.DispatcherConfig(fault_tolerant_mode=True)))
    tried("no dispatcher", lambda: service.WorkerServer(service.WorkerConfig(None)))
    tried("trainer", lambda: service.CrossTrainerCache(""))
    print(service.DispatcherConfig(), service.WorkerConfig("a:1"))
    print(service.DispatcherConfig(job_gc_timeout_ms=0)[6], service.WorkerConfig("a:1", heartbeat_interval_ms=0)[4])


def case_what_it_is():
    target = cluster()
    made = read(Dataset.range(3), target)
    print(made, made.cardinality().numpy(), read(Dataset.range(3).repeat(), target).cardinality().numpy())
    shared = read(Dataset.range(3), target, job_name="job")
    print(shared, repr(shared.options().experimental_distribute.auto_shard_policy))
    tried("len", lambda: len(made))
    iterator = iter(made)
    next(iterator)
    tried("save", lambda: tf.train.Checkpoint(iterator=iterator).save(os.path.join(tempfile.mkdtemp(), "c")))


def case_jobs():
    target = cluster()
    numbers = Dataset.range(5)
    made = read(numbers, target, job_name="job")
    print(elements(made), elements(made))
    print(elements(read(numbers, target, job_name="job")), elements(read(Dataset.range(3), target, job_name="job")))
    print(elements(read(numbers, target, job_name="repeated").repeat(2)))
    tried("mode", lambda: elements(read(numbers, target, "distributed_epoch", job_name="job")))
    first, second = iter(read(numbers, target, job_name="both")), iter(read(numbers, target, job_name="both"))
    begun = [next(first).numpy()]
    print(sorted(map(int, begun + [x.numpy() for x in first] + [x.numpy() for x in second])))


def case_consumers():
    target = cluster()
    endless, numbers = Dataset.range(1000).repeat(), Dataset.range(5)
    tried("no name", lambda: read(numbers, target, consumer_index=0, num_consumers=1))
    tried("finite", lambda: elements(read(numbers, target, job_name="a", consumer_index=0, num_consumers=1)))
    tried("index", lambda: elements(read(endless, target, job_name="b", consumer_index=2, num_consumers=1).take(1)))
    tried("one", lambda: elements(read(endless, target, job_name="c", consumer_index=0, num_consumers=1).take(5)))
    for workers in (1, 2):
        target = cluster(workers)
        readers = [iter(read(endless, target, job_name="job", consumer_index=i, num_consumers=3)) for i in range(3)]
        found = [[], [], []]

        def consume(i, readers=readers, found=found):
            for _ in range(6):
                found[i].append(int(next(readers[i])))

        threads = [threading.Thread(target=consume, args=(i,)) for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(found)


def case_trainers():
    target = cluster()
    endless = Dataset.range(5).repeat()
    for trainer in "ab":
        cache = service.CrossTrainerCache(trainer)
        print(elements(read(endless, target, job_name="job", cross_trainer_cache=cache).take(7)))
    cache = service.CrossTrainerCache("a")
    tried("finite", lambda: elements(read(Dataset.range(5), target, job_name="a", cross_trainer_cache=cache)))
    tried("no name", lambda: elements(read(endless, target, cross_trainer_cache=cache)))
    tried(
        "consumers",
        lambda: elements(read(endless, target, job_name="b", consumer_index=0, num_consumers=1, cross_trainer_cache=cache)),
    )


def case_divided_by_one():
    """What one worker makes of splits is in order."""
    target = cluster()
    files = lines(2)
    numbers, others = Dataset.range(3), Dataset.range(10, 13)
    for name, dataset in {
        "repeated": numbers.repeat(2),
        "endless": numbers.repeat().take(7),
        "zipped": Dataset.zip((numbers, others)),
        "joined": numbers.concatenate(others),
        "one": Dataset.from_tensors(3).repeat(3),
        "shuffled": Dataset.range(6).shuffle(6, seed=1),
        "kept": numbers.cache(),
        "some": Dataset.range(6).take(2),
        "rest": Dataset.range(6).skip(2),
        "part": Dataset.range(6).shard(2, 0),
        "batches": Dataset.range(6).batch(4),
        "windows": Dataset.range(6).window(2).flat_map(lambda x: x.batch(2)),
        "flat": numbers.flat_map(lambda x: Dataset.range(x)),
        "interleaved": numbers.interleave(lambda x: Dataset.range(x), cycle_length=2),
        "sampled": Dataset.sample_from_datasets([numbers, others], seed=1),
        "chosen": Dataset.choose_from_datasets([numbers, others], Dataset.range(2).repeat(3)),
        "lines": tf.data.TextLineDataset(files),
        "files": Dataset.from_tensor_slices(files).interleave(tf.data.TextLineDataset),
        "random": Dataset.random(seed=1).take(2),
        "counted": Dataset.counter().take(2),
        "sums": Dataset.range(5).scan(np.int64(0), lambda s, x: (s + x, s + x)),
        "numbered": Dataset.range(5, 8).enumerate(),
        "listed": tf.data.experimental.from_list([1, 2, 3]),
        "grouped": Dataset.range(6).group_by_window(lambda x: x % 2, lambda k, w: w.batch(3), 3),
        "generated": Dataset.from_generator(lambda: iter([1, 2, 3]), output_signature=tf.TensorSpec([], tf.int32)),
        "table": tf.data.experimental.CsvDataset(files, [""]),
        "snapshot": numbers.snapshot(tempfile.mkdtemp()),
    }.items():
        tried(name, lambda: elements(read(dataset, target, "distributed_epoch")))


def case_divided_by_two():
    target = cluster(2)
    files = lines(2)
    for name, dataset in {
        "repeated": Dataset.range(3).repeat(2),
        "joined": Dataset.range(3).concatenate(Dataset.range(10, 13)),
        "lines": tf.data.TextLineDataset(files),
        "files": Dataset.from_tensor_slices(files).interleave(tf.data.TextLineDataset),
        "random": Dataset.random(seed=1).take(2),
        "generated": Dataset.from_generator(lambda: iter([1, 2, 3]), output_signature=tf.TensorSpec([], tf.int32)),
        "kept": Dataset.range(3).cache(),
    }.items():
        tried(name, lambda: together(read(dataset, target, "distributed_epoch")))


def case_parts():
    target = cluster(2, worker_addresses=["localhost", "localhost:%port%"])
    files, hint = lines(3), tf.data.experimental.SHARD_HINT
    for policy in Policy:
        for name, dataset in {
            "numbers": Dataset.range(6),
            "lines": tf.data.TextLineDataset(files),
            "files": Dataset.from_tensor_slices(files).interleave(tf.data.TextLineDataset),
            "repeated": Dataset.from_tensor_slices(files).flat_map(tf.data.TextLineDataset).repeat(2),
            "one file": tf.data.TextLineDataset(files[:1]),
            "hint": Dataset.range(6).shard(hint, hint).map(lambda x: x + 1),
            "batches": Dataset.range(8).batch(2) if policy != Policy.DYNAMIC else Dataset.range(2),
        }.items():
            tried(f"{policy.name} {name}", lambda: together(read(dataset, target, policy)))


def case_no_list():
    target = cluster()
    for policy in (Policy.FILE, Policy.DATA, Policy.FILE_OR_DATA, Policy.HINT):
        tried(policy.name, lambda: elements(read(Dataset.range(3), target, policy)))


def case_elements():
    target = cluster()
    for dataset in (
        Dataset.range(2).map(lambda x: {"a": x, "b": (x, tf.strings.as_string(x))}),
        Dataset.range(3).map(lambda x: tf.RaggedTensor.from_row_splits(tf.range(x), [0, x // 2, x])),
        Dataset.range(2).map(lambda x: tf.sparse.from_dense([x, 0, 3])),
        Dataset.from_tensors(np.arange(6.0).reshape(2, 3)),
        Dataset.range(2).map(lambda x: (tf.cast(x, tf.bfloat16), tf.complex(1.0, 2.0), x > 0)),
        Dataset.from_tensor_slices([b"a\x00b", b""]),
        Dataset.range(0),
    ):
        for protocol in (None, "grpc"):
            made = read(dataset, target, data_transfer_protocol=protocol)
            print(made.element_spec == dataset.element_spec, elements(made))


def case_random():
    target = cluster()
    shuffled = Dataset.range(6).shuffle(6, seed=3)
    made = read(shuffled, target)
    print(elements(shuffled), elements(made), elements(shuffled), elements(made))
    print(elements(read(shuffled.repeat(2), target)))
    print(elements(read(Dataset.range(3).map(lambda x: tf.random.uniform([], seed=3)), target)))
    tf.random.set_seed(7)
    print(elements(read(Dataset.range(6).shuffle(6), target)))
    options = tf.data.Options()
    options.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.FAIL
    drawn = Dataset.range(3).map(lambda x: tf.random.uniform([], seed=3))
    tried("policy", lambda: read(drawn.with_options(options), target))


def case_of_this_process():
    """Python functions, variables and tables, which workers in the same process have."""
    target = cluster()
    variable = tf.Variable(5, dtype=tf.int64)
    pairs = tf.lookup.KeyValueTensorInitializer(tf.constant([0, 1], tf.int64), tf.constant([10, 11], tf.int64))
    table = tf.lookup.StaticHashTable(pairs, -1)
    print(elements(read(Dataset.range(3).map(lambda x: tf.numpy_function(lambda v: v + 1, [x], tf.int64)), target)))
    print(elements(read(Dataset.range(3).map(lambda x: x + variable), target)))
    print(elements(read(Dataset.range(3).map(lambda x: table.lookup(x)), target)))
    made = Dataset.from_generator(lambda: iter([1, 2]), output_signature=tf.TensorSpec([], tf.int32))
    print(elements(read(made, target)))


def case_errors():
    target = cluster()

    def divided(x):
        return tf.debugging.check_numerics(1.0 / tf.cast(x - 2, tf.float32), "bad")

    iterator, found = iter(read(Dataset.range(4).map(divided), target)), []
    for _ in range(6):
        try:
            next(iterator)  # TensorFlow may drop what was ahead of the error
        except tf.errors.InvalidArgumentError as e:
            found.append(re.sub(r"localhost:\d+", "localhost:PORT", e.message))
    print(found[-2:])
    words = Dataset.from_tensors("a").map(tf.strings.to_number)
    tried("number", lambda: elements(read(words, target)))
    missing = tf.data.TextLineDataset(["/missing"])
    tried("file", lambda: elements(read(missing, target)))


def case_in_functions():
    target = cluster()

    @tf.function
    def total():
        found = tf.constant(0, tf.int64)
        for x in read(Dataset.range(5), target):
            found += x
        return found

    @tf.function
    def registered():
        return service.register_dataset(target, Dataset.range(4))

    @tf.function
    def reduced(dataset_id):
        made = service.from_dataset_id("parallel_epochs", target, dataset_id, tf.TensorSpec([], tf.int64))
        return made.reduce(np.int64(0), lambda a, b: a + b)

    @tf.function
    def without_spec(dataset_id):
        return service.from_dataset_id("parallel_epochs", target, dataset_id).reduce(np.int64(0), lambda a, b: a + b)

    print(total().numpy(), total().numpy(), reduced(registered()).numpy())
    try:
        without_spec(registered())
    except ValueError as e:
        print(str(e).strip().rpartition("\n")[2].strip())


def case_gradients():
    """Functions with gradients, loops and branches in them."""
    target = cluster()

    def slope(x):
        x = tf.cast(x, tf.float32)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.sin(x) * x
        return tape.gradient(y, x)

    def looped(x):
        found = tf.constant(0, tf.int64)
        for i in tf.range(x):
            if i % 2 == 0:
                found += i
        return found

    print(np.round(elements(read(Dataset.range(3).map(slope), target)), 5).tolist())
    print(elements(read(Dataset.range(6).map(looped), target)))


def case_fault_tolerance():
    """A dispatcher that is started again knows what was registered and how far jobs are."""
    folder = tempfile.mkdtemp()
    config = service.DispatcherConfig(work_dir=folder, fault_tolerant_mode=True)
    first = service.DispatchServer(config)
    port = int(first.target.rpartition(":")[2])
    worker = service.WorkerServer(service.WorkerConfig(f"localhost:{port}", heartbeat_interval_ms=100))
    dataset_id = service.register_dataset(first.target, Dataset.range(4))
    print(elements(service.from_dataset_id("distributed_epoch", first.target, dataset_id, job_name="job")))
    first.stop()
    second = service.DispatchServer(config._replace(port=port))
    print(elements(service.from_dataset_id("distributed_epoch", second.target, dataset_id, job_name="job")))
    print(elements(service.from_dataset_id("distributed_epoch", second.target, dataset_id, job_name="other")))
    worker.stop()
    second.stop()
