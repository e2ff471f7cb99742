"""Private names of sessions, traces, staging areas, recurrent cells of TensorFlow 1 and of batches."""

import tempfile

import numpy as np
from tensorflow.core.framework import step_stats_pb2
from tensorflow.python.client import timeline
from tensorflow.python.client.session import _FetchHandler, register_session_run_conversion_functions
from tensorflow.python.data.experimental.ops.distribute import compute_batch_size
from tensorflow.python.ops import data_flow_ops, rnn_cell_impl
from tensorflow.python.ops.distributions.util import gen_new_seed
from tensorflow.python.training.monitored_session import _HookedSession

v1 = tf.compat.v1


def _outcomes(functions):
    """What each function gives, or the error it raises."""
    lines = []
    for f in functions:
        try:
            lines.append(str(f()))
        except Exception as e:
            lines.append(f"{type(e).__name__}: {str(e).splitlines()[0]}")
    return "\n".join(lines)


def case_fetches():
    with tf.Graph().as_default() as graph:
        a = v1.placeholder(tf.float32, name="a")
        b = a + 1
        c = tf.identity(b, name="c").op
    handler = _FetchHandler(graph, {"x": [b, a, b], "op": c}, {a.ref(): np.float32(7)})
    print([t.name for t in handler.fetches()], [o.name for o in handler.targets()])
    return handler.build_results(None, [5])


class _Hook(v1.train.SessionRunHook):
    def __init__(self, fetched, fed):
        self.fetched, self.fed = fetched, fed

    def begin(self):
        print("begin")

    def before_run(self, context):
        print("before", context.original_args.fetches)
        return v1.train.SessionRunArgs({"q": self.fetched}, feed_dict={self.fed: 4.0})

    def after_run(self, context, values):
        print("after", values.results)
        context.request_stop()


def case_hooked_sessions():
    with tf.Graph().as_default() as graph, v1.Session() as session:
        a = v1.placeholder(tf.float32, name="a")
        b = a + 1
        hooked = _HookedSession(session, [_Hook(b, a)])
        print(hooked.run(b), hooked.should_stop(), hooked.graph is graph)
        return hooked.run(b)


def _stats():
    stats = step_stats_pb2.StepStats()
    device = stats.dev_stats.add(device="/job:localhost/replica:0/task:0/device:CPU:0")
    device.node_stats.add(node_name="a", all_start_micros=10, op_end_rel_micros=5, all_end_rel_micros=6, timeline_label="a = Const()")
    node = device.node_stats.add(node_name="b", all_start_micros=12, all_end_rel_micros=6, timeline_label="b = MatMul(a, a)")
    output = node.output.add(slot=0).tensor_description
    output.allocation_description.requested_bytes = 90
    output.allocation_description.allocator_name = "cpu"
    device.node_stats.add(node_name="c", all_start_micros=30, all_end_rel_micros=6, timeline_label="c = Exp(b)")
    device.node_stats.add(node_name="RecvTensor", all_start_micros=31, all_end_rel_micros=2, timeline_label="anything")
    kernels = stats.dev_stats.add(device="/device:GPU:0/stream:all")
    kernels.node_stats.add(node_name="c:Exp", all_start_micros=33, all_end_rel_micros=9, timeline_label="kernel")
    return stats


def case_timelines():
    for options in ({}, {"show_dataflow": False, "show_memory": True, "op_time": "all"}, {"op_time": "gpu"}):
        print(timeline.Timeline(_stats()).generate_chrome_trace_format(**options))
    return timeline.Timeline(_stats()).analyze_step_stats().allocator_maximums


def case_timelines_of_runs():
    with tf.Graph().as_default(), v1.Session() as session:
        a = v1.placeholder(tf.float32, name="a")
        b = tf.exp(a, name="b")
        metadata = v1.RunMetadata()
        session.run(b, {a: [1.0]}, v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), metadata)
    return '"op": "Exp"' in timeline.Timeline(metadata.step_stats).generate_chrome_trace_format()


