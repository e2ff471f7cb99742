"""Variables of a session are read and saved by threads while another thread trains."""

import threading

import numpy as np

import tfshim as tf
from tfshim.compat import v1


def test_a_saver_waits_for_the_step_that_holds_the_values(tmp_path):
    inside, go_on = threading.Event(), threading.Event()

    def wait(x):
        inside.set()
        assert go_on.wait(20)
        return x

    with tf.Graph().as_default() as graph, v1.Session() as session:
        v = v1.get_variable("v", initializer=np.float32(1.0), use_resource=True)
        with tf.control_dependencies([v1.py_func(wait, [np.float32(0)], tf.float32)]):
            step = v1.assign_add(v, 1.0)
        saver = v1.train.Saver()
        session.run(v1.global_variables_initializer())
        saved, errors = [], []

        def save():
            try:
                with graph.as_default():
                    saved.append(saver.save(session, str(tmp_path / "m")))
            except Exception as e:
                errors.append(e)

        training, saving = threading.Thread(target=session.run, args=(step,)), threading.Thread(target=save)
        training.start()
        assert inside.wait(20)
        saving.start()
        saving.join(0.1)
        go_on.set()
        training.join(20)
        saving.join(20)
        assert not errors and tf.train.load_variable(saved[0], "v") in (1.0, 2.0)
