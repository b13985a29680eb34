"""What pandas reads from a file is what the file says: otherwise one word in a column would move the other rows."""

from io import StringIO

import numpy as np
import pandas as pd
import pytest


@pytest.mark.parametrize("form", ["%.18e", "%.17g", "%.2f", "%r"])
def test_numbers_are_read_exactly(form):
    """Before 3.1, one number in twenty-five was a last digit off, but not in a column that a word makes text of."""
    hundredths = (np.arange(20_000) / 100).tolist()
    written = [form % value for value in hundredths]
    assert pd.read_csv(StringIO("\n".join(["dose", *written]))).dose.tolist() == hundredths
    with_word = pd.read_csv(StringIO("\n".join(["dose", *written, "unknown"]))).dose.tolist()
    assert [*map(float, with_word[:-1])] == hundredths
