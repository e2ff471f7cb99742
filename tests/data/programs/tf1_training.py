"""Trainings in monitored sessions and under supervisors: what hooks see, and what is logged."""

import os
import re
import tempfile

v1 = tf.compat.v1


def _model():
    w = v1.get_variable("w", initializer=4.0)
    loss = tf.identity(w * w, name="loss")
    step = v1.train.get_or_create_global_step()
    v1.summary.scalar("loss", loss)
    train = v1.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    with tf.control_dependencies([train]):
        after = tf.identity(step.read_value(), name="after")
    return w, loss, step, train, after


def _logged(f):
    """Call `f` with the level of messages at INFO."""
    level = v1.logging.get_verbosity()
    v1.logging.set_verbosity(v1.logging.INFO)
    try:
        f()
    finally:
        v1.logging.set_verbosity(level)


class Note(v1.train.SessionRunHook):
    def begin(self):
        print("begin", v1.get_default_graph().finalized)

    def after_create_session(self, session, coord):
        print("made", type(session).__name__, type(coord).__name__, v1.get_default_graph().finalized)

    def before_run(self, run_context):
        print("before", [getattr(f, "name", f) for f in run_context.original_args.fetches], run_context.stop_requested)
        return v1.train.SessionRunArgs({"after": "after:0"})

    def after_run(self, run_context, run_values):
        print("after", run_values.results["after"], type(run_values.options).__name__, type(run_values.run_metadata).__name__)

    def end(self, session):
        print("end", type(session).__name__)


class Listener(v1.train.CheckpointSaverListener):
    def begin(self):
        print("listener begins")

    def before_save(self, session, global_step_value):
        print("before saving", global_step_value)

    def after_save(self, session, global_step_value):
        print("after saving", global_step_value)
        return global_step_value >= 6

    def end(self, session, global_step_value):
        print("listener ends", global_step_value)


def case_a_training_that_goes_on():
    folder = tempfile.mkdtemp(prefix="training")

    def run():
        for last in (3, 9):
            with tf.Graph().as_default():
                w, loss, step, train, after = _model()
                hooks = [Note(), v1.train.StopAtStepHook(last_step=last), v1.train.NanTensorHook(loss)]
                saving = [v1.train.CheckpointSaverHook(folder, save_steps=2, listeners=[Listener()])]
                with v1.train.MonitoredTrainingSession(
                    checkpoint_dir=folder,
                    hooks=hooks,
                    chief_only_hooks=saving,
                    save_checkpoint_steps=None,
                    save_checkpoint_secs=None,
                    save_summaries_steps=2,
                    log_step_count_steps=None,
                ) as session:
                    print(type(session).__name__, session.should_stop(), session.graph.finalized)
                    while not session.should_stop():
                        print(float(session.run([train, after])[1]))
                print(session.should_stop(), v1.get_default_graph().finalized)
        with open(os.path.join(folder, "checkpoint")) as file:
            print(re.sub(r"/\S*/", "FOLDER/", file.read()))
        print(sorted({f.split(".")[0] + f.split(".")[1][:6] for f in os.listdir(folder) if "." in f and not f.startswith("events")}))
        events = []
        for name in sorted(n for n in os.listdir(folder) if n.startswith("events")):
            for e in v1.train.summary_iterator(os.path.join(folder, name)):
                if e.WhichOneof("what") == "summary":
                    events.append((e.step, [v.tag for v in e.summary.value]))
                elif e.WhichOneof("what") == "session_log":
                    events.append((e.step, e.session_log.status))
        print(events)

    return re.sub(r"/tmp/\w+", "FOLDER", _text_of_logs(run))


def _text_of_logs(f):
    """What `f` logs at INFO, without times and folders."""
    import logging

    lines, logger = [], logging.getLogger("tensorflow")
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(f"{record.levelname}: {record.getMessage()}")
    before, logger.handlers[:] = list(logger.handlers), [handler]
    try:
        _logged(f)
    finally:
        logger.handlers[:] = before
    kept = [line for line in lines if "deprecated" not in line and "get mtimes" not in line]
    return re.sub(r"/tmp/\w+", "FOLDER", re.sub(r"\d+\.\d+ sec", "T sec", re.sub(r"/sec: \S+", "/sec: N", "\n".join(kept))))


def _session(hooks, use, **kwargs):
    def run():
        with tf.Graph().as_default():
            made = _model()
            with v1.train.SingularMonitoredSession(hooks=hooks(*made), **kwargs) as session:
                use(session, *made)

    return _text_of_logs(run)


def _steps(n):
    def use(session, w, loss, step, train, after):
        for _ in range(n):
            session.run(train)

    return use


def case_logging_of_tensors():
    return _session(
        lambda w, loss, step, train, after: [
            v1.train.LoggingTensorHook({"after": after, "twice": after}, every_n_iter=2),
            v1.train.LoggingTensorHook(["after:0"], every_n_iter=3),
            v1.train.LoggingTensorHook([after], every_n_iter=2, formatter=lambda values: f"formatted {[int(v) for v in values.values()]}"),
        ],
        _steps(4),
    )


