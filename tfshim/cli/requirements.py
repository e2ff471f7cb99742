"""What tfshim requires, and what that requires in turn: whether the installed versions go together."""

import importlib.metadata

from packaging.requirements import InvalidRequirement, Requirement

_FOR_DEVELOPERS = ("test", "lint", "docs", "release")  # extras


def of_tfshim():
    """({what tfshim requires: its SpecifierSet}, [what its extras for users add]), by names of distributions."""
    required, extras = {}, []
    for requirement in _declared("tfshim"):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            required[requirement.name] = requirement.specifier
        elif requirement.name != "tfshim" and not any(requirement.marker.evaluate({"extra": extra}) for extra in _FOR_DEVELOPERS):
            extras.append(requirement.name)
    return required, list(dict.fromkeys(extras))


def unmet(name, installed):
    """(a distribution, the versions of it that are wanted) for each that `name` requires and that is installed in another version.

    `installed` gives the version of a distribution, or None. What only its extras require is left out.
    """
    for requirement in _declared(name):
        version = installed(requirement.name)
        applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if version and applies and not requirement.specifier.contains(version, prereleases=True):
            yield requirement.name, str(requirement.specifier)


def _declared(name):
    """The requirements of the distribution `name`, none where it is not installed."""
    try:
        texts = importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:
        return
    for text in texts:
        try:
            yield Requirement(text)
        except InvalidRequirement:  # of an older form, which pip leaves out too
            continue
