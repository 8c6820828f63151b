"""Errors in the command line itself, reported in the chosen language."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from sikwu.cli.shared.language import Lang, default_language
from sikwu.texts import Problem, did_you_mean, nearest, problem, say

WRONG = 2
_NO_COMMAND = re.compile(r"No such command '(.*?)'")
_NOT_ONE_OF = re.compile(r"(?:Value error, )?'?(.*?)'? is not one of (.+?)\.?\Z")
_NOT_A = re.compile(r"(?:Value error, )?'?(.*?)'? is not a valid (.+?)\.?\Z")
_EXTRA = re.compile(r"extra argument(?:s|\(s\))? \((.*)\)")


class CommandGroup(TyperGroup):
    """The command class; its usage errors are problems with a code, printed in one language."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; a closed output ends it as a signal would."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            from sikwu.cli.shared.streams import BROKEN_PIPE, silenced

            silenced()
            raise typer.Exit(BROKEN_PIPE) from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs the command; the exit code is 2 if the command line itself is wrong."""
        given = spelt(list(sys.argv[1:] if args is None else args))
        try:
            code = super().main(given, prog_name, complete_var, False, windows_expand_args, **extra)
        except Exception as error:
            # Typer may bring its own copy of click, so the class is recognised by its methods.
            if not standalone_mode or not hasattr(error, "format_message"):
                raise
            sys.exit(_tell(error, asked_language(given)))
        if not standalone_mode:
            return code
        sys.exit(code if isinstance(code, int) else 0)


def spelt(arguments: list[str]) -> list[str]:
    """The command line with languages in our spelling: `--lang zh-HK` becomes `--lang yue`.

    >>> spelt(["score", "--lang", "zh-HK"]), spelt(["--lang=zh_TW"]), spelt(["-l", "yue"])
    (['score', '--lang', 'yue'], ['--lang=zh'], ['-l', 'yue'])
    """
    out = list(arguments)
    for at, argument in enumerate(out):
        name, equals, value = argument.partition("=")
        if name == "--lang" and equals:
            out[at] = f"{name}={_language(value)}"
        elif at and out[at - 1] in ("-l", "--lang"):
            out[at] = _language(argument)
    return out


def _language(word: str) -> str:
    if word in set(Lang):
        return word
    from sikwu.vocabulary.names import meant  # needed only for other names of languages

    return next(iter(meant(word.partition(".")[0], "languages")), word)


def asked_language(arguments: Sequence[str]) -> str:
    """The language that a command line asks for; otherwise the default.

    >>> asked_language(["score", "--lang", "zh"]), asked_language(["-lyue"]), asked_language(["--lang=en"])
    ('zh', 'yue', 'en')
    """
    asked = ""
    for at, argument in enumerate(arguments):
        if argument in ("-l", "--lang"):
            asked = next(iter(arguments[at + 1 : at + 2]), "")
        elif argument.startswith("--lang="):
            asked = argument.removeprefix("--lang=")
        elif argument.startswith("-l") and argument[2:] in set(Lang):
            asked = argument[2:]
    return asked if asked in set(Lang) else default_language()


def _tell(error: Any, lang: str) -> int:
    from sikwu.cli.shared.paper import WrappedText, paper, tell  # slow to import

    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.ctx.get_help())
        return WRONG
    context = getattr(error, "ctx", None)
    tell([usage_problem(error)], lang)
    if context is not None:
        paper(err=True).print(WrappedText((say("usage.help", command=context.command_path)(lang), "dim")))
    return WRONG


def usage_problem(error: Any) -> Problem:
    """The problem for a usage error."""
    kind, message = type(error).__name__, str(error.message)
    if kind == "NoSuchOption":
        known = [name for each in error.ctx.command.params for name in each.opts] if error.ctx else []
        return problem("usage.no_option", option=error.option_name, hint=_guess(error.option_name, known))
    if kind == "BadOptionUsage":
        return problem("usage.needs_value", option=error.option_name)
    if kind == "MissingParameter":
        return problem("usage.missing", name=_named(error))
    if found := _NO_COMMAND.search(message):
        known = list(getattr(error.ctx.command, "commands", ())) if error.ctx else []
        return problem("usage.no_command", command=found[1], hint=_guess(found[1], known))
    if found := _EXTRA.search(message):
        return problem("usage.extra", text=found[1])
    if kind == "BadParameter" and (found := _NOT_ONE_OF.search(message)):
        return problem("usage.not_one_of", name=_named(error), value=found[1], values=found[2].replace("'", ""))
    if kind == "BadParameter" and (found := _NOT_A.search(message)):
        return problem("usage.bad_value", name=_named(error), value=found[1])
    return problem("usage.other", what=error.format_message())


def _guess(name: str, known: Sequence[str]) -> Any:
    return did_you_mean(nearest(name, known))


def _named(error: Any) -> str:
    param = getattr(error, "param", None)
    if param is None:
        return str(getattr(error, "param_hint", "") or "?")
    if getattr(param, "param_type_name", "") == "option":
        return str(max(param.opts, key=len))
    return str(getattr(param, "metavar", None) or param.name).strip("[]").upper()
