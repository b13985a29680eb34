"""Explorers about differential privacy: an adversary, clipping, composition, thresholds, an audit, a choice."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom, laplace

from privcausal import plots
from privcausal.data.malawi import participants
from privcausal.explorers.frame import Explorer, static_figure
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.accounting import advanced_epsilon
from privcausal.privacy.exponential import Exponential, privacy_loss
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation
from privcausal.verify.statistics.audit_result import epsilon_at_least

EPSILONS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)


def two_worlds() -> Explorer:
    """Bet on which of two counts was published with noise, compared with the largest share of right bets."""
    best = [1 - math.exp(-e / 2) / 2 for e in EPSILONS]
    every = [math.exp(e) / (1 + math.exp(e)) for e in EPSILONS]
    share = {"best strategy, Laplace noise": best, "bound for every mechanism": every}
    ax = plots.curves(EPSILONS, share, marked=True, ylim=(0.45, 1))
    ax.set(xlabel="ε of the published number", ylabel="share of right bets")
    return Explorer(
        "worlds",
        "Was it 37 or 38?",
        "**Read the published number, and bet.** A fair coin chose one of two neighbouring tables, with 37 or with 38 "
        "positive tests. The count was published with Laplace noise of scale 1/ε.",
        {"epsilon": EPSILONS, "best": best, "every": every},
        static_figure(
            ax,
            "Share of right bets of the best strategy against Laplace noise, and the bound for every "
            "ε-private mechanism. Both start at one half and grow with ε.",
        ),
        ("ε", "best strategy", "bound for every mechanism"),
        list(zip(EPSILONS, best, every, strict=True)),
    )


def clipped_sum(people: int = 400) -> Explorer:
    """Clip each contribution to a private sum: a low clipping bound causes bias, a high one needs more noise."""
    hours = np.random.default_rng(7).lognormal(3.0, 0.7, people)
    clips = np.arange(5.0, 106.0, 5.0)
    lost = [float(hours.sum() - np.minimum(hours, clip).sum()) for clip in clips]
    epsilons = (0.03, 0.1, 0.3, 1.0)
    noise = [[math.sqrt(2) * clip / e for clip in clips] for e in epsilons]
    together = [[math.hypot(a, b) for a, b in zip(lost, row, strict=True)] for row in noise]
    counts, edges = np.histogram(hours, np.arange(0, 106, 5))
    errors = {f"ε = {e:g}": row for e, row in zip(epsilons, together, strict=True)}
    ax = plots.curves(
        clips, errors, log="y", xlabel="clipping bound, hours", ylabel="typical error of the sum"
    )
    return Explorer(
        "clip",
        "Where would you clip?",
        f"**Drag the bound.** {people} people report hours, and the sum is published with Laplace noise. Values "
        "above the bound count as the bound: a low one causes bias, and a high one needs more noise.",
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
        static_figure(
            ax,
            "Typical error of the sum, which combines bias and noise, against the clipping bound. "
            "It has its minimum at a different bound for each ε.",
        ),
        ("ε", "best clipping bound", f"typical error there, of {hours.sum():,.0f} hours"),
        [(e, float(clips[int(np.argmin(row))]), min(row)) for e, row in zip(epsilons, together, strict=True)],
    )


def loss_quantile(epsilon: float, answers: int, delta: float) -> float:
    """Return the least loss that at most the fraction δ of these walks ends above.

    No (ε, δ) has to be so large: `exact_epsilon` is smaller, because an ε need not cover the whole tail.

    Examples
    --------
    >>> [round(loss_quantile(0.1, 100, d), 1) for d in (0.2, 1e-6)]
    [1.4, 5.2]
    """
    up = binom.isf(delta, answers, 1 / (1 + math.exp(-epsilon)))
    return float(2 * up - answers) * epsilon


def many_questions(rounds: int = 200) -> Explorer:
    """A hundred random walks of the privacy loss, under the sum of all ε and under the bound that has a δ."""
    at = [1, *range(10, rounds + 1, 10)]
    epsilons, deltas = (0.05, 0.1, 0.2), (0.2, 0.05, 0.01, 1e-6)
    bounds = [[[min(e * t, advanced_epsilon([e] * t, d)) for t in at] for d in deltas] for e in epsilons]
    total = [epsilons[1] * t for t in at]
    lines = {"sum of all ε": total}
    lines |= {f"bound at δ = {d:g}": row for d, row in zip(deltas, bounds[1], strict=True)}
    ax = plots.curves(at, lines, xlabel=f"answers at ε = {epsilons[1]:g} each", ylabel="privacy loss")
    up = np.random.default_rng(0).random((100, rounds)) < 1 / (1 + math.exp(-epsilons[1]))
    losses = np.cumsum(np.where(up, epsilons[1], -epsilons[1]), axis=1)[:, np.subtract(at[::2], 1)]
    ax.plot(at[::2], losses.T, "-", color=plots.INK, alpha=0.2, linewidth=0.7, zorder=0)
    return Explorer(
        "questions",
        "A hundred walks of the privacy loss",
        "**Ask more questions, and change δ.** Each answer moves the privacy loss of a simulated adversary up or down "
        "by ε, and up more often. At most the fraction δ of these walks ends above the bound.",
        {
            "epsilon": epsilons,
            "delta": deltas,
            "up": [1 / (1 + math.exp(-e)) for e in epsilons],
            "at": at,
            "bound": bounds,
            "quantile": [[[loss_quantile(e, t, d) for t in at] for d in deltas] for e in epsilons],
        },
        static_figure(
            ax,
            "A hundred simulated walks of the privacy loss against the number of answers, and its bounds. The sum of "
            "all ε is a straight line; bounds that fail with probability at most δ grow like a square root at first.",
        ),
        ("answers", "sum of all ε", *(f"bound at δ = {d:g}" for d in deltas)),
        [(t, total[i], *(row[i] for row in bounds[1])) for i, t in enumerate(at)],
        f"At ε = {epsilons[1]:g} for each answer",
    )


def raised_threshold() -> Explorer:
    """AboveThreshold on twelve questions: the probability that it stops at each, by threshold and ε."""
    truths = [3.0, -4.0, 6.0, 1.0, 9.0, -2.0, 22.0, 5.0, 14.0, 2.0, 30.0, 8.0]
    thresholds = np.arange(0.0, 37.0, 2.0)
    epsilons = (0.5, 1.0, 2.0, 4.0)
    sieves = [[AboveThreshold(float(t), 1.0, e, Relation.SUBSTITUTION) for t in thresholds] for e in epsilons]
    chances = [[sieve.probabilities(truths) for sieve in row] for row in sieves]
    largest = int(np.argmax(truths))
    right = [[float(row[largest]) for row in rows] for rows in chances]
    lines = {f"ε = {e:g}": row for e, row in zip(epsilons, right, strict=True)}
    ax = plots.curves(
        thresholds, lines, ylim=(0, 1), xlabel="threshold", ylabel="probability to stop at the largest"
    )
    return Explorer(
        "threshold",
        "Raise the threshold",
        "**Drag the threshold.** The best round ends at the largest answer. Questions are asked in turn, and the first "
        "noisy answer above the noisy threshold ends the round. A round costs ε, regardless of its length.",
        {
            "truth": truths,
            "threshold": thresholds,
            "epsilon": epsilons,
            "chance": chances,
            "spread": noise_spreads(sieves),
        },
        static_figure(
            ax,
            "Probability that the round ends at the largest answer, against the threshold, for four values of ε. "
            "With a low threshold earlier questions end it, and with a high one none does.",
        ),
        ("threshold", *(f"stops at the largest, ε = {e:g}" for e in epsilons)),
        [(float(t), *(row[i] for row in right)) for i, t in enumerate(thresholds)],
    )


def noise_spreads(sieves: list[list[AboveThreshold]]) -> list[list[float]]:
    """The standard deviations of the noise on the threshold and on the answers, for each ε."""
    return [
        [math.sqrt(2) * scale for scale in (row[0].threshold_scale, row[0].query_scale)] for row in sieves
    ]


def turning_bus() -> Explorer:
    """Where a bus turns that should turn once it has found enough people: AboveThreshold against a split budget."""
    people = participants()
    away = people.distance[people.learned == 0].to_numpy()
    places = np.arange(1, 25) / 4
    absent = [float(np.sum(away <= place)) for place in places]
    thresholds, epsilons = np.arange(100.0, 801.0, 50.0), (0.02, 0.05, 0.1, 0.2, 0.5)
    sieves = [[AboveThreshold(float(t), 1.0, e, Relation.SUBSTITUTION) for t in thresholds] for e in epsilons]
    chances = {
        "split budget": [[split_stops(absent, t, len(places) / e) for t in thresholds] for e in epsilons],
        "AboveThreshold": [[np.asarray(sieve.probabilities(absent)) for sieve in row] for row in sieves],
    }
    middle = int(np.flatnonzero(thresholds == 400)[0])
    right = int(np.argmax(np.array(absent) >= 400))
    close = {
        name: [float(row[middle][right - 1 : right + 2].sum()) for row in rows]
        for name, rows in chances.items()
    }
    ax = plots.curves(epsilons, close, log="x", marked=True, ylim=(0, 1), xlabel="ε", ylabel="share of days")
    ax.set_xticks(epsilons, [f"{epsilon:g}" for epsilon in epsilons])
    ax.minorticks_off()  # words of its own would cover one another: the axis is little longer than a decade
    return Explorer(
        "bus",
        "Where does the bus turn?",
        "**Change the method, and drag the threshold.** The bus asks at each of 24 places whether enough absent people "
        "have been found, and turns at the first noisy yes. Only where it turns is published.",
        {
            "places": places,
            "absent": absent,
            "threshold": thresholds,
            "epsilon": epsilons,
            "chance": {name: np.round(rows, 4) for name, rows in chances.items()},
            "spread": {
                "split budget": [(0.0, math.sqrt(2) * len(places) / e) for e in epsilons],
                "AboveThreshold": noise_spreads(sieves),
            },
        },
        static_figure(
            ax,
            "Probability that the bus turns at most one place off, at a threshold of 400 people, against ε. "
            "AboveThreshold is far better than a budget that is split among 24 questions.",
        ),
        ("ε", *(f"at most one place off, {name}" for name in close)),
        list(zip(epsilons, *close.values(), strict=True)),
        f"At a threshold of {thresholds[middle]:g} people",
    )


def split_stops(answers: Sequence[float], threshold: float, scale: float) -> NDArray[np.float64]:
    """Return the probability of each place for the first yes, and last of none, with Laplace noise on each answer.

    Examples
    --------
    >>> split_stops([-1.0, 0.0, 1.0], 0.0, 1.0).round(3).tolist()
    [0.184, 0.408, 0.333, 0.075]
    """
    no = laplace.cdf(threshold - np.asarray(answers), scale=scale)
    before = np.cumprod(np.r_[1.0, no])
    stops: NDArray[np.float64] = np.r_[before[:-1] * (1 - no), before[-1]]
    return stops


CUTS = tuple(float(cut) for cut in np.arange(-2, 3.01, 0.5))
"""Where the reader can begin the event; the auditor's, chosen before the runs, begins at 1."""


