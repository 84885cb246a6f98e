"""Print the lowest version of each package that ``pyproject.toml`` allows, as pip constraints."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = project["optional-dependencies"]
for wanted in sorted(
    {*project["dependencies"], *(one for extra in extras.values() for one in extra)}
):
    if found := re.match(r"([\w-]+)>=([\d.]+)", wanted):
        print(f"{found[1]}=={found[2]}")
