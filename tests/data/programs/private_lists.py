"""`tensorflow.python.ops.list_ops`: lists of tensors as values."""

from tensorflow.python.ops import list_ops as lists


def _outcomes(functions):
    """What each function gives, or the error it raises without what TensorFlow says around it."""
    lines = []
    for f in functions:
        try:
            found = f()
            lines.append(str(found.numpy().tolist() if isinstance(found, tf.Tensor) else found))
        except Exception as e:
            lines.append(f"{type(e).__name__}: {str(e).split('}} ')[-1].split(' [Op')[0]}")
    return "\n".join(lines)


def _stack(made):
    return lists.tensor_list_stack(made, tf.float32)


def _pair():
    return lists.tensor_list_from_tensor(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [2])


def case_making():
    full = lists.empty_tensor_list([], tf.float32, max_num_elements=1)
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    print(lists.empty_tensor_list([2], tf.float32))
    functions = [
        lambda: _stack(lists.tensor_list_push_back(lists.empty_tensor_list([2], tf.float32), tf.constant([1.0, 2.0]))),
        lambda: _stack(lists.tensor_list_reserve([2], 3, tf.float32)),
        lambda: _stack(lists.tensor_list_scatter(x, [2, 0], [2])),
        lambda: _stack(lists.tensor_list_scatter(x, [1, 0], [2], _pair())),
        lambda: _stack(lists.tensor_list_split(tf.range(4.0), [None], [2, 2])),
        lambda: _stack(lists.tensor_list_concat_lists(_pair(), _pair(), tf.float32)),
        lambda: _stack(lists.tensor_list_resize(_pair(), 3)),
        lambda: _stack(lists.tensor_list_resize(_pair(), 1)),
        lambda: _stack(lists.tensor_list_set_item(_pair(), 0, [9.0, 9.0])),
        lambda: lists.tensor_list_push_back(lists.tensor_list_push_back(full, 1.0), 2.0),
        lambda: lists.tensor_list_push_back(_pair(), tf.constant([1.0])),
        lambda: lists.tensor_list_push_back(_pair(), tf.constant([1, 2])),
        lambda: lists.tensor_list_resize(_pair(), -1),
    ]
    return _outcomes(functions)


def case_reading():
    empty = lists.empty_tensor_list([2], tf.float32)
    functions = [
        lambda: lists.tensor_list_get_item(_pair(), 1, tf.float32),
        lambda: lists.tensor_list_get_item(_pair(), 5, tf.float32),
        lambda: lists.tensor_list_stack(_pair(), tf.int32),
        lambda: lists.tensor_list_stack(_pair(), tf.float32, num_elements=3),
        lambda: _stack(empty),
        lambda: _stack(lists.empty_tensor_list(None, tf.float32)),
        lambda: lists.tensor_list_pop_back(empty, tf.float32),
        lambda: lists.tensor_list_pop_back(_pair(), tf.float32)[1],
        lambda: lists.tensor_list_gather(_pair(), [1, 0, 1], tf.float32),
        lambda: lists.tensor_list_gather(_pair(), [7], tf.float32),
        lambda: lists.tensor_list_concat(_pair(), tf.float32),
        lambda: lists.tensor_list_length(_pair()),
        lambda: lists.tensor_list_element_shape(_pair(), tf.int32),
        lambda: lists.tensor_list_element_shape(lists.empty_tensor_list(None, tf.float32), tf.int32),
        lambda: lists.tensor_list_element_shape(lists.empty_tensor_list([None, 3], tf.float32), tf.int64),
    ]
    return _outcomes(functions)


def case_batches():
    both = tf.stack([lists.empty_tensor_list([2], tf.float32), lists.empty_tensor_list([2], tf.float32)])
    rows = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    pushed = lists.tensor_list_push_back_batch(both, rows)
    joined = lists.tensor_list_concat_lists(pushed, pushed, tf.float32)
    print(both.shape, pushed.shape, joined.shape, _stack(pushed[1]).numpy(), lists.tensor_list_length(joined[0]).numpy())
    return _outcomes(
        [lambda: lists.tensor_list_push_back_batch(both, rows[:1]), lambda: lists.tensor_list_push_back_batch(both, [[1.0], [2.0]])]
    )


def case_gradients():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        made = lists.tensor_list_push_back(lists.tensor_list_from_tensor(x, [2]), x[0])
        y = _stack(made) ** 2
    return tape.gradient(y, x).numpy()


def case_in_functions():
    @tf.function
    def f(x, n):
        made = lists.empty_tensor_list([2], tf.float32)
        for i in tf.range(n):
            made = lists.tensor_list_push_back(made, x * tf.cast(i, tf.float32))
        changed = lists.tensor_list_set_item(made, 1, x)
        fewer, last = lists.tensor_list_pop_back(changed, tf.float32)
        numbers = lists.tensor_list_length(made), lists.tensor_list_element_shape(made, tf.int32)
        joined = lists.tensor_list_concat(changed, tf.float32)
        stacked = lists.tensor_list_stack(made, tf.float32, element_shape=[2])
        print(stacked.shape)
        return stacked, last, lists.tensor_list_gather(fewer, [1, 0], tf.float32), joined, *numbers

    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        found = f(x, 3)
        y = tf.reduce_sum(found[0] ** 2) + tf.reduce_sum(found[2]) + tf.reduce_sum(found[1])
    print(tape.gradient(y, x).numpy())
    return [v.numpy().tolist() for v in found]


def case_batches_in_functions():
    @tf.function
    def f(x):
        both = lists.tensor_list_push_back_batch(tf.stack([lists.empty_tensor_list([], tf.float32)] * 2), x)
        both = lists.tensor_list_concat_lists(both, both, tf.float32)
        return _stack(both[1]), lists.tensor_list_length(both[0])

    return [v.numpy().tolist() for v in f(tf.constant([1.0, 2.0]))]


def case_raw_operations():
    r = tf.raw_ops
    made = r.EmptyTensorList(element_shape=tf.constant([], tf.int32), max_num_elements=-1, element_dtype=tf.string)
    made = r.TensorListPushBack(input_handle=made, tensor="abc")
    print(r.TensorListStack(input_handle=made, element_shape=tf.constant([], tf.int32), element_dtype=tf.string).numpy())
    print(r.TensorListLength(input_handle=made).numpy())
    found = r.TensorListConcatV2(input_handle=_pair(), element_dtype=tf.float32, element_shape=[2], leading_dims=[])
    return [v.numpy().tolist() for v in found], found._fields


def case_in_tables():
    made = lists.tensor_list_from_tensor(tf.constant([1.0, 2.0]), [])
    empty = lists.empty_tensor_list([], tf.float32)
    table = tf.lookup.experimental.DenseHashTable(
        tf.int64, tf.variant, default_value=empty, empty_key=-1, deleted_key=-2
    )
    table.insert(tf.constant([3], tf.int64), made[tf.newaxis])
    return [lists.tensor_list_length(v).numpy().tolist() for v in tf.unstack(table.lookup(tf.constant([3, 4], tf.int64)))]
