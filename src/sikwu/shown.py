"""Mix-ins that show values as pictures or small pages in notebooks.

The drawing code is in a higher layer, so it is imported by name when a notebook asks for a picture.
"""

from __future__ import annotations


class DrawnAsSvg:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return _drawn("svg", self)


class DrawnAsHtml:
    """A value that a notebook shows as a small page."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return shown_as_html(self)


def shown_as_html(value: object) -> str:
    """The small page of a value that cannot have this base class."""
    return _drawn("html", value)


def _drawn(how: str, value: object) -> str:
    from importlib import import_module

    drawing: str = getattr(import_module("sikwu.draw"), how)(value)
    return drawing
