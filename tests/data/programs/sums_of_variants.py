"""Zeros like variants, and sums of them: optionals, lists of tensors, and what has neither."""

R = tf.raw_ops
Optional = tf.experimental.Optional


def told(make):
    try:
        print(str(make()))
    except Exception as error:
        print(type(error).__name__, str(error).split("}} ")[-1].splitlines()[0])


def held(*values):
    return Optional.from_value(tuple(tf.constant(v) for v in values))._variant_tensor


NOTHING = Optional.empty(tf.TensorSpec([], tf.float32))._variant_tensor


def values(optional, *dtypes):
    shapes = [tf.TensorShape(None)] * len(dtypes)
    found = R.OptionalGetValue(optional=optional, output_types=dtypes, output_shapes=shapes)
    return [(x.numpy().tolist(), x.dtype.name) for x in found]


def present(optional):
    return bool(R.OptionalHasValue(optional=optional))


def listed(value):
    value = tf.constant(value)
    return R.TensorListFromTensor(tensor=value, element_shape=tf.constant(value.shape[1:].as_list(), tf.int32))


def stacked(items, dtype=tf.float32):
    return R.TensorListStack(input_handle=items, element_shape=tf.constant(-1, tf.int32), element_dtype=dtype).numpy().tolist()


def case_optionals():
    told(lambda: values(tf.add_n([held(1.0, [1, 2]), held(2.5, [3, 4]), held(3.0, [5, 6])]), tf.float32, tf.int32))
    told(lambda: values(R.AddN(inputs=[held(1 + 2j), held(3j)]), tf.complex128))
    told(lambda: values(tf.zeros_like(held([1.0, 2.0], True, 7)), tf.float32, tf.bool, tf.int32))
    told(lambda: values(tf.compat.v1.zeros_like(held([[1.0]])), tf.float32))
    told(lambda: values(tf.add_n([held([1.0]), tf.zeros_like(held([4.0]))]), tf.float32))
    told(lambda: [present(x) for x in (tf.zeros_like(NOTHING), tf.add_n([NOTHING, NOTHING]), tf.zeros_like(held(1.0)))])


def case_optionals_that_differ():
    for pair in (
        (held(1.0), NOTHING),
        (NOTHING, held(1.0)),
        (held(1.0, 2.0), held(1.0)),
        (held(1), held(1.0)),
        (held([1.0, 2.0]), held(1.0)),
        (held("a"), held("b")),
        (held(True), held(False)),
        (held(tf.constant(1, tf.float16)), held(tf.constant(1, tf.float64))),
        (held(1.0), listed([1.0])),
    ):
        told(lambda: tf.add_n(pair))
    told(lambda: tf.zeros_like(held("a")))
    told(lambda: tf.zeros_like(held(1, ["a"])))


def case_lists():
    told(lambda: stacked(tf.add_n([listed([1.0, 2.0]), listed([3.0, 4.0]), listed([5.0, 6.0])])))
    told(lambda: stacked(tf.zeros_like(listed([[1.0, 2.0], [3.0, 4.0]]))))
    reserved = R.TensorListReserve(element_shape=tf.constant([], tf.int32), num_elements=2, element_dtype=tf.float32)
    told(lambda: stacked(tf.add_n([reserved, listed([1.0, 2.0])])))
    told(lambda: stacked(tf.add_n([reserved, R.TensorListSetItem(input_handle=reserved, index=1, item=5.0)])))
    told(lambda: int(R.TensorListLength(input_handle=tf.zeros_like(reserved))))
    told(lambda: tf.add_n([listed([1.0, 2.0]), listed([1.0])]))
    told(lambda: tf.add_n([listed([1.0]), listed([1])]))
    told(lambda: tf.add_n([listed(["a"]), listed(["b"])]))
    told(lambda: tf.zeros_like(listed(["a"])))


def case_what_has_neither():
    dataset = tf.data.Dataset.range(2)._variant_tensor
    told(lambda: tf.zeros_like(dataset))
    told(lambda: tf.add_n([dataset, dataset]))
    told(lambda: tf.add_n([dataset]).dtype)
    both = tf.stack([listed([1.0]), listed([2.0])])
    told(lambda: tf.zeros_like(both))
    told(lambda: tf.add_n([both, both]))
    told(lambda: tf.zeros_like(tf.constant(["a", ""])).numpy().tolist())
    told(lambda: tf.add_n([tf.constant("a"), tf.constant("b")]))


def case_in_functions():
    @tf.function
    def summed(x, y):
        first, second = (Optional.from_value(v)._variant_tensor for v in (x, y))
        both, none = tf.add_n([first, second, first]), tf.zeros_like(first)
        print(both.shape, none.shape, both.dtype.name)
        get = lambda made: R.OptionalGetValue(optional=made, output_types=[tf.float32], output_shapes=[[2]])[0]  # noqa: E731
        return get(both), get(none)

    told(lambda: [x.numpy().tolist() for x in summed(tf.constant([1.0, 2.0]), tf.constant([10.0, 20.0]))])
    told(lambda: sorted({op.type for op in summed.get_concrete_function(tf.zeros([2]), tf.zeros([2])).graph.get_operations()}))
