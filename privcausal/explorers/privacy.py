"""Five figures to touch about promises: a bet, a clipped sum, many questions, a threshold, a liar."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from privcausal import plots
from privcausal.explorers.frame import Explorer, static_figure
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.accounting import advanced_epsilon
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation
from privcausal.verify.statistics.audit_result import epsilon_at_least

EPSILONS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)


def two_worlds() -> Explorer:
    """Bet on which of two evenings published a number; the best possible bettor is the bound."""
    rng = np.random.default_rng(11)
    noise = [
        Laplace(sensitivity=1, epsilon=e, relation=Relation.ADD_REMOVE).sample(0.0, 200, rng)
        for e in EPSILONS
    ]
    best = [1 - math.exp(-e / 2) / 2 for e in EPSILONS]
    share = {"best share of right bets": best}
    ax = plots.curves(EPSILONS, share, marked=True, ylim=(0.45, 1))
    ax.set(xlabel="ε of the published number", ylabel="share of right bets")
    return Explorer(
        "worlds",
        "Which evening was it?",
        "A fair coin picks an evening with 37 or with 38 positive tests, and noise is added to the count. "
        "Bet on the evening; a smaller ε means more noise. In the long run no reader is right more often than the "
        "best bettor, whose share stands below.",
        {"epsilon": EPSILONS, "best": best, "noise": [np.round(draws, 2) for draws in noise]},
        static_figure(ax, "The best share of right bets that any reader of the number can reach."),
        ("ε", "best share of right bets"),
        list(zip(EPSILONS, best, strict=True)),
    )


def clipped_sum(people: int = 400) -> Explorer:
    """Clip what each person may contribute: a low clip loses, a high clip needs loud noise."""
    hours = np.random.default_rng(7).lognormal(3.0, 0.7, people)
    clips = np.arange(5.0, 151.0, 5.0)
    lost = [float(hours.sum() - np.minimum(hours, clip).sum()) for clip in clips]
    epsilons = (0.1, 0.3, 1.0, 3.0)
    noise = [[math.sqrt(2) * clip / e for clip in clips] for e in epsilons]
    together = [[math.hypot(a, b) for a, b in zip(lost, row, strict=True)] for row in noise]
    counts, edges = np.histogram(hours, np.arange(0, 151, 5))
    errors = {f"ε = {e:g}": row for e, row in zip(epsilons, together, strict=True)}
    ax = plots.curves(clips, errors, log="y", xlabel="clip", ylabel="typical error of the sum")
    return Explorer(
        "clip",
        "Where would you clip?",
        f"{people} invented people and their hours. Each contributes at most the clip to a private sum. "
        "Move the clip: what it cuts off, and the noise that it needs, pull in opposite directions.",
        {
            "clip": clips,
            "epsilon": epsilons,
            "lost": lost,
            "noise": noise,
            "together": together,
            "edges": edges,
            "people": counts,
            "total": float(hours.sum()),
        },
        static_figure(ax, "The typical error has its least value at a different clip for each ε."),
        ("ε", "best clip", f"typical error there, of {hours.sum():,.0f} hours"),
        [(e, float(clips[int(np.argmin(row))]), min(row)) for e, row in zip(epsilons, together, strict=True)],
    )


def many_questions(epsilon: float = 0.2, rounds: int = 200, delta: float = 1e-6) -> Explorer:
    """The walk of the evidence over many answers, under the straight line and under the bound that has a δ."""
    at = [1, *range(10, rounds + 1, 10)]
    total = [epsilon * t for t in at]
    bound = [advanced_epsilon([epsilon] * t, delta) for t in at]
    prices = {"sum of all ε": total, "advanced composition": bound}
    ax = plots.curves(at, prices, xlabel="answers", ylabel="evidence, in nats")
    return Explorer(
        "questions",
        "Stop when you know enough",
        f"Each answer is true with odds e^ε at ε = {epsilon:g}, and moves a gossip's evidence up or down by ε. "
        f"Ask, and stop when you like: at most one walk in a million ever climbs past the bound for all {rounds}.",
        {"step": epsilon, "up": 1 / (1 + math.exp(-epsilon)), "at": at, "sum": total, "bound": bound},
        static_figure(
            ax, "What many answers can give away: in the worst case, and but for one case in a million."
        ),
        ("answers", "sum of all ε", "bound, but for δ"),
        list(zip(at, total, bound, strict=True)),
    )


def raised_threshold() -> Explorer:
    """AboveThreshold on twelve questions: the chance that it stops at each, by threshold and ε."""
    truths = [3.0, -4.0, 6.0, 1.0, 9.0, -2.0, 22.0, 5.0, 14.0, 2.0, 30.0, 8.0]
    thresholds = np.arange(0.0, 33.0, 4.0)
    epsilons = (0.5, 1.0, 2.0, 4.0)
    chances = [
        [AboveThreshold(float(t), 1.0, e, Relation.SUBSTITUTION).probabilities(truths) for t in thresholds]
        for e in epsilons
    ]
    largest = int(np.argmax(truths))
    right = [[float(row[largest]) for row in rows] for rows in chances]
    lines = {f"ε = {e:g}": row for e, row in zip(epsilons, right, strict=True)}
    ax = plots.curves(
        thresholds, lines, ylim=(0, 1), xlabel="threshold", ylabel="chance to stop at the largest"
    )
    return Explorer(
        "threshold",
        "Raise the threshold",
        "Twelve questions are asked in turn; the first whose noisy answer passes the noisy threshold ends the "
        "round, and the round costs ε, however long it is. Move the threshold and see where it would end.",
        {"truth": truths, "threshold": thresholds, "epsilon": epsilons, "chance": chances},
        static_figure(ax, "The chance that the round ends at the question with the largest answer."),
        ("threshold", *(f"stops at the largest, ε = {e:g}" for e in epsilons)),
        [(float(t), *(row[i] for row in right)) for i, t in enumerate(thresholds)],
    )


def audit_game(games: int = 6) -> Explorer:
    """Draws of a mechanism that promises ε = 1 come in; some keep the promise, some give half as much again."""
    rng = np.random.default_rng(17)
    sizes = [25, 50, 100, 200, 400, 800, 1600, 3200]
    edges = np.arange(-4.0, 5.01, 0.5)
    lies = [bool(lie) for lie in rng.permuted([False, True] * (games // 2))]
    counts, bounds = [], []
    for lie in lies:
        noise = Laplace(sensitivity=1, epsilon=1.5 if lie else 1.0, relation=Relation.ADD_REMOVE)
        draws = [noise.sample(float(world), sizes[-1], rng) for world in (0, 1)]
        counts.append([[np.histogram(part[:n], edges)[0] for n in sizes] for part in draws])
        bounds.append([_proved(draws, n, 0.05 / len(sizes)) for n in sizes])
    lines = {w: bounds[lies.index(lie)] for w, lie in (("keeps its promise", False), ("lies", True))}
    ax = plots.curves(sizes, lines, log="x", level=1, xlabel="draws from each side", ylabel="ε is at least")
    return Explorer(
        "liar",
        "Catch the liar before the auditor does",
        "A mechanism promises ε = 1. Some keep it, some give away 1.5. Draws on two neighbours come in; accuse "
        "it or let it go. The auditor accuses as soon as its bound "
        "passes the promise: all its looks together err in at most 5% of games.",
        {"sizes": sizes, "edges": edges, "lies": lies, "counts": counts, "bounds": bounds, "promise": 1.0},
        static_figure(
            ax, "What the auditor can prove after so many draws, for an honest mechanism and for a liar."
        ),
        ("mechanism", *(f"{n} draws" for n in sizes)),
        [("lies" if lie else "keeps it", *row) for lie, row in zip(lies, bounds, strict=True)],
    )


def _proved(draws: list[NDArray[np.float64]], n: int, alpha: float) -> float:
    """The ε that the first n draws of each side prove, by how many reach the place of the second world."""
    without, within = (int((part[:n] >= 1).sum()) for part in draws)
    return max(0.0, epsilon_at_least((within, without), (n, n), 0.0, alpha))
