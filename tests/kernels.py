"""Kernels for `make test`, forked from one process that has loaded the large libraries: not fifty times, but once.

A kernel finds nothing else loaded, and of the library nothing at all. `make notebooks`, from which the stored outputs
come, starts each of its kernels from nothing.
"""

import os
import sys
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from typing import Any

from jupyter_client.provisioning import local_provisioner

LARGE = [
    "ipykernel.kernelapp",
    "matplotlib.pyplot",
    "networkx",
    "pandas",
    "scipy.stats",
    "sympy",
    "hypothesis",
]

FRESH = local_provisioner.launch_kernel
"""What Jupyter does itself."""

SERVER = get_context("forkserver")
SERVER.set_forkserver_preload(LARGE)


class Forked:
    """As much of Popen as Jupyter asks for."""

    stdin = stdout = stderr = None

    def __init__(self, command: list[str], folder: str, variables: dict[str, str]) -> None:
        ready, theirs = SERVER.Pipe(duplex=False)
        self.process = SERVER.Process(
            target=become_kernel, args=(command, folder, variables, theirs), daemon=True
        )
        self.process.start()
        theirs.close()
        ready.recv()  # from now on it is the head of a group, which Jupyter will ask for and kill
        self.pid = self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self) -> int | None:
        self.process.join()
        return self.poll()

    def send_signal(self, number: int) -> None:
        os.kill(self.process.pid, number)


def launch_kernel(command: list[str], *, cwd: str, env: dict[str, str], **_: Any) -> Forked:
    """In place of Jupyter's: what a kernel complains about is thrown away, as nbval does."""
    return Forked(command, cwd, env)


def become_kernel(command: list[str], folder: str, variables: dict[str, str], ready: Connection) -> None:
    """In the new process: all that the tests have brought along goes, then it is a kernel like any other."""
    import matplotlib
    import pandas
    from ipykernel.kernelapp import launch_new_instance

    os.setsid()
    ready.send(None)
    current_process().daemon = False  # a cell may start processes
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.argv = command[command.index("ipykernel_launcher") :]
    sys.argv += [f"--IPKernelApp.parent_handle={os.getppid()}"]  # the server, not the one that asked
    named = variables.get("PYTHONPATH", sys.prefix).split(os.pathsep)
    given = (sys.prefix, sys.base_prefix, "__editable__", *named)
    sys.path = [path for path in sys.path if path.startswith(given)]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    # Both looked for a kernel when they were loaded.
    matplotlib.rcParams["backend"] = "module://matplotlib_inline.backend_inline"
    pandas.set_option("display.max_columns", 20)
    launch_new_instance()


def pytest_configure() -> None:
    """Asked for by its name only (`pytest -p tests.kernels`)."""
    local_provisioner.launch_kernel = launch_kernel
