"""What programs say of TPUs where there are none, embeddings that were made for them, and compiled computations."""

import tempfile

import numpy as np

embedding = tf.tpu.experimental.embedding
v1 = tf.compat.v1
SHAPE = (10, 4)


def rows(shape, dtype=None):
    return tf.reshape(tf.range(shape[0] * shape[1], dtype=tf.float32), shape)


TABLE = embedding.TableConfig(*SHAPE, initializer=rows, name="t")
PLAIN = embedding.FeatureConfig(TABLE, name="f")
SEQUENCE = embedding.FeatureConfig(TABLE, max_sequence_length=3)
SPARSE = tf.sparse.from_dense([[1, 2], [3, 0]])
WEIGHTS = tf.sparse.SparseTensor(SPARSE.indices, [0.5, 2.0, 3.0], SPARSE.dense_shape)


def _looked_up(ids, feature=PLAIN, weights=None):
    tables = {TABLE: tf.Variable(rows(SHAPE))}
    return embedding.serving_embedding_lookup([ids], None if weights is None else [weights], tables, [feature])


def _kind(f):
    """The type of the error, where TensorFlow's text shows its insides."""
    try:
        return repr(f())
    except Exception as e:
        return type(e).__name__


def case_no_system():
    return [_kind(f) for f in (tf.tpu.experimental.initialize_tpu_system, tf.tpu.experimental.shutdown_tpu_system)]


def case_options():
    return tf.tpu.XLAOptions(), tf.tpu.experimental.TPUSystemMetadata(1, 2, 3, None, []), list(tf.tpu.experimental.DeviceOrderMode)


def case_hardware():
    return list(tf.tpu.experimental.HardwareFeature.EmbeddingFeature)


def case_topology():
    t = tf.tpu.experimental.Topology(mesh_shape=[1, 1, 1, 3], device_coordinates=[[[0, 0, 0, 0], [0, 0, 0, 1]]])
    place = [0, 0, 0, 1]
    return (
        (t.mesh_shape.tolist(), t.mesh_rank, t.num_tasks, t.num_tpus_per_task, t.device_coordinates.tolist(), t.missing_devices.tolist()),
        (t.tpu_device_ordinal_at_coordinates(place), t.task_ordinal_at_coordinates(place)),
        (t.cpu_device_name_at_coordinates(place), t.tpu_device_name_at_coordinates(place, job="w")),
    )


def case_topology_of_another_shape():
    return _kind(lambda: tf.tpu.experimental.Topology(mesh_shape=[1, 1, 2], device_coordinates=[[[0, 0, 0]]]))


def case_assignment():
    t = tf.tpu.experimental.Topology(mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0], [0, 0, 0, 1]]])
    d = tf.tpu.experimental.DeviceAssignment(t, np.array([[[0, 0, 0, 0]], [[0, 0, 0, 1]]]))
    return (
        (d.core_assignment.tolist(), d.num_cores_per_replica, d.num_replicas, d.topology is t),
        (tuple(map(int, d.coordinates(1, 0))), d.lookup_replicas(0, 0), d.tpu_ordinal(1), d.host_device(1), d.tpu_device(1)),
        _kind(lambda: d.lookup_replicas(1, 0)),
        _kind(lambda: tf.tpu.experimental.DeviceAssignment(3, np.zeros((1, 1, 4)))),
        _kind(lambda: tf.tpu.experimental.DeviceAssignment(t, np.zeros((1, 4)))),
    )


def case_table():
    return embedding.TableConfig(10, 4, name="t"), embedding.FeatureConfig(embedding.TableConfig(10, 4), output_shape=[2, None], name="f")


def case_table_of_no_rows():
    return embedding.TableConfig(0, 4)


def case_table_of_no_columns():
    return embedding.TableConfig(10, 0)


def case_table_initializer():
    return embedding.TableConfig(10, 4, initializer=3)


def case_table_combiner():
    return embedding.TableConfig(10, 4, combiner="max")


def case_feature_of_no_table():
    return embedding.FeatureConfig(table="x")


def case_feature_length():
    return embedding.FeatureConfig(TABLE, max_sequence_length=-1)


def case_first_values():
    tf.random.set_seed(3)
    table = embedding.TableConfig(6, 4)
    return bool(np.std(table.initializer((6, 4), dtype=tf.float32)) < 0.6)


def case_quantization():
    return embedding.QuantizationConfig(256, -1.0, 1.0)


