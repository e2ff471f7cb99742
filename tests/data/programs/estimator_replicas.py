"""Estimators that train and evaluate in two replicas. Recorded in a process of its own."""

import tempfile

import numpy as np
from tensorflow.python.distribute.distribute_config import DistributeConfig

try:
    tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
except RuntimeError:  # devices are in use already: whoever runs this has divided them
    pass
v1, D, E = tf.compat.v1, tf.distribute, tf.estimator
X = np.arange(60).reshape(20, 3).astype("float32") / 60
Y = (X @ np.ones((3, 1))).astype("float32") + 1


def rounded(x):
    return np.round(np.asarray(x, np.float64), 3).ravel().tolist()


def data(batch=4, repeat=None):
    return tf.data.Dataset.from_tensor_slices(({"x": X}, Y)).repeat(repeat).batch(batch)


def mirrored():
    return D.MirroredStrategy(["/cpu:0", "/cpu:1"])


def model_fn(features, labels, mode, params):
    x = v1.layers.batch_normalization(features["x"], training=mode == E.ModeKeys.TRAIN, momentum=0.5) if params.get("normal") else features["x"]
    y = v1.layers.dense(x, 1, kernel_initializer=v1.ones_initializer())
    if mode == E.ModeKeys.PREDICT:
        return E.EstimatorSpec(mode, predictions={"y": y})
    loss = params.get("loss", v1.losses.mean_squared_error)(labels, y)
    counted = {"far": v1.metrics.mean(tf.abs(labels - y)), "mse": v1.metrics.mean_squared_error(labels, y)}
    if mode == E.ModeKeys.EVAL:
        return E.EstimatorSpec(mode, loss=loss, eval_metric_ops=counted)
    optimizer = params.get("optimizer", v1.train.GradientDescentOptimizer)(0.1)
    with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
        step = optimizer.minimize(loss, v1.train.get_or_create_global_step())
    return E.EstimatorSpec(mode, loss=loss, train_op=step)


class Losses(v1.train.SessionRunHook):
    def __init__(self):
        self.seen = []

    def begin(self):
        self.loss = v1.get_collection(v1.GraphKeys.LOSSES)[-1]

    def before_run(self, context):
        return v1.train.SessionRunArgs(self.loss)

    def after_run(self, context, values):
        self.seen.append(round(float(values.results), 3))


def told(estimator, hook=None, slots=True):
    if hook:
        print(hook.seen)
    for name in estimator.get_variable_names():
        if slots or not name.endswith(("Ftrl", "Ftrl_1")):
            print(name, rounded(estimator.get_variable_value(name)))


def result(metrics):
    return {k: round(float(v), 3) for k, v in sorted(metrics.items())}


def config_of(**given):
    # TensorFlow's sessions have the devices that they are told of.
    told = v1.ConfigProto(device_count={"CPU": 2}, allow_soft_placement=True)
    return E.RunConfig(model_dir=tempfile.mkdtemp(), tf_random_seed=1, session_config=told, **given)


def own(train=None, evaluate=None, params=None, **more):
    config = config_of(train_distribute=train, eval_distribute=evaluate, save_summary_steps=2, **more)
    return E.Estimator(model_fn, config=config, params=params or {})


def trained(estimator, steps=5):
    hook = Losses()
    estimator.train(data, hooks=[hook], steps=steps)
    told(estimator, hook)


def case_train():
    trained(own(mirrored()))


def case_sums():
    def summed(labels, y):
        return v1.losses.mean_squared_error(labels, y, reduction=v1.losses.Reduction.SUM)

    trained(own(mirrored(), params={"loss": summed, "optimizer": lambda rate: v1.train.GradientDescentOptimizer(0.01)}))


def case_keras_losses():
    def averaged(labels, y):
        return tf.keras.losses.MeanSquaredError()(labels, y)

    def added(labels, y):
        return tf.reduce_sum(tf.keras.losses.MeanSquaredError(reduction="none")(labels, y)) / 4.0

    trained(own(mirrored(), params={"loss": added, "optimizer": lambda rate: v1.train.MomentumOptimizer(rate / 4, 0.9)}))
    try:
        trained(own(mirrored(), params={"loss": averaged}))
    except ValueError as e:
        print("Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE`" in str(e))


def case_adam_and_normalization():
    trained(own(mirrored(), params={"normal": True, "optimizer": v1.train.AdamOptimizer}))


