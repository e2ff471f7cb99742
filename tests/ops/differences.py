"""Known differences from TensorFlow: (part of the case id, law or "*") -> the reason.

A test of a listed case is expected to fail; when it starts to pass, the entry has to go.
"""

KNOWN = {}


def reason(case_id, law):
    """Why this case is known to break this law, or None."""
    for (part, which), why in KNOWN.items():
        if which in ("*", law) and part in case_id:
            return why
    return None
