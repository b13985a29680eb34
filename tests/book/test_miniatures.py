"""The small figures of the course's chapters: `book._ext.miniatures`."""

import re

import pytest

from book._ext.miniatures import DRAWN, HIGH, WIDE, miniature


@pytest.mark.parametrize("name", DRAWN)
def test_no_line_leaves_its_frame(name: str) -> None:
    """One of many walks went below the frame and ended in mid-air."""
    lines = re.findall(r' d="M([^"Z]+)', miniature(name))
    points = [tuple(map(float, point.split())) for line in lines for point in line.split(" L")]
    assert points
    assert all(0 <= x <= WIDE and 0 <= y <= HIGH for x, y in points)