def case_quantization_of_one():
    return embedding.QuantizationConfig(1, -1.0, 1.0)


def _settings(optimizer):
    return sorted((name, value) for name, value in vars(optimizer).items())


def case_optimizers():
    kinds = (embedding.SGD, embedding.Adagrad, embedding.AdagradMomentum, embedding.FTRL, embedding.Adam)
    return [(_settings(kind()), kind() == kind(), kind(0.5) == kind(0.25), hash(kind()) == hash(kind())) for kind in kinds]


def case_optimizers_slots():
    kinds = (embedding.SGD, embedding.Adagrad, embedding.AdagradMomentum, embedding.FTRL, embedding.Adam)
    return [(kind()._slot_names(), [i((2,), dtype=tf.float32).numpy().tolist() for i in kind()._slot_initializers()]) for kind in kinds]


def case_optimizer_clips():
    return _settings(embedding.SGD(clipvalue=2.0)), _settings(embedding.Adam(clipvalue=(None, 1.0)))


def case_optimizers_refused():
    return [
        _kind(f)
        for f in (
            lambda: embedding.SGD(use_gradient_accumulation=False, clipvalue=3.0),
            lambda: embedding.Adagrad(initial_accumulator_value=-1.0),
            lambda: embedding.FTRL(initial_accumulator_value=0.0),
            lambda: embedding.Adam(beta_1=2.0),
            lambda: embedding.Adam(beta_2=-1.0),
            lambda: embedding.Adam(epsilon=-1.0),
            lambda: embedding.Adam(lazy_adam=False, use_gradient_accumulation=False),
            lambda: embedding.AdagradMomentum(epsilon=0.0),
            lambda: embedding.AdagradMomentum(exponent=0),
        )
    ]


def case_dense():
    return _looked_up(tf.constant([1, 2])), _looked_up(tf.constant([[1, 2]], tf.int64))


def case_sparse():
    return _looked_up(SPARSE), _looked_up(SPARSE, weights=WEIGHTS), _looked_up(tf.sparse.from_dense([[[1, 2], [3, 4]]]))


def case_combiners():
    ids = tf.ragged.constant([[1, 2], [], [3]])
    made = []
    for combiner in ("mean", "sum", "sqrtn"):
        table = embedding.TableConfig(*SHAPE, combiner=combiner)
        made.append(embedding.serving_embedding_lookup(ids, None, {table: tf.Variable(rows(SHAPE))}, embedding.FeatureConfig(table)))
    return made


def case_sequences():
    return _looked_up(SPARSE, SEQUENCE), _looked_up(tf.ragged.constant([[1, 2, 3, 4], [], [5]]), SEQUENCE)


def case_ragged():
    ids = tf.ragged.constant([[1], [1, 2]])
    return _looked_up(ids), _looked_up(ids, weights=tf.ragged.constant([[1.0], [1.0, 2.0]]))


def case_ragged_of_a_shape():
    return _looked_up(tf.ragged.constant([[1], [], [1, 2], [3]]), embedding.FeatureConfig(TABLE, output_shape=[2, 2]))


def case_in_a_function():
    table = tf.Variable(rows(SHAPE))

    @tf.function
    def f(ids):
        return embedding.serving_embedding_lookup({"a": ids}, None, {TABLE: table}, {"a": PLAIN})

    return f(tf.constant([1, 3])), f(SPARSE), f(tf.ragged.constant([[1], [1, 2]]))


def case_gradient():
    table = tf.Variable(rows(SHAPE))
    with tf.GradientTape() as tape:
        (found,) = embedding.serving_embedding_lookup([SPARSE], None, {TABLE: table}, [PLAIN])
        loss = tf.reduce_sum(found * [[1.0], [2.0]])
    return tf.convert_to_tensor(tape.gradient(loss, table))


def case_sequence_with_weights():
    return _looked_up(SPARSE, SEQUENCE, WEIGHTS)


def case_dense_with_weights():
    return _looked_up(tf.constant([1]), weights=tf.constant([1.0]))


def case_ragged_with_sparse_weights():
    return _kind(lambda: _looked_up(tf.ragged.constant([[1], [1, 2]]), weights=WEIGHTS))


def case_dense_sequence():
    return _looked_up(tf.constant([1]), SEQUENCE)


def case_ragged_of_three_axes():
    return _looked_up(tf.ragged.constant([[[1], []], [[1, 2]]]))


def case_no_tensor():
    return _looked_up(3)


