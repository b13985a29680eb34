"""Where results lie: in the tree, or beside the installed package; and where computed things may be kept."""

import importlib
import shutil

from privcausal import stored


def test_the_ledger_of_the_tree_is_found():
    assert (stored.STORED / "ledger.json").is_file()
    assert (stored.STORED / "experiments").is_dir()


def test_a_shipped_copy_is_preferred(tmp_path, monkeypatch):
    """As in a wheel: the package carries what it needs."""
    package = tmp_path / "privcausal"
    (package / "data" / "stored").mkdir(parents=True)
    shutil.copy(stored.__file__, package)
    monkeypatch.syspath_prepend(str(package))
    copy = importlib.import_module("stored")
    assert copy.STORED == copy.SHIPPED == package / "data" / "stored"


def test_the_cache_goes_where_the_user_says(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert stored.cache() == tmp_path / "privcausal"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    assert stored.cache() == tmp_path / "me" / ".cache" / "privcausal"
    assert not stored.cache().exists(), "asking where it is must not make it"
