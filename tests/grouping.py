"""Many small cases in one test.

For a case of a millisecond the test runner takes more time than the case: to collect it in every worker, to set it up, to report it.

@in_groups("case", CASES, label=str)
def test_of_one(case): ...

is a test for each piece of the list, which runs all of its cases and tells of all that fail.
"""

import inspect
import re
import traceback

import pytest

from tfshim.engine.random import seeds

MOST = 40  # cases in one test


def in_groups(name, cases, label=str, most=MOST):
    """A decorator: the test runs for each of `cases`, its argument `name`, `most` of them in one test of the runner.

    Each begins with fresh seeds, as a test does; its other fixtures are those of the group. `label` is the text by which a case is told.
    """
    cases = list(cases)
    groups = [cases[at : at + most] for at in range(0, len(cases), most)]

    def decorate(function):
        def run(**given):
            problems, skipped = [], []
            group = given.pop("group")
            for case in group:
                seeds.set_seed(None)
                try:
                    function(**{name: case}, **given)
                except pytest.skip.Exception as e:
                    skipped.append(str(e))
                except (Exception, pytest.fail.Exception) as e:
                    told = str(e) if getattr(e, "pytrace", True) is False else "".join(traceback.format_exception(e))
                    problems.append(f"--- {label(case)}\n{told}")
            if problems:
                pytest.fail("\n".join(problems), pytrace=False)
            if len(skipped) == len(group):
                pytest.skip(skipped[0])

        taken = inspect.signature(function).parameters
        fixtures = [p.replace(kind=p.KEYWORD_ONLY) for p in taken.values() if p.name != name]
        run.__signature__ = inspect.Signature([inspect.Parameter("group", inspect.Parameter.KEYWORD_ONLY), *fixtures])
        run.__name__, run.__qualname__, run.__doc__, run.__module__ = (
            *(function.__name__, function.__qualname__, function.__doc__, function.__module__),
        )
        run.__dict__.update(function.__dict__)  # its marks
        ids = [re.sub(r"[^\w.=+-]+", " ", label(group[0]))[:60] for group in groups]
        return pytest.mark.parametrize("group", groups, ids=ids)(run)

    return decorate
