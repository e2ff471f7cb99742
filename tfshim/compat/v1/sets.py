"""`tf.compat.v1.sets`: as `tf.sets`, and under the old names."""

from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere

__all__ = """
    difference intersection set_difference set_intersection set_size set_union size union
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere(
    "sets", "set_difference=sets.difference set_intersection=sets.intersection set_size=sets.size set_union=sets.union", "tfshim.sets"
)
