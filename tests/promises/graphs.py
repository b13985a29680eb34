"""Graphs of tables whose associations are known: what is said to be detectable, and edges that are called sure."""

import re
import tempfile
from types import SimpleNamespace

import numpy as np
import pandas as pd
from scipy.special import ndtri
from scipy.stats import chi2_contingency, kendalltau

import privcausal
from privcausal.graphs.methods import best_method, method_of
from privcausal.graphs.pair_status import hundredths
from privcausal.table.inputs import as_declaration

CUTS = {
    "yes/no": [0.5],
    "3 values": [1 / 3, 2 / 3],
    "5 values": [0.2, 0.4, 0.6, 0.8],
    "yes for 5%": [0.95],
    "cut numbers": [0.5],
}
NUMBERS = {
    "normal": (lambda z: z, [-5, 5]),
    "skewed": (lambda z: np.exp(z), [-20, 40]),
    "steep": (lambda z: np.sign(z) * np.abs(z) ** 1.5, [-20, 20]),
    "counts": (lambda z: np.floor(np.exp(0.8 * z + 0.5)), [-20, 60]),
    "0 or 1": (lambda z: 1.0 * (z > 0), [0, 1]),
    "logarithms": (lambda z: np.exp(z), [0.005, 200]),
    "beyond its range": (lambda z: z, [-1, 0.7]),
}
MIXTURES = {
    "yes/no and normal": ("yes/no", "normal"),
    "3 values and skewed": ("3 values", "skewed"),
    "5% and counts": ("yes for 5%", "counts"),
}
METHODS = {
    "default": (*CUTS, *NUMBERS, *MIXTURES),
    **dict.fromkeys(("once", "once-further", "once-sparing", "curate"), tuple(CUTS)),
    "once-correlations": tuple(NUMBERS),
    "once-mixed": tuple(MIXTURES),
}
COMMON = {
    "columns": METHODS["default"],
    "method": tuple(METHODS),
    "unit": ("a row", "3 rows", "kept 3 rows", "drawn rows"),
    "door": ("frame", "file", "release"),
    "rows": (2_000, 20_000),
    "epsilon": (0.5, 1.0, 3.0),
}


def can(world):
    """Is the method for such columns, and for several rows of a person; can it read a release?"""
    if world["columns"] not in METHODS[world["method"]]:
        return False
    if world["method"] == "curate":
        return world["unit"] == "a row" and world["door"] != "release"
    return world["door"] != "release" or world["columns"] in CUTS


def kinds(world):
    """The kind of each column; those of a mixture take turns, so that both kinds of pairs are there."""
    two = MIXTURES.get(world["columns"], (world["columns"],) * 2)
    return [two[place % 3 % 2] for place in range(world["many"])]


def declared(world):
    """The columns, and what a missing cell counts as, though none is missing."""
    result = {}
    for place, kind in enumerate(kinds(world)):
        if kind == "cut numbers":
            column = {"range": [-4, 4], "cuts": [0], "missing": -1}
        elif kind in CUTS:
            column = {"values": list(range(len(CUTS[kind]) + 1)), "missing": 0}
        else:
            ends = NUMBERS[kind][1]
            column = {"range": ends, "missing": ends[0]} | ({"scale": "log"} if kind == "logarithms" else {})
        result[f"c{place}"] = column
    return result


def seen(kind, latent):
    """A column from normal numbers."""
    if kind in NUMBERS:
        return NUMBERS[kind][0](latent)
    return latent if kind == "cut numbers" else np.digitize(latent, ndtri(CUTS[kind]))


