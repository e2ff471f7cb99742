"""Adam that leaves rows without a gradient alone."""

import tfshim as tf
from tfshim.compat.v1.train.adaptive import AdamOptimizer
from tfshim.control_flow import group
from tfshim.engine.ops.indexed_slices import IndexedSlices


class LazyAdamOptimizer(AdamOptimizer):
    """Adam whose moments of rows without a gradient do not decay, and which does not move these rows."""

    def _resource_apply_sparse(self, grad, handle, indices):
        power1, power2, rate, beta1, beta2, epsilon = self._numbers(grad)
        rate = rate * tf.sqrt(1 - power2) / (1 - power1)
        m, v = self.get_slot(handle, "m"), self.get_slot(handle, "v")
        new_m = beta1 * tf.gather(m, indices) + (1 - beta1) * grad
        new_v = beta2 * tf.gather(v, indices) + (1 - beta2) * tf.square(grad)
        step = rate * new_m / (tf.sqrt(new_v) + epsilon)
        updates = [x.scatter_update(IndexedSlices(rows, indices), self._use_locking) for x, rows in ((m, new_m), (v, new_v))]
        return group(handle.scatter_sub(IndexedSlices(step, indices), self._use_locking), *updates)
