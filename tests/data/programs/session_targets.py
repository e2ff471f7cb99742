"""Sessions that name a server of their process: what they share, and what is theirs alone."""

import json
import os

v1 = tf.compat.v1


def _plain(*values):
    return tf.nest.map_structure(lambda x: x.tolist() if hasattr(x, "tolist") else x, values)


def _counter(name="w", device="", **kwargs):
    with v1.device(device):
        return v1.get_variable(name, initializer=1.0, **kwargs)


def case_a_session_of_a_server():
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32)
        with v1.Session(server.target) as session:
            return session.run(x * 2, {x: [1.0, 2.0]}), session.sess_str == tf.compat.as_bytes(server.target)


def case_variables_stay_when_a_session_ends():
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        w = _counter()
        more = w.assign_add(1.0)
        with v1.Session(server.target) as session:
            session.run(w.initializer)
            session.run(more)
        with v1.Session(server.target) as session:
            session.run(more)
            first = session.run(w)
        with v1.Session() as session:
            try:
                session.run(w)
            except tf.errors.FailedPreconditionError:
                return float(first), "not in a session without a target"


def case_sessions_beside_each_other():
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        w = _counter(use_resource=True)
        more = w.assign_add(1.0)
        one, two = v1.Session(server.target), v1.Session(server.target)
        one.run(w.initializer)
        two.run(more)
        one.run(more)
        return _plain(one.run(w), two.run(w), two.run(v1.report_uninitialized_variables()))


def case_graphs_with_the_same_names():
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        w = _counter()
        with v1.Session(server.target) as session:
            session.run(v1.global_variables_initializer())
            session.run(w.assign(5.0))
    with tf.Graph().as_default():
        w, other = _counter(), _counter("other")
        with v1.Session(server.target) as session:
            return _plain(session.run(w), session.run(v1.report_uninitialized_variables()))


def case_two_servers():
    servers = [v1.train.Server.create_local_server() for _ in range(2)]
    with tf.Graph().as_default():
        w = _counter()
        one, two = (v1.Session(s.target) for s in servers)
        one.run(w.initializer)
        missing = v1.report_uninitialized_variables()
        return one.run(missing).tolist(), two.run(missing).tolist()


def case_reset():
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        w = _counter()
        with v1.Session(server.target) as session:
            session.run(w.initializer)
        v1.Session.reset(server.target)
        with v1.Session(server.target) as session:
            return session.run(v1.report_uninitialized_variables()).tolist()


def case_isolated():
    server = v1.train.Server.create_local_server()
    config = v1.ConfigProto(isolate_session_state=True)
    with tf.Graph().as_default():
        w = _counter()
        with v1.Session(server.target, config=config) as session:
            session.run(w.initializer)
        with v1.Session(server.target) as session:
            return session.run(v1.report_uninitialized_variables()).tolist()


def case_queues():
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        queue = v1.FIFOQueue(5, tf.float32, shapes=[], shared_name="shared")
        put, take, size = queue.enqueue(3.0), queue.dequeue(), queue.size()
        one, two = v1.Session(server.target), v1.Session(server.target)
        one.run(put)
        one.run(put)
        found = _plain(two.run(take), two.run(size))
    with tf.Graph().as_default():
        queue = v1.FIFOQueue(5, tf.float32, shapes=[], shared_name="shared", name="another")
        with v1.Session(server.target) as session:
            return found, int(session.run(queue.size()))


def case_queues_by_their_names():
    server = v1.train.Server.create_local_server()
    found = []
    for _ in range(2):
        with tf.Graph().as_default():
            queue = v1.FIFOQueue(5, tf.float32, shapes=[], name="q")
            with v1.Session(server.target) as session:
                session.run(queue.enqueue(3.0))
                found.append(int(session.run(queue.size())))
    return found


def case_a_cluster():
    workers, servers = v1.test.create_local_cluster(num_workers=2, num_ps=1)
    made = []
    with tf.Graph().as_default():
        w = _counter(device="/job:ps/task:0")
        own = v1.get_variable("own", initializer=1.0)
        more = w.assign_add(10.0)
        for worker in workers:
            session = v1.Session(worker.target)
            if not made:
                session.run(w.initializer)
            session.run(more)
            made.append(_plain(session.run(w), session.run(v1.report_uninitialized_variables())))
            session.run(own.initializer)
        made.append(float(v1.Session(servers[0].target).run(w)))
        return made


