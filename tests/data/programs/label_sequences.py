"""Labels of connectionist temporal classification: padding, what ends them, settings of TensorFlow 1, and what is refused."""

import numpy as np

v1 = tf.compat.v1
CHANCES = tf.nn.softmax(tf.constant(np.random.RandomState(0).randn(3, 8, 5).astype("f")))


def rows_of(rows):
    places = [[i, j] for i, row in enumerate(rows) for j in range(len(row))]
    values = [label for row in rows for label in row]
    return tf.SparseTensor(tf.constant(places, tf.int64), tf.constant(values, tf.int32), [len(rows), max(map(len, rows))])


def shown(loss):
    """The losses and the size of their gradient for each sequence, or the error."""
    try:
        with tf.GradientTape() as tape:
            tape.watch(CHANCES)
            found = loss()
        sizes = tf.reduce_sum(tf.abs(tape.gradient(found, CHANCES)), [1, 2])
        return [[float(f"{v:.4g}") for v in x.numpy().ravel()] for x in (found, sizes)]
    except tf.errors.InvalidArgumentError as e:
        return e.message.split("}} ")[-1].split(" [Op:")[0]


def both_ways(loss):
    logger = tf.get_logger()
    logger.disabled = True  # it advises against so many functions
    try:
        return shown(loss), shown(tf.function(loss)) if isinstance(shown(loss), list) else None
    finally:
        logger.disabled = False


def case_batch_cost_of_padded_labels():
    def cost(labels, lengths, frames=((8,), (8,), (8,))):
        return both_ways(lambda: tf.keras.backend.ctc_batch_cost(tf.constant(labels), CHANCES, tf.constant(frames), tf.constant(lengths)[:, None]))

    whole = [[0, 1, 2], [3, 3, 1]]
    for first in [1, 2, 99], [1, 2, 4], [1, 99, 2], [99, 1, 2], [-1, 1, 2], [1, 2, -1], [1.0, 2.0, 99.0]:
        print(first, cost([first, *whole], [3, 3, 3]))
    for lengths in [0, 3, 1], [2, 9, 1], [2, -1, 1], [2, 3, 1]:
        print(lengths, cost([[1, 2, 99], *whole], lengths))
    for frames in [[4], [5], [8]], [[5], [5], [8]], [[2], [5], [8]], [[9], [5], [8]]:
        print(frames, cost([[1, 1, 1], [0, 0, 0], [3, 3, 1]], [3, 3, 3], frames))


def case_settings_of_version_1():
    def loss(rows, frames, **settings):
        time_first = lambda: tf.transpose(tf.math.log(CHANCES), [1, 0, 2])
        return both_ways(lambda: v1.nn.ctc_loss(rows_of(rows), time_first(), frames, **settings))

    whole = [[0], [3]]
    settings = {}, {"preprocess_collapse_repeated": True}, {"ctc_merge_repeated": False}, {"ignore_longer_outputs_than_inputs": True}
    for first in [1, 2, 99], [1, 4, 2], [-1], [1, 4, 4], [1, 1, 1, 1, 1], [1, 1, 2, 2, 1]:
        for chosen in settings:
            print(first, chosen, loss([first, *whole], [8, 8, 4], **chosen))
    collapse, unmerged, longer = settings[1:]
    for rows, frames, chosen in [
        ([[1, 1, 1], *whole], [2, 8, 8], collapse | longer),
        ([[1, 1, 1], *whole], [2, 8, 8], collapse),
        ([[1, 4, 4], *whole], [2, 8, 8], {}),
        ([[1, 2, 3], *whole], [0, 8, 8], longer),
        ([[1], [-5], [3]], [8, 0, 8], {}),
        ([[1], [2, 9, 2], [3]], [8, 0, 8], longer),
        ([[], [2, 9, 2], [3]], [0, 0, 8], longer),
        ([[1, 1], [2, 2, 0], [3, 2, 2, 2]], [8, 7, 4], unmerged),
        ([[1, 1], [2, 2, 0], [3, 2, 2, 2]], [8, 7, 3], unmerged | longer),
        ([[1, 1], [2, 2, 0], [3, 2, 2, 2]], [2, 3, 4], unmerged | collapse),
    ]:
        print(rows, frames, chosen, loss(rows, frames, **chosen))


