"""`tf.compat.v1.test`: gradients of graphs beside differences, stand-ins, folders."""

import json
import os

import numpy as np
import pytest

import tfshim as tf
from tfshim import refusals
from tfshim.compat import v1


def test_gradients_beside_differences():
    with tf.Graph().as_default(), v1.Session():
        x, v = tf.constant([[1.0, 2.0], [3.0, 4.0]]), v1.get_variable("v", initializer=2.0)
        y = tf.matmul(x, [[1.0], [2.0]]) ** 2 * v / 2
        start = np.array([[1.0, 2.0], [3.0, 4.0]])
        exact, near = v1.test.compute_gradient(x, [2, 2], y, [2, 1], x_init_value=start, init_targets=[v.initializer])
        assert exact.tolist() == [[10, 0], [20, 0], [0, 22], [0, 44]]
        np.testing.assert_allclose(near, exact, rtol=2e-2)
        assert v1.test.compute_gradient_error(x, [2, 2], y, [2, 1], start) == np.abs(exact - near).max() > 0
        a, b = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
        (by_a, _), (by_b, _) = v1.test.compute_gradient([a, b], [[2], [2]], a * b, [2], x_init_value=[np.ones(2), np.full(2, 5.0)])
        assert by_a.tolist() == [[5, 0], [0, 5]] and by_b.tolist() == [[1, 0], [0, 1]]
        with pytest.raises(ValueError, match="x_init_value has the shape"):
            v1.test.compute_gradient(a, [3], a, [3], np.ones(2))
    with pytest.raises(RuntimeError, match="for graphs"):
        v1.test.compute_gradient(tf.constant(1.0), [], tf.constant(1.0), [])


def test_stand_ins_are_taken_back():
    class Base:
        def name(self):
            return "base"

        @staticmethod
        def plain():
            return "plain"

    class Derived(Base):
        pass

    with v1.test.StubOutForTesting() as stubs:
        stubs.Set(Base, "plain", staticmethod(lambda: "other"))
        stubs.SmartSet(Derived, "name", lambda self: "stub")
        assert Base.plain() == "other" and Derived().name() == "stub"
        with pytest.raises(AttributeError, match="Attribute not found"):
            stubs.SmartSet(Derived, "none", 1)
    assert Base.plain() == "plain" and Base().plain() == "plain" and Derived().name() == "base"
    assert v1.test.mock.sentinel.x and os.path.isdir(v1.test.get_temp_dir()) and v1.test.get_temp_dir() == v1.test.get_temp_dir()
    assert v1.test.test_src_dir_path("a/b").endswith(os.path.join("a/b"))


def test_the_profiler_of_traces_lets_programs_go_on(monkeypatch, capsys):
    monkeypatch.setattr(refusals, "_warned", set())
    with tf.Graph().as_default() as graph:
        v1.get_variable("x", [2, 3])
        options = v1.profiler.ProfileOptionBuilder(v1.profiler.ProfileOptionBuilder.float_operation()).with_empty_output().build()
        assert options["output"] == "none" and options["select"] == ["float_ops"]
        tf.matmul(tf.ones([2, 3]), tf.ones([3, 4]))
        assert v1.profiler.profile(graph, cmd="op", options=options).total_float_ops >= 48
        assert not capsys.readouterr().out
        with pytest.warns(UserWarning, match="tf.compat.v1.profiler.profile: more than one count.*torch.profiler"):
            result = v1.profiler.profile(graph, options=v1.profiler.ProfileOptionBuilder.time_and_memory())
        assert v1.profiler.profile(graph).total_parameters == 6
    shown = capsys.readouterr().out
    assert "\n-account_type_regexes       _trainable_variables\n" in shown and "\n  x (2x3, 6/6 params)\n" in shown
    assert result.total_parameters == 6 and result.total_float_ops >= 48
    with pytest.raises(NotImplementedError, match="`total_exec_micros` is not supported.*torch.profiler"):
        print(result.total_exec_micros)
    with pytest.warns(UserWarning, match="tf.compat.v1.profiler.Profiler"):
        profiler = v1.profiler.Profiler(graph)
    profiler.add_step(0, v1.RunMetadata())
    assert profiler.profile_operations(options).total_parameters == 6


def test_the_profiler_hook_writes_timelines(tmp_path):
    with tf.Graph().as_default():
        step = v1.assign_add(v1.train.get_or_create_global_step(), 1)
        hook = v1.train.ProfilerHook(save_steps=2, output_dir=str(tmp_path))
        with v1.train.MonitoredSession(hooks=[hook]) as session:
            for _ in range(6):
                session.run(step)
    names = sorted(path.name for path in tmp_path.glob("timeline-*.json"))
    assert names == ["timeline-2.json", "timeline-4.json", "timeline-6.json"]
    events = json.loads((tmp_path / names[0]).read_text())["traceEvents"]
    assert any(e["name"] == "AssignAddVariableOp" for e in events)
    v1.summary.FileWriterCache.clear()
    assert b"step_4" in b"".join(path.read_bytes() for path in tmp_path.glob("events*"))
    with tf.Graph().as_default(), pytest.raises(ValueError):
        v1.train.ProfilerHook(output_dir=str(tmp_path))
