"""Operations whose arguments do not go together, while functions are traced."""


def R(f, *shapes, dtype=tf.float32):
    sig = [tf.TensorSpec(s, dtype) for s in shapes]
    try:
        tf.function(f, autograph=False).get_concrete_function(*sig)
        return "ok"
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def case_add():
    return R(lambda x, y: x + y, [2], [3])


def case_add2():
    return R(lambda x, y: tf.add(x, y, name="q"), [2, 2], [5, 7])


def case_add3():
    return R(lambda x, y: x - y, [None, 4, 2], [4, 3])


def case_mul_scope():
    def f(x, y):
        with tf.name_scope("s"):
            return x * y

    return R(f, [2], [3])


def case_matmul():
    return R(tf.matmul, [2], [2])


def case_matmul2():
    return R(tf.matmul, [2, 3], [2, 3])


def case_matmul_t():
    return R(lambda x, y: tf.matmul(x, y, transpose_a=True), [2, 3], [3, 3])


def case_bmm():
    return R(tf.matmul, [4, 2, 3], [4, 2, 3])


def case_bmm2():
    return R(tf.matmul, [4, 2, 3], [5, 3, 3])


def case_reshape():
    return R(lambda x: tf.reshape(x, [3]), [2])


def case_reshape2():
    return R(lambda x: tf.reshape(x, [-1, 3]), [2, 2])


def case_concat():
    return R(lambda x, y: tf.concat([x, y], 0), [2, 3], [2, 4])


def case_concat2():
    return R(lambda x, y: tf.concat([x, y], 0), [2, 3], [2])


def case_concat3():
    return R(lambda x, y: tf.concat([x, y], 5), [2, 3], [2, 3])


def case_expand():
    return R(lambda x: tf.expand_dims(x, 5), [2, 3])


def case_transpose():
    return R(lambda x: tf.transpose(x, [0, 1, 2]), [2, 3])


def case_reduce():
    return R(lambda x: tf.reduce_sum(x, 3), [2, 3])


def case_argmax():
    return R(lambda x: tf.argmax(x, 3), [2, 3])


def case_index2():
    return R(lambda x: x[0, 0, 0], [2, 3])


def case_gather():
    return R(lambda x: tf.gather(x, [7]), [2, 3])


def case_where():
    return R(lambda x, y: tf.where(x > 0, x, y), [2, 3], [4])


def case_conv():
    return R(lambda x, y: tf.nn.conv2d(x, y, 1, "SAME"), [1, 5, 5, 3], [3, 3, 4, 2])


def case_conv_no_channels():
    return R(lambda x, y: tf.nn.conv2d(x, y, 1, "SAME"), [1, 5, 5, 4], [3, 3, 0, 3])


def case_conv3d():
    return R(lambda x, y: tf.nn.conv3d(x, y, [1] * 5, "SAME"), [1, 5, 5, 5, 4], [3, 3, 3, 3, 3])


def case_conv3d_groups():
    return R(lambda x, y: tf.nn.conv3d(x, y, [1] * 5, "SAME"), [1, 5, 5, 5, 4], [3, 3, 3, 2, 3])


def case_conv3d_rank():
    return R(lambda x, y: tf.nn.conv3d(x, y, [1] * 5, "SAME"), [1, 5, 5, 5, 4], [3, 3, 2, 3])


def case_conv_rank():
    return R(lambda x, y: tf.nn.conv2d(x, y, 1, "SAME"), [5, 5, 3], [3, 3, 4, 2])


def case_split():
    return R(lambda x: tf.split(x, 2, 0), [3])


def case_unstack():
    return R(lambda x: tf.unstack(x, 4), [3])


def case_tile():
    return R(lambda x: tf.tile(x, [1]), [3, 2])


def case_pad():
    return R(lambda x: tf.pad(x, [[1, 1]]), [3, 2])


def case_broadcast():
    return R(lambda x: tf.broadcast_to(x, [4]), [3])


def case_bias():
    return R(lambda x, y: tf.nn.bias_add(x, y), [3, 2], [3])


def case_sparse_softmax():
    return R(lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits(tf.constant([1, 2]), x), [3, 2])


def case_dtype():
    return R(lambda x: x + tf.constant(1), [2])


def case_dtype2():
    return R(lambda x: tf.matmul(x, tf.constant([[1]])), [2, 2])


def case_dtype3():
    return R(lambda x: tf.concat([x, tf.constant([1])], 0), [2])


def case_dtype4():
    return R(lambda x: tf.stack([x, tf.constant([1, 2])], 0), [2])


def case_dtype5():
    return R(lambda x: tf.where(x > 0, x, tf.constant([1, 2])), [2])


def case_dtype6():
    return R(lambda x: tf.gather(x, tf.constant([1.0])), [2])


def case_dtype7():
    return R(lambda x: tf.logical_and(x, x), [2])


def case_dtype9():
    return R(lambda x: x + 1.5, [2], dtype=tf.int32)


def case_dtype10():
    return R(lambda x: x + "a", [2], dtype=tf.int32)


def case_dtype11():
    return R(lambda x: tf.add_n([x, tf.constant([1.0, 2.0])]), [2], dtype=tf.int32)


def case_dtype13():
    return R(lambda x: tf.sqrt(x), [2], dtype=tf.int32)


def case_dtype14():
    return R(lambda x: tf.maximum(x, tf.constant([1.0, 2.0])), [2], dtype=tf.int32)


def case_dtype15():
    return R(lambda x: x < tf.constant([1.0, 2.0]), [2], dtype=tf.int32)


def case_dtype17():
    return R(lambda x: x == tf.constant([1.0, 2.0]), [2], dtype=tf.int32)


def case_addn():
    return R(lambda x, y: tf.add_n([x, y]), [2], [3])


def case_ensure():
    return R(lambda x: tf.ensure_shape(x, [3]), [2])


def case_topk():
    return R(lambda x: tf.math.top_k(x, 5), [3])


def case_image():
    return R(lambda x: tf.image.resize(x, [2, 2]), [3])


def case_onehot():
    return R(lambda x: tf.one_hot(x, 3), [3])


def case_diag():
    return R(lambda x: tf.linalg.inv(x), [3, 2])


def case_minvar():
    return R(lambda x: tf.linalg.cholesky(x), [3])


def case_rows_of_variables():
    v1, found = tf.compat.v1, []
    updates = v1.scatter_add, v1.scatter_sub, v1.scatter_update, v1.scatter_mul, v1.scatter_div, v1.scatter_max, v1.scatter_min
    sizes = ([2], [3, 4, 4]), ([2], [2, 4, 3]), ([2], []), ([], [4, 4]), ([], [4]), ([2, 2], [2, 4, 4]), (None, [2, 4, 3]), ([2], None)
    for resource in (True, False):
        for update in updates:
            for places, rows in sizes:
                with tf.Graph().as_default():
                    v = v1.Variable(tf.zeros([8, 4, 4]), use_resource=resource, name="v")
                    try:
                        update(v, v1.placeholder(tf.int32, places), v1.placeholder(tf.float32, rows))
                    except ValueError as e:
                        found.append(str(e).split(" for '{{")[0])
    return found
