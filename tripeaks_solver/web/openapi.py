"""The OpenAPI document: requests from the table of operations, answers as schemas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tripeaks_solver import __version__
from tripeaks_solver.web.operations import OPERATIONS, REPLAY_FIELDS, Operation

_FAULTS = {
    "400": "Something is wrong with the request; the message says what.",
    "403": "The request comes from a page of another site.",
    "413": "The request is too long.",
    "503": "The search took too long, or too many questions are waiting.",
}


def document() -> dict[str, Any]:
    """Return the OpenAPI document of the server."""
    paths: dict[str, Any] = {one.path: {"post": _post(one)} for one in OPERATIONS}
    paths["/api/layouts"] = {"get": _get("Tables that the page is drawn from.", _object({}))}
    paths["/replay"] = {"get": _replay()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tripeaks serve",
            "version": __version__,
            "description": "The objects are those that the commands write with --json.",
        },
        "paths": paths,
        "components": {"schemas": _schemas()},
    }


def _post(operation: Operation) -> dict[str, Any]:
    one: dict[str, Any] = {"oneOf": [_reference(name) for name in operation.answers]}
    if len(operation.answers) == 1:
        one = _reference(operation.answers[0])
    schema = {"type": "array", "items": one} if operation.is_list else one
    request = {
        "type": "object",
        "properties": {field.name: field.schema() for field in operation.fields},
        "required": [field.name for field in operation.fields if field.required],
        "additionalProperties": False,
    }
    return {
        "summary": operation.summary,
        "operationId": operation.name.replace("/", "-"),
        "requestBody": {"required": True, "content": _json(request)},
        "responses": {"200": {"description": "The answer.", "content": _json(schema)}} | _faults(),
    }


def _get(summary: str, schema: dict[str, Any]) -> dict[str, Any]:
    answer = {"description": "The answer.", "content": _json(schema)}
    return {"summary": summary, "responses": {"200": answer}}


def _replay() -> dict[str, Any]:
    parameters = [
        {
            "name": field.name,
            "in": "query",
            "required": field.required,
            "description": field.meaning,
            "schema": {"type": "number" if field.name == "pace" else "string"},
        }
        for field in REPLAY_FIELDS
    ]
    page = {"description": "A page.", "content": {"text/html": {"schema": {"type": "string"}}}}
    return {
        "summary": "The page that plays the solution of a deal, for moves of your own too.",
        "parameters": parameters,
        "responses": {"200": page} | _faults(),
    }


def _faults() -> dict[str, Any]:
    content = _json(_reference("Fault"))
    return {
        status: {"description": meaning, "content": content} for status, meaning in _FAULTS.items()
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _or_null(kind: str) -> dict[str, Any]:
    return {"type": [kind, "null"]}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _object(
    properties: dict[str, Any], optional: Iterable[str] = (), **more: Any
) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required} | more


_TEXT, _WHOLE, _NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
_TRUTH = {"type": "boolean"}
_VERDICT = {"enum": ["winnable", "not winnable", "undecided"]}
_MOVE = {"action": {"enum": ["play", "draw"]}, "card": _or_null("string")} | {
    "place": _or_null("integer")
}
_STEP = {"n": _WHOLE} | _MOVE | {"score": _WHOLE}
_ASKED = {
    "code": _or_null("string"),
    "deck": _TEXT,
    "rules": _TEXT,
    "layout": _TEXT,
    "scoring": _TEXT,
    "verdict": _VERDICT,
    "fewest_draws": _or_null("integer"),
    "best_score": _or_null("integer"),
}


def _schemas() -> dict[str, Any]:
    """Return the schema of each answer by its name."""
    move, steps = _object(_MOVE), _list(_object(_STEP))
    maybe_move = {"oneOf": [move, {"type": "null"}]}
    closed: dict[str, Any] = {"additionalProperties": False}
    progress = {"run": _WHOLE, "score": _or_null("integer")}
    goal = {"goal": _TEXT, "reached": _TRUTH, "fewest_moves": _or_null("integer")}
    return {
        "Fault": _object({"error": _TEXT}, **closed),
        "Deal": _object(
            {
                "code": _or_null("string"),
                "deck": _TEXT,
                "layout": _TEXT,
                "rows": _list(_list(_TEXT)),
                "waste": _TEXT,
                "stock": _list(_TEXT),
                "stock_size": _WHOLE,
                **progress,
            },
            **closed,
        ),
        "Solution": _object(
            {
                **_ASKED,
                "best_winning_score": _or_null("integer"),
                "moves": steps,
                "winning_moves": steps,
                "verified": _TRUTH,
                "states": _or_null("integer"),
                "seconds": _NUMBER,
                "pace": _NUMBER,
                **progress,
                **goal,
            },
            optional={"pace", *progress, *goal},
            **closed,
        ),
        "Outlook": _object(
            {
                **_ASKED,
                "moves": steps,
                "verified": _TRUTH,
                "states": {"type": "null"},
                "seconds": _NUMBER,
                "completions": _object(
                    {
                        "count": _WHOLE,
                        "searched": _WHOLE,
                        "exact": _TRUTH,
                        "winnable_share": _NUMBER,
                        "low": _NUMBER,
                        "high": _NUMBER,
                        "seed": _or_null("integer"),
                        "ground": _TEXT,
                    },
                    **closed,
                ),
            },
            **closed,
        ),
        "Rating": _object(
            {"code": _or_null("string"), "deck": _TEXT},
            optional={"deck"},
            additionalProperties={"type": ["boolean", "integer", "number", "string", "null"]},
            description="Then the columns of docs/columns.md, each once under each of the rules.",
        ),
        "Advice": _object(
            {
                "deck": _TEXT,
                "rules": _TEXT,
                "scoring": _TEXT,
                "for": {"enum": ["win", "score", "look"]},
                "actions": _list(
                    _object(
                        {
                            **_MOVE,
                            "win_probability": _NUMBER,
                            "low": _NUMBER,
                            "high": _NUMBER,
                            "samples": _WHOLE,
                            "expected_score": _NUMBER,
                            "score_low": _NUMBER,
                            "score_high": _NUMBER,
                            "reason": _TEXT,
                        },
                        **closed,
                    )
                ),
                "recommended": _or_null("integer"),
                "proven": _TRUTH,
                "note": _TEXT,
                "plan": _list(move),
                "turns_up": _list(_WHOLE),
            },
            optional={"plan", "turns_up"},
        ),
        "Judged": _object(
            {
                **_STEP,
                "verdict_before": _VERDICT,
                "verdict_after": _VERDICT,
                "best_score_before": _or_null("integer"),
                "best_score_after": _or_null("integer"),
                "score_lost": _or_null("integer"),
                "better": maybe_move,
                "advised": {"oneOf": [_object(_MOVE | _ADVISED), {"type": "null"}]},
                "as_advised": _or_null("boolean"),
            },
        ),
    }


_ADVISED = {"win_probability": _NUMBER, "samples": _WHOLE}