def audit_game(games: int = 6) -> Explorer:
    """Runs of programs with the label ε = 1 come in; some labels are true, the other programs have ε = 1.5."""
    rng = np.random.default_rng(18)
    sizes = [25, 50, 100, 200, 400, 800, 1600, 3200]
    edges = np.arange(-4.0, 5.01, 0.5)
    violates = [bool(it) for it in rng.permuted([False, True] * (games // 2))]
    counts, bounds, anywhere, reached = [], [], [], []
    for wrong in violates:
        noise = Laplace(sensitivity=1, epsilon=1.5 if wrong else 1.0, relation=Relation.ADD_REMOVE)
        draws = [noise.sample(float(world), sizes[-1], rng) for world in (0, 1)]
        counts.append([[np.histogram(part[:n], edges)[0] for n in sizes] for part in draws])
        bounds.append([_proved(draws, n, 0.05 / len(sizes)) for n in sizes])
        anywhere.append(
            [[_proved(draws, n, 0.05 / len(sizes) / len(CUTS), cut) for cut in CUTS] for n in sizes]
        )
        reached.append([[[int((part[:n] >= cut).sum()) for cut in CUTS] for n in sizes] for part in draws])
    words = (("label true", False), ("label false", True))
    lines = {word: bounds[violates.index(wrong)] for word, wrong in words}
    ax = plots.curves(sizes, lines, log="x", level=1, xlabel="runs on each table", ylabel="lower bound on ε")
    return Explorer(
        "audit",
        "Audit a program with the label ε = 1",
        "**Drag the event, and judge the label.** It is true for three of six programs; the others have ε = 1.5. The "
        "auditor rejects once its lower bound on ε passes 1, and a true label in at most 5% of games.",
        {
            "cuts": CUTS,
            "anywhere": anywhere,
            "reached": reached,
            "sizes": sizes,
            "edges": edges,
            "violates": violates,
            "counts": counts,
            "bounds": bounds,
            "claim": 1.0,
        },
        static_figure(
            ax,
            "Lower bound on ε that the auditor has established after so many runs, for a program whose label ε = 1 "
            "is true and for one whose label is false.",
        ),
        ("program", *(f"{n} runs" for n in sizes)),
        [(words[wrong][0], *row) for wrong, row in zip(violates, bounds, strict=True)],
    )


def _proved(draws: list[NDArray[np.float64]], n: int, alpha: float, cut: float = 1.0) -> float:
    """The lower bound on ε from the first n draws of each side, by how many reach the cut."""
    without, within = (int((part[:n] >= cut).sum()) for part in draws)
    return max(0.0, epsilon_at_least((within, without), (n, n), 0.0, alpha))


def exponential_tickets() -> Explorer:
    """The exponential mechanism as tickets: the scores decide the weights, and one person changes them little."""
    scores = [7, 9, 3, 10, 5]
    names = [f"site {letter}" for letter in "ABCDE"]
    epsilons = (0.1, 0.3, 1.0, 2.0, 4.0)
    rows = []
    for e in epsilons:
        choice = Exponential(1, e, Relation.SUBSTITUTION)
        chances = choice.probabilities(np.array(scores, dtype=float))
        worst = np.where(np.arange(len(scores)) == int(np.argmin(scores)), -1.0, 1.0)
        rows.append((e, *map(float, chances), privacy_loss(chances, choice.probabilities(scores + worst))))
    shares = {f"ε = {row[0]:g}": row[1:-1] for row in rows[1:4]}
    ax = plots.compare(names, shares, ylim=(0, 1), xlabel="candidate", ylabel="probability")
    return Explorer(
        "tickets",
        "Tickets of the exponential mechanism",
        "**Let one person come, and drag a score.** A site with score q gets exp(εq/2) tickets, and one is drawn. One "
        "person changes each score by at most 1: how far does this move the probabilities?",
        {"names": names, "score": scores, "start": [6, 7, 6, 6, 6], "epsilon": epsilons},
        static_figure(
            ax,
            "Probability of each site under the exponential mechanism, for three values of ε. The larger ε, the more "
            "of it belongs to the site with the highest score.",
        ),
        ("ε", *names, "privacy loss, worst change of one person"),
        rows,
        f"At the scores {', '.join(map(str, scores[:-1]))} and {scores[-1]}",
        decimals=3,
    )
