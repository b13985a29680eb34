"""Noise on a computer: what a grid costs, and that its cells are drawn exactly."""

import numpy as np

from privcausal.claims.privacy.noise_draws_worlds import (
    derive_law,
    derive_law_of_fair_heads,
    drawn_inside,
    drawn_inside_wider,
    events,
    law_added_up,
    law_of_cells,
    law_of_equal_heads,
    none_wrong,
    wrong_decisions,
    wrong_without_margin,
)
from privcausal.claims.privacy.noise_worlds import (
    GAUSSIAN,
    LAPLACE,
    count_on_grid,
    excess_noise,
    excess_noise_coarse,
    loss_at_offset,
    no_more,
    one,
    orders,
    overrun,
    overrun_forgotten,
    requests,
    textbook_bits,
    worst_cells,
    worst_cells_half_moved,
    worst_excess,
    worst_excess_coarse,
    worst_offset,
    worst_offset_forgotten,
)
from privcausal.privacy.noise import GridNoise, Shape, cells
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.frequency import Frequency
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

LAW = Formula("P(shape, steps, low, high, inside)", {"P": (law_of_cells, r"P[SZ\in[a,b)]")})

EVENTS = events(
    (GAUSSIAN, 1024, -704, 703),
    (GAUSSIAN, 1024, 2048, 2**20 - 1),
    (LAPLACE, 1024, -512, 255),
    (Shape.EXPONENTIAL.value, 1024, 1024, 3071),
    (GAUSSIAN, 2**22, 0, 2**22 - 1),
)

FORGOTTEN = Mutant("rounding moves nobody", check={"worst": worst_offset_forgotten})
FORGOTTEN_FOUND = Mutant("rounding moves nobody", check={"score": overrun_forgotten})
COARSE = Mutant("a grid 64 times coarser", check={"score": excess_noise_coarse})
WORST_COARSE = Mutant("a grid 64 times coarser", check={"worst": worst_excess_coarse})
EQUAL_HEADS = Mutant("all numbers of heads equally likely", check={"worst": law_of_equal_heads})
HALF_MOVED = Mutant("the price of half the distance", check={"worst": worst_cells_half_moved})
HALF = instead(ours="Delta/s/2")
TEXTBOOK = Mutant("the low bits of a textbook sampler", check={"sample": textbook_bits})
FAIR_HEADS = Mutant("all numbers of heads equally likely", check={"derive": derive_law_of_fair_heads})
NO_MARGIN = Mutant("64 bits always decide", check={"worst": wrong_without_margin})
WIDER = Mutant("noise a twentieth wider", check={"happens": drawn_inside_wider})