def case_staging_areas():
    with tf.Graph().as_default(), v1.Session() as session:
        area = data_flow_ops.StagingArea([tf.float32, tf.int32], shapes=[[2], []], names=["u", "w"])
        x = v1.placeholder(tf.float32, [2])
        put, size, peek, get, clear = area.put({"u": x, "w": tf.constant(3)}), area.size(), area.peek(0), area.get(), area.clear()
        print(area.dtypes, area.shapes, area.names, area.capacity, area.memory_limit, [v.shape for v in get.values()])
        session.run(put, {x: [1, 2]})
        session.run(put, {x: [3, 4]})
        print(session.run(size), session.run(peek), session.run(get), session.run(size))
        session.run(clear)
        print(session.run(size))
        one = data_flow_ops.StagingArea([tf.float32])
        puts, size, get, peek = [one.put([tf.constant(1.0)]), one.put((tf.constant(2.0),))], one.size(), one.get(), one.peek(1)
        for put in puts:
            session.run(put)
        print(session.run(peek), session.run(get), session.run(size), one.names, one.shapes)
        return _outcomes(
            [
                lambda: one.put([tf.constant(1.0), tf.constant(2.0)]),
                lambda: one.put({"a": tf.constant(1.0)}),
                lambda: area.put([tf.constant(1.0), tf.constant(2)]),
                lambda: data_flow_ops.StagingArea([tf.float32], shapes=[[1], [2]]),
                lambda: data_flow_ops.StagingArea([tf.float32], names=["a", "b"]),
                lambda: data_flow_ops.StagingArea([tf.float32], shared_name="q").name,
            ]
        )


def case_sizes_of_states():
    r = rnn_cell_impl
    print([x.numpy().tolist() for x in r._zero_state_tensors([2, tf.TensorShape([3, 1])], 4, tf.float32)])
    functions = [
        lambda: r._concat(3, [4, 5]).numpy(),
        lambda: r._concat(tf.constant(3), tf.TensorShape([4]), static=True),
        lambda: r._concat([None], 3, static=True),
        lambda: r._concat([None], 3),
        lambda: gen_new_seed(3, "a"),
        lambda: gen_new_seed(None, "a"),
    ]
    return _outcomes(functions)


def case_sizes_of_batches():
    data = tf.data.Dataset
    r = data.range(10)
    made = [
        r.batch(3),
        r.batch(3, drop_remainder=True),
        r,
        r.batch(3).prefetch(2),
        r.batch(4).map(lambda x: x + 1),
        r.batch(2).shuffle(3).repeat(2),
        data.zip((r.batch(3), r.batch(4))),
        data.zip((r.batch(3), r.batch(3))),
        r.batch(2).batch(3),
        r.padded_batch(4),
        r.batch(4).filter(lambda x: True),
        r.batch(3).take(2).cache(),
        data.from_tensor_slices([[1, 2], [3, 4]]),
        r.batch(4).concatenate(r.batch(4)),
        r.batch(4).concatenate(r.batch(5)),
        r.batch(3).flat_map(lambda x: data.from_tensors(x)),
        r.ragged_batch(3),
        r.batch(3).shard(2, 0),
        r.batch(3).scan(0, lambda s, x: (s, x)),
        r.batch(6).rebatch(3),
    ]
    return _outcomes([lambda d=d: compute_batch_size(d).numpy() for d in made])


def case_updates_within_what_a_graph_runs():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0, use_resource=True)
        w = v1.get_variable("w", initializer=[1.0, 2.0], use_resource=True)
        product = tf.function(lambda x: v * x, autograph=False)(tf.constant(3.0))
        fetches = [
            product,
            tf.function(lambda x: v.assign_add(x), autograph=False)(tf.constant(2.0)),
            product,
            tf.function(lambda i: w.scatter_update(tf.IndexedSlices(tf.constant(5.0), i)), autograph=False)(tf.constant(0)),
            tf.cond(tf.constant(True), lambda: v.assign_add(1.0), lambda: v.assign(0.0)),
            tf.cond(tf.constant(False), lambda: v.assign_add(1.0), lambda: tf.cond(v > 0, lambda: v.assign(8.0), lambda: v + 0)),
            tf.while_loop(lambda i: i < 3, lambda i: i + tf.cast(v.assign_add(1.0) * 0, tf.int32) + 1, [tf.constant(0)]),
            v,
            tf.gradients(product, v),
        ]
        with v1.Session() as session, v1.Session() as other:
            session.run(v1.global_variables_initializer())
            other.run(v1.global_variables_initializer())
            return [session.run(x) for x in fetches], other.run([v, w])


