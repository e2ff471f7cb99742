"""Subclasses of the legacy optimizers: what they override, what `super()` does then, and what they find in `apply_state`."""

import numpy as np

K = tf.keras.optimizers.legacy
ALL = {
    "SGD": lambda cls, **more: cls(0.1, **more),
    "SGD with momentum": lambda cls, **more: cls(0.1, momentum=0.9, **more),
    "SGD with Nesterov": lambda cls, **more: cls(0.1, momentum=0.9, nesterov=True, **more),
    "Adam": lambda cls, **more: cls(0.1, **more),
    "Adam with amsgrad": lambda cls, **more: cls(0.1, amsgrad=True, **more),
    "Adam with decay": lambda cls, **more: cls(0.1, decay=0.5, **more),
    "Adam by schedule": lambda cls, **more: cls(tf.keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5), **more),
    "Adamax": lambda cls, **more: cls(0.1, **more),
    "Nadam": lambda cls, **more: cls(0.1, **more),
    "RMSprop": lambda cls, **more: cls(0.1, **more),
    "RMSprop with momentum": lambda cls, **more: cls(0.1, momentum=0.5, **more),
    "RMSprop centered": lambda cls, **more: cls(0.1, centered=True, **more),
    "RMSprop centered with momentum": lambda cls, **more: cls(0.1, centered=True, momentum=0.5, **more),
    "Adagrad": lambda cls, **more: cls(0.1, **more),
    "Adadelta": lambda cls, **more: cls(0.1, **more),
    "Ftrl": lambda cls, **more: cls(0.1, **more),
    "Ftrl with penalties": lambda cls, **more: cls(
        0.1, beta=0.1, l1_regularization_strength=0.01, l2_regularization_strength=0.02, l2_shrinkage_regularization_strength=0.1, **more),
}


def _base(name):
    return getattr(K, name.split()[0])


def _told(x):
    x = np.asarray(x, "float64")
    return np.reshape([float("%.3g" % v) + 0.0 for v in x.ravel()], x.shape).tolist()


def _steps(optimizer, in_function):
    """Three steps on a dense variable and on one of whose rows some have gradients, twice in one of them."""
    dense, rows = tf.Variable([1.0, -2.0, 3.0]), tf.Variable(np.arange(8, dtype="float32").reshape(4, 2))

    def step(i):
        sparse = tf.IndexedSlices(tf.constant([[0.1, 0.2], [0.3, -0.4], [0.5, 0.6]]) * i, tf.constant([1, 3, 1]), tf.constant([4, 2]))
        optimizer.apply_gradients([(tf.constant([0.5, 0.1, -0.2]) * i, dense), (sparse, rows)])

    run = tf.function(step) if in_function else step
    for i in range(1, 4):
        run(tf.constant(float(i)))
    return [_told(dense), _told(rows), *[_told(w) for w in optimizer.get_weights()[1:]]]


def _decoupled(base):
    class Decoupled(base):
        """Weights decay before each update; everything else is the base's."""

        def _prepare_local(self, var_device, var_dtype, apply_state):
            super()._prepare_local(var_device, var_dtype, apply_state)
            apply_state[(var_device, var_dtype)]["decays"] = tf.constant(0.1, var_dtype)

        def _decay(self, var, apply_state):
            c = (apply_state or {}).get((var.device, var.dtype.base_dtype)) or self._fallback_apply_state(var.device, var.dtype.base_dtype)
            return var.assign_sub(c["decays"] * c["lr_t"] * var, use_locking=self._use_locking)

        def _resource_apply_dense(self, grad, var, apply_state=None):
            with tf.control_dependencies([self._decay(var, apply_state)]):
                return super()._resource_apply_dense(grad, var, apply_state=apply_state)

        def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
            with tf.control_dependencies([self._decay(var, apply_state)]):
                return super()._resource_apply_sparse(grad, var, indices, apply_state=apply_state)

    return Decoupled


def case_updates_that_go_on_to_the_base():
    return [(name, _steps(make(_decoupled(_base(name))), False)) for name, make in ALL.items()]


def case_updates_that_go_on_to_the_base_in_functions():
    return [(name, _steps(make(_decoupled(_base(name))), True)) for name, make in ALL.items()]


def case_updates_of_the_base_without_state():
    def without(base):
        class Without(base):
            def _resource_apply_dense(self, grad, var, **kwargs):
                assert not kwargs
                return super()._resource_apply_dense(2.0 * grad, var)

        return Without

    return [(name, _steps(make(without(_base(name))), False)[0]) for name, make in ALL.items()]


