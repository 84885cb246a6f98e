"""Answers of a worker: a question as text in, an answer as text out."""

from __future__ import annotations

import json
from typing import Any

from tripeaks_solver.errors import FormatError
from tripeaks_solver.web.operations import OPERATIONS, replay_html

REPLAY = "replay"
"""What stands for the page that plays a solution, beside the names of the operations."""

_BY_NAME = {operation.name: operation for operation in OPERATIONS}


def answer_text(name: str, body: str) -> str:
    """Answer a question.

    Args:
        name: the name of the operation, or `REPLAY`.
        body: the request as JSON.

    Returns:
        The answer as JSON; of `REPLAY` an HTML page.

    Raises:
        TripeaksError: something is wrong with the request.

    """
    request = _load(body)
    if name == REPLAY:
        return replay_html(request)
    return json.dumps(_BY_NAME[name].answer(request))


def _load(body: str) -> Any:
    try:
        return json.loads(body)
    except RecursionError:
        raise FormatError("the request is nested too deeply") from None
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise FormatError(f"the request is not JSON: {where}: {fault.msg}") from None
    except ValueError as fault:
        raise FormatError(f"the request is not JSON: {fault}") from None