def case_evaluate():
    for train, evaluate in ((mirrored(), mirrored()), (None, mirrored()), (mirrored(), None)):
        estimator = own(train, evaluate, params={"normal": True})
        print(result(estimator.evaluate(data, steps=2)))
        estimator.train(data, steps=3)
        print(result(estimator.evaluate(lambda: data(repeat=2))), result(estimator.evaluate(lambda: data(batch=3, repeat=2))))
        print([rounded(p["y"]) for p in estimator.predict(lambda: tf.data.Dataset.from_tensor_slices({"x": X[:2]}).batch(2))])


def case_going_on():
    estimator = own(mirrored())
    for _ in range(2):
        estimator.train(data, steps=2)
    estimator.train(data, max_steps=5)
    estimator.train(data, max_steps=5)
    told(estimator)


def case_end_of_data():
    estimator = own(mirrored())
    estimator.train(lambda: data(batch=4, repeat=1))
    told(estimator)


def case_train_and_evaluate():
    estimator = own(mirrored(), mirrored(), save_checkpoints_steps=2)
    specs = E.TrainSpec(data, max_steps=4), E.EvalSpec(lambda: data(repeat=2), steps=None, throttle_secs=0)
    metrics, exports = E.train_and_evaluate(estimator, *specs)
    print(result(metrics), exports)
    told(estimator)


def case_one_device():
    trained(own(D.OneDeviceStrategy("/cpu:0")), 2)
    trained(own(D.experimental.CentralStorageStrategy(["/cpu:0", "/cpu:1"])), 2)


def case_both_in_one():
    strategy = mirrored()
    config = config_of(experimental_distribute=DistributeConfig(strategy, strategy))
    print(type(config.train_distribute).__name__, type(config.eval_distribute).__name__, config.train_distribute is strategy)
    trained(own(experimental_distribute=DistributeConfig(strategy)), 2)


def case_input_context():
    def made(input_context, mode):
        print(mode, input_context.num_input_pipelines, input_context.input_pipeline_id, input_context.num_replicas_in_sync)
        return data(batch=input_context.get_per_replica_batch_size(8))

    estimator = own(mirrored())
    estimator.train(made, steps=1)
    told(estimator)


def case_linear():
    strategy = mirrored()
    config = config_of(train_distribute=strategy, eval_distribute=strategy)
    column = tf.feature_column.numeric_column("x", shape=[3])
    for kind, given in (
        (v1.estimator.LinearRegressor, {"optimizer": "SGD"}),
        (v1.estimator.LinearRegressor, {}),
        (E.LinearRegressor, {"optimizer": lambda: tf.keras.optimizers.legacy.SGD(0.1)}),
    ):
        made = kind([column], config=config.replace(model_dir=tempfile.mkdtemp()), **given)
        made.train(data, steps=4)
        told(made, slots=False)


def case_networks():
    config = config_of(train_distribute=mirrored(), eval_distribute=mirrored())
    column = tf.feature_column.numeric_column("x", shape=[3])

    def classes():
        return tf.data.Dataset.from_tensor_slices(({"x": X}, (Y > 1.6).astype("int32"))).repeat(2).batch(4)

    made = v1.estimator.DNNClassifier([4], [column], config=config)
    made.train(lambda: classes().repeat(), steps=3)
    print(sorted((n, made.get_variable_value(n).shape) for n in made.get_variable_names() if not n.endswith("Adagrad")))


def case_hooks_and_scaffolds():
    made = []

    class Seen(v1.train.SessionRunHook):
        def __init__(self, name):
            self.name = name

        def end(self, session):
            made.append(self.name)

    def with_hooks(features, labels, mode, params):
        spec = model_fn(features, labels, mode, params)
        number = D.get_replica_context().replica_id_in_sync_group
        scaffold = v1.train.Scaffold(init_fn=lambda scaffold, session: made.append("init"))
        return spec._replace(training_hooks=[Seen(f"all {int(number) if not tf.is_tensor(number) else tf.get_static_value(number)}")],
                             training_chief_hooks=[Seen("chief")], scaffold=scaffold)

    config = config_of(train_distribute=mirrored())
    estimator = E.Estimator(with_hooks, None, config, {})
    estimator.train(data, steps=1, hooks=[Seen("given")])
    print(made)


def case_errors():
    for tried in (
        lambda: own(mirrored()).train(lambda: ({"x": tf.constant(X)}, tf.constant(Y)), steps=1),
        lambda: own(mirrored()).train(lambda: data().map(lambda x, y: (x, y, y)), steps=1),
        lambda: own(mirrored(), experimental_distribute=DistributeConfig(mirrored())),
        lambda: own(evaluate=mirrored(), experimental_distribute=DistributeConfig(None, mirrored())),
    ):
        try:
            tried()
        except Exception as e:
            print(type(e).__name__, str(e)[:100])