def case_losses_of_version_2():
    def loss(labels, lengths, blank):
        time_first = lambda: tf.transpose(tf.math.log(CHANCES), [1, 0, 2])
        return both_ways(lambda: tf.nn.ctc_loss(labels, time_first(), lengths, [8, 8, 8], blank_index=blank))

    for blank in 0, -1, 2:
        for first in [1, 2, 99], [99, 98, 97], [99, 99, 1], [-1, 1, 2], [0, 1, 2], [2, 2, 2]:
            print(blank, first, loss(tf.constant([first, [2, 1, 0], [3, 3, 1]]), tf.constant([3, 3, 3]), blank))
        # What lies beyond the length does not count, whatever it is.
        for first in [1, 99, 2], [1, -1, -1]:
            print(blank, first, loss(tf.constant([first, [2, 1, 3], [3, 3, 1]]), tf.constant([1, 3, 3]), blank))
        for first in [1, 2, 99], [1, 4, 2], [4], [-1]:
            print(blank, first, loss(rows_of([first, [3], [1]]), None, blank))


def case_sequences_too_long_for_all_frames():
    rows = rows_of([[1, 3, 3, 3], [1, 2], [2, 2, 2]])
    print(both_ways(lambda: v1.nn.ctc_loss(rows, tf.transpose(CHANCES, [1, 0, 2]), [3, 1, 0], ignore_longer_outputs_than_inputs=True)))


def case_narrow_beams():
    for seed in range(30):
        logits = tf.constant(np.random.RandomState(seed).uniform(-3, 3, (9, 2, 4)).astype("f"))
        paths, scores = tf.nn.ctc_beam_search_decoder(logits, [9, 6], beam_width=2 + seed % 6, top_paths=2)
        print(seed, [tf.sparse.to_dense(p, default_value=-1).numpy().tolist() for p in paths], [f"{s:.3g}" for s in scores.numpy().ravel()])
    try:
        tf.nn.ctc_beam_search_decoder(tf.zeros([1, 1, 2]), [1], beam_width=5, top_paths=3)
    except tf.errors.InvalidArgumentError as e:
        print(e.message.split("}} ")[-1].split(" [Op:")[0])


def case_lengths_that_are_none():
    made = []
    numbers = np.random.RandomState(0).randn(5, 2, 4).astype("f")
    labels = np.array([[1, 2], [1, 1]], "i4")
    for label_length, length in (([-1, 2], [5, 5]), ([3, 2], [5, 5]), ([2, 2], [-1, 5]), ([-1, 9], [3, -2])):
        for blank in 0, -1:
            logits = tf.constant(numbers)
            with tf.GradientTape() as tape:
                tape.watch(logits)
                loss = tf.nn.ctc_loss(labels, logits, tf.constant(label_length), tf.constant(length), blank_index=blank)
            made.append([np.round(loss.numpy(), 2).tolist(), (np.round(tape.gradient(loss, logits).numpy(), 2) + 0).tolist()])
    lengths, sparse = tf.constant([-1, 5]), tf.sparse.from_dense(labels)
    for decode in tf.nn.ctc_greedy_decoder, tf.nn.ctc_beam_search_decoder:
        paths, scores = decode(numbers, lengths)
        made.append([paths[0].values.numpy().tolist(), paths[0].dense_shape.numpy().tolist(), np.round(scores.numpy(), 2).tolist()])
    for given in lengths, tf.constant([2, 6]):
        try:
            tf.compat.v1.nn.ctc_loss(sparse, numbers, given)
        except tf.errors.InvalidArgumentError as e:
            made.append(e.message)
    return repr(made)
