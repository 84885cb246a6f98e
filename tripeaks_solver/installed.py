"""How the program was installed, and so what adds an extra to it."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

NAME = "tripeaks-solver"


def command_for(extra: str) -> str:
    """Return the command that installs the program again, with an extra.

    Where it came from tells ``direct_url.json`` of its metadata (PEP 610); nothing there means a
    package index. pipx and uv mark the environments that they make with files of their own.
    """
    source, is_editable = _source()
    wanted = f"{source}[{extra}]" if _is_path(source) or source == NAME else source
    if source != NAME and not _is_path(source):
        wanted = f"{NAME}[{extra}] @ {source}"
    return f"{_installer()} {'-e ' if is_editable else ''}{shlex.quote(wanted)}"


def _source() -> tuple[str, bool]:
    """Return where the program came from, and whether its files are used in place."""
    try:
        text = distribution(NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        return str(Path(__file__).parent.parent), True
    if text is None:
        return NAME, False
    found = json.loads(text)
    url = str(found["url"])
    if url.startswith("file:"):
        return unquote(urlsplit(url).path), bool(found.get("dir_info", {}).get("editable"))
    return f"{found['vcs_info']['vcs']}+{url}" if "vcs_info" in found else url, False


def _is_path(source: str) -> bool:
    return source.startswith("/") or ":\\" in source[:3]


def _installer() -> str:
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").exists():
        return f"pipx runpip {NAME} install"
    if (prefix / "uv-receipt.toml").exists():
        return "uv tool install --force"
    found = shutil.which("pip")
    own = found is not None and Path(found).parent == Path(sys.executable).parent
    return "pip install" if own else f"{shlex.quote(sys.executable)} -m pip install"
