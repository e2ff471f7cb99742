"""The places of a graph's iterators in checkpoints of `Saver`, and other saveable objects among its variables."""

import tempfile

from tensorflow.python.training.saving import saveable_object

v1 = tf.compat.v1
Dataset = tf.data.Dataset
make_saveable = tf.data.experimental.make_saveable_from_iterator


def _dataset(kind):
    return {
        "plain": lambda: Dataset.range(6),
        "batches": lambda: Dataset.range(14).map(lambda x: x * 2).batch(2),
        "shuffled": lambda: Dataset.range(9).shuffle(4, seed=3).repeat(2),
        "several": lambda: Dataset.range(3).flat_map(lambda x: Dataset.range(x, x + 3)),
    }[kind]()


def case_a_training_that_goes_on():
    for kind in ("plain", "batches", "shuffled", "several"):
        folder, found = tempfile.mkdtemp(), []
        for start in range(3):
            with tf.Graph().as_default(), v1.Session() as sess:
                iterator = v1.data.make_initializable_iterator(_dataset(kind))
                element = iterator.get_next()
                count = v1.get_variable("count", initializer=0)
                saveable = make_saveable(iterator)
                v1.add_to_collection(v1.GraphKeys.SAVEABLE_OBJECTS, saveable)
                saver = v1.train.Saver()
                sess.run([iterator.initializer, count.initializer])
                if start:
                    saver.restore(sess, folder + "/place")
                for _ in range(2):
                    found.append(sess.run(element).tolist())
                    sess.run(count.assign_add(1))
                saver.save(sess, folder + "/place", write_meta_graph=False)
                print(kind, sess.run(count), found, saveable.name, [s.name for s in saveable.specs])


def case_iterators_that_begin_by_themselves():
    with tf.Graph().as_default(), v1.Session() as sess:
        iterators = [v1.data.make_one_shot_iterator(Dataset.range(start, start + 5)) for start in (0, 50)]
        elements = [iterator.get_next() for iterator in iterators]
        saver = v1.train.Saver([make_saveable(iterator) for iterator in iterators])
        print(sess.run(elements), sess.run(elements[0]))
        path = saver.save(sess, tempfile.mkdtemp() + "/place", write_meta_graph=False)
        print(sess.run(elements))
        saver.restore(sess, path)
        print(sess.run(elements))
        while True:
            try:
                sess.run(elements[0])
            except tf.errors.OutOfRangeError:
                break
        saver.save(sess, path, write_meta_graph=False)
        saver.restore(sess, path)
        try:
            sess.run(elements[0])
        except tf.errors.OutOfRangeError as e:
            print(type(e).__name__)


def case_places_that_are_not_saved():
    def drawn(x):
        return tf.cast(x, tf.float32) + tf.random.uniform([])

    for policy in (None, "fail", "ignore", "warn", tf.data.experimental.ExternalStatePolicy.IGNORE, "other"):
        with tf.Graph().as_default(), v1.Session() as sess:
            iterator = v1.data.make_initializable_iterator(Dataset.range(3).map(drawn))
            try:
                saver = v1.train.Saver([make_saveable(iterator, policy)])
                try:
                    saver.save(sess, tempfile.mkdtemp() + "/place", write_meta_graph=False)
                except tf.errors.FailedPreconditionError as e:
                    print(type(e).__name__, "not been initialized" in str(e))
                sess.run(iterator.initializer)
                saver.save(sess, tempfile.mkdtemp() + "/place", write_meta_graph=False)
                print(policy, "saved")
            except (ValueError, tf.errors.FailedPreconditionError) as e:
                print(policy, type(e).__name__, str(e) if isinstance(e, ValueError) else "stateful" in str(e))


class Both(saveable_object.SaveableObject):
    """Two variables under names of their own, the second of which comes back doubled."""

    def __init__(self, first, second):
        self.variables = first, second
        specs = [saveable_object.SaveSpec(second.read_value(), "", "b"), saveable_object.SaveSpec(first.read_value() + 1.0, "", "a")]
        super().__init__(first, specs, "both")

    def restore(self, restored_tensors, restored_shapes):
        second, first = restored_tensors
        return tf.group(self.variables[0].assign(first), self.variables[1].assign(second * 2.0))


def case_a_saveable_of_two_tensors():
    with tf.Graph().as_default(), v1.Session() as sess:
        first, second, third = (v1.get_variable(name, initializer=value) for name, value in (("x", 1.0), ("y", 2.0), ("z", 3.0)))
        saver = v1.train.Saver([Both(first, second), third])
        sess.run(v1.global_variables_initializer())
        path = saver.save(sess, tempfile.mkdtemp() + "/both", write_meta_graph=False)
        print(sorted(tf.train.load_checkpoint(path).get_variable_to_shape_map()))
        sess.run([v.assign(9.0) for v in (first, second, third)])
        saver.restore(sess, path)
        print([float(x) for x in sess.run([first, second, third])])
