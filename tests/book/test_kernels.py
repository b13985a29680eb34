"""A forked kernel finds what a fresh one finds: its folder, its variables, nothing of the library or the tests."""

from nbval.kernel import CURRENT_ENV_KERNEL_NAME, RunningKernel

from tests import kernels

SHOWN = r"""
import os, re, sys, matplotlib, pandas
os.environ.pop("JPY_PARENT_PID", None)  # a forked one is told elsewhere
print(os.getcwd(), os.environ, sys.path, sys.flags, matplotlib.get_backend(), matplotlib.rcParams, __name__)
print(re.findall(r"^\S+ :|currently.*", pandas.describe_option(_print_desc=False).lower(), re.M))
print(os.getpid() == os.getsid(0), get_ipython().parent.parent.parent_handle == os.getppid())
print([name for name in sys.modules if name.split(".")[0] in ("privcausal", "tests", "book", "pytest")])
"""


def said(folder):
    """What a kernel finds there."""
    kernel, told = RunningKernel(CURRENT_ENV_KERNEL_NAME, cwd=str(folder)), []
    kernel.kc.execute_interactive(SHOWN, timeout=60, output_hook=told.append)
    process, parent = kernel.km.provisioner.process, str(kernel.km.provisioner.pid)
    kernel.stop()
    assert process.poll() == -9
    return "".join(message["content"].get("text", "") for message in told).replace(parent, "PID")


def test_a_forked_kernel_is_as_good_as_a_fresh_one(tmp_path, monkeypatch):
    place = "jupyter_client.provisioning.local_provisioner.launch_kernel"
    monkeypatch.setattr(place, kernels.FRESH)
    fresh = said(tmp_path)
    monkeypatch.setattr(place, kernels.launch_kernel)
    assert said(tmp_path) == fresh
    assert fresh.splitlines()[-2:] == ["True True", "[]"]
