"""Input pipelines of queues: readers, producers, batches, and the threads that run them."""

import os
import tempfile

import numpy as np

v1 = tf.compat.v1


def _files():
    folder = tempfile.mkdtemp()
    names = [os.path.join(folder, f"f{i}.csv") for i in range(2)]
    for i, name in enumerate(names):
        with open(name, "w") as file:
            file.write("".join(f"{n},{n * 0.5},n{n}\n" for n in range(3 * i, 3 * i + 3)))
    return folder, names


def _plain(numbers):
    return [int(n) for n in numbers]


def _why(f):
    """The type of an exception and the line of its text that says what happened."""
    try:
        return f()
    except Exception as e:
        text = getattr(e, "message", str(e)).split("\n\t")[0].split("\n")[-1]
        return type(e).__name__, text.replace("_0_", "_N_") if "Queue '" not in text else text[: text.index("'")] + text[text.rindex("'") :]


def _run(build, use, **producers):
    with tf.Graph().as_default(), v1.Session() as session:
        made = build()
        session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        coord = v1.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coord)
        try:
            use(session, made, coord)
        finally:
            coord.request_stop()
            coord.join(threads)


def _until_over(session, made, coord):
    while not coord.should_stop():
        try:
            print(session.run(made))
        except tf.errors.OutOfRangeError as e:
            print(_why(lambda e=e: (_ for _ in ()).throw(e)))
            break


def case_lines_of_csv_in_batches():
    _, names = _files()

    def build():
        queue = v1.train.string_input_producer(names, num_epochs=1, shuffle=False)
        reader = v1.TextLineReader(skip_header_lines=1)
        _, value = reader.read(queue)
        columns = v1.decode_csv(value, record_defaults=[[0], [0.0], [""]])
        made = v1.train.batch(columns, batch_size=3, allow_smaller_final_batch=True)
        print(queue.name, value.shape, made[0].shape, made, [v.name for v in v1.local_variables()])
        for runner in v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS):
            print(runner.name, [o.name for o in runner.enqueue_ops], runner.close_op.name, runner.cancel_op.name)
        print([s.name for s in v1.get_collection(v1.GraphKeys.SUMMARIES)])
        return made

    _run(build, _until_over)


def case_names_of_threads():
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.batch([v1.train.range_input_producer(5, shuffle=False).dequeue()], 2, num_threads=2)
        threads = v1.train.start_queue_runners(session, v1.train.Coordinator(), start=False)
        return [(t.name, t.daemon) for t in threads], v1.train.start_queue_runners(session)


def case_an_unset_count_of_epochs_is_reported():
    level = v1.logging.get_verbosity()
    v1.logging.set_verbosity(v1.logging.WARN)
    try:
        with tf.Graph().as_default(), v1.Session() as session:
            number = v1.train.range_input_producer(5, num_epochs=2, shuffle=False).dequeue()
            coord = v1.train.Coordinator()
            threads = v1.train.start_queue_runners(session, coord)
            print(_why(lambda: session.run(number)))
            coord.request_stop()
            return type(_why(lambda: coord.join(threads))[0]), coord.should_stop()
    finally:
        v1.logging.set_verbosity(level)


def case_epochs():
    _run(lambda: v1.train.batch([v1.train.range_input_producer(3, num_epochs=2, shuffle=False).dequeue()], 2), _until_over)


def case_rows_of_tensors_that_fit_together():
    def build():
        images, labels = tf.constant(np.arange(8).reshape(4, 2)), tf.constant([0, 1, 2, 3])
        made = v1.train.slice_input_producer([images, labels], num_epochs=1, shuffle=False)
        print(made)
        return v1.train.batch(made, 2)

    _run(build, _until_over)


def case_shuffled_with_a_seed():
    def use(session, made, coord):
        rows = [session.run(made).tolist() for _ in range(4)]
        print(sorted(sum(rows, [])), [len(r) for r in rows])

    def build():
        number = v1.train.range_input_producer(8, num_epochs=1, seed=3).dequeue()
        made = v1.train.shuffle_batch([number], 2, capacity=10, min_after_dequeue=3, seed=5)
        print(made, [s.name for s in v1.get_collection(v1.GraphKeys.SUMMARIES)])
        return made

    _run(build, use)


