"""TensorFlow Datasets: builders of local data, splits, features, reading, and folders of files."""

import contextlib
import io
import json
import os
import tempfile

import numpy as np
import tensorflow as tf
import tensorflow_datasets as tfds

tfds.disable_progress_bar()


class Rows(tfds.core.GeneratorBasedBuilder):
    """Two splits of rows with features of many kinds."""

    VERSION = tfds.core.Version("1.2.0")
    RELEASE_NOTES = {"1.2.0": "first"}

    def _info(self):
        return self.dataset_info_from_configs(
            description="Rows.",
            homepage="https://example.org",
            citation="@misc{rows}",
            features=tfds.features.FeaturesDict(
                {
                    "number": tfds.features.Scalar(np.int64),
                    "vector": tfds.features.Tensor(shape=(3,), dtype=np.float32),
                    "matrix": tfds.features.Tensor(shape=(None, 2), dtype=np.int32),
                    "word": tfds.features.Text(),
                    "label": tfds.features.ClassLabel(names=["even", "odd"]),
                    "list": tfds.features.Sequence(np.int64),
                    "boxes": tfds.features.Sequence({"box": tfds.features.BBoxFeature(), "kind": tfds.features.ClassLabel(num_classes=3)}),
                    "flag": np.bool_,
                    "nested": {"deep": np.uint8},
                    "image": tfds.features.Image(shape=(4, 5, 3), encoding_format="png"),
                }
            ),
            supervised_keys=("vector", "label"),
        )

    def _split_generators(self, dl_manager):
        return {"train": self._generate_examples(0, 12), "test": self._generate_examples(100, 5)}

    def _generate_examples(self, start, count):
        for i in range(start, start + count):
            yield (
                i,
                {
                    "number": i,
                    "vector": np.arange(3, dtype=np.float32) * i,
                    "matrix": np.full((i % 3 + 1, 2), i, np.int32),
                    "word": f"word {i} ä",
                    "label": ["even", "odd"][i % 2],
                    "list": list(range(i % 4)),
                    "boxes": [{"box": tfds.features.BBox(0.0, 0.1, 0.5, 0.25 * (j + 1)), "kind": j} for j in range(i % 3)],
                    "flag": i % 3 == 0,
                    "nested": {"deep": i % 200},
                    "image": np.full((4, 5, 3), i, np.uint8),
                },
            )


class Shaped(tfds.core.GeneratorBasedBuilder):
    """A builder with configurations."""

    VERSION = tfds.core.Version("0.1.0")
    BUILDER_CONFIGS = [tfds.core.BuilderConfig(name="small", description="two"), tfds.core.BuilderConfig(name="large", description="four")]

    def _info(self):
        return tfds.core.DatasetInfo(builder=self, features=tfds.features.FeaturesDict({"x": np.int64}))

    def _split_generators(self, dl_manager):
        return {"train": ((i, {"x": i * 10}) for i in range(2 if self.builder_config.name == "small" else 4))}

    def _generate_examples(self):
        raise AssertionError


_FOLDER = tempfile.mkdtemp()


def _quiet(function, *args, **kwargs):
    with contextlib.redirect_stdout(io.StringIO()):
        return function(*args, **kwargs)


def _rows():
    builder = Rows(data_dir=_FOLDER)
    _quiet(builder.download_and_prepare)
    return builder


def _plain(value):
    """What is read, as what a step may return."""
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in sorted(value.items())}
    if isinstance(value, (tf.RaggedTensor, tf.compat.v1.ragged.RaggedTensorValue)):
        return value.to_list()
    return np.asarray(value) if not isinstance(value, (bytes, str)) else value


def _numbers(dataset):
    return [int(x["number"]) for x in tfds.as_numpy(dataset)]


def step_prepare():
    """Write the records, and say what was written."""
    builder = _rows()
    splits = {name: [s.num_examples, s.num_shards, s.shard_lengths, s.filenames] for name, s in builder.info.splits.items()}
    files = sorted(os.listdir(builder.data_dir))
    return [
        builder.name,
        str(builder.version),
        builder.info.full_name,
        splits,
        files,
        builder.info.dataset_size,
        builder.info.supervised_keys,
    ]


def step_read():
    """All features, as NumPy's."""
    return [_plain(x) for x in tfds.as_numpy(_rows().as_dataset(split="train").take(3))]


def step_specification():
    """What features say of themselves."""
    info = _rows().info
    spec = _rows().as_dataset(split="test").element_spec
    return [
        {k: str(v) for k, v in sorted(spec.items()) if k != "boxes"},
        str(info.features["boxes"].get_tensor_info()["box"].shape),
        repr(info.features).splitlines(),
        info.features["label"].names,
        info.features["label"].str2int("odd"),
        info.features["label"].int2str(0),
        sorted(info.features.get_serialized_info()["image"].to_json())
        if hasattr(info.features.get_serialized_info()["image"], "to_json")
        else [],
    ]


