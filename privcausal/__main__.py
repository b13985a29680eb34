"""The command line: verify claims, read the ledger, replay a witness, release answers from a private table.

Exit status: 0 as committed, 1 something changed or is stale, 2 bad input, 3 paid for but not
written, 130 interrupted (earlier results are kept).
"""

import argparse
import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from typing import NoReturn

from privcausal import __version__, commands
from privcausal.arguments import hint

RAW = argparse.RawDescriptionHelpFormatter


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # an ε that a terminal cannot show must not look like a failure
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    commands_by_name, options = commands.names(), None
    try:
        # One command needs no other's module; help, and a mistyped name, need the first lines of all.
        options = parser(
            [words[0]] if words[:1] and words[0] in commands_by_name else commands_by_name
        ).parse_args(words)
        options.words = shlex.join(words)
        return int(options.run(options))
    except (ValueError, PermissionError) as error:
        message = str(error)
        if isinstance(error, OSError):
            there = isinstance(error.filename, str) and os.path.exists(error.filename)
            message = f"cannot use {error.filename if there else 'a file'}: {error.strerror}"
        print(f"privcausal: {commands.with_cost(message, options)}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if error.name not in commands.VERIFYING:
            raise
        print(f"privcausal: the command needs {error.name}: {commands.INSTALL}", file=sys.stderr)
        return 2
    except commands.UnwrittenError as error:
        print(f"privcausal: {error}", file=sys.stderr)
        return commands.UNWRITTEN
    except KeyboardInterrupt as stop:
        print(f"privcausal: interrupted{stop}", file=sys.stderr)
        return commands.INTERRUPTED
    except (
        BrokenPipeError
    ):  # the reader, say `head`, has seen enough; Python would complain once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


SAID = {
    "unrecognized arguments": "unrecognized arguments, which are not shown",
    "invalid choice": "invalid choice",
    "invalid float value": "invalid value: it must be a number",
    "invalid int value": "invalid value: it must be a whole number",
    "ambiguous option": "an option that is cut short fits several: write it out",
    "ignored explicit argument": "it takes no value",
}
"""What is said in place of a message of argparse that repeats what was typed, by how that begins."""

PUBLIC = ("expected ", "the following arguments are required", "not allowed with ", "one of the arguments ")
"""How those messages begin that name nothing but options."""


class Parser(argparse.ArgumentParser):
    """A parser that suggests a correction for a misspelt option, command or choice."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2, and a suggestion if one is close; no word of the command line is repeated."""
        about = message.partition(": ")[0] + ": " if message.startswith("argument ") else ""
        said = next((words for begin, words in SAID.items() if message.startswith(begin, len(about))), None)
        if said is None:  # what is left names options of the command, and nothing else
            said = (
                message.removeprefix(about) if message.startswith(PUBLIC, len(about)) else "it cannot be read"
            )
        words = [word.partition("=")[0] for word in message.split() if word.startswith("--")]
        if "invalid choice" in message and "'" in message:
            known = [name for name in self.all_names() if name[0] != "-"]
            said = f"invalid choice {message[message.rindex('(') :]}{hint(message.split(chr(39))[1], known)}"
        elif message.startswith("unrecognized") and words:
            said += hint(words[0], self.all_names())
        super().error(about + said)

    def all_names(self) -> list[str]:
        """All options and commands, also those of its commands."""
        result = list(self._option_string_actions)
        for action in self._actions:
            for name, inner in (action.choices if isinstance(action.choices, dict) else {}).items():
                result += [name, *inner.all_names()]
        return result


def parser(names: Iterable[str]) -> argparse.ArgumentParser:
    """These commands and their options."""
    modules = {name: commands.module(name) for name in names}
    top = Parser(
        prog="privcausal",
        description="Private causal inference, verified.",
        epilog="examples:\n" + "".join(module.EXAMPLES for module in modules.values()),
        formatter_class=RAW,
    )
    top.add_argument("--version", action="version", version=f"privcausal {__version__}")
    subparsers = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, module in modules.items():
        what = str(module.__doc__).partition("\n")[0]
        epilog = f"examples:\n{module.EXAMPLES}"
        command = subparsers.add_parser(name, help=what, description=what, epilog=epilog, formatter_class=RAW)
        module.options(command)
        command.set_defaults(run=module.run)
    return top


if __name__ == "__main__":
    sys.exit(main())