def case_logging_at_the_end():
    return _session(lambda w, loss, step, train, after: [v1.train.LoggingTensorHook({"w": w, "loss": loss}, at_end=True)], _steps(2))


def case_steps_a_second():
    return _session(lambda *_: [v1.train.StepCounterHook(every_n_steps=2)], _steps(5))


def case_a_step_that_does_not_grow():
    def use(session, w, loss, step, train, after):
        for _ in range(4):
            session.run(loss)

    return _session(lambda *_: [v1.train.StepCounterHook(every_n_steps=10)], use)


def case_final_values():
    hook = []

    def hooks(w, loss, step, train, after):
        hook.append(v1.train.FinalOpsHook([step, w]))
        return hook

    _session(hooks, _steps(3))
    return [round(float(x), 4) for x in hook[0].final_ops_values]


def case_fed_by_a_function():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [], name="x")
        y = x + 1
        numbers = iter([1.0, 2.0])
        with v1.train.MonitoredSession(hooks=[v1.train.FeedFnHook(lambda: {x: next(numbers)})]) as session:
            print(float(session.run(y)), float(session.run(y)))
        with v1.train.MonitoredSession(hooks=[v1.train.FeedFnHook(lambda: {x: 1.0})]) as session:
            session.run(y, {x: 3.0})


def case_steps_with_a_function():
    def use(session, w, loss, step, train, after):
        def one(step_context):
            n = int(step_context.session.run(step))
            print(n, type(step_context).__name__)
            if n >= 2:
                step_context.request_stop()
            return step_context.run_with_hooks(train)

        try:
            session.run_step_fn(lambda other: None)
        except ValueError as e:
            print(e)
        while not session.should_stop():
            session.run_step_fn(one)

    return _session(lambda *_: [v1.train.StopAtStepHook(num_steps=9)], use)


def case_not_a_number():
    with tf.Graph().as_default():
        bad = tf.constant(float("nan"))
        with v1.train.MonitoredSession(hooks=[v1.train.NanTensorHook(bad, fail_on_nan_loss=False)]) as session:
            session.run(bad)
            print(session.should_stop())
        with v1.train.MonitoredSession(hooks=[v1.train.NanTensorHook(bad)]) as session:
            session.run(bad)


def case_data_that_ends():
    with tf.Graph().as_default():
        number = v1.train.range_input_producer(3, num_epochs=1, shuffle=False).dequeue()
        with v1.train.MonitoredSession() as session:
            while not session.should_stop():
                print(int(session.run(number)))
        return session.should_stop()


def case_an_error_of_a_thread():
    with tf.Graph().as_default():
        queue = v1.FIFOQueue(2, tf.float32, shapes=[])
        bad = tf.debugging.check_numerics(tf.constant(float("nan")), "the input")
        v1.train.add_queue_runner(v1.train.QueueRunner(queue, [queue.enqueue(bad)]))
        number = queue.dequeue()
        try:
            with v1.train.MonitoredSession() as session:
                session.run(number)
        except tf.errors.InvalidArgumentError as e:
            return "the input" in str(e)


def case_a_scaffold_of_ones_own():
    def run():
        with tf.Graph().as_default():
            w = v1.get_variable("w", initializer=1.0)
            v = v1.get_variable("v", initializer=tf.zeros([]))
            v1.train.get_or_create_global_step()
            x = v1.placeholder(tf.float32, [])
            scaffold = v1.train.Scaffold(
                init_op=v1.global_variables_initializer(),
                init_fn=lambda s, session: print(type(s).__name__, float(session.run(w))),
                local_init_op=w.assign_add(x).op if hasattr(w.assign_add(x), "op") else None,
                local_init_feed_dict={x: 2.0},
            )
            other = v1.train.Scaffold(copy_from_scaffold=scaffold, summary_op=tf.constant("s"))
            print(other.init_op is scaffold.init_op, other.summary_op.name, other.saver)
            with v1.train.MonitoredSession(v1.train.ChiefSessionCreator(other)) as session:
                print([float(x) for x in session.run([w, v])], type(other.saver).__name__)

    return _text_of_logs(run)


def case_refusals():
    with tf.Graph().as_default():
        for f in (
            lambda: v1.train.StopAtStepHook(),
            lambda: v1.train.StopAtStepHook(1, 2),
            lambda: v1.train.LoggingTensorHook(["x"]),
            lambda: v1.train.LoggingTensorHook(["x"], every_n_iter=0),
            lambda: v1.train.StepCounterHook(1, 1),
            lambda: v1.train.SummarySaverHook(1),
            lambda: v1.train.SecondOrStepTimer(),
            lambda: v1.train.SecondOrStepTimer(1, 1),
            lambda: v1.train.StepCounterHook().begin(),
            lambda: v1.train.StopAtStepHook(1).begin(),
            lambda: v1.train.CheckpointSaverHook("/tmp", save_steps=1, saver=1, scaffold=1),
            lambda: v1.train.Scaffold(copy_from_scaffold=1),
            lambda: v1.train.SessionManager(ready_for_local_init_op=tf.constant(1)),
        ):
            try:
                f()
                print("fine")
            except Exception as e:
                print(type(e).__name__, re.sub(r"Tensor\(.*\)", "TENSOR", str(e)))


