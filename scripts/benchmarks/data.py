"""Input pipelines."""

import os
import tempfile

import numpy as np

from benchmarks.registry import Benchmark

_RNG = np.random.RandomState(0)
_IMAGES, _BATCH = 4096, 64


def slices(tf):
    images = _RNG.rand(10_000, 28, 28).astype("float32")
    labels = _RNG.randint(0, 10, 10_000)
    dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(1000).batch(32)
    return lambda: sum(1 for _ in dataset)


def mapped(tf):
    dataset = tf.data.Dataset.range(20_000).map(lambda x: x * 2 + 1).filter(lambda x: x % 3 == 0).batch(64)
    return lambda: sum(1 for _ in dataset)


def resized(tf):
    images = _RNG.rand(1000, 32, 32, 3).astype("float32")
    dataset = tf.data.Dataset.from_tensor_slices(images)
    dataset = dataset.map(lambda image: tf.image.resize(image, [24, 24]), num_parallel_calls=tf.data.AUTOTUNE).batch(32)
    return lambda: sum(1 for _ in dataset)


def _written(tf, folder, count):
    """The path of a file of `count` records in `folder`, and what is in them."""
    path = os.path.join(folder.name, "numbers.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for i in range(count):
            feature = {
                "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[i])),
                "values": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5] * 8)),
            }
            writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    return path, {"label": tf.io.FixedLenFeature([], tf.int64), "values": tf.io.FixedLenFeature([8], tf.float32)}


def records(tf):
    folder = tempfile.TemporaryDirectory()
    path, description = _written(tf, folder, 100_000)
    dataset = tf.data.TFRecordDataset(path).batch(256).map(lambda batch: tf.io.parse_example(batch, description))

    def step(_folder=folder):  # holds the folder as long as it is read
        return sum(1 for _ in dataset)

    return step


