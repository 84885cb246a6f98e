"""Time whole commands as a user waits for them, each in turn with ``python -c "import numpy"``.

python benchmarks/commands.py [--quick]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

TRIPEAKS = [sys.executable, "-m", "tripeaks_solver"]
BASELINE = [sys.executable, "-c", "import numpy"]
COMMANDS = {
    "--help": ["--help"],
    "deal": ["deal", "TP1-E-AAAAAAB"],
    "solve, won": ["solve", "TP1-E-AAAAAAB"],
    "solve, lost": ["solve", "TP1-C-AAAAAAB"],
    "solve --verdict-only": ["solve", "--verdict-only", "TP1-E-AAAAAAB"],
    "rate, one deal": ["rate", "TP1-E-AAAAAAB"],
}


def seconds(command: list[str]) -> float:
    """Time one process, in seconds; a lost deal may exit with 3."""
    begin = time.perf_counter()
    code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
    if code not in (0, 3):
        raise click.ClickException(f"{command} exited with {code}")
    return time.perf_counter() - begin


def verify_seconds(rounds: int) -> list[float]:
    """Time the check of the certificate of a lost deal."""
    with tempfile.TemporaryDirectory() as directory:
        path = str(Path(directory) / "proof.txt")
        seconds([*TRIPEAKS, "solve", "TP1-C-AAAAAAB", "--certificate", path])
        return [seconds([*TRIPEAKS, "verify", path]) for _ in range(rounds)]


@click.command()
@click.option("--quick", is_flag=True, help="One round: only to see that it runs.")
def main(quick: bool) -> None:
    """Print the median seconds of each command, and its ratio to importing numpy."""
    rounds = 1 if quick else 15
    for arguments in COMMANDS.values():
        seconds([*TRIPEAKS, *arguments])
    baseline: list[float] = []
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, arguments in COMMANDS.items():
            baseline.append(seconds(BASELINE))
            times[name].append(seconds([*TRIPEAKS, *arguments]))
    times["verify a lost deal"] = verify_seconds(rounds)
    unit = statistics.median(baseline)
    click.echo(f"import numpy          {unit:6.3f} s")
    for name, found in times.items():
        click.echo(
            f"{name:<20}  {statistics.median(found):6.3f} s  {statistics.median(found) / unit:5.2f}"
        )


if __name__ == "__main__":
    main()