def step_load():
    """`tfds.load` by name, several splits, supervised, with what it tells."""
    _rows()
    (train, test), info = tfds.load("rows", split=["train", "test"], data_dir=_FOLDER, as_supervised=True, with_info=True, download=False)
    made = [[[x.numpy(), int(y)] for x, y in test], int(train.cardinality()), info.splits.total_num_examples]
    everything = tfds.load("rows", data_dir=_FOLDER, download=False)
    made.append({k: _numbers(v) for k, v in everything.items()})
    batched = tfds.load("rows", split="train", batch_size=5, data_dir=_FOLDER, download=False)
    made.append([list(b["vector"].shape) for b in batched])
    whole = tfds.load("rows", split="test", batch_size=-1, data_dir=_FOLDER, download=False)
    made.append([whole["word"].numpy(), whole["matrix"].shape.as_list(), type(whole["list"]).__name__])
    return made


def step_splits():
    """Slices of splits by count and by percentage, sums, and parts for several readers."""
    builder = _rows()
    made = {
        s: _numbers(builder.as_dataset(split=s))
        for s in ["train[:3]", "train[50%:]", "train[-2:]", "train[:25%]+test", "test[1:3]", "all", "train[:10%]+train[-80%:]"]
    }
    made["instruction"] = _numbers(builder.as_dataset(split=tfds.core.ReadInstruction("train", from_=10, to=50, unit="%")))
    made["even"] = [_numbers(builder.as_dataset(split=s)) for s in tfds.even_splits("train", n=3)]
    made["sub"] = [builder.info.splits["train[:50%]"].num_examples, builder.info.splits["test"].num_examples]
    for wrong in ("validation", "train[:x]", "train[200%:]"):
        try:
            builder.as_dataset(split=wrong)
            made[wrong] = "nothing"
        except Exception as error:
            made[wrong] = [type(error).__name__, str(error).splitlines()[0][:40]]
    return made


def step_read_configuration():
    """Reading with identifiers, an order of files, options and contexts."""
    builder = _rows()
    config = tfds.ReadConfig(add_tfds_id=True, interleave_cycle_length=1, shuffle_seed=3)
    first = [[x["tfds_id"], int(x["number"])] for x in tfds.as_numpy(builder.as_dataset(split="test", read_config=config))]
    shuffled = [
        _numbers(builder.as_dataset(split="train", shuffle_files=True, read_config=tfds.ReadConfig(shuffle_seed=5))) for _ in range(2)
    ]
    cached = builder.as_dataset(split="train", read_config=tfds.ReadConfig(try_autocache=False, assert_cardinality=False))
    return [first, shuffled, sorted(_numbers(cached)), int(cached.cardinality())]


def step_decoders():
    """Some features skipped, some left as they are written."""
    builder = _rows()
    kept = builder.as_dataset(split="test[:2]", decoders={"image": tfds.decode.SkipDecoding()})
    made = [tf.io.decode_png(x["image"]).numpy()[0, 0] for x in kept]
    partial = builder.as_dataset(split="test[:2]", decoders=tfds.decode.PartialDecoding({"number": True, "nested": {"deep": True}}))
    made.append([_plain(x) for x in tfds.as_numpy(partial)])

    @tfds.decode.make_decoder()
    def negative(serialized, feature):
        return 255 - feature.decode_example(serialized)

    changed = builder.as_dataset(split="test[:1]", decoders={"image": negative()})
    return [*made, *(x["image"][0, 0] for x in tfds.as_numpy(changed))]


def step_configurations():
    """A builder with several configurations."""
    made = []
    for name in ("small", "large"):
        builder = tfds.builder(f"shaped/{name}", data_dir=_FOLDER)
        _quiet(builder.download_and_prepare)
        made.append([builder.info.full_name, [int(x["x"]) for x in builder.as_dataset(split="train")], builder.builder_config.description])
    again = tfds.load("shaped/large:0.1.0", data_dir=_FOLDER, split="train", download=False)
    return [*made, len(list(again)), sorted(Shaped.builder_configs), tfds.core.naming.camelcase_to_snakecase("ShapedRows")]


def step_from_folder():
    """A folder that was prepared before, read without the code that wrote it."""
    builder = tfds.builder_from_directory(_rows().data_dir)
    with open(os.path.join(builder.data_dir, "dataset_info.json")) as file:
        written = json.load(file)
    found = tfds.builder_from_directories([builder.data_dir])
    return [
        _numbers(builder.as_dataset(split="test")),
        [s["name"] for s in written["splits"]],
        written["fileFormat"],
        _numbers(found.as_dataset(split="test")),
        builder.info.citation,
    ]


