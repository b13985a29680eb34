"""Seven ugly tables of simulated people, each with a question whose right answer is known, and what a person types.

They are rebuilt from the descriptions of a trial by a biostatistician: a registry, a large table from several sources,
a pair of measurements, a laboratory, a German spreadsheet, repeated visits, and a drug that is given to the sick.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

BUDGET = "--epsilon 1 --delta 1e-6"


@dataclass(frozen=True)
class SevenTable:
    """A file, its declaration and the commands that lead to the answer, as the guide says them."""

    name: str
    write: Callable[[Path], None]
    declaration: str
    commands: tuple[str, ...]

    @property
    def typed(self) -> int:
        """How many lines a person types, declaration and commands together."""
        return len(self.declaration.strip().splitlines()) + len(self.commands)


def registry(folder: Path) -> None:
    """Twenty thousand patients, eight yes-or-no columns and ten arrows between them."""
    rng = np.random.default_rng(1)
    columns: dict[str, np.ndarray] = {}
    for name, causes in REGISTRY.items():
        pull = sum((columns[cause] * 2.0 - 1.0 for cause in causes), np.zeros(20_000))
        columns[name] = rng.random(20_000) < 1 / (1 + np.exp(-1.3 * pull))
    frame = pd.DataFrame(columns).replace({True: "yes", False: "no"})
    frame.insert(0, "patient", [f"P{place:06d}" for place in range(len(frame))])
    frame.to_csv(folder / "registry.csv", index=False)


REGISTRY = {
    "old": (),
    "smoker": (),
    "obese": ("smoker",),
    "pressure": ("old", "obese"),
    "diabetes": ("obese", "smoker"),
    "kidney": ("pressure", "diabetes"),
    "treated": ("pressure",),
    "died": ("old", "kidney"),
}
"""Each column and its causes, in the order of time."""


def six_sources(folder: Path) -> None:
    """Three hundred thousand people, six columns in a chain."""
    rng = np.random.default_rng(2)
    codes = [rng.integers(0, 2, 300_000)]
    for _ in range(5):
        codes.append(codes[-1] ^ (rng.random(300_000) < 0.3))
    frame = pd.DataFrame(dict(zip("abcdef", codes, strict=True)))
    frame.to_csv(folder / "large.csv", index=False)
    frame.to_parquet(folder / "large.parquet", index=False)


def pair(folder: Path) -> None:
    """Five thousand people; the effect is a cubic function of the cause, plus noise."""
    rng = np.random.default_rng(3)
    x = rng.uniform(0, 10, 5_000)
    y = (x / 5) ** 3 + rng.normal(0, 0.8, 5_000)
    pd.DataFrame({"exposure": x, "marker": y}).to_csv(folder / "pair.csv", index=False)


def laboratory(folder: Path) -> None:
    """Ten thousand samples of skewed concentrations: crp acts on ldh by way of ferritin alone."""
    rng = np.random.default_rng(4)
    age = rng.normal(0, 1, 10_000)
    crp = 0.6 * age + rng.normal(0, 1, 10_000)
    ferritin = 0.9 * crp + rng.normal(0, 0.6, 10_000)
    ldh = 0.9 * ferritin + rng.normal(0, 0.6, 10_000)
    columns = {"age": 55 + 12 * age, "crp": 5 * np.exp(crp)}
    columns |= {"ferritin": 100 * np.exp(ferritin), "ldh": 200 * np.exp(0.4 * ldh)}
    pd.DataFrame(columns).round(2).to_csv(folder / "laboratory.csv", index=False)


def spreadsheet(folder: Path) -> None:
    """Eight thousand people as a German spreadsheet writes them; the row of totals has been deleted."""
    rng = np.random.default_rng(5)
    female, ill = rng.random(8_000) < 0.5, rng.random(8_000) < 0.3
    dose = rng.uniform(0, 20, 8_000) + 6 * ill
    better = rng.random(8_000) < 0.2 + 0.4 * (dose > 12)
    yes, no = rng.choice(["Ja", "ja", "J"], 8_000), rng.choice(["Nein", "nein"], 8_000)
    columns = {
        "Geschlecht": np.where(female, "weiblich", "männlich"),
        "schwer krank": np.where(ill, "Ja", "Nein"),
        "Dosis": dose.round(2),
        "besser": np.where(better, yes, no),
    }
    pd.DataFrame(columns).to_csv(folder / "german.csv", sep=";", decimal=",", index=False, encoding="cp1252")


def visits(folder: Path, seed: int = 6) -> None:
    """Three hundred people who come twenty times each; nothing in the two columns is related."""
    rng = np.random.default_rng(seed)
    people = np.repeat(np.arange(300), 20)
    pain, sleep = (rng.normal(0, 2, 300)[people] + rng.normal(0, 1, 6_000) for _ in range(2))
    names = [f"P{number}" for number in people]
    pd.DataFrame({"patient": names, "pain": pain, "sleep": sleep}).to_csv(folder / "visits.csv", index=False)


def drug(folder: Path) -> None:
    """Twenty thousand patients: the severely ill take the drug, and the drug lowers everybody's risk by 6.8 points."""
    rng = np.random.default_rng(7)
    severe = rng.random(20_000) < 0.4
    took = rng.random(20_000) < np.where(severe, 0.8, 0.2)
    died = rng.random(20_000) < np.where(severe, 0.266, 0.0758) - 0.068 * took
    bmi = rng.normal(24, 4, 20_000).round(1).astype(str)
    bmi[rng.random(20_000) < 0.1] = ""
    yes_or_no = {name: np.where(held, "yes", "no") for name, held in (("severe", severe), ("drug", took))}
    columns = {**yes_or_no, "bmi": bmi, "died": np.where(died, 1, 0)}
    pd.DataFrame(columns).to_csv(folder / "drug.csv", index=False)


