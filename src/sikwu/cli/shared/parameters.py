"""Parameter objects of commands: options that several commands share, as one named tuple."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

Command = Callable[..., None]


def spread(command: Command) -> Command:
    """A command that takes the fields of its parameter objects one by one: these are the parameters that typer reads.

    A parameter object is a named tuple whose fields are annotated with options; its module must not postpone the evaluation of
    annotations. All other parameters stay as they are.

    >>> from sikwu.cli.books.flags import AccessFlags
    >>> def show(name: str, access: AccessFlags) -> None:
    ...     print(name, access.book, access.json)
    >>> list(signature(spread(show)).parameters)
    ['name', 'book', 'db', 'lang', 'json']
    >>> spread(show)(name="a", book="Friday", db=None, lang=None, json=True)
    a Friday True
    """
    objects: dict[str, Any] = {}
    flat: list[Parameter] = []
    for each in signature(command, eval_str=True).parameters.values():  # typer evaluates no signature that is given
        kind = each.annotation
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
            objects[each.name] = kind
            flat += map(_parameter_of, [kind] * len(kind._fields), kind._fields)
        else:
            flat.append(each)

    @wraps(command)
    def spread_out(**given: Any) -> None:
        made = {name: kind(**{field: given.pop(field) for field in kind._fields}) for name, kind in objects.items()}
        command(**given, **made)

    spread_out.__signature__ = Signature(flat)  # type: ignore[attr-defined]
    spread_out.__annotations__ = {each.name: each.annotation for each in flat}
    return spread_out


def _parameter_of(kind: Any, field: str) -> Parameter:
    default = kind._field_defaults.get(field, Parameter.empty)
    return Parameter(field, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind.__annotations__[field])