def case_dictionaries_of_various_lengths():
    def build():
        n = v1.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
        made = v1.train.batch({"x": tf.range(n), "y": n}, batch_size=2, dynamic_pad=True)
        print(made)
        return made

    _run(build, _until_over)


def case_many_at_a_time():
    _run(
        lambda: v1.train.batch([tf.constant([1, 2, 3]), tf.constant(["a", "b", "c"])], 4, enqueue_many=True),
        lambda session, made, coord: print(session.run(made), session.run(made)),
    )


def case_some_are_left_out():
    def build():
        n = v1.train.range_input_producer(7, num_epochs=1, shuffle=False).dequeue()
        return v1.train.maybe_batch([n, -n], n % 3 > 0, 2, allow_smaller_final_batch=True)

    _run(build, _until_over)


def case_rows_are_left_out():
    def build():
        n = v1.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
        rows = tf.stack([n, n + 10, n + 20])
        return v1.train.maybe_batch([rows], rows % 2 > 0, 3, enqueue_many=True, allow_smaller_final_batch=True)

    _run(build, _until_over)


def case_sparse_tensors():
    def build():
        n = v1.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
        made = v1.train.batch([n, tf.sparse.from_dense(tf.stack([n, 0, 2 * n]))], 2)
        print(made[1].dtype, made[1].shape)
        return made[0], tf.sparse.to_dense(made[1])

    _run(build, _until_over)


def case_joined():
    def build():
        n = v1.train.range_input_producer(6, num_epochs=1, shuffle=False).dequeue()
        made = v1.train.batch_join([[n, tf.constant("a")], [n, tf.constant("b")]], 3)
        more = v1.train.shuffle_batch_join([[tf.constant(1)], [tf.constant(1)]], batch_size=2, capacity=8, min_after_dequeue=2)
        print(made, more, [len(r.enqueue_ops) for r in v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS)])
        return made, more

    def use(session, made, coord):
        numbers = [session.run(made[0])[0].tolist() for _ in range(2)]
        print(sorted(sum(numbers, [])), session.run(made[1]))

    _run(build, use)


def case_bad_arguments():
    with tf.Graph().as_default():
        n = tf.constant(1)
        for f in (
            lambda: v1.train.batch([v1.placeholder(tf.float32)], 2),
            lambda: v1.train.string_input_producer([]),
            lambda: v1.train.batch([], 2),
            lambda: v1.train.limit_epochs(n, num_epochs=0),
            lambda: v1.train.input_producer(n),
            lambda: v1.train.slice_input_producer([]),
            lambda: v1.train.batch([v1.placeholder(tf.float32, [None])], 2),
            lambda: v1.train.maybe_batch([n], [True], 2),
            lambda: v1.train.batch_join([], 2),
            lambda: v1.train.start_queue_runners(),
            lambda: v1.train.QueueRunner(),
            lambda: v1.FIFOQueue(1, tf.int32, shapes=[[None]]),
            lambda: v1.train.input_producer(v1.placeholder(tf.float32, [2, None])),
        ):
            print(_why(f))
    print(_why(lambda: v1.train.start_queue_runners()))
    print(_why(lambda: v1.TextLineReader()))
    print(_why(lambda: v1.train.string_input_producer(["a"])))


def _read_all(make, names, count, folder):
    with tf.Graph().as_default(), v1.Session() as session:
        reader, queue = make(), v1.FIFOQueue(9, tf.string, shapes=[])
        fill, close, record, several = queue.enqueue_many([names]), queue.close(), reader.read(queue), reader.read_up_to(queue, 3)
        numbers = [reader.num_records_produced(), reader.num_work_units_completed()]
        reset = reader.reset()
        print(reader.reader_ref.op.type, reader.supports_serialize, record, several, reset.name, numbers)
        session.run(fill)
        print([[x.replace(folder.encode(), b"") for x in part] for part in session.run(several)], _plain(session.run(numbers)))
        session.run(close)
        for _ in range(count):
            print(_why(lambda: [x.replace(folder.encode(), b"") for x in session.run(record)]))
        print(_plain(session.run(numbers)))
        session.run(reset)
        print(_plain(session.run(numbers)))


