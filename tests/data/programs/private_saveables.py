"""Saveable objects of a program's own, which objects give to checkpoints by `_gather_saveables_for_checkpoint`."""

import tempfile

from tensorflow.python.training.saving import saveable_object


class Both(saveable_object.SaveableObject):
    """A variable as two tensors, the sum of which comes back."""

    def __init__(self, variable, name):
        specs = [saveable_object.SaveSpec(lambda: variable.read_value() * 10, "", name + "-x", dtype=tf.float32, device="cpu:0")]
        specs.append(saveable_object.SaveSpec(variable.read_value() + 1, "", name + "-y"))
        super().__init__(variable, specs, name)

    def restore(self, restored_tensors, restored_shapes):
        return self.op.assign(restored_tensors[0] + restored_tensors[1])


def case_two_tensors_for_a_variable():
    hidden = tf.Variable(5.0)

    class Own(tf.Module):
        def _gather_saveables_for_checkpoint(self):
            return {"mine": lambda name: Both(hidden, name)}

    saved = tf.train.Checkpoint(own=Own())
    path = saved.write(tempfile.mkdtemp() + "/c")
    hidden.assign(9.0)
    saved.read(path).assert_consumed()
    reader = tf.train.load_checkpoint(path)
    return {k: reader.get_tensor(k).item() for k in sorted(reader.get_variable_to_shape_map()) if "own" in k}, hidden.numpy().item()


def case_what_specs_say():
    x = tf.constant([1.0, 2.0])
    known = saveable_object.SaveSpec(x, "slices", "name")
    made = saveable_object.SaveSpec(lambda: x + 1.0, "", "made", dtype=tf.float32, device="cpu:0")
    both = saveable_object.SaveableObject(x, [known, made], "both")
    try:
        saveable_object.SaveSpec(lambda: x, "", "made")
    except AssertionError as e:
        refused = str(e)
    try:
        both.restore([x], None)
    except ValueError as e:
        abstract = str(e)
    return (
        [known.name, known.slice_spec, known.dtype.name, made.tensor.numpy().tolist(), made.device],
        [both.name, len(both.specs), both.device],
        [refused, abstract],
    )
