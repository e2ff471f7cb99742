"""`tf.Graph.create_op`, and operations whose inputs have a rank, or static shapes that follow from constants."""

import tempfile

import numpy as np

v1 = tf.compat.v1


def _tried(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__


def case_create_op():
    told = []
    with tf.Graph().as_default() as graph:
        a = tf.constant([1.0, 2.0])
        value = v1.AttrValue
        calls = [
            lambda: graph.create_op("Neg", [a], [tf.float32], name="x").outputs,
            lambda: graph.create_op("Neg", [a], name="x").outputs,
            lambda: graph.create_op("AddV2", [a, a], [tf.float32], name="y", attrs={"T": value(type=1)}).outputs,
            lambda: graph.create_op("Cast", [a], [tf.int32], attrs={"DstT": value(type=3), "SrcT": value(type=1)}).outputs,
            lambda: graph.create_op(
                "Placeholder", [], attrs={"dtype": value(type=1), "shape": value(shape=tf.TensorShape([2]).as_proto())}
            ).outputs,
            lambda: graph.create_op(
                "Const", [], name="c", attrs={"dtype": value(type=1), "value": value(tensor=tf.make_tensor_proto([1.0]))}
            ).outputs,
            lambda: graph.create_op("NoOp", [], name="n").name,
            lambda: graph.create_op("Sum", [a, tf.constant(0)], attrs={"keep_dims": value(b=True)}).outputs,
            lambda: graph.create_op("Split", [tf.constant(0), a], attrs={"num_split": value(i=2)}).outputs,
            lambda: graph.create_op("Pack", [a, a], attrs={"N": value(i=2)}).outputs,
            lambda: graph.create_op("Neg", [a], [tf.float32], name="x/").name,
            lambda: graph.create_op("Nope", [a]),
            lambda: graph.create_op("MatMul", [a, a]),
            lambda: graph.create_op("AddV2", [a, tf.constant([1, 2])]),
            lambda: graph.create_op("AddV2", [a]),
            lambda: graph.create_op("Placeholder", []),
            lambda: graph.create_op("Neg", [1.0]),
            lambda: graph.create_op("ConcatV2", [[a, a], 0]),
            lambda: graph.create_op("Sum", [a, tf.constant(0)], attrs={"keep_dims": value(i=3)}),
            lambda: graph.create_op("Neg", [a], name="1 bad"),
        ]
        told += [_tried(call) for call in calls]
        with tf.name_scope("scope"), tf.control_dependencies([graph.get_operation_by_name("n")]):
            made = graph.create_op("Exp", [a])
        told.append((made.name, [o.name for o in made.control_inputs]))
        with v1.Session() as session:
            told.append((session.run("y:0").tolist(), session.run(made.outputs[0]).round(3).tolist()))
            told.append(session.run(tf.gradients(graph.get_tensor_by_name("y:0"), a)[0]).tolist())
        graph.finalize()
        told.append(_tried(lambda: graph.create_op("Neg", [a])))
    return told


def _bounds(operation):
    told = []
    rows = ([1, 2, 3], [[1, 2, 3]], [[1, 2, 3], [1, 2, 3]], [[[1, 2, 3]]], 1)
    for sequence in rows:
        for values in ([1, 2], [[1, 2]], [[[1, 2]]], 2):
            made = _tried(lambda: operation(sorted_inputs=sequence, values=values).numpy().tolist())
            told.append(made)
    for shapes in (([2, 3], [2, 3]), ([3], [3]), (None, None), ([1, 2, 3], [1, 2, 3]), ([None, 3], [2, 3]), ([1, 3], [2, 3])):
        specs = [tf.TensorSpec(s) for s in shapes]
        function = tf.function(lambda a, b: operation(sorted_inputs=a, values=b))
        told.append(_tried(lambda: str(function.get_concrete_function(*specs).output_shapes)))
    return told


def case_bounds():
    return _bounds(tf.raw_ops.LowerBound), _bounds(tf.raw_ops.UpperBound)


def case_searchsorted():
    told = [
        _tried(lambda: tf.searchsorted(a, b).numpy().tolist())
        for a in ([1, 2, 3], [[1, 2, 3]], [[[1, 2, 3]]], 1)
        for b in ([1, 2], [[1, 2]], [[1, 2], [3, 4]], 2)
    ]
    for shapes in ((None, None), ([None, 3], [2, 3]), ([1, 3], [2, 3]), ([3], [None])):
        specs = [tf.TensorSpec(s) for s in shapes]
        told.append(_tried(lambda: str(tf.function(tf.searchsorted).get_concrete_function(*specs).output_shapes)))
    return told


def case_edit_distance():
    def shape(first, second):
        with tf.Graph().as_default():
            parts = [tf.SparseTensor(np.zeros((1, len(dims)), "int64"), [1], dims) for dims in (first, second)]
            return str(tf.edit_distance(*parts).shape)

    return [
        _tried(lambda: shape(*dims)) for dims in (([2, 3, 4], [2, 5, 4]), ([2, 3], [2, 3]), ([2, 3], [2, 3, 4]), ([0, 3], [4, 3]))
    ]


def case_unknown_and_missing_ranks():
    matrix = tf.math.confusion_matrix
    told = [_tried(lambda: matrix(a, b).numpy().tolist()) for a in (1, [1]) for b in (1, [1], [[1]])]
    told.append(_tried(lambda: tf.function(matrix)(tf.constant(1), tf.constant(1))))
    ngrams = tf.function(lambda s: tf.strings.ngrams(s, 2), input_signature=[tf.TensorSpec(None, tf.string)])
    told.append(_tried(lambda: ngrams(tf.constant(["a", "b"]))))
    told.append(_tried(lambda: tf.strings.ngrams("a", 2)))
    return told


def case_save_without_checkpoints():
    with tempfile.TemporaryDirectory() as folder:
        tf.data.Dataset.range(3).save(folder, checkpoint_args={})
        return list(tf.data.Dataset.load(folder).as_numpy_iterator())
