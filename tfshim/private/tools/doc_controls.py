"""Replaces `tensorflow.tools.docs.doc_controls`: marks by which generators of documentation leave things out.

A mark is an attribute of the marked object, under the name that TensorFlow's own generator looks for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_REPLACES = "tensorflow.tools.docs.doc_controls"

T = TypeVar("T")


def _marking(name: str, about: str, attribute: str) -> Callable[[T], T]:
    def mark(obj: T) -> T:
        setattr(obj, attribute, None)
        return obj

    mark.__name__ = mark.__qualname__ = name
    mark.__doc__ = f"Marks a class, function or method as {about}, and returns it."
    return mark


set_deprecated = _marking("set_deprecated", "deprecated", "_tf_docs_deprecated")
do_not_generate_docs = _marking("do_not_generate_docs", "one that is not documented", "_tf_docs_do_not_document")
doc_private = _marking("doc_private", "one that is documented though its name begins with an underscore", "_tf_docs_doc_private")
do_not_doc_inheritable = _marking(
    "do_not_doc_inheritable", "one that is documented neither in its class nor in those derived from it", "_tf_docs_do_not_doc_inheritable"
)
for_subclass_implementers = _marking(
    "for_subclass_implementers", "one that is documented in its own class only", "_tf_docs_tools_for_subclass_implementers"
)
do_not_doc_in_subclasses = _marking(
    "do_not_doc_in_subclasses", "one that is documented in its own class only", "_tf_docs_tools_for_subclass_implementers"
)
doc_in_current_and_subclasses = _marking(
    "doc_in_current_and_subclasses",
    "one that is documented in its class and those derived from it",
    "_tf_docs_doc_in_current_and_subclasses",
)


def header(text: str) -> Callable[[T], T]:
    """A decorator that gives the documentation of an object, and of classes derived from it, a `text` at its head."""

    def mark(obj: T) -> T:
        obj._tf_docs_inheritable_header = text  # type: ignore[attr-defined]
        return obj

    return mark


def get_header(obj: object) -> str | None:
    """The text that `header` gave, None without one."""
    return getattr(obj, "_tf_docs_inheritable_header", None)


inheritable_header, get_inheritable_header = header, get_header
