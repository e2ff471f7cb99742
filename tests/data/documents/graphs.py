"""A program of TensorFlow 1: sessions, hooks, several workers."""

import tensorflow as tf
from tensorflow.contrib import cudnn_rnn, slim

x = tf.placeholder(tf.float32, [None, 3])
tf.assert_equal(tf.shape(x)[1], 3, data=[x])
net = slim.fully_connected(x, 2)
step = tf.train.get_or_create_global_step()
optimizer = tf.train.SyncReplicasOptimizer(tf.train.AdamOptimizer(), 2)
loss = tf.losses.mean_squared_error(net, net)
recurrent = cudnn_rnn.CudnnLSTM(1, 2)
hooks = [tf.train.ProfilerHook(save_steps=10), tf.train.StopAtStepHook(last_step=5)]
with tf.train.MonitoredTrainingSession(is_chief=False, hooks=hooks) as session:
    session.run(optimizer.minimize(loss))
with tf.Session("grpc://localhost:2222") as sess:
    sess.reset("")
config = tf.estimator.RunConfig(train_distribute=optimizer)
dataset = tf.data.Dataset.range(3).repeat()
dataset.save("x", checkpoint_args={})
model = tf.GradientTap()
