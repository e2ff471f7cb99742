"""`CompositeTensor`: a value made of several tensors that operations and functions treat as one."""

import abc

from tfshim.engine import nest


class CompositeTensor(abc.ABC):
    """Base of ragged and sparse tensors, IndexedSlices and extension types.

    A subclass gives `_type_spec`, a `tf.TypeSpec` whose `_to_components` and `_from_components` take values of the
    class apart and put them together. Mirrors TensorFlow's class of that name.
    """

    __module__ = "tensorflow.python.framework.composite_tensor"

    @property
    @abc.abstractmethod
    def _type_spec(self):
        """The `tf.TypeSpec` of this value."""

    def _shape_invariant_to_type_spec(self, shape):
        """The spec of a loop variable that keeps only `shape`; a subclass that can say how overrides this."""
        raise NotImplementedError(f"{type(self).__name__}._shape_invariant_to_type_spec")

    def _consumers(self):
        """The operations of the graph that use any of the component tensors."""
        tensors = [t for t in nest.flatten(self, expand_composites=True) if hasattr(t, "graph")]
        return list(dict.fromkeys(op for t in tensors for op in t.consumers()))
