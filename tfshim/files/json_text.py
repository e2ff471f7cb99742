"""JSON of files and of strings that programs were given."""

import json


def loads(text):
    """The value of `text`, a str or bytes. Raises ValueError (json.JSONDecodeError) for what is none, however deep it is nested."""
    try:
        return json.loads(text)
    except RecursionError:
        raise json.JSONDecodeError("Nested too deeply", "", 0) from None
    except UnicodeDecodeError as e:
        raise json.JSONDecodeError(f"Not UTF-8 ({e.reason})", "", e.start) from None