def single_records(tf):
    folder = tempfile.TemporaryDirectory()
    path, description = _written(tf, folder, 10_000)
    dataset = tf.data.TFRecordDataset(path).map(lambda record: tf.io.parse_single_example(record, description)).batch(256)

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def _wide(tf, folder, count):
    """The path of a file of `count` records of 35 features in `folder`, and their description."""
    train, rng = tf.train, np.random.RandomState(1)

    def features():
        row = {f"float{k}": train.Feature(float_list=train.FloatList(value=[rng.rand()])) for k in range(15)}
        for k in range(8):
            row[f"int{k}"] = train.Feature(int64_list=train.Int64List(value=[rng.randint(10 ** rng.randint(1, 6))]))
        for k in range(6):
            row[f"text{k}"] = train.Feature(bytes_list=train.BytesList(value=[b"x" * rng.randint(3, 12)]))
        for k in range(4):
            row[f"many{k}"] = train.Feature(int64_list=train.Int64List(value=rng.randint(0, 1000, rng.randint(0, 6))))
        row["vector"] = train.Feature(float_list=train.FloatList(value=rng.rand(8)))
        if rng.rand() < 0.8:
            row["optional"] = train.Feature(float_list=train.FloatList(value=[1.0]))
        return train.Features(feature=row)

    path = os.path.join(folder.name, "wide.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for _ in range(count):
            writer.write(train.Example(features=features()).SerializeToString())
    fixed = tf.io.FixedLenFeature
    description = {f"float{k}": fixed([], tf.float32) for k in range(15)} | {f"int{k}": fixed([], tf.int64) for k in range(8)}
    description |= {f"text{k}": fixed([], tf.string) for k in range(6)} | {f"many{k}": tf.io.VarLenFeature(tf.int64) for k in range(4)}
    return path, description | {"vector": fixed([8], tf.float32), "optional": fixed([], tf.float32, 0.0)}


def wide_records(tf):
    folder = tempfile.TemporaryDirectory()
    path, description = _wide(tf, folder, 4000)
    dataset = tf.data.TFRecordDataset(path).batch(256).map(lambda batch: tf.io.parse_example(batch, description))

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def wide_single_records(tf):
    folder = tempfile.TemporaryDirectory()
    path, description = _wide(tf, folder, 4000)
    fixed = {key: feature for key, feature in description.items() if isinstance(feature, tf.io.FixedLenFeature)}
    dataset = tf.data.TFRecordDataset(path).map(lambda record: tf.io.parse_single_example(record, fixed)).batch(256)

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def image_records(tf):
    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, "images.tfrecord")
    train, blocks = tf.train, np.ones((8, 8, 1))
    with tf.io.TFRecordWriter(path) as writer:
        for i in range(400):
            image = np.kron(_RNG.randint(0, 256, (12, 12, 3)), blocks).astype("uint8")
            feature = {
                "image": train.Feature(bytes_list=train.BytesList(value=[tf.io.encode_jpeg(image).numpy()])),
                "label": train.Feature(int64_list=train.Int64List(value=[i % 10])),
            }
            writer.write(train.Example(features=train.Features(feature=feature)).SerializeToString())
    description = {"image": tf.io.FixedLenFeature([], tf.string), "label": tf.io.FixedLenFeature([], tf.int64)}

    def prepare(record):
        row = tf.io.parse_single_example(record, description)
        image = tf.image.resize(tf.io.decode_jpeg(row["image"], channels=3), [64, 64])
        return tf.cast(image, tf.float32) / 255.0, row["label"]

    dataset = tf.data.TFRecordDataset(path).map(prepare, num_parallel_calls=2).batch(32).prefetch(2)

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def image_files(tf):
    folder = tempfile.TemporaryDirectory()
    paths = [os.path.join(folder.name, f"{i}.jpg") for i in range(200)]
    for i, path in enumerate(paths):
        image = np.kron(_RNG.randint(0, 256, (10 + i % 5, 12, 3)), np.ones((8, 8, 1))).astype("uint8")
        tf.io.write_file(path, tf.io.encode_jpeg(image))

    def load(path, label):
        image = tf.io.decode_image(tf.io.read_file(path), channels=3, expand_animations=False)
        return tf.image.resize(image, [64, 64]) / 255.0, label

    dataset = (
        tf.data.Dataset.from_tensor_slices((paths, list(range(200)))).map(load, num_parallel_calls=tf.data.AUTOTUNE).batch(32).prefetch(1)
    )

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def sparse_records(tf):
    folder, train = tempfile.TemporaryDirectory(), tf.train
    path = os.path.join(folder.name, "sparse.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for i in range(2000):
            feature = {
                "label": train.Feature(int64_list=train.Int64List(value=[i % 2])),
                "words": train.Feature(int64_list=train.Int64List(value=_RNG.randint(0, 1000, _RNG.randint(1, 20)))),
            }
            writer.write(train.Example(features=train.Features(feature=feature)).SerializeToString())
    description = {"label": tf.io.FixedLenFeature([], tf.int64), "words": tf.io.VarLenFeature(tf.int64)}

    def prepare(record):
        row = tf.io.parse_single_example(record, description)
        return tf.sparse.to_dense(row["words"]), row["label"]

    dataset = tf.data.TFRecordDataset(path).map(prepare).padded_batch(32)

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def sequences(tf):
    folder, train = tempfile.TemporaryDirectory(), tf.train
    path = os.path.join(folder.name, "sequences.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for i in range(4000):
            n = _RNG.randint(2, 12)
            tokens = [train.Feature(int64_list=train.Int64List(value=[_RNG.randint(1000)])) for _ in range(n)]
            vectors = [train.Feature(float_list=train.FloatList(value=_RNG.rand(4))) for _ in range(n)]
            lists = {"tokens": train.FeatureList(feature=tokens), "vectors": train.FeatureList(feature=vectors)}
            context = train.Features(feature={"label": train.Feature(int64_list=train.Int64List(value=[i % 3]))})
            made = train.SequenceExample(context=context, feature_lists=train.FeatureLists(feature_list=lists))
            writer.write(made.SerializeToString())
    context = {"label": tf.io.FixedLenFeature([], tf.int64)}
    features = {"tokens": tf.io.FixedLenSequenceFeature([], tf.int64), "vectors": tf.io.FixedLenSequenceFeature([4], tf.float32)}
    dataset = tf.data.TFRecordDataset(path).batch(256).map(lambda batch: tf.io.parse_sequence_example(batch, context, features))

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def _table(folder):
    """The path of a file of 2000 lines of ten values in `folder`, and defaults for them."""
    path = os.path.join(folder.name, "table.csv")
    with open(path, "w") as file:
        for i in range(2000):
            numbers = [f"{v:.4f}" for v in _RNG.rand(7)]
            print(*numbers, _RNG.randint(100), f"name{_RNG.randint(9)}", i % 2, sep=",", file=file)
    return path, [[0.0]] * 7 + [[0], [""], [0]]


def tables(tf):
    folder = tempfile.TemporaryDirectory()
    path, defaults = _table(folder)
    dataset = tf.data.experimental.CsvDataset(path, [tf.constant(d) for d in defaults]).batch(32)

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def lines(tf):
    folder = tempfile.TemporaryDirectory()
    path, defaults = _table(folder)

    def decode(line):
        columns = tf.io.decode_csv(line, defaults)
        return tf.stack(columns[:7]), *columns[7:]

    dataset = tf.data.TextLineDataset(path).map(decode).batch(32)

    def step(_folder=folder):
        return sum(1 for _ in dataset)

    return step


def windows(tf):
    dataset = tf.data.Dataset.range(2000).window(10, shift=1, drop_remainder=True).flat_map(lambda window: window.batch(10)).batch(32)
    return lambda: sum(1 for _ in dataset)


def paired_windows(tf):
    series = tf.data.Dataset.from_tensor_slices(_RNG.rand(2000).astype("float32"))
    dataset = series.window(21, shift=1, drop_remainder=True).flat_map(lambda window: window.batch(21))
    dataset = dataset.shuffle(500).map(lambda window: (window[:-1], window[-1])).batch(32).prefetch(1)
    return lambda: sum(1 for _ in dataset)


def looped(tf):
    """A loop over a dataset in a function, which takes elements one by one."""
    dataset = tf.data.Dataset.range(10_000)

    @tf.function
    def run(dataset):
        total = tf.constant(0, tf.int64)
        for x in dataset:
            total += x
        return total

    return lambda: run(dataset)


def trained_in_a_loop(tf):
    """Steps of gradient descent in such a loop."""
    rows = _RNG.rand(5000, 4).astype("float32"), _RNG.rand(5000).astype("float32")
    dataset, w = tf.data.Dataset.from_tensor_slices(rows).batch(10), tf.Variable(tf.zeros([4]))

    @tf.function
    def run(dataset):
        total = tf.constant(0.0)
        for x, y in dataset:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(tf.linalg.matvec(x, w) - y))
            w.assign_sub(0.001 * tape.gradient(loss, w))
            total += loss
        return total

    return lambda: run(dataset)


def sentences(tf):
    words = [f"word{i}" for i in range(2000)]
    texts = tf.constant([" ".join(words[j] for j in _RNG.randint(0, 2000, 12)) for _ in range(20_000)])
    layer = tf.keras.layers.TextVectorization(max_tokens=1500, output_sequence_length=16)
    layer.adapt(texts)
    return lambda: layer(texts)


def _training_step(tf):
    """A step of a small network on a batch of images, as a function."""
    shapes = ((784, 512), (512, 10))
    first, second = (tf.Variable(_RNG.normal(0, 0.05, shape).astype("float32")) for shape in shapes)

    @tf.function
    def step(images, labels):
        with tf.GradientTape() as tape:
            logits = tf.matmul(tf.nn.relu(tf.matmul(images, first)), second)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
        for variable, gradient in zip((first, second), tape.gradient(loss, (first, second))):
            variable.assign_sub(0.01 * gradient)
        return loss

    return step


def _prepared(tf):
    images = _RNG.randint(0, 256, (_IMAGES, 28, 28)).astype("uint8")
    dataset = tf.data.Dataset.from_tensor_slices((images, _RNG.randint(0, 10, _IMAGES))).shuffle(1000)

    def prepare(image, label):
        image = tf.image.resize(tf.cast(image, tf.float32)[..., None] / 255.0, [28, 28])
        return tf.reshape(tf.image.flip_left_right(image), [784]), label

    return dataset.map(prepare, num_parallel_calls=2).batch(_BATCH).prefetch(2)


def trained_on_a_pipeline(tf):
    dataset, step = _prepared(tf), _training_step(tf)

    def epoch():
        for images, labels in dataset:
            step(images, labels)

    return epoch


def trained_on_ready_batches(tf):
    batches, step = list(_prepared(tf)), _training_step(tf)

    def epoch():
        for images, labels in batches:
            step(images, labels)

    return epoch


Benchmark("data_slices", "10,000 images through shuffle(1000).batch(32)", slices, bars={"tensorflow": 0.7})
Benchmark("data_map", "range(20000).map.filter.batch, an element", mapped, per=20_000, bars={"tensorflow": 1.0})
Benchmark("data_resize", "map with a resize, an image", resized, per=1000, bars={"tensorflow": 1.0})
Benchmark("data_records", "reading and parsing 100,000 records, a record", records, per=100_000, bars={"tensorflow": 1.0})
Benchmark("data_parse_single", "parsing records one by one, a record", single_records, per=10_000, bars={"tensorflow": 1.0})
Benchmark("data_wide_records", "reading and parsing records of 35 features, a record", wide_records, per=4000, bars={"tensorflow": 1.0})
Benchmark("data_wide_single", "parsing records of 31 features one by one, a record", wide_single_records, per=4000,
          bars={"tensorflow": 1.0})  # fmt: skip
Benchmark("data_image_records", "records with JPEG files, decoded and resized, a record", image_records, per=400, bars={"tensorflow": 1.0})
Benchmark("data_image_files", "JPEG files of several sizes, decoded and resized, a file", image_files, per=200, bars={"tensorflow": 1.0})
Benchmark("data_sparse_single", "records of any number of values one by one, padded, a record", sparse_records, per=2000,
          bars={"tensorflow": 1.0})  # fmt: skip
Benchmark("data_sequences", "reading and parsing SequenceExamples, a record", sequences, per=4000, bars={"tensorflow": 1.0})
Benchmark("data_tables", "CsvDataset of ten columns, a line", tables, per=2000, bars={"tensorflow": 1.0})
Benchmark("data_lines", "text lines through decode_csv one by one, a line", lines, per=2000, bars={"tensorflow": 1.0})
Benchmark("data_windows", "windows of ten numbers as batches, a window", windows, per=2000, bars={"tensorflow": 1.0})
Benchmark("data_paired_windows", "a series as shuffled windows with what follows, a window", paired_windows, per=2000,
          bars={"tensorflow": 1.0})  # fmt: skip
# What the first takes beyond the second is waiting for data.
_BATCHES = _IMAGES // _BATCH
Benchmark("data_waiting", "a training step on batches that threads prepare", trained_on_a_pipeline, per=_BATCHES, bars={"tensorflow": 1.0})
Benchmark(
    "data_ready", "the same training step on batches that are ready", trained_on_ready_batches, per=_BATCHES, bars={"tensorflow": 1.0}
)
Benchmark("data_loop", "a loop over a dataset in a function, an element", looped, per=10_000, bars={"tensorflow": 1.0})
Benchmark("data_loop_training", "steps of gradient descent in such a loop, a step", trained_in_a_loop, per=500, bars={"tensorflow": 1.0})
Benchmark("text_vectorization", "TextVectorization, a sentence", sentences, per=20_000, bars={"tensorflow": 1.0})