def case_workers_that_train_together():
    workers, _ = v1.test.create_local_cluster(num_workers=2, num_ps=2)
    made, kept = [], []
    for i, worker in enumerate(workers):
        with tf.Graph().as_default():
            a, b = (_counter(name, f"/job:ps/task:{n}") for n, name in enumerate("ab"))
            with v1.device("/job:ps/task:0"):
                step = v1.train.get_or_create_global_step()
            with v1.device(f"/job:worker/task:{i}"):
                loss = (a * 2.0 + b - 1.0) ** 2
                train = v1.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
            session = v1.Session(worker.target)
            if i == 0:
                session.run(v1.global_variables_initializer())
            session.run(train)
            made.append([round(float(x), 5) for x in session.run([a, b, step])])
            kept.append(session)
    return made


def case_monitored_training():
    server, made = v1.train.Server.create_local_server(), []
    for chief in (True, False):
        with tf.Graph().as_default():
            step = v1.train.get_or_create_global_step()
            more = v1.assign_add(step, 1)
            with v1.train.MonitoredTrainingSession(server.target, is_chief=chief, hooks=[v1.train.StopAtStepHook(num_steps=3)]) as session:
                while not session.should_stop():
                    made.append(int(session.run(more)))
    return made


def case_saver():
    import os
    import tempfile

    server, folder = v1.train.Server.create_local_server(), tempfile.mkdtemp()
    with tf.Graph().as_default():
        w = _counter()
        saver = v1.train.Saver()
        with v1.Session(server.target) as session:
            session.run(w.assign(7.0))
            path = saver.save(session, os.path.join(folder, "model"))
            session.run(w.assign(8.0))
        with v1.Session(server.target) as session:
            saver.restore(session, path)
        with v1.Session(server.target) as session:
            return float(session.run(w))


def case_loaded():
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        w = _counter(use_resource=True)
        with v1.Session(server.target) as session:
            w.load(4.0, session)
        with v1.Session(server.target):
            return float(w.eval())


def case_interactive():
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        session = v1.InteractiveSession(server.target)
        w = _counter()
        w.initializer.run()
        made = float(w.eval())
        session.close()
        return made


def case_no_target():
    with tf.Graph().as_default():
        return v1.Session().sess_str, v1.Session(None).sess_str


def case_devices_of_what_sets_variables():
    v1 = tf.compat.v1
    cluster = {"ps": ["ps0:2222", "ps1:2222"], "worker": ["worker0:2222"]}
    for more in ({}, {"merge_devices": False}, {"ps_device": "/job:ps/cpu:0"}):
        with tf.Graph().as_default(), v1.device(v1.train.replica_device_setter(cluster=cluster, **more)):
            for resource in (False, True):
                made = [v1.Variable([1, 2], use_resource=resource)]
                with v1.device("/cpu:0"):
                    made.append(v1.get_variable(f"v{resource}", [2], use_resource=resource))
                made.append(v1.train.get_or_create_global_step())
                print([(v.device, v.initializer.device, v.op.device) for v in made], v1.assign_add(made[0], [1, 1]).device)


def _addresses(resolver):
    layers = None, "x", ""
    asked = [resolver.master(rpc_layer=layer) for layer in layers] + [resolver.master("worker", 1, layer) for layer in layers]
    return [*asked, resolver.master("worker"), resolver.rpc_layer, resolver.environment, resolver.task_type]


def case_addresses_of_resolvers():
    resolvers, told = tf.distribute.cluster_resolver, []
    cluster = {"worker": ["a:1", "b:2"]}
    others = resolvers.SimpleClusterResolver(tf.train.ClusterSpec({"ps": ["c:2222"]}), rpc_layer="q")
    for given in ({}, {"master": "m"}, {"master": "m", "rpc_layer": "g"}, {"rpc_layer": "g"}, {"master": "m", "rpc_layer": ""}):
        simple = resolvers.SimpleClusterResolver(tf.train.ClusterSpec(cluster), **given)
        told.append(_addresses(simple))
        for own in ({}, {"rpc_layer": "z"}):
            both = resolvers.UnionResolver(simple, others, **own)
            told.append([*_addresses(both), both.master("ps", 0)])
    for more in (
        {},
        {"rpc_layer": "g"},
        {"task": {}},
        {"cluster": {}},
        {"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": 0}},
    ):
        os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": 1}, **more})
        for own in ({}, {"rpc_layer": "h"}, {"rpc_layer": ""}, {"environment": "e"}):
            resolver = resolvers.TFConfigClusterResolver(**own)
            # TensorFlow forgets an address without a task; a cluster without one has none.
            told.append(_addresses(resolver) if "task" not in more or more["task"] else [resolver.rpc_layer, resolver.environment])
        del os.environ["TF_CONFIG"]
    return told
