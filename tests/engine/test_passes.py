"""Which passes rewrite a function: what comes out is what all of them make of it."""

from types import SimpleNamespace

import pytest
from malt.impl import api

import tfshim as tf
from tfshim.engine.autograph import conversion, passes


def plain(x, y):
    """A line of its own."""
    z = tf.matmul(x, y) + 1
    print(z.shape)
    return z


def branch(x):
    if x > 0 and not x == 3:
        return x * 2
    return x


def loop(n):
    s = 0
    for i in tf.range(n):
        if i == 3:
            continue
        while s < 3:
            s += i
            if s > 1:
                break
    return s


def loop_with_options(n):
    while n > 0:
        tf.autograph.experimental.set_loop_options(maximum_iterations=4)
        n -= 1
    return n


def chosen(x):
    assert x is not None, "a value"
    return x if x > 0 else -x


def inner(x):
    def double(y):
        if y > 1:
            return y * 2
        return y

    f = lambda z: z if z else double(z)  # noqa: E731 - a lambda within
    with tf.name_scope("a"):
        return f(x)


of_a_lambda = lambda x, y: x + y < 3 or x[0] > 2  # noqa: E731


def text(function, transform_ast, monkeypatch):
    monkeypatch.setattr(conversion, "passes", SimpleNamespace(transform_ast=transform_ast))
    made, module, _ = conversion._Converter().transform(function, conversion.converter.ProgramContext(options=conversion._DEFAULT))
    with open(module.__file__) as file:
        return file.read()


@pytest.mark.parametrize("function", [plain, branch, loop, loop_with_options, chosen, inner, of_a_lambda])
def test_needed_passes_give_what_all_do(function, monkeypatch):
    wanted = text(function, api.PyToPy.transform_ast, monkeypatch)
    assert "ag__." in wanted and text(function, passes.transform_ast, monkeypatch) == wanted


def test_passes_without_work_are_left_out(monkeypatch):
    run = []

    def noted(name, transform):
        return lambda node, ctx: run.append(name) or transform(node, ctx)

    for name in passes._REWRITTEN:
        monkeypatch.setattr(getattr(api, name), "transform", noted(name, getattr(api, name).transform))
    for function, needed in ((of_a_lambda, {"logical_expressions"}), (plain, {"directives", "return_statements"})):
        run.clear()
        conversion._Converter().transform(function, conversion.converter.ProgramContext(options=conversion._DEFAULT))
        assert set(run) == needed