def case_text_lines():
    folder, names = _files()
    _read_all(lambda: v1.TextLineReader(skip_header_lines=1), names, 3, folder)


def case_whole_files():
    folder, names = _files()
    _read_all(v1.WholeFileReader, names, 2, folder)


def case_names_themselves():
    _read_all(v1.IdentityReader, ["a", "b"], 2, "/")


def case_records():
    folder, _ = _files()
    path = os.path.join(folder, "r.tfrecord")
    with tf.io.TFRecordWriter(path, "GZIP") as writer:
        for i in range(5):
            writer.write(b"record %d" % i)
    _read_all(lambda: v1.TFRecordReader(options=tf.io.TFRecordOptions("GZIP")), [path], 3, folder)


def case_fixed_lengths():
    folder, _ = _files()
    path = os.path.join(folder, "fixed")
    with open(path, "wb") as file:
        file.write(b"HD" + bytes(range(9)) + b"F")
    _read_all(lambda: v1.FixedLengthRecordReader(3, header_bytes=2, footer_bytes=1), [path], 1, folder)
    _read_all(lambda: v1.FixedLengthRecordReader(4, header_bytes=2, footer_bytes=1, hop_bytes=2), [path], 1, folder)
    _read_all(lambda: v1.FixedLengthRecordReader(5), [path], 1, folder)


def case_missing_files():
    _read_all(lambda: v1.IdentityReader(name="mine"), ["x"], 1, "/")
    with tf.Graph().as_default(), v1.Session() as session:
        queue = v1.FIFOQueue(9, tf.string, shapes=[])
        session.run(queue.enqueue(["/no/such/file"]))
        return _why(lambda: session.run(v1.TextLineReader().read(queue)))


def case_states_of_readers():
    with tf.Graph().as_default(), v1.Session() as session:
        queue, reader = v1.FIFOQueue(9, tf.string, shapes=[]), v1.IdentityReader()
        session.run(queue.enqueue_many([["a", "b", "c"]]))
        record, state, count = reader.read(queue), reader.serialize_state(), reader.num_records_produced()
        session.run(record)
        saved = session.run(state)
        session.run(record)
        print(saved, int(session.run(count)))
        session.run(reader.restore_state(saved))
        print(int(session.run(count)), session.run(record))
        print(_why(lambda: session.run(v1.TextLineReader().serialize_state())))


def case_matching_names():
    folder, _ = _files()
    with tf.Graph().as_default(), v1.Session() as session:
        names = v1.train.match_filenames_once(os.path.join(folder, "*.csv"))
        session.run(v1.local_variables_initializer())
        print(names.shape, [v is names for v in v1.local_variables()])
        return [n.replace(folder.encode(), b"") for n in session.run(names)]


def case_queues_by_hand():
    with tf.Graph().as_default(), v1.Session() as session:
        queue = v1.RandomShuffleQueue(20, 2, [tf.int32, tf.string], shapes=[[], [1]], names=["n", "s"], seed=3)
        fill = queue.enqueue_many({"n": tf.range(8), "s": tf.fill([8, 1], "x")})
        session.run(fill)
        got = queue.dequeue_many(3)
        print(got, queue.name, fill.name)
        print(session.run(got)["n"].tolist(), session.run(queue.size()))
        session.run(queue.close())
        print(session.run(queue.dequeue_up_to(9))["n"].tolist(), _why(lambda: session.run(got)))


def case_a_queue_runner_of_ones_own():
    with tf.Graph().as_default(), v1.Session() as session:
        queue = v1.FIFOQueue(4, tf.float32, shapes=[])
        x = v1.get_variable("x", initializer=0.0)
        runner = v1.train.QueueRunner(queue, [queue.enqueue(x.assign_add(1.0))])
        session.run(v1.global_variables_initializer())
        coord = v1.train.Coordinator()
        threads = runner.create_threads(session, coord=coord, start=True)
        total = tf.reduce_sum(queue.dequeue_many(10))
        print(float(session.run(total)), runner.create_threads(session, coord=coord))
        coord.request_stop()
        coord.join(threads)
        return bool(session.run(x) > 9), runner.exceptions_raised


