"""Wrong answers that readers give to the problems of chapters 1 to 3: each is told so."""

import pytest

from privcausal.course.check import fault

WRONG = {
    "twice the scale": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, 2 * scale, size)),
    "on one side only": ("laplace_noise", lambda scale, size, rng: rng.exponential(scale, size)),
    "normal noise": ("laplace_noise", lambda scale, size, rng: rng.normal(0, scale, size)),
    "one draw": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, scale)),
    "the rate for the scale": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, 1 / scale, size)),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_answer_is_told(what):
    name, answer = WRONG[what]
    assert fault(name, answer)
