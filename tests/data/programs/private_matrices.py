"""Private names of sparse matrices, of object graphs, and of what other libraries take by the way."""

from tensorflow.python.checkpoint import graph_view
from tensorflow.python.estimator.canned.optimizers import get_optimizer_instance
from tensorflow.python.ops import resource_variable_ops
from tensorflow.python.ops.linalg.sparse import sparse
from tensorflow.python.ops.linalg.sparse import sparse_csr_matrix_ops as ops
from tensorflow.python.tpu.datasets import StreamingFilesDataset

_A, _B = [[1.0, 0, 2], [0, 3, 0]], [[1.0, 1], [0, 2], [0, 0]]


def _outcomes(functions):
    """What each function gives, or the error it raises without what TensorFlow says around it."""
    lines = []
    for f in functions:
        try:
            found = f()
            found = found.to_dense() if isinstance(found, sparse.CSRSparseMatrix) else found
            lines.append(str(found.numpy().tolist() if isinstance(found, tf.Tensor) else found))
        except Exception as e:
            text = str(e).split("}} ")[-1].split(" [Op")[0].splitlines()[0]
            lines.append(f"{type(e).__name__}: {text}")
    return "\n".join(lines)


def _handle(x):
    parts = tf.sparse.from_dense(x)
    return ops.sparse_tensor_to_csr_sparse_matrix(parts.indices, parts.values, parts.dense_shape)


def case_sparse_matrices():
    a, b = sparse.CSRSparseMatrix(tf.constant(_A)), sparse.CSRSparseMatrix(tf.constant(_B))
    c = sparse.CSRSparseMatrix(tf.constant([[1 + 2j, 0], [0, 3j]], tf.complex64))
    print(a.dtype, a.shape, a.to_sparse_tensor().indices.numpy().tolist(), a.to_sparse_tensor().values.numpy())
    matmul = sparse.matmul
    functions = [
        lambda: matmul(a, b),
        lambda: matmul(a, tf.constant(_B)),
        lambda: matmul(tf.transpose(tf.constant(_B)), a, transpose_b=True),
        lambda: matmul(tf.constant(_A), b),
        lambda: matmul(tf.constant(_A), tf.constant(_B)),
        lambda: matmul(a, a, transpose_b=True),
        lambda: matmul(a, a, transpose_a=True),
        lambda: matmul(a, a),
        lambda: matmul(a, b, adjoint_a=True, transpose_a=True),
        lambda: matmul(c, c, adjoint_a=True),
        lambda: matmul(c, tf.constant([[1j, 0], [0, 1]], tf.complex64), adjoint_b=True),
        lambda: matmul(tf.constant([[1j, 0], [0, 1]], tf.complex64), c, adjoint_b=True) + 0,  # zeros have no sign
        lambda: a.transpose(),
        lambda: c.hermitian_transpose(),
        lambda: c.conj(),
        lambda: sparse.CSRSparseMatrix(tf.sparse.from_dense(_A)),
        lambda: sparse.CSRSparseMatrix(tf.constant([[1.0, 2]]), indices=[[0, 1]]),
        lambda: sparse.CSRSparseMatrix(tf.reshape(tf.range(8.0), [2, 2, 2])),
        lambda: sparse.CSRSparseMatrix([1.0, 2.0]),
        lambda: sparse.CSRSparseMatrix(tf.constant([[1, 0]])),
    ]
    return _outcomes(functions)


def case_operations_of_sparse_matrices():
    a, b = _handle(_A), _handle(_B)
    print(a.dtype, a.shape)
    found = ops.csr_sparse_matrix_to_sparse_tensor(ops.sparse_matrix_sparse_mat_mul(a, b, type=tf.float32), type=tf.float32)
    print(type(found).__name__, [x.numpy().tolist() for x in found], found._fields)
    print([x.numpy().tolist() for x in ops.csr_sparse_matrix_components(a, 0, tf.float32)])
    dense = ops.csr_sparse_matrix_to_dense
    three = tf.reshape(tf.range(12.0), [2, 2, 3])
    batch = ops.dense_to_csr_sparse_matrix(three, tf.where(three > 2))
    return _outcomes(
        [
            lambda: dense(a, tf.float32),
            lambda: ops.sparse_matrix_nnz(a),
            lambda: ops.sparse_matrix_nnz(batch),
            lambda: dense(batch, tf.float32),
            lambda: ops.sparse_matrix_mat_mul(a, _B),
            lambda: ops.sparse_matrix_mat_mul(a, _B, transpose_output=True),
            lambda: ops.sparse_matrix_mat_mul(batch, tf.ones([2, 3, 1])),
            lambda: dense(ops.sparse_matrix_transpose(a, tf.float32), tf.float32),
            lambda: ops.csr_sparse_matrix_to_sparse_tensor(batch, tf.float32).indices,
        ]
    )


def case_gradients_of_sparse_matrices():
    x, b = tf.constant([1.0, 2.0, 3.0]), tf.constant(_B)
    parts = tf.sparse.from_dense(_A)
    with tf.GradientTape() as tape:
        tape.watch([x, b])
        made = ops.sparse_tensor_to_csr_sparse_matrix(parts.indices, x, parts.dense_shape)
        y = tf.reduce_sum(ops.sparse_matrix_mat_mul(made, b) ** 2)
    return [g.numpy().tolist() for g in tape.gradient(y, [x, b])]


def case_sparse_matrices_in_functions():
    @tf.function
    def f(x):
        made = sparse.CSRSparseMatrix(x)
        return sparse.matmul(made, x, transpose_a=True), sparse.matmul(made, made, transpose_b=True).to_dense()

    return [v.numpy().tolist() for v in f(tf.constant(_A))]


def case_object_graphs():
    module = tf.Module()
    module.a, module.b = tf.Variable(1.0), [tf.Variable(2.0)]
    module.c = module.a
    view = graph_view.ObjectGraphView(module)
    print([(name, type(x).__name__) for name, x in view.list_children(module)], list(view.children(module)), view.root is module)
    objects, paths = view._breadth_first_traversal()
    print([type(x).__name__ for x in objects], [[r.name for r in paths[x]] for x in objects], view.attached_dependencies)
    extra = tf.__internal__.tracking.TrackableReference("extra", tf.Variable(3.0))
    more = graph_view.ObjectGraphView(module, [extra])
    return [name for name, _ in more.list_children(module)], list(more.children(module)), [r.name for r in more.attached_dependencies]


def case_kinds_of_variables():
    class Like:
        _should_act_as_resource_variable = True

    ask = resource_variable_ops.is_resource_variable
    return ask(tf.Variable(1.0)), ask(tf.constant(1.0)), ask(Like()), tf.__internal__.ops.is_resource_variable(3)


def case_optimizers_by_name():
    v1 = tf.compat.v1.train
    names = ("Adagrad", "Adam", "Ftrl", "RMSProp", "SGD")
    print([type(get_optimizer_instance(name, 0.1)).__name__ for name in names])
    own = v1.AdamOptimizer()
    print(get_optimizer_instance(own) is own, get_optimizer_instance(lambda: own) is own)
    functions = [lambda: get_optimizer_instance("Adam"), lambda: get_optimizer_instance("No", 1.0), lambda: get_optimizer_instance(3)]
    return _outcomes(functions)


def case_files_in_turns():
    files = tf.data.Dataset.from_tensor_slices(["a"])
    return _outcomes([lambda: StreamingFilesDataset(files, filetype="other"), lambda: StreamingFilesDataset(files, filetype=3)])
