"""How values show themselves in a notebook; the drawing is loaded when it is first asked for."""

from __future__ import annotations


class DrawnAsSvg:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from sikwu.draw import svg  # far above: only who looks loads it

        return svg(self)


class DrawnAsHtml:
    """A value that a notebook shows as a small page."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from sikwu.draw import html  # far above: only who looks loads it

        return html(self)
