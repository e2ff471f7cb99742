"""An estimator in the tasks of a cluster, in test_workers and in its recording with TensorFlow: `estimator.py OUT FOLDER`; it
writes OUT.<number>.json."""

import json
import os
import sys

import numpy as np
import tensorflow as tf

v1, E = tf.compat.v1, tf.estimator
OUT, FOLDER = sys.argv[1:]
TASK = json.loads(os.environ["TF_CONFIG"])["task"]
X = np.arange(72).reshape(24, 3).astype("float32") / 72
Y = (X @ np.ones((3, 1))).astype("float32") + 1
SEEN = {"losses": [], "contexts": []}


def input_fn(input_context=None):
    data = tf.data.Dataset.from_tensor_slices(({"x": X}, Y))
    if input_context:
        SEEN["contexts"].append([input_context.num_input_pipelines, input_context.input_pipeline_id, input_context.num_replicas_in_sync])
        data = data.shard(input_context.num_input_pipelines, input_context.input_pipeline_id)
    return data.repeat().batch(4)


def model_fn(features, labels, mode):
    x = v1.layers.batch_normalization(features["x"], training=mode == E.ModeKeys.TRAIN, momentum=0.5)
    y = v1.layers.dense(x, 1, kernel_initializer=v1.random_uniform_initializer(seed=3))
    loss = v1.losses.mean_squared_error(labels, y)
    if mode == E.ModeKeys.EVAL:
        return E.EstimatorSpec(mode, loss=loss, eval_metric_ops={"far": v1.metrics.mean(tf.abs(labels - y))})
    with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
        step = v1.train.AdamOptimizer(0.1).minimize(loss, v1.train.get_or_create_global_step())
    return E.EstimatorSpec(mode, loss=loss, train_op=step)


class Losses(v1.train.SessionRunHook):
    def begin(self):
        self.loss = v1.get_collection(v1.GraphKeys.LOSSES)[-1]

    def before_run(self, context):
        return v1.train.SessionRunArgs(self.loss)

    def after_run(self, context, values):
        SEEN["losses"].append(float(values.results))


strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
config = E.RunConfig(train_distribute=strategy, save_checkpoints_steps=3, save_summary_steps=2, tf_random_seed=1)
estimator = E.Estimator(model_fn, FOLDER, config)
specs = E.TrainSpec(input_fn, max_steps=5, hooks=[Losses()]), E.EvalSpec(input_fn, steps=2, start_delay_secs=0, throttle_secs=1)
E.train_and_evaluate(estimator, *specs)
try:
    estimator.train(input_fn, steps=1)
except ValueError as e:
    SEEN["error"] = str(e)
# The chief may still be writing when another worker is done: what is in the folder is for the chief to tell.
if TASK["index"] == 0:
    SEEN["variables"] = {n: np.asarray(estimator.get_variable_value(n)).tolist() for n in estimator.get_variable_names()}
    SEEN["checkpoint"] = os.path.basename(estimator.latest_checkpoint())
with open(f"{OUT}.{TASK['index']}.json", "w") as file:
    json.dump(SEEN, file)
