"""Print a script that completes commands, options and file names in bash or zsh."""

from argparse import ArgumentParser, Namespace

EXAMPLES = """\
  python -m privcausal completion > ~/.privcausal   then: source ~/.privcausal (in zsh first: bashcompinit)
"""

SCRIPT = """\
_privcausal() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="{names}"
  elif [ "${{word#-}}" != "$word" ]; then
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _privcausal privcausal
"""


def options(command: ArgumentParser) -> None:
    """Nothing."""


def run(options: Namespace) -> int:
    """Print the script, made of the parsers themselves."""
    from privcausal.commands import module, names

    cases = []
    for name in names():
        parser = ArgumentParser()
        module(name).options(parser)
        words = " ".join(word for word in parser._option_string_actions if word.startswith("--"))
        cases.append(f'      {name}) words="{words}" ;;')
    print(SCRIPT.format(names=" ".join(names()), cases="\n".join(cases)), end="")
    return 0
