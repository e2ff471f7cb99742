"""Which ways of running a loop served."""


def noted(module, monkeypatch):
    """A list to which every call of `module.attempt` adds whether it served."""
    found = []
    attempt = module.attempt

    def noted_attempt(*arguments):
        made = attempt(*arguments)
        found.append(made is not None)
        return made

    monkeypatch.setattr(module, "attempt", noted_attempt)
    return found
