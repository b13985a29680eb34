"""A test has one name in every process that shares the work: `tests/conftest.py` refuses those that have not."""

from types import SimpleNamespace

import pytest


def refuse(config, name):
    [ours] = [
        one for one in config.pluginmanager.get_plugins() if hasattr(one, "ask_for_a_direction_however_blind")
    ]
    ours.pytest_collection_modifyitems([SimpleNamespace(nodeid=f"tests/test_one.py::test_it[{name}]")])


def test_a_test_that_is_named_after_an_address_is_refused(request):
    with pytest.raises(pytest.UsageError, match="have an address in their name"):
        refuse(request.config, "<function polars at 0x7f65858b4e00>-NaN")


def test_a_word_that_speaks_of_addresses_is_not(request):
    refuse(request.config, "table.cells:_key b' at 0x' in word → False")
