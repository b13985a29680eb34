"""Methods that learn from categories by a policy for PC: the search, with a diary of its orders."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from privcausal.graphs.constraint_based.pc import OneByOne, Questions, pc
from privcausal.graphs.constraint_based.policy import PrivatePolicy
from privcausal.graphs.independence.pair_counts import tables_of
from privcausal.graphs.learned import Edge, Learned, Separators, Step
from privcausal.graphs.method import Method, Progress
from privcausal.graphs.pair_status import conservative_orientation
from privcausal.privacy.price import Price
from privcausal.table.records import Table
from privcausal.table.stream import Stream

IN_ORDER = (
    "The declared values of each column are in order. An association that neither rises nor falls along them is not "
    "seen, however strong it is."
)
"""What Kendall's statistic assumes, and so every method that asks test by test."""


@dataclass
class RecordingPolicy:
    """Any policy, with a diary of its orders; `progress` is called after each."""

    policy: PrivatePolicy | OneByOne
    progress: Progress | None = None
    largest: float = math.inf
    """Beyond this order the policy never meant to ask."""
    steps: list[Step] = field(default_factory=list)
    unanswered: dict[int, set[Edge]] = field(default_factory=dict)
    """The pairs with questions left when the policy ran dry, by the order at which it did."""

    def separate(self, questions: Questions) -> Separators:
        """Let the policy decide, and record its tests."""
        edges, before = int(questions.graph.sum()) // 2, sum(self.policy.asked)
        separators = self.policy.separate(questions)
        step = Step(questions.order, edges, sum(self.policy.asked) - before, tuple(sorted(separators)))
        self.steps.append(step)
        if getattr(self.policy, "stop_reason", None) and questions.order <= self.largest:
            self.unanswered[questions.order] = set(questions.edges()) - set(separators)
        if self.progress:
            self.progress(step)
        return separators


@dataclass(frozen=True, kw_only=True)
class PolicyMethod(Method):
    """A method that is a policy for PC, built from tables of counts, a budget and a generator."""

    policy: Callable[..., Any]

    def learn(
        self, table: Table | Stream, budget: Price, rng: np.random.Generator, progress: Progress | None = None
    ) -> Learned:
        """Run PC with this policy, and say of each pair only what an answer supports."""
        return self.search(self.policy(tables_of(table), budget, rng), len(table.columns), budget, progress)

    def search(self, policy: Any, nodes: int, budget: Price, progress: Progress | None = None) -> Learned:
        """Run PC; `budget` is the price where it is not the policy that knows it."""
        diary = RecordingPolicy(policy, progress, self.largest)
        searched = self.run(diary, nodes)
        untested = np.zeros((nodes, nodes), dtype=bool)
        for x, y in diary.unanswered.get(0, ()):
            untested[x, y] = untested[y, x] = True
        unanswered = set().union(*diary.unanswered.values())
        graph = conservative_orientation(searched, unanswered, untested) if unanswered else searched.graph
        doubts = getattr(policy, "doubts", None)
        return Learned(
            graph,
            searched.separators,
            getattr(policy, "spent", budget),
            tuple(policy.asked),
            tuple(diary.steps),
            getattr(policy, "stop_reason", None),
            untested,
            {} if doubts is None else doubts.about(graph),
            getattr(policy, "moments", None),
        )

    def run(self, diary: RecordingPolicy, nodes: int) -> Learned:
        """Search: all but one method leave it to PC."""
        return pc(nodes, diary)
