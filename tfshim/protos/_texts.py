"""The help texts of messages, whose classes are made from their fields."""

TEXTS = {
    "Example": """One record of data, {name: values}: what TFRecord files are mostly made of. Mirrors `tf.train.Example`.

A protocol buffer. `SerializeToString()` gives the bytes that `tf.io.TFRecordWriter` writes, `tf.train.Example.FromString(data)` reads
them, and `tf.io.parse_single_example` or `parse_example` makes tensors of them without Python's going through the fields.

Arguments:
    features: a `tf.train.Features`, the values by name; by keyword only. Lists have no shape: parsing gives them one.

Example:
    >>> feature = {
    ...     "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[3])),
    ...     "name": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"cat"])),
    ... }
    >>> data = tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()
    >>> tf.train.Example.FromString(data).features.feature["label"].int64_list.value
    [3]
    >>> tf.io.parse_single_example(data, {"label": tf.io.FixedLenFeature([], tf.int64)})["label"].numpy()
    3
""",
    "Features": """The values of a record by their names. Mirrors `tf.train.Features`.

A protocol buffer: the field `features` of `tf.train.Example`, and `context` of `tf.train.SequenceExample`.

Arguments:
    feature: {str: `tf.train.Feature`}, by keyword only. The field is a map: `features.feature["x"]` gives the feature, and makes an
        empty one where there is none, so that `"x" in features.feature` is the way to ask. A feature cannot be assigned by its name
        afterwards; its lists can be extended, or `CopyFrom` used.

Example:
    >>> features = tf.train.Features(feature={"x": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, 1.5]))})
    >>> features.feature["x"].float_list.value
    [0.5, 1.5]
    >>> features.feature["y"].int64_list.value.extend([1, 2])
    >>> sorted(features.feature)
    ['x', 'y']
""",
    "Feature": """The values of one name: a list of bytes, of floats or of integers. Mirrors `tf.train.Feature`.

A protocol buffer. One of the three lists is set; setting another one takes its place. Booleans go into the integers, text into the
bytes (`"cat".encode()`), and a tensor of any other kind as the bytes of `tf.io.serialize_tensor`.

Arguments:
    bytes_list: a `tf.train.BytesList`.
    float_list: a `tf.train.FloatList`, of float32.
    int64_list: a `tf.train.Int64List`. All are by keyword, and only one is to be given.

Example:
    >>> feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2]))
    >>> feature.WhichOneof("kind"), list(feature.int64_list.value)
    ('int64_list', [1, 2])
    >>> pixels = tf.io.serialize_tensor(tf.zeros([2, 2])).numpy()
    >>> tf.train.Feature(bytes_list=tf.train.BytesList(value=[pixels])).WhichOneof("kind")
    'bytes_list'
""",
    "BytesList": """A list of bytes as the value of a `tf.train.Feature`. Mirrors `tf.train.BytesList`.

A protocol buffer. It takes texts that are encoded, pictures as the content of their files, and tensors as `tf.io.serialize_tensor`
gives them.

Arguments:
    value: a list of bytes, by keyword only; also for a single value. An eager string tensor is given as `tensor.numpy()`, text as
        `"cat".encode()`.

Raises:
    TypeError: an element is no bytes, as a tensor or a str is none.

Example:
    >>> tf.train.BytesList(value=["cat".encode(), tf.constant("dog").numpy()]).value
    [b'cat', b'dog']
    >>> feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"\\x89PNG"]))
    >>> feature.bytes_list.value[0]
    b'\\x89PNG'
    >>> len(tf.train.BytesList(value=[b"a", b"b", b"c"]).value)
    3
""",
    "FloatList": """A list of floats as the value of a `tf.train.Feature`. Mirrors `tf.train.FloatList`.

A protocol buffer. The numbers are kept as float32, so that 0.1 comes back as the nearest float32; where all digits of a float64 count,
store the bytes of `tf.io.serialize_tensor`.

Arguments:
    value: a list or an array with one dimension of numbers, by keyword only; also for a single number. The shape of an array is lost:
        give `array.ravel()`, and the shape to `tf.io.FixedLenFeature` when it is parsed.

Raises:
    TypeError: an element is no number.

Example:
    >>> tf.train.FloatList(value=np.array([[0.5, 1.5], [2.5, 3.5]]).ravel()).value
    [0.5, 1.5, 2.5, 3.5]
    >>> tf.train.FloatList(value=[0.1]).value[0] == np.float32(0.1)
    True
""",
    "Int64List": """A list of integers as the value of a `tf.train.Feature`. Mirrors `tf.train.Int64List`.

A protocol buffer. Labels, sizes, ids and booleans are stored in it; they are parsed as `tf.int64` and cast to other dtypes by `tf.cast`
afterwards.

Arguments:
    value: a list or an array with one dimension of integers or booleans, by keyword only; also for a single number. It can be extended
        later: `feature.int64_list.value.extend([4, 5])`.

Raises:
    TypeError: an element is a float or no number.
    ValueError: an integer needs more than 64 bits.

Example:
    >>> tf.train.Int64List(value=[3, -1]).value
    [3, -1]
    >>> tf.train.Int64List(value=np.arange(3)).value
    [0, 1, 2]
    >>> tf.train.Int64List(value=[True, False]).value
    [1, 0]
""",
    "SequenceExample": """One record whose features have a value for each step, as sentences have. Mirrors `tf.train.SequenceExample`.

A protocol buffer. Steps of one record may differ in how many values they have, and records in how many steps.
`tf.io.parse_single_sequence_example` makes tensors of the bytes that `SerializeToString()` gives.

Arguments:
    context: a `tf.train.Features`: what holds for the whole record.
    feature_lists: a `tf.train.FeatureLists`: the values of the steps, by name. Both are by keyword only.

Example:
    >>> steps = [tf.train.Feature(int64_list=tf.train.Int64List(value=[token])) for token in (5, 8, 2)]
    >>> lists = tf.train.FeatureLists(feature_list={"tokens": tf.train.FeatureList(feature=steps)})
    >>> data = tf.train.SequenceExample(feature_lists=lists).SerializeToString()
    >>> wanted = {"tokens": tf.io.FixedLenSequenceFeature([], tf.int64)}
    >>> tf.io.parse_single_sequence_example(data, sequence_features=wanted)[1]["tokens"].numpy()
    array([5, 8, 2])
""",
    "FeatureList": """The values of one name for all steps of a `tf.train.SequenceExample`. Mirrors `tf.train.FeatureList`.

A protocol buffer, the values of the map in `tf.train.FeatureLists`.

Arguments:
    feature: a list of `tf.train.Feature`, one for each step, by keyword only. All have the same kind of list: bytes, floats or
        integers. How many values a step has may differ from step to step; those are parsed as `tf.io.VarLenFeature` or
        `tf.io.RaggedFeature`, and those with one number of values as `tf.io.FixedLenSequenceFeature`.

Example:
    >>> steps = [tf.train.Feature(float_list=tf.train.FloatList(value=v)) for v in ([0.5], [1.0, 1.5])]
    >>> made = tf.train.FeatureList(feature=steps)
    >>> len(made.feature), list(made.feature[1].float_list.value)
    (2, [1.0, 1.5])
""",
    "FeatureLists": """The values of all steps of a `tf.train.SequenceExample`, by name. Mirrors `tf.train.FeatureLists`.

A protocol buffer, the field `feature_lists` of the record.

Arguments:
    feature_list: {str: `tf.train.FeatureList`}, by keyword only. The lists of one record usually have one length, the number of its
        steps, but do not have to. The field is a map: `lists.feature_list["x"]` gives the list, and makes an empty one where there is
        none, so that steps can be added one after the other by `lists.feature_list["x"].feature.add()`.

Example:
    >>> lists = tf.train.FeatureLists()
    >>> for token in (5, 8):
    ...     lists.feature_list["tokens"].feature.add().int64_list.value.append(token)
    >>> [list(step.int64_list.value) for step in lists.feature_list["tokens"].feature]
    [[5], [8]]
""",
    "ClusterDef": """The jobs of a cluster as a protocol buffer. Mirrors `tf.train.ClusterDef`.

`tf.train.ClusterSpec` is what programs mostly write: `as_cluster_def()` of it gives this message, and its constructor takes one. It is
what a cluster looks like in a file or in another program.

Arguments:
    job: a list of `tf.train.JobDef`, by keyword only: the jobs with the addresses of their tasks.

Example:
    >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"], "ps": ["c:2222"]}).as_cluster_def()
    >>> isinstance(cluster, tf.train.ClusterDef), [job.name for job in cluster.job]
    (True, ['ps', 'worker'])
    >>> read = tf.train.ClusterDef.FromString(cluster.SerializeToString())
    >>> tf.train.ClusterSpec(read).num_tasks("worker")
    2
""",
    "JobDef": """One job of a cluster as a protocol buffer: its name, and the addresses of its tasks. Mirrors `tf.train.JobDef`.

It is part of a `tf.train.ClusterDef`. Programs mostly give `tf.train.ClusterSpec` a dictionary in place of these messages.

Arguments:
    name: the name of the job, a str such as "worker", "ps" or "chief".
    tasks: {index of the task: its address "host:port"}. Indices do not have to follow one another: a job may be described by a few of
        its tasks. Both are by keyword only.

Example:
    >>> job = tf.train.JobDef(name="worker", tasks={0: "a:2222", 1: "b:2222"})
    >>> job.name, dict(job.tasks)
    ('worker', {0: 'a:2222', 1: 'b:2222'})
    >>> tf.train.ClusterSpec(tf.train.ClusterDef(job=[job])).task_address("worker", 1)
    'b:2222'
""",
    "ServerDef": """What a task of a cluster is told: the cluster, and which of its tasks it is. Mirrors `tf.train.ServerDef`.

A protocol buffer. `tf.distribute.Server` takes one, or makes one of its arguments, which `server.server_def` gives.

Arguments:
    cluster: a `tf.train.ClusterDef`.
    job_name: the name of the task's job, a str.
    task_index: the number of the task in its job, an int (0 if it is not given).
    default_session_config: a `tf.compat.v1.ConfigProto` for the sessions of the task.
    protocol: how tasks talk, a str: "grpc".
    port: the port that is listened at; 0 means that of the address in the cluster. All are by keyword only.

Example:
    >>> cluster = tf.train.ClusterSpec({"worker": ["localhost:2222", "localhost:2223"]}).as_cluster_def()
    >>> made = tf.train.ServerDef(cluster=cluster, job_name="worker", task_index=1, protocol="grpc")
    >>> made.cluster.job[0].tasks[made.task_index]
    'localhost:2223'
""",
}
