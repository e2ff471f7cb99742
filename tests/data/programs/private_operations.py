"""Operations that only private modules have functions for."""

import numpy as np
from tensorflow.compiler.tf2xla.python import xla
from tensorflow.compiler.xla import xla_data_pb2
from tensorflow.core.protobuf import meta_graph_pb2, saved_model_pb2
from tensorflow.python.compiler.xla import xla as compiled
from tensorflow.python.ops import clustering_ops, collective_ops, gen_sparse_ops, nccl_ops


def _outcomes(functions):
    """What each function gives, or the error it raises without what TensorFlow says around it."""
    lines = []
    for f in functions:
        try:
            found = tf.nest.map_structure(lambda x: x.numpy().tolist() if isinstance(x, tf.Tensor) else x, f())
            lines.append(str(found))
        except Exception as e:
            text = str(e).split("}} ")[-1].split(" [Op")[0].splitlines()[0]
            lines.append(f"{type(e).__name__}: {text}")
    return "\n".join(lines)


def case_where_clusters_begin():
    points = np.array([[0, 0], [1, 0], [0, 2], [5, 5], [6, 5], [9, 9.0]], np.float32)
    begin = clustering_ops.kmeans_plus_plus_initialization
    many = np.random.RandomState(0).rand(200, 3).astype(np.float32)
    functions = [lambda s=s, r=r: begin(points, 3, s, r) for s in (0, 1, 7, 42, 2**40 + 5) for r in (0, 1, 3)]
    wrong = [lambda: begin(points, 0, 1, 1), lambda: begin(points, 9, 1, 1), lambda: begin(points[0], 2, 1, 1)]
    found = clustering_ops.nearest_neighbors(points, points[:3], 2)
    print(found.nearest_center_indices.numpy().tolist(), found.nearest_center_distances.numpy().tolist())
    return _outcomes([*functions, *wrong, lambda: begin(many, 7, 3, 2), lambda: begin(many, 7, 4, 0)])


def case_elements_that_differ():
    r = tf.raw_ops
    return _outcomes(
        [
            lambda: r.UniqueV2(x=[[1, 2], [1, 2], [3, 4]], axis=[0]),
            lambda: r.UniqueV2(x=[[1, 2, 1], [1, 2, 1]], axis=[1], out_idx=tf.int64),
            lambda: r.UniqueV2(x=[1, 1, 3], axis=tf.constant([], tf.int64)),
            lambda: r.UniqueV2(x=[[1, 1, 3]], axis=tf.constant([], tf.int64)),
            lambda: gen_sparse_ops.sparse_reorder([[1, 0], [0, 1]], [1.0, 2.0], [2, 2]),
            lambda: gen_sparse_ops.sparse_reorder([[1, 0], [0, 1]], ["a", "b"], [2, 2]),
        ]
    )


def case_slices_that_differ():
    r, texts, numbers = tf.raw_ops, [["a", "b"], ["a", "b"], ["c", "d"]], [[1, 2, 1], [1, 2, 1], [3, 4, 3]]
    along = tf.function(lambda axis: r.UniqueV2(x=numbers, axis=axis), input_signature=[tf.TensorSpec([None], tf.int32)])
    axes = [[0, 1], [2], [-3], tf.constant([], tf.int64)]
    return _outcomes(
        [
            *(lambda x=x, axis=axis: r.UniqueWithCountsV2(x=x, axis=[axis]) for x in (texts, numbers) for axis in (0, 1, -1)),
            *(
                lambda x=x, axis=axis: r.UniqueV2(x=tf.zeros(x), axis=[axis])
                for x in ([0, 3], [3, 0], [0, 0], [2, 0, 3])
                for axis in (0, 1)
            ),
            lambda: r.UniqueV2(x=[[np.nan, 1.0], [np.nan, 1.0]], axis=[0]),
            lambda: along([1]),
            *(lambda axis=axis: r.UniqueV2(x=numbers, axis=axis) for axis in axes),
            *(lambda axis=axis: tf.function(lambda: r.UniqueV2(x=numbers, axis=axis))() for axis in axes[:3]),
        ]
    )


def case_groups_of_one():
    x = tf.constant([1.0, 2.0])
    return _outcomes(
        [
            lambda: collective_ops.all_reduce(x, 1, 1, 1),
            lambda: collective_ops.all_reduce(x, 1, 1, 2, "Mul", "Div"),
            lambda: collective_ops.all_gather(x, 1, 1, 3),
            lambda: collective_ops.all_reduce(x, 0, 1, 4),
            lambda: nccl_ops.all_sum([]),
        ]
    )


def case_reductions_by_functions():
    scalar = tf.TensorSpec([], tf.float32)
    both = tf.function(lambda a, b, c, d: (a + c, b * d)).get_concrete_function(scalar, scalar, scalar, scalar)
    largest = tf.function(lambda a, b: tf.maximum(a, b)).get_concrete_function(scalar, scalar)
    x = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])

    @tf.function(jit_compile=True)
    def f(x):
        last = xla.variadic_reduce((x, x), (0.0, 1.0), (1,), both)
        first = xla.variadic_reduce((x, x), (0.0, 1.0), (0,), both)
        every = xla.variadic_reduce((x, x), (0.0, 1.0), (0, 1), both)
        return list(last), list(first), list(every), xla.reduce(x, -np.inf, (1,), largest), xla.sort(-x), xla.key_value_sort(-x[0], x[1])

    print(f(x)[0][0].shape)
    return _outcomes([lambda: f(x)])


def case_compiled_computations():
    return _outcomes(
        [
            lambda: compiled.compile(lambda a, b: a + b, [1.0, 2.0]),
            lambda: compiled.compile(lambda a: (a, a * 2), [tf.constant(3)]),
        ]
    )


def case_messages_of_saved_models():
    made = saved_model_pb2.SavedModel(saved_model_schema_version=1)
    made.meta_graphs.add().meta_info_def.tags.append("serve")
    again = saved_model_pb2.SavedModel.FromString(made.SerializeToString())
    made.meta_graphs[0].CopyFrom(meta_graph_pb2.MetaGraphDef())
    return made.SerializeToString(), again.meta_graphs[0].meta_info_def.tags[0], list(saved_model_pb2.SavedModel.DESCRIPTOR.fields_by_name)


def case_messages_of_xla():
    x = xla_data_pb2
    dot = x.DotDimensionNumbers(lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0])
    conv = x.ConvolutionDimensionNumbers(input_feature_dimension=3, kernel_spatial_dimensions=[0, 1], output_batch_dimension=0)
    gather = x.GatherDimensionNumbers(offset_dims=[1], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1)
    scatter = x.ScatterDimensionNumbers(update_window_dims=[1], inserted_window_dims=[0], index_vector_dim=2)
    precision = x.PrecisionConfig()
    precision.operand_precision.extend([x.PrecisionConfig.HIGHEST, x.PrecisionConfig.Precision.DEFAULT])
    padding = x.PaddingConfig()
    padding.dimensions.add().interior_padding = 2
    for made in (dot, conv, gather, scatter, precision, padding):
        print(made.SerializeToString())
    print(
        x.RandomAlgorithm.RNG_DEFAULT,
        x.RandomAlgorithm.Name(2),
        x.RandomAlgorithm.Value("RNG_THREE_FRY"),
        x.RNG_PHILOX,
        x.PrimitiveType.F32,
    )
    return list(x.PrimitiveType.items())