def step_training():
    """Into a pipeline, and a model."""
    data = tfds.load("rows", split="train", data_dir=_FOLDER, as_supervised=True, download=False)
    data = data.map(lambda x, y: (x / 10.0, y)).cache().batch(4).prefetch(tf.data.AUTOTUNE)
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones")])
    model.compile(tf.keras.optimizers.SGD(0.01), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    history = model.fit(data, epochs=2, verbose=0)
    return history.history


def step_image_folder():
    """Images in folders that are named for their classes."""
    with tempfile.TemporaryDirectory() as folder:
        for split, count in (("train", 2), ("val", 1)):
            for k, kind in enumerate(("cat", "dog")):
                os.makedirs(os.path.join(folder, split, kind))
                for i in range(count):
                    image = tf.io.encode_png(np.full((2, 3, 3), 50 * k + i, np.uint8))
                    tf.io.write_file(os.path.join(folder, split, kind, f"{i}.png"), image)
        builder = tfds.ImageFolder(folder, shape=(2, 3, 3))
        made = [builder.info.features["label"].names, {k: v.num_examples for k, v in builder.info.splits.items()}]
        for x in tfds.as_numpy(builder.as_dataset(split="val")):
            made.append([x["image"][0, 0], int(x["label"]), os.path.basename(x["image/filename"].decode())])
        pairs = builder.as_dataset(split="train", as_supervised=True, shuffle_files=False)
        return [*made, sorted([int(y), int(x[0, 0, 0])] for x, y in tfds.as_numpy(pairs))]


def step_translate_folder():
    """Lines of text in two languages."""
    with tempfile.TemporaryDirectory() as folder:
        for language, lines in (("en", "one\ntwo\nthree"), ("de", "eins\nzwei\ndrei")):
            with open(os.path.join(folder, f"lang1.train.{language}.txt".replace("lang1.", "")), "w") as file:
                file.write(lines)
        try:
            builder = tfds.TranslateFolder(folder)
            return [_plain(x) for x in tfds.as_numpy(builder.as_dataset(split="train"))]
        except Exception as error:
            return [type(error).__name__, str(error)[:60]]


def step_store():
    """A data set and NumPy's arrays, stored as a prepared one."""
    with tempfile.TemporaryDirectory() as folder:
        builder = _quiet(
            tfds.dataset_builders.store_as_tfds_dataset,
            name="stored",
            version="1.0.0",
            features=tfds.features.FeaturesDict({"a": np.int64, "b": tfds.features.Tensor(shape=(2,), dtype=np.float32)}),
            split_datasets={
                "train": tf.data.Dataset.from_tensor_slices({"a": np.arange(4), "b": np.ones((4, 2), np.float32)}),
                "other": tf.data.Dataset.from_tensor_slices({"a": np.array([7]), "b": np.zeros((1, 2), np.float32)}),
            },
            data_dir=folder,
        )
        read = {s: [_plain(x) for x in tfds.as_numpy(builder.as_dataset(split=s))] for s in ("other",)}
        return [read, sorted(int(x["a"]) for x in builder.as_dataset(split="train")), builder.info.splits["train"].num_examples]


def step_features():
    """Features by themselves: encoded, written, read, and as JSON."""
    features = tfds.features.FeaturesDict(
        {
            "x": tfds.features.Tensor(shape=(2, None), dtype=np.float64),
            "y": tfds.features.Sequence(tfds.features.Text()),
            "z": tfds.features.ClassLabel(num_classes=4),
        }
    )
    example = features.encode_example({"x": np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), "y": ["a", "bc"], "z": 2})
    written = features.serialize_example(features.encode_example({"x": np.ones((2, 1)), "y": [], "z": 1}))
    read = features.deserialize_example(written)
    again = tfds.features.FeaturesDict.from_json(features.to_json())
    made = [
        _plain(example),
        _plain({k: v for k, v in read.items()}),
        again.keys() == features.keys(),
        {k: str(v) for k, v in sorted(features.get_tensor_spec().items())},
    ]
    for wrong in (
        {"x": np.ones((3, 1)), "y": [], "z": 1},
        {"x": np.ones((2, 1)), "y": [], "z": 9},
        {"x": np.ones((2, 1)), "y": []},
    ):
        try:
            features.encode_example(wrong)
            made.append("nothing")
        except Exception as error:
            made.append(type(error).__name__)
    return made


def step_statistics_and_tables():
    """As a table, and what a benchmark counts."""
    table = tfds.as_dataframe(_rows().as_dataset(split="test").map(lambda x: {"number": x["number"], "flag": x["flag"]}))
    return [list(table.columns), table["number"].tolist(), [bool(f) for f in table["flag"]]]


def step_data_source():
    """What there is, by name."""
    return [name for name in tfds.list_builders() if name in ("rows", "shaped", "mnist", "cifar10")], tfds.core.Version("1.2.3") > "1.2.0"


def step_mocked_data():
    """Made-up examples of a data set that is not there."""
    with tfds.testing.mock_data(num_examples=2):
        data = tfds.load("mnist", split="train")
        examples = [[list(x["image"].shape), str(x["image"].dtype), str(x["label"].dtype)] for x in data]
    return examples