def case_what_is_in_the_state():
    found = []
    for name, make in ALL.items():
        optimizer, v = make(_base(name)), tf.Variable([1.0, 2.0])
        optimizer.apply_gradients([(tf.constant([0.1, 0.2]), v)])
        ((device, dtype), state), = optimizer._prepare([v]).items()
        found.append((name, device, dtype, sorted((key, float("%.5g" % float(value))) for key, value in state.items())))
    return found


def case_arguments_of_updates():
    return [(name, o._dense_apply_args, o._sparse_apply_args, o._use_locking, o._HAS_AGGREGATE_GRAD)
            for name, o in ((name, make(_base(name))) for name, make in ALL.items())]


def case_a_mixin_beside_the_hierarchy():
    class Halved:
        def _decayed_lr(self, var_dtype):
            return super()._decayed_lr(var_dtype) * 0.5

    return [(name, _steps(make(type("Mixed", (Halved, _base(name)), {})), False)[:2]) for name, make in ALL.items()]


def case_gradients_are_changed_in_order():
    said = []

    class Says(K.SGD):
        def _transform_unaggregated_gradients(self, grads_and_vars):
            said.append("before the sum")
            return super()._transform_unaggregated_gradients(grads_and_vars)

        def _aggregate_gradients(self, grads_and_vars):
            said.append("sum")
            return [(g * 2.0, v) for g, v in super()._aggregate_gradients(grads_and_vars)]

        def _transform_gradients(self, grads_and_vars):
            said.append("after the sum")
            return [(g + 1.0, v) for g, v in super()._transform_gradients(grads_and_vars)]

    v = tf.Variable([1.0, 2.0])
    optimizer = Says(0.1, clipvalue=0.5)
    optimizer.apply_gradients([(tf.constant([3.0, 0.1]), v)])
    optimizer.apply_gradients([(tf.constant([3.0, 0.1]), v)], experimental_aggregate_gradients=False)
    return said, _told(v)


def case_rows_by_hand():
    class Rows(K.Optimizer):
        def __init__(self):
            super().__init__("Rows")
            self._set_hyper("learning_rate", 0.5)

        def _create_slots(self, var_list):
            for v in var_list:
                self.add_slot(v, "seen", "ones")

        def _resource_apply_sparse(self, grad, var, indices):
            seen = self._resource_scatter_update(self.get_slot(var, "seen"), indices, tf.square(grad))
            return self._resource_scatter_add(var, indices, -self._decayed_lr(tf.float32) * grad), seen

    rows, optimizer = tf.Variable([[1.0], [2.0], [3.0]]), Rows()
    optimizer.apply_gradients([(tf.IndexedSlices(tf.constant([[1.0], [2.0], [4.0]]), tf.constant([2, 0, 2])), rows)])
    return _told(rows), _told(optimizer.get_slot(rows, "seen")), optimizer.get_slot_names()


def case_nothing_overridden():
    K.Optimizer("none").apply_gradients([(tf.constant([1.0]), tf.Variable([1.0]))])


def case_no_rows():
    class Dense(K.Optimizer):
        def _resource_apply_dense(self, grad, var):
            return var.assign_sub(grad)

    Dense("dense").apply_gradients([(tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])), tf.Variable([1.0]))])


def case_rows_with_a_constraint():
    v = tf.Variable([[1.0], [2.0]], constraint=tf.nn.relu)
    try:
        _decoupled(K.SGD)(0.1).apply_gradients([(tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0])), v)])
    except RuntimeError as e:
        return str(e)[:60]


def case_integers():
    v = tf.Variable([1, 2], name="whole")
    try:
        K.SGD(0.1)._assert_valid_dtypes([v])
    except ValueError as e:
        return str(e)[:60]


def case_a_model_of_such_an_optimizer():
    tf.keras.utils.set_random_seed(3)
    model = tf.keras.Sequential([tf.keras.layers.Embedding(6, 3, input_length=2), tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
    model.compile(_decoupled(K.Adam)(0.05, clipnorm=1.0), "mse")
    x, y = np.array([[1, 2], [3, 4], [5, 1], [0, 0]]), np.arange(8.0).reshape(4, 2)
    history = model.fit(x, y, batch_size=2, epochs=3, shuffle=False, verbose=0).history
    config = model.optimizer.get_config()
    return _told(history["loss"]), {key: _told(v) if isinstance(v, np.generic) else v for key, v in config.items()}
