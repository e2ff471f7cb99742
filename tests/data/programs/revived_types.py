"""Objects of registered classes, which come back from SavedModels as themselves."""

import os
import tempfile

load = tf.__internal__.saved_model.load


class _Scaled(tf.Module):
    def __init__(self, by=None):
        super().__init__()
        if by is not None:
            self.by = tf.Variable(by)

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def __call__(self, x):
        return x * self.by

    def doubled(self):
        return 2 * self.by


def _registration(version, *bounds, **options):
    return load.VersionedTypeRegistration(lambda message: _Scaled(), version, *bounds, **options)


def _saved(x):
    path = tempfile.mkdtemp()
    tf.saved_model.save(x, path)
    return path


def case_comes_back():
    given = []

    def give(made, name, value):
        given.append(name)
        setattr(made, name, value)

    load.register_revived_type("case_comes_back", lambda x: type(x) is _Scaled, [_registration(1, 1, 1, setter=give)])
    found = tf.saved_model.load(_saved(_Scaled(3.0)))
    return type(found).__name__, float(found.doubled()), float(found(2.0)), "by" in given, "case_comes_back" in load.registered_identifiers()


def case_within_another():
    class Inner(_Scaled):
        pass

    load.register_revived_type("case_within", lambda x: type(x) is Inner, [load.VersionedTypeRegistration(lambda m: Inner(), 1, 1, 1)])
    outer = tf.Module()
    outer.inner, outer.items = Inner(2.0), [Inner(4.0)]
    found = tf.saved_model.load(_saved(outer))
    return type(found.inner).__name__, float(found.inner.doubled()), type(found.items[0]).__name__, type(found).__name__


def case_later_versions():
    class Kept(_Scaled):
        pass

    def admits(x):
        return type(x) is Kept

    made = []
    for number, bounds, bad in ((3, (1, 2), [7]), (5, (4, 1), None), (7, (1, 1), None)):
        versions = [load.VersionedTypeRegistration(lambda m: Kept(), 3, 1, 2, bad_consumers=[7])]
        load.register_revived_type("case_later", admits, versions)
        path = _saved(Kept(1.0))
        load.register_revived_type("case_later", admits, [load.VersionedTypeRegistration(lambda m: Kept(), number, *bounds, bad_consumers=bad)])
        made.append(type(tf.saved_model.load(path)).__name__)
    return made


def case_wrong():
    for versions in ([], [_registration(1, 1, 1), _registration(1, 1, 1)]):
        try:
            load.register_revived_type("case_wrong", lambda x: False, versions)
        except AssertionError as e:
            print(e)
    return os.path.exists("nowhere")
