"""The page's looks: every colour that is used has a value by day and by night, and nothing is fetched."""

import re

from privcausal.report.style import STYLE


def test_each_colour_is_defined_for_day_and_night():
    day, night = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[:2]
    used = set(re.findall(r"var\((--[\w-]+)\)", STYLE))
    assert used == set(re.findall(r"(--[\w-]+):", day)) == set(re.findall(r"(--[\w-]+):", night))


def test_it_fetches_nothing_and_prints():
    assert not re.search(r"url\(|@import|https?:", STYLE)
    assert "@media print" in STYLE