def case_evaluations_of_a_checkpoint():
    from tensorflow.python.training import evaluation

    folder = tempfile.mkdtemp()
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("v", initializer=3.0)
        v1.train.get_or_create_global_step()
        session.run(v1.global_variables_initializer())
        path = v1.train.Saver().save(session, f"{folder}/values")
    found = []
    for eval_ops in (lambda v, n: v1.assign_add(n, v), lambda v, n: {"n": v1.assign_add(n, v)}, lambda v, n: [v1.assign_add(n, v)]):
        with tf.Graph().as_default():
            v = v1.get_variable("v", initializer=1.0)
            n = v1.get_variable("n", initializer=0.0, collections=[v1.GraphKeys.LOCAL_VARIABLES])
            v1.train.get_or_create_global_step()
            step = evaluation._get_or_create_eval_step()
            hooks = [evaluation._StopAfterNEvalsHook(4, log_progress=False)]
            found.append(evaluation._evaluate_once(path, eval_ops=eval_ops(v, n), final_ops={"n": n, "step": step}, hooks=hooks))
            found.append((step.dtype.name, evaluation._get_or_create_eval_step() is step))
    return found


class _Squared:
    """A kind of tensor of a library: fetched it gives its square and a word, fed it takes twice what its tensor takes."""

    def __init__(self, tensor):
        self.tensor, self.square = tensor, tf.square(tensor)


class _More(_Squared):
    pass


def case_fetches_and_feeds_of_classes_of_a_library():
    register_session_run_conversion_functions(
        _Squared,
        lambda x: ([x.square, x.tensor], lambda values: ("squared", values)),
        lambda x, value: [(x.tensor, value / 2)],
        lambda x: [x.tensor],
    )
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = v1.placeholder(tf.float32, [], name="a"), v1.placeholder(tf.float32, [], name="b")
        x, y = _Squared(a), _More(b)
        print(session.run(x, {a: 3.0}), session.run({"x": [x, y], "sum": a + b}, {x: 4.0, y: 6.0}))
        handle = session.partial_run_setup([x.square, y.square], [x, b])
        print(session.partial_run(handle, x.square, {x: 8.0}), session.partial_run(handle, y.square, {b: 1.0}))
        register_session_run_conversion_functions(_More, lambda x: ([x.tensor.name], lambda values: values[0]))
        print(session.run([x, y], {a: 1.0, b: 2.0}))
    kinds = [_Squared, _More, tf.SparseTensor, tf.IndexedSlices, object]
    return _outcomes([lambda k=kind: register_session_run_conversion_functions(k, None) for kind in kinds])


def case_calls_of_python_without_results():
    seen = []
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.constant([1.0, 2.0])
        made = [
            v1.py_func(lambda a: seen.append(("v1", a.tolist())), [x], [], name="a"),
            tf.numpy_function(lambda a: seen.append(("numpy", a.tolist())), [x], [], name="b"),
            tf.py_function(lambda a: seen.append(("python", a.numpy().tolist())), [x], [], name="c"),
        ]
        with tf.control_dependencies(made):
            y = x + 1.0
        print([(type(o).__name__, o.type, o.name) for o in made], session.run(made), session.run(y), sorted(seen))

    @tf.function
    def inside(x):
        with tf.control_dependencies([tf.py_function(lambda a: seen.append(("traced", a.numpy().tolist())), [x], [])]):
            return x * 2

    return inside(tf.constant(3.0)), seen[-1], tf.py_function(lambda a: None, [1.0], [])