CLAIMS = (
    Claim(
        id="B-grid",
        title="Noise that keeps its promise on a computer",
        reading=Reading(Origin.OURS, "cells of a public grid"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let a statistic of $d$ numbers have sensitivity $\\Delta$, in the sum norm and $r=d$, or in Euclidean "
            "distance and $r=\\sqrt d$. Let $g>0$ depend on nothing private. Round each number to the nearest multiple "
            "of $g$, add independent real noise of scale $s'\\ge s(1+rg/\\Delta)$ to each, and tell in which cells "
            "$[kg,(k+1)g)$ the sums lie."
        ),
        statement=(
            "Whatever bound of $(\\varepsilon,\\delta)$, Rényi or zero-concentrated privacy holds for every statistic "
            "of sensitivity $\\Delta$ under noise of scale $s$ holds for what is told. With Laplace noise in the sum "
            "norm, «neighbours» changes the log-probability of any outcome by «sense» $«ours»$."
        ),
        ours=Formula("Delta/s"),
        at={"Delta": 1.0, "s": 1.0},
        proof="proof-grid",
        subjects=(GridNoise.add,),
        checks=(
            Exhaustive(
                "values at every place between two steps",
                (
                    {"Delta": 1.0, "s": 1.0},
                    {"Delta": 1 + 2.0**-22, "s": 1 + 2.0**-22},  # an odd number of steps
                    {"Delta": 1 + 2.0**-22, "s": 1024 * (1 + 2.0**-22)},
                    {"Delta": 0.04, "s": 0.04},
                    {"Delta": 0.3, "s": 0.03},
                ),
                worst_offset,
                (FORGOTTEN, HALF),
                loss_at_offset,
            ),
            Search(
                "several numbers, any values and moves",
                ({},),
                requests,
                overrun,
                (FORGOTTEN_FOUND,),
                tolerance=one,
                target=Target.OURS,
            ),
            Exhaustive(
                "all cells of grids so coarse that it shows",
                tuple(
                    {"shape": shape, "steps": steps, "moved": moved}
                    for shape in (LAPLACE, GAUSSIAN)
                    for steps, moved in ((1, 1), (3, 2), (8, 8))
                ),
                worst_cells,
                (HALF_MOVED,),
                tolerance=no_more,
                target=Target.OURS,
            ),
            Audit("a count on the grid", ({"Delta": 1.0, "s": 1.0},), count_on_grid, (TEXTBOOK, HALF)),
        ),
    ),
    Claim(
        id="B-grid-cost",
        title="What the grid costs",
        reading=Reading(Origin.OURS, "with the library's step"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "In {prf:ref}`B-grid` let $s\\ge2^{-10}\\Delta$, let $g$ be the largest power of two with "
            "$g\\le2^{-22}\\min(s,\\Delta/r)$, and let $s'$ be the smallest multiple of $g$ that will do, "
            "with a factor of $1+2^{-48}$ to spare for the last digits of $s$ and $\\Delta$."
        ),
        statement="The noise is wider than real noise would have to be by «sense» $«ours»$ of its scale.",
        ours=Formula("2**(-21)"),
        proof="proof-grid",
        depends=("B-grid",),
        subjects=(GridNoise.calibrated,),
        checks=(
            Exhaustive("all powers of two", ({"powers": 8},), worst_excess, (WORST_COARSE,)),
            Search("any scale, sensitivity, number of numbers", ({},), orders, excess_noise, (COARSE,)),
        ),
    ),
    Claim(
        id="B-cells",
        title="Cells of real noise, drawn exactly",
        reading=Reading(Origin.OURS, "rejection with as many bits as it takes"),
        relation=None,
        definition=(
            "Toss a fair coin until the first tail, after $k$ heads; choose one of $S$ cells of $[k,k+1)$ with equal "
            "chances and a real $y$ in it; keep it with probability $C2^ke^{-q(y)}$, else begin anew. Laplace noise "
            "has $q(y)=y$, $C=1$, Gaussian noise $q(y)=y^2/2$, $C=\\frac{211}{256}$, both with a fair sign. Let the "
            "middle of the cell and a few bits of a real $v\\in[0,1)$ decide, unless $v$ lies nearer than "
            "$\\frac1S$ to the edge; else draw more bits of $y$ and $v$. Let $Z$ be real noise of scale 1."
        ),
        statement=(
            "For any whole $a$ and $b$, the cell that is kept has a number in $[a,b)$ with probability «sense» "
            "$«ours»$, and lies outside with probability «sense» that of the contrary: so both are equal."
        ),
        ours=LAW,
        at={"shape": GAUSSIAN, "steps": 1, "low": 0, "high": 0, "inside": True},
        proof="proof-cells",
        subjects=(cells,),
        checks=(
            Symbolic(
                "density, largest chance, steepest slope", derive_law, (FAIR_HEADS,), target=Target.OURS
            ),
            Exhaustive(
                "every quick decision near the edge",
                tuple({"shape": shape.value, "steps": steps} for shape in Shape for steps in (4, 16)),
                wrong_decisions,
                (NO_MARGIN,),
                tolerance=none_wrong,
                target=Target.OURS,
            ),
            Exhaustive("adding up all proposals", EVENTS, law_added_up, (EQUAL_HEADS,)),
            Frequency("draws", EVENTS, drawn_inside, (WIDER,)),
        ),
    ),
)


def honest_count(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    return count_on_grid(neighbour, size, rng, 1.0, 1.0)


EXHIBITS = (
    Exhibit("hardened Laplace", "a count with real noise, told by its cell", "B-grid", True, honest_count),
)