def case_other_structure():
    return _kind(lambda: embedding.serving_embedding_lookup({"b": SPARSE}, None, {TABLE: tf.Variable(rows(SHAPE))}, {"a": PLAIN}))


def _serving(kind=embedding.TPUEmbeddingForServing, optimizer=None):
    table = embedding.TableConfig(*SHAPE, initializer=rows, name="first")
    other = embedding.TableConfig(5, 2, initializer=rows)
    return kind({"a": embedding.FeatureConfig(table), "b": embedding.FeatureConfig(other, max_sequence_length=2)}, optimizer)


def case_serving():
    return _serving(optimizer=embedding.Adam())({"a": tf.constant([1, 2]), "b": tf.ragged.constant([[1], [1, 2, 3]])})


def case_serving_tables():
    return [(table.name, variable) for table, variable in _serving().embedding_tables.items()]


def case_checkpoints():
    made = []
    for kind in (embedding.TPUEmbeddingForServing, embedding.TPUEmbedding):
        for optimizer in (None, embedding.SGD(), embedding.Adam(), embedding.FTRL()):
            whole = _serving(kind, optimizer)
            whole.build()
            made.append(tf.train.list_variables(tf.train.Checkpoint(m=whole).save(f"{tempfile.mkdtemp()}/x")))
    return "\n".join(str([(name, shape) for name, shape in names if not name.startswith("_")]) for names in made)


def case_restored():
    whole = _serving(optimizer=embedding.Adam())
    whole.build()
    for variable in whole.embedding_tables.values():
        variable.assign(variable * 2)
    path = tf.train.Checkpoint(m=whole).save(f"{tempfile.mkdtemp()}/x")
    other = _serving(optimizer=embedding.Adam())
    other.build()
    tf.train.Checkpoint(m=other).restore(path).assert_consumed()
    return other({"a": tf.constant([1, 2]), "b": tf.ragged.constant([[1], [1, 2, 3]])})


def case_same_names():
    features = [embedding.FeatureConfig(embedding.TableConfig(4, 2, name="a")) for _ in range(2)]
    return embedding.TPUEmbeddingForServing(features, embedding.SGD())


def case_training():
    whole = _serving(embedding.TPUEmbedding, embedding.SGD())
    return [_kind(f) for f in (lambda: whole.enqueue({}), whole.dequeue, lambda: whole.apply_gradients({}))]


def case_training_enqueue():
    return _serving(embedding.TPUEmbedding, embedding.SGD()).enqueue({})


def case_training_of_old_hardware():
    return _kind(lambda: _serving(embedding.TPUEmbeddingV0, embedding.SGD()))


def case_bfloat16_scope():
    with tf.Graph().as_default():
        with v1.tpu.bfloat16_scope("s"):
            made = [v1.get_variable(kind.name, [2], dtype=kind) for kind in (tf.float32, tf.bfloat16)]
            made.append(v1.layers.dense(tf.ones([2, 3], tf.bfloat16), 4).dtype)
        return [x.dtype if isinstance(x, tf.Tensor) else x for x in made], v1.global_variables()


def case_cores():
    return v1.tpu.core(1), list(v1.tpu.PaddingSpec), v1.tpu.outside_compilation(lambda x, y=1: x + y, 2, y=3)


def case_compiled():
    compiled = tf.xla.experimental.compile
    return (
        compiled(lambda x, y: (x + y, x), [tf.ones(2), tf.ones(2)]),
        compiled(lambda x: x * 2, [tf.ones(2)]),
        compiled(lambda x: {"a": x}, [tf.ones(2)]),
        compiled(lambda: 3.0),
    )


def case_compiled_in_a_graph():
    with tf.Graph().as_default():
        made = tf.xla.experimental.compile(lambda x, y: (x + y, x), [tf.ones(2), tf.ones(2)])
        nothing = tf.xla.experimental.compile(lambda: None)
        return made, v1.Session().run(made), nothing.type


def case_compiled_gives_nothing():
    return _kind(lambda: tf.xla.experimental.compile(lambda: None))


def case_compiled_of_a_tensor():
    return _kind(lambda: tf.xla.experimental.compile(lambda x: x, tf.ones(2)))


def case_scope_eagerly():
    return _kind(lambda: tf.xla.experimental.jit_scope().__enter__())


def case_scope():
    @tf.function
    def f(x):
        with tf.xla.experimental.jit_scope():
            return x * 2

    return f(tf.ones(2))
