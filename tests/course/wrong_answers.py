"""Wrong answers that readers give: each is told so."""

import pytest

from privcausal.course.check import fault


def told(wrong, stopping=()):
    """A test: each answer to its problem is judged to be wrong, in words; only some stop with an error."""

    @pytest.mark.parametrize("what", wrong)
    def test(what):
        text = fault(*wrong[what])
        assert text
        assert text.startswith("it stops with") == (what in stopping)

    return test
