"""Background knowledge on the command line: tiers, forbidden and required arrows."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privcausal.table.knowledge import Knowledge

OPTIONS = ("tiers", "forbidden", "required", "knowledge")


def background_options(command: ArgumentParser) -> None:
    """Background knowledge about causes; a declaration can contain the same."""
    group = command.add_argument_group(
        "background knowledge",
        "orients and deletes edges at no privacy cost; a declaration can contain the same",
    )
    group.add_argument(
        "--tiers",
        metavar="LIST",
        help='columns in the order of time, "age,sex | dose | death": no column causes one of an earlier tier',
    )
    group.add_argument(
        "--forbidden", metavar="LIST", help='arrows that cannot be, "death -> dose, death -> age"'
    )
    group.add_argument("--required", metavar="LIST", help='arrows that are known, "dose -> pain"')
    group.add_argument(
        "--knowledge",
        metavar="FILE",
        help="a graph whose arrows are required: DAGitty's text (.txt or .dagitty), or .graphml",
    )


def background(options: Namespace, declared: "Knowledge") -> "Knowledge":
    """Return the knowledge in the options, or else in the declaration."""
    from privcausal.graphs.background_knowledge import as_knowledge
    from privcausal.table.knowledge import arrows_of, knowledge_of, tiers_of

    entries = declared.entries()
    if options.knowledge is not None:
        entries |= as_knowledge(options.knowledge).entries()
    for name, read in (("tiers", tiers_of), ("forbidden", arrows_of), ("required", arrows_of)):
        text = getattr(options, name)
        if text is not None:
            entries[name] = read(text)
    return knowledge_of(entries)
