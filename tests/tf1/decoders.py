"""What programs that decode sequences take: fixed numbers for inputs, memories and variables, in tfshim and where results are recorded."""

import numpy as np

BATCH, TIME, DEPTH, UNITS, WORDS, BEAMS = 3, 5, 4, 6, 7, 3
START, END = [1, 2, 5], 3


def waves(*shape, shift=0.0):
    """Fixed numbers of a shape."""
    return np.sin(np.arange(np.prod(shape)) * 1.7 + shift).reshape(shape).astype("float32")


EMBEDDING, MEMORY, INPUTS = waves(WORDS, DEPTH), waves(BATCH, TIME, 5, shift=1.0), waves(BATCH, TIME, DEPTH, shift=2.0)
LENGTHS, MEMORY_LENGTHS = np.array([5, 2, 4], np.int32), np.array([5, 3, 1], np.int32)


class Values:
    """An initializer that gives every variable fixed numbers by its shape."""

    def __call__(self, shape, dtype=None, **_):
        return waves(*(int(d) for d in shape), shift=len(shape)) * 0.7

    def get_config(self):
        """Nothing."""
        return {}


# name -> (class of the mechanism, whether the lengths of the memory count, its arguments)
MECHANISMS = {
    "luong": ("LuongAttention", True, {}),
    "luong_scaled": ("LuongAttention", True, {"scale": True}),
    "bahdanau": ("BahdanauAttention", True, {}),
    "bahdanau_normalized": ("BahdanauAttention", False, {"normalize": True}),
    "luong_monotonic": ("LuongMonotonicAttention", True, {"score_bias_init": 0.3}),
    "luong_monotonic_hard": ("LuongMonotonicAttention", False, {"mode": "hard"}),
    "bahdanau_monotonic": ("BahdanauMonotonicAttention", True, {"mode": "recursive", "score_bias_init": -0.1}),
}
# name -> arguments of dynamic_decode
TRAININGS = {
    "training": {},
    "training_imputed": {"impute_finished": True},
    "training_time_major": {"output_time_major": True, "maximum_iterations": 3},
}
SEARCHES = {"beams": {}, "beams_long": {"length_penalty_weight": 0.8}, "beams_attention": {"coverage_penalty_weight": 0.5}}