def case_pieces_of_packed_files():
    import gzip
    import zlib

    folder, data = tempfile.mkdtemp(), b"HHaabbccF"
    packed = {"": data, "GZIP": gzip.compress(data), "ZLIB": zlib.compress(data), "other": data}
    made = []
    for kind, content in packed.items():
        path = os.path.join(folder, f"pieces{kind}")
        with open(path, "wb") as file:
            file.write(content)
        with tf.Graph().as_default():
            queue = v1.FIFOQueue(2, [tf.string], [[]])
            reader = v1.FixedLengthRecordReader(2, 2, 1, encoding=kind)
            raw = tf.raw_ops.FixedLengthRecordReaderV2(record_bytes=2, header_bytes=2, footer_bytes=1, encoding=kind)
            values = reader.read(queue)[1], tf.raw_ops.ReaderReadV2(reader_handle=raw, queue_handle=queue.queue_ref)[1]
            with v1.Session() as session:
                session.run(queue.enqueue_many([[path, path]]))
                made.append([[session.run(value) for _ in range(3)] for value in values])
    return repr(made)


def case_events_of_a_growing_file():
    folder = tempfile.mkdtemp()
    writer = tf.summary.create_file_writer(folder)

    def add(step):
        with writer.as_default():
            tf.summary.scalar("a", 1.0, step)
        writer.flush()

    add(3)
    path = os.path.join(folder, os.listdir(folder)[0])
    events = v1.train.summary_iterator(path)
    made = [[e.step for e in events], next(events, "end")]
    add(7)
    made += [[e.step for e in events], iter(events) is events]
    with open(path, "rb") as whole, open(path + "cut", "wb") as cut:
        content = whole.read()
        cut.write(content[:-5])
    events = v1.train.summary_iterator(path + "cut")
    made.append([next(events).step, next(events).step, _why(lambda: next(events))[0]])
    with open(path + "cut", "wb") as cut:
        cut.write(content)
    made.append([e.step for e in events])
    try:
        v1.train.summary_iterator(os.path.join(folder, "none"))
    except tf.errors.NotFoundError as e:
        made.append(type(e).__name__)
    return repr(made)


def case_wrong_sets_of_tensors():
    """Sets of tensors that do not go together, and producers without examples, in graphs and outside them."""
    sets = (
        [{"a": 1, "b": 2}, {"a": 1, "c": 2}],
        [{"a": 1, "b": 2}, {"a": 1}],
        [{"a": 1}, {"a": 1, "b": 2}],
        [{"a": 1}, [1]],
        [[1], [1.0]],
        [],
    )
    for given in sets:
        for join, more in ((v1.train.batch_join, {}), (v1.train.shuffle_batch_join, {"capacity": 8, "min_after_dequeue": 2})):
            with tf.Graph().as_default():
                print(_why(lambda join=join, more=more, given=given: join(given, 2, **more)))
    for call in (
        lambda: v1.train.string_input_producer([]),
        lambda: v1.train.string_input_producer(()),
        lambda: v1.train.slice_input_producer([]),
        lambda: v1.train.limit_epochs(3, 0),
        lambda: v1.train.limit_epochs(3, 1),
        lambda: v1.train.range_input_producer(3),
    ):
        print(_why(call))
        with tf.Graph().as_default():
            print(_why(lambda call=call: type(call()).__name__))


def case_names_found_once_by_either_name():
    """`tf.io.match_filenames_once` gives a local variable of any length in graphs, and a variable elsewhere."""
    folder, names = _files()
    pattern = os.path.join(folder, "*")
    with tf.Graph().as_default(), v1.Session() as session:
        made = [tf.io.match_filenames_once(pattern), tf.io.match_filenames_once(names, name="listed")]
        for one in made:
            print(one.name, one.shape, one.dtype, one.trainable)
        print(len(v1.local_variables()), len(v1.global_variables()))
        session.run(v1.local_variables_initializer())
        tf.io.gfile.remove(names[0])
        print([[os.path.basename(x) for x in sorted(session.run(one))] for one in made])
    for one in (tf.io.match_filenames_once(pattern), tf.io.match_filenames_once([pattern], name="left")):
        print(one.name, one.shape, one.trainable, [os.path.basename(x) for x in one.numpy()])
    print(tf.io.match_filenames_once is v1.io.match_filenames_once is v1.train.match_filenames_once)