def case_a_variable_without_a_value():
    def run():
        with tf.Graph().as_default():
            v1.get_variable("v", initializer=1.0)
            w = v1.get_variable("w", initializer=1.0)
            try:
                v1.train.MonitoredSession(
                    v1.train.ChiefSessionCreator(
                        v1.train.Scaffold(
                            init_op=w.initializer, local_init_op=tf.no_op(), ready_for_local_init_op=tf.constant([], tf.string)
                        )
                    )
                )
            except RuntimeError as e:
                print(str(e).split(", local")[0], str(e).split("error")[1])

    return _text_of_logs(run)


def case_under_a_supervisor():
    folder = tempfile.mkdtemp(prefix="training")
    for _ in range(2):
        with tf.Graph().as_default():
            w, loss, step, train, after = _model()
            sv = v1.train.Supervisor(logdir=folder, save_model_secs=0, save_summaries_secs=0)
            print(
                sv.save_path.replace(folder, "FOLDER"),
                sv.is_chief,
                sv.global_step is step,
                sv.init_op.name,
                sv.summary_op.name,
                v1.get_default_graph().finalized,
            )
            with sv.managed_session() as session:
                print(int(session.run(step)), sv.should_stop())
                for _ in range(3):
                    session.run(train)
                sv.summary_computed(session, session.run(sv.summary_op))
                sv.saver.save(session, sv.save_path, global_step=sv.global_step)
            print(sv.should_stop())
    return sorted({f.split(".")[0] + f.split(".")[1] for f in os.listdir(folder) if not f.startswith("events") and "." in f})


def case_a_supervised_loop():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        up = v.assign_add(1.0)
        sv = v1.train.Supervisor(init_fn=lambda session: print("init_fn", float(session.run(v))))
        seen = []

        def step(session, limit, by=1):
            seen.append(float(session.run(up)))
            if len(seen) * by >= limit:
                sv.request_stop()

        v1.train.basic_train_loop(sv, step, args=(3,), kwargs={"by": 1})
        return seen


def case_errors_under_a_supervisor():
    with tf.Graph().as_default():
        v1.get_variable("v", initializer=1.0)
        sv = v1.train.Supervisor()
        with sv.managed_session():
            raise ValueError("inside")


def case_data_that_ends_under_a_supervisor():
    with tf.Graph().as_default():
        number = v1.train.range_input_producer(3, num_epochs=1, shuffle=False).dequeue()
        sv = v1.train.Supervisor()
        with sv.managed_session() as session:
            while not sv.should_stop():
                print(int(session.run(number)))
        return sv.should_stop()


def case_a_session_manager():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        manager = v1.train.SessionManager(local_init_op=tf.no_op(), ready_op=v1.report_uninitialized_variables(), recovery_wait_secs=5)
        print(manager.recover_session("", saver=v1.train.Saver(), checkpoint_dir="/no/such")[1])
        print(float(manager.prepare_session("", init_op=v1.global_variables_initializer()).run(v)))
        try:
            manager.prepare_session("", checkpoint_dir="a", checkpoint_filename_with_path="b", saver=v1.train.Saver())
        except ValueError as e:
            print(e)
        manager.wait_for_session("", max_wait_secs=1)


def case_threads_that_loop():
    coord, seen = v1.train.Coordinator(), []

    def work(limit):
        seen.append(len(seen))
        if len(seen) == limit:
            coord.request_stop()

    thread = v1.train.LooperThread.loop(coord, 0.001, work, args=(3,))
    coord.join([thread], stop_grace_period_secs=10)
    return seen, coord.joined, thread.daemon


def _places_of_a_checkpoint():
    v1.get_variable("w", initializer=4.0)
    saver, first = v1.train.Saver(max_to_keep=2), v1.train.Saver(write_version=1)
    with v1.Session() as session:
        for path in "none/a", "one/a", "two/deep/a", "./three/a", "four/", "file/a", "five/a":
            open("file", "w").close()
            try:
                print((first if path == "five/a" else saver).save(session, path))
            except ValueError as e:
                print(e)
            print(sorted(p.name for p in os.scandir(".") if p.is_dir()))
            session.run(v1.global_variables_initializer())
    print(saver.saver_def, saver._var_list, v1.train.Saver(defer_build=True).saver_def)


def case_folders_of_checkpoints():
    """A saver makes the last folder of a path, and that only when there is something to put into it."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, tf.Graph().as_default():
        os.chdir(folder)
        try:
            _places_of_a_checkpoint()
        finally:
            os.chdir(before)


def case_feeds_of_other_shapes():
    with tf.Graph().as_default(), v1.Session() as session:
        feeds = [(v1.placeholder(tf.float32, shape), value) for shape in ([None, 7], [None], [], [2]) for value in ([[1.0]], 3.0, [])]
        try:
            for choose in v1.enable_v2_tensorshape, v1.disable_v2_tensorshape:
                choose()
                for to, value in feeds:
                    try:
                        print(session.run(to, {to: value}))
                    except ValueError as e:
                        print(e)
        finally:
            v1.enable_v2_tensorshape()
