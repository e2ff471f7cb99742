"""Replaces `tensorflow.python.ops.control_flow_case`: `tf.case`, also with a `cond` of the caller's own."""

import functools

import tfshim
from tfshim.control_flow import case  # noqa: F401 - one of the module's names

_REPLACES = "tensorflow.python.ops.control_flow_case"


def _case_helper(cond_fn, pred_fn_pairs, default, exclusive, name, allow_python_preds=False, **cond_kwargs):
    """`tf.case` whose conditions are made by `cond_fn(pred, true_fn=..., false_fn=..., **cond_kwargs)`.

    Args:
        cond_fn: a function such as `tf.cond`.
        pred_fn_pairs: pairs (predicate, callable), as a list, tuple or dict.
        default: what is called where no predicate holds; without it InvalidArgumentError is raised then.
        exclusive: raise InvalidArgumentError where more than one predicate holds.
        name: the name of the scope.
        allow_python_preds: whether a predicate may be a Python bool.
    """
    pairs = _checked(pred_fn_pairs, default, allow_python_preds)
    with tfshim.name_scope(name or "case"):
        predicates, actions = [p for p, _ in pairs], [f for _, f in pairs]
        checks = []
        if exclusive:
            together = tfshim.stack(predicates)
            at_most_one = tfshim.reduce_sum(tfshim.cast(together, tfshim.int32)) < 2
            told = ["Input error: exclusive=True: more than 1 conditions", together]
            checks.append(tfshim.Assert(at_most_one, told, summarize=len(pairs)))
        if default is None:
            default, predicates, actions = _last(predicates, actions)
        else:
            predicates, actions = predicates[::-1], actions[::-1]
        result = default
        for predicate, action in zip(predicates, actions):
            result = functools.partial(cond_fn, predicate, true_fn=action, false_fn=result, **cond_kwargs)
        with tfshim.control_dependencies([c for c in checks if c is not None]):
            return result()


def _last(predicates, actions):
    """The last action, which asserts that some predicate holds, and what comes before it, from the last to the first."""

    def otherwise():
        held = tfshim.stack(predicates)
        check = tfshim.Assert(tfshim.reduce_any(held), ["Input error: None of conditions evaluated as True:", held])
        with tfshim.control_dependencies([] if check is None else [check]):
            return actions[-1]()

    return otherwise, predicates[-2::-1], actions[-2::-1]


def _checked(pairs, default, allow_python_preds):
    """The pairs as a list. Raises TypeError for what is none."""
    if not isinstance(pairs, (list, tuple, dict)):
        raise TypeError("'pred_fn_pairs' must be a list, tuple, or dict.")
    pairs = list(pairs.items()) if isinstance(pairs, dict) else list(pairs)
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair}.")
        predicate, action = pair
        if isinstance(predicate, tfshim.Tensor):
            if predicate.dtype != tfshim.bool:
                raise TypeError(f"pred must be Tensor of type bool: {predicate.name}")
        elif not allow_python_preds:
            raise TypeError(f"pred must be a Tensor, got: {predicate}")
        elif not isinstance(predicate, bool) and not hasattr(predicate, "dtype"):
            raise TypeError(f"pred must be a Tensor or a Python bool, got: {predicate}")
        if not callable(action):
            raise TypeError(f"fn for pred {predicate} must be callable.")
    if default is not None and not callable(default):
        raise TypeError("'default' must be callable.")
    return pairs
