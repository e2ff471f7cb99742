"""Whether what is trained together was made in the scope of one strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tfshim import distribute
from tfshim.engine.values import nest
from tfshim.engine.variables.variable import ResourceVariable


def check(model: Any, optimizer: Any, metrics: Any) -> None:
    """Raise ValueError where variables of `model`, or of what `compile` was given, were made in another scope than those of the model."""
    if model.built and distribute.has_strategy():
        strategy = distribute.get_strategy()
        for v in _elsewhere(strategy, model):
            raise ValueError(
                f"Variable ({v}) was not created in the distribution strategy scope of ({strategy}). It is most likely because some "
                "layers, model, or optimizer was being created outside the distribution strategy scope. Try to make sure your code looks "
                "similar to the following.\nwith strategy.scope():\n  model=_create_model()\n  model.compile(...)"
            )
    strategy = model.distribute_strategy
    for kind, given in (("Metric", metrics), ("Optimizer", optimizer)):
        for x in nest.flatten(given):
            # Of optimizers Keras looks at those of the first kind alone.
            if hasattr(x, "variables" if kind == "Metric" else "_weights") and next(_elsewhere(strategy, x), None) is not None:
                named = "a metric" if kind == "Metric" else "an optimizer"
                raise ValueError(
                    f"{kind} ({x}) passed to `model.compile` was created inside a different distribution strategy scope than the model. "
                    f"All {kind.lower()}s must be created in the same distribution strategy scope as the model (in this case {strategy}). "
                    f"If you pass in a string identifier for {named} to compile, the {kind.lower()} will automatically be created in the "
                    "correct distribution strategy scope."
                )


def _elsewhere(strategy: Any, owner: Any) -> Iterator[Any]:
    """The variables of `owner` that were made for another strategy, or for none where this one has its own."""
    variables = owner.variables() if callable(owner.variables) else owner.variables
    for v in variables:
        of = getattr(v, "_strategy", None)
        # A variable of a class of its own may be anybody's: what counts are plain ones, and those that name their strategy.
        if of is not strategy if of is not None else type(v) is ResourceVariable and not strategy.extended.variable_created_in_scope(v):
            yield v