def unit_of(world):
    """Whose rows they are."""
    unit = {} if world["unit"] == "a row" else {"rows_per_person": 3}
    unit |= {"person": "id"} if world["unit"] in ("kept 3 rows", "drawn rows") else {}
    return unit | ({"keep_rows": world["rows"] // 4} if world["unit"] == "drawn rows" else {})


def table(world, people, rng):
    """People with their rows, all alike."""
    n = len(people[0])
    frame = pd.DataFrame({f"c{place}": column for place, column in enumerate(people)} | {"id": np.arange(n)})
    times = {"a row": 1, "3 rows": 3, "kept 3 rows": rng.integers(1, 4, n)}.get(
        world["unit"], rng.integers(1, 6, n)
    )
    return frame.loc[np.repeat(np.arange(n), times)].iloc[:n].reset_index(drop=True)


def answer(world, people, rng, known=None):
    """One graph, through one of the doors."""
    frame, method = table(world, people, rng), None if world["method"] == "default" else world["method"]
    asked = {"epsilon": world["epsilon"], "delta": 1e-6, "declare": declared(world), **unit_of(world)}
    asked["seed"] = int(rng.integers(1 << 30))
    with tempfile.TemporaryDirectory() as folder:
        if world["door"] == "release":
            privcausal.release(frame, **asked).save(f"{folder}/release.json")
            return privcausal.load(f"{folder}/release.json").discover(method, knowledge=known)
        if world["door"] == "file":
            frame.to_csv(f"{folder}/data.csv", index=False)
            frame = f"{folder}/data.csv"
        return privcausal.discover(frame, method=method, knowledge=known, **asked)


def prints(result):
    """Do text and JSON say the same?"""
    known = [pair.minimum_detectable for pair in result.pairs if pair.minimum_detectable is not None]
    match = re.search(r"80% power\): φ = ([\d.]+)(?: to ([\d.]+))?", str(result))
    if match and max(known) <= 1:
        yield (
            "prints the same φ",
            [match[1], match[2] or match[1]] == [hundredths(min(known)), hundredths(max(known))],
        )
    sure = {(pair["first"], pair["second"]): pair["edge_probability"] for pair in result.to_dict()["pairs"]}
    for first, second, share in re.findall(r"(\w+) [→—] (\w+) +edge (\d+)%", str(result)):
        yield (
            "prints the same probability",
            abs(100 * min(sure[first, second], 0.99) - float(share)) < 0.5 + 1e-9,
        )


# --- the minimum detectable association, of an answer or of a plan, put between columns ---------------------------


def possible(world):
    """A plan takes values to be equally frequent; an answer says nothing where rows can be blank."""
    if world["said"] == "in the plan":
        return can(world) and "5%" not in world["columns"] and world["columns"] != "0 or 1"
    return can(world) and world["unit"] != "kept 3 rows" and world["method"] != "curate"


def prepared(world, rng):
    """Between which columns the normal numbers below have to be associated, and how strongly."""
    found, places, reach = kinds(world), [(at, at + 1) for at in range(0, world["many"], 2)], {}
    least, measure = (planned if world["said"] == "in the plan" else answered)(world, places, rng)
    for (a, b), size in least.items():
        low, high = 0.0, 0.999
        for _ in range(12):
            middle = (low + high) / 2
            x, y = joint(world["shape"], middle, 100_000, np.random.default_rng(7))
            weak = strength(found[a], found[b], seen(found[a], x), seen(found[b], y), measure) < size
            low, high = (middle, high) if weak else (low, middle)
        reach |= {(a, b): high} if high < 0.99 else {}
    return SimpleNamespace(world=world, reach=reach)


def planned(world, places, rng):
    """What a plan says of these pairs, rounded as it is printed; not where it says that a number loses power."""
    public, unit = as_declaration(declared(world)), unit_of(world)
    rows, several = unit.get("keep_rows", world["rows"]), {"rows_per_person": unit.get("rows_per_person", 1)}
    plan = privcausal.plan(declared(world), rows=rows, epsilon=world["epsilon"], delta=1e-6, **several)
    method = best_method(public, rows) if world["method"] == "default" else world["method"]
    entries = {entry.method: entry for entry in plan.methods}
    if (entry := entries.get(method_of(method).reads or method)) is None:
        return {}, "φ"
    narrow = {at for at, kind in enumerate(kinds(world)) if spread(kind) < max(plan.least_spread or (0,))}
    told = [at for at in places if entry.least[at] < 1 and not narrow & set(at)]
    return {at: float(hundredths(entry.least[at])) for at in told}, entry.measure


def spread(kind):
    """The standard deviation of a number, as a part of half its range; no other column has one."""
    if kind not in NUMBERS:
        return np.inf
    low, high = NUMBERS[kind][1]
    return (
        2
        * np.std(np.clip(seen(kind, np.random.default_rng(7).normal(size=20_000)), low, high))
        / (high - low)
    )


def answered(world, places, rng):
    """What answers print of these pairs, at most, while nothing is associated."""
    sizes = {}
    for _ in range(3):
        people = [seen(kind, rng.normal(size=world["rows"])) for kind in kinds(world)]
        for pair in answer(world, people, rng).pairs:
            if pair.minimum_detectable is not None and pair.minimum_detectable < 1:
                ends = tuple(sorted((int(pair.first[1:]), int(pair.second[1:]))))
                sizes.setdefault(ends, []).append(float(hundredths(pair.minimum_detectable)))
    return {at: max(sizes[at]) for at in places if len(sizes.get(at, ())) > 1}, "φ"


def joint(shape, reach, n, rng):
    """Two normal columns, associated in everybody alike or in a part of the people."""
    x, y = rng.normal(size=(2, n))
    return x, np.where(rng.random(n) < reach, x, y) if shape == "a part" else reach * x + np.sqrt(
        1 - reach**2
    ) * y


def strength(one, other, x, y, measure):
    """φ of two columns: of categories by χ², of a number and categories by the explained part of its variance."""
    x, y = (column > 0 if kind == "cut numbers" else column for kind, column in ((one, x), (other, y)))
    if measure == "τ":
        return abs(kendalltau(x[:20_000], y[:20_000]).statistic)
    x, y = (np.log(column) if kind == "logarithms" else column for kind, column in ((one, x), (other, y)))
    many = [len(CUTS.get(kind, ())) > 1 for kind in (one, other)]
    if all(many):
        return np.sqrt(chi2_contingency(pd.crosstab(x, y), correction=False).statistic / len(x))
    if any(many):
        group, number = (x, y) if many[0] else (y, x)
        return pd.Series(number).groupby(group).transform("mean").std() / np.std(number)
    return abs(np.corrcoef(x, y)[0, 1])


def asked(setting, rng):
    """Is an association that is said to be detectable found?"""
    world = setting.world
    if not setting.reach:
        raise ValueError("nothing is said to be detectable; nothing was spent")
    latent = list(rng.normal(size=(world["many"], world["rows"])))
    for (a, b), reach in setting.reach.items():
        latent[a], latent[b] = joint(world["shape"], reach, world["rows"], rng)
    result = answer(world, [seen(kind, z) for kind, z in zip(kinds(world), latent, strict=True)], rng)
    for a, b in setting.reach:
        yield "sees what is said to be detectable", result.matrix[a, b] or result.matrix[b, a]
    yield from prints(result)


FEATURES = {
    **COMMON,
    "many": (2, 4, 6),
    "shape": ("alike", "a part"),
    "said": ("in the answer", "in the plan"),
}
POWER = SimpleNamespace(FEATURES=FEATURES, possible=possible, prepared=prepared, asked=asked)

# --- random graphs: are edges and arrows right that are called sure? ----------------------------------------------


def network(world, rng):
    """A graph in the order of its columns, and people: each column follows what was seen of its causes."""
    many, found, n = world["many"], kinds(world), world["rows"]
    dag = np.triu(rng.random((many, many)) < min(1.0, 2 / (many - 1)), 1)
    low, high = (0.2, 0.5) if world["weights"] == "weak" else (0.5, 1.5)
    columns, plain = [], []  # `plain` as causes act
    for place, kind in enumerate(found):
        causes = [plain[cause] for cause in np.flatnonzero(dag[:, place])]
        pull = sum((rng.choice([-1, 1]) * rng.uniform(low, high) * cause for cause in causes), np.zeros(n))
        noise = rng.normal(size=n)
        if kind in ("skewed", "steep", "counts"):  # a linear function of its causes, plus noise of this shape
            own = seen(kind, noise)
            columns.append(np.clip(pull * own.std() + own, *NUMBERS[kind][1]))
        else:
            columns.append(seen(kind, (pull + noise) / np.hypot(1, pull.std())))
        own = {"cut numbers": np.sign, "logarithms": np.log}.get(kind, np.asarray)(columns[-1])
        plain.append((own - own.mean()) / (own.std() or 1))
    return dag, columns


def judged(world, rng):
    """Each edge and arrow that is called at least 90% sure."""
    dag, people = network(world, rng)
    names = [f"c{place}" for place in range(world["many"])]
    half = len(names) // 2
    result = answer(
        world, people, rng, {"tiers": [names[:half], names[half:]]} if world["known"] == "tiers" else None
    )
    for pair in result.pairs:
        ends = names.index(pair.first), names.index(pair.second)
        if (pair.edge_probability or 0) >= 0.9:
            yield "sure of a pair", dag[ends] or dag[ends[::-1]]
        if (pair.arrow_probability or 0) >= 0.9:
            yield "sure of an arrow", dag[ends]
    yield from prints(result)


NETWORKS = SimpleNamespace(
    FEATURES={**COMMON, "many": (3, 5, 8), "known": ("nothing", "tiers"), "weights": ("weak", "strong")},
    possible=lambda world: can(world) and world["method"] != "curate" and world["columns"] != "0 or 1",
    prepared=lambda world, rng: world,
    asked=judged,
)