YES = '["no", "yes"], missing = "no"'

SEVEN = (
    SevenTable(
        "registry",
        registry,
        f"tiers = [{', '.join(f'[{chr(34)}{name}{chr(34)}]' for name in REGISTRY)}]\n[columns]\n"
        + "\n".join(f"{name} = {{ values = {YES} }}" for name in REGISTRY),
        (f"discover registry.csv --declare table.toml {BUDGET}",),
    ),
    SevenTable(
        "six sources",
        six_sources,
        "[columns]\n" + "\n".join(f"{name} = {{ values = [0, 1] }}" for name in "abcdef"),
        (f"discover large.csv --declare table.toml {BUDGET}",),
    ),
    SevenTable(
        "pair",
        pair,
        "[columns]\nexposure = { range = [0, 10] }\nmarker = { range = [-3, 12] }",
        (
            "direction pair.csv --declare table.toml --x exposure --y marker --epsilon 1",
            "correlate pair.csv --declare table.toml --x exposure --y marker --epsilon 1",
        ),
    ),
    SevenTable(
        "laboratory",
        laboratory,
        "[columns]\nage = { range = [0, 110] }\n"
        'crp = { range = [0.05, 1000], scale = "log" }\n'
        'ferritin = { range = [1, 100000], scale = "log" }\n'
        'ldh = { range = [10, 10000], scale = "log" }',
        (f"discover laboratory.csv --declare table.toml {BUDGET}",),
    ),
    SevenTable(
        "spreadsheet",
        spreadsheet,
        'sep = ";"\ndecimal = ","\nencoding = "cp1252"\n'
        'tiers = [["Geschlecht"], ["schwer krank"], ["Dosis"], ["besser"]]\n[columns]\n'
        'Geschlecht = { values = ["weiblich", "männlich"] }\n"schwer krank" = { values = ["Nein", "Ja"] }\n'
        "Dosis = { range = [0, 30], cuts = [12] }\n"
        'besser = { values = { no = ["Nein", "nein"], yes = ["Ja", "ja", "J"] } }',
        (
            "check german.csv --declare table.toml --epsilon 0.1",
            "discover german.csv --declare table.toml --epsilon 0.9 --delta 1e-6",
        ),
    ),
    SevenTable(
        "visits",
        visits,
        'person = "patient"\nrows_per_person = 20\n[columns]\npain = { range = [-5, 5] }\nsleep = { range = [-5, 5] }',
        ("correlate visits.csv --declare table.toml --x pain --y sleep --epsilon 1",),
    ),
    SevenTable(
        "drug",
        drug,
        'tiers = [["severe", "bmi"], ["drug"], ["died"]]\n[columns]\n'
        f"severe = {{ values = {YES} }}\ndrug = {{ values = {YES} }}\n"
        "bmi = { range = [10, 60], cuts = [30] }\ndied = { values = [0, 1], missing = 0 }",
        (
            "check drug.csv --declare table.toml --epsilon 0.1",
            "effect drug.csv --declare table.toml --treatment drug --outcome died --adjust severe --epsilon 0.9",
        ),
    ),
)
"""In the order of the trial."""
