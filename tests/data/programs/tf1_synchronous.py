"""Steps for the gradients of several threads, and sessions that are reset."""

import threading

import numpy as np

v1 = tf.compat.v1


def line(replicas, total=None, averages=None, optimizer=None):
    """(training operation, optimizer, variables, placeholders) for a line through points, in the default graph."""
    x, y = v1.placeholder(tf.float32, [None]), v1.placeholder(tf.float32, [None])
    w, b = v1.get_variable("w", initializer=1.0), v1.get_variable("b", initializer=0.0)
    loss = tf.reduce_mean(tf.square(w * x + b - y))
    step = v1.train.get_or_create_global_step()
    sync = v1.train.SyncReplicasOptimizer(optimizer or v1.train.GradientDescentOptimizer(0.1), replicas, total, averages, averages and [w, b])
    return sync.minimize(loss, global_step=step), sync, (w, b), (x, y)


def rounded(values):
    return [round(float(v), 4) for v in values]


def case_one_replica():
    with tf.Graph().as_default():
        train, sync, variables, (x, y) = line(1)
        step = v1.train.get_global_step()
        print([v.name for v in v1.local_variables()])
        with v1.train.MonitoredTrainingSession(hooks=[sync.make_session_run_hook(True, num_tokens=0)], log_step_count_steps=None, stop_grace_period_secs=0.1) as s:
            for i in range(3):
                s.run(train, {x: [1.0, 2.0], y: [2.0 + i, 4.0]})
            return rounded(s.run(list(variables))), int(s.run(step))


def case_several_gradients_for_a_step():
    with tf.Graph().as_default():
        train, sync, variables, (x, y) = line(2, 1, optimizer=v1.train.MomentumOptimizer(0.1, 0.9))
        print(sync.get_slot_names(), [v.name for v in sync.variables()], sync.get_slot(variables[0], "momentum").name)
        with v1.train.MonitoredTrainingSession(hooks=[sync.make_session_run_hook(True, num_tokens=1)], log_step_count_steps=None, stop_grace_period_secs=0.1) as s:
            for i in range(4):
                s.run(train, {x: [1.0, 2.0], y: [2.0 + i, 4.0]})
            return int(s.run(v1.train.get_global_step())), rounded(s.run(list(variables)))


def case_several_threads():
    with tf.Graph().as_default():
        average = tf.train.ExponentialMovingAverage(0.5)
        train, sync, variables, (x, y) = line(2, 2, average)
        means = [average.average(v) for v in variables]
        with v1.train.MonitoredTrainingSession(hooks=[sync.make_session_run_hook(True, num_tokens=0)], log_step_count_steps=None, stop_grace_period_secs=0.1) as s:

            def work(n):
                for _ in range(4):
                    s.run(train, {x: [1.0 + n], y: [3.0]})

            threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
            [t.start() for t in threads]
            [t.join() for t in threads]
            found = s.run([*variables, v1.train.get_global_step()])
            return bool(np.isfinite(found).all()), int(found[2]) >= 3, len(means)


def case_rows():
    with tf.Graph().as_default():
        table = v1.get_variable("t", initializer=np.ones((4, 2), np.float32))
        loss = tf.reduce_sum(tf.gather(table, [1, 1, 3]))
        sync = v1.train.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(0.1), 1)
        train = sync.minimize(loss, global_step=v1.train.get_or_create_global_step())
        with v1.train.MonitoredTrainingSession(hooks=[sync.make_session_run_hook(True, num_tokens=0)], log_step_count_steps=None, stop_grace_period_secs=0.1) as s:
            s.run(train)
            s.run(train)
            return np.round(s.run(table), 3).tolist()


def case_refused():
    def tried(f):
        try:
            print(type(f()).__name__)
        except Exception as e:
            print(type(e).__name__, e)

    with tf.Graph().as_default():
        w = v1.get_variable("w", initializer=1.0)
        sync = v1.train.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(0.1), 2, 1)
        tried(lambda: sync.minimize(w * 2.0))
        tried(lambda: sync.apply_gradients([], v1.train.get_or_create_global_step()))
        tried(sync.get_chief_queue_runner)
        tried(sync.get_init_tokens_op)
        tried(lambda: sync.make_session_run_hook(True).begin())
        sync.minimize(w * 2.0, v1.train.get_or_create_global_step())
        tried(lambda: sync.get_init_tokens_op(0))
        tried(lambda: sync.get_init_tokens_op(2).name)
        return [op.name for op in w.graph.get_operations() if op.type in ("FIFOQueueV2", "QueueDequeueV2", "QueueEnqueueManyV2")]


def case_reset():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0, use_resource=True)
        with v1.Session() as s:
            s.run(v.initializer)
            try:
                print(v1.Session.reset(""))
            except Exception as e:
                print(type(e).__name__, e)
            try:
                print(float(s.run(v)))
            except tf.errors.OpError as e:
                print(type(e).__name__, e.message.split("\n")[0])
        with v1.Session() as s:
            s.run(v.initializer)
            print(float(s.run(v)))
    for wrong in (1, None):
        try:
            print(v1.Session.reset(wrong))
        except Exception as e:
            print(type(e).__name__, e)
