"""The server: the answers are those of the commands, strangers are refused, limits hold."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGINT
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from serve_support import Client, answer_for_tests, serving

from tripeaks_solver.cli import run
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import FormatError
from tripeaks_solver.installed import command_for
from tripeaks_solver.layouts import classic, shipped_layouts
from tripeaks_solver.web import workers as workers_module
from tripeaks_solver.web.app import Limits
from tripeaks_solver.web.fields import Field, read_fields
from tripeaks_solver.web.guard import HOSTS, refusal
from tripeaks_solver.web.openapi import document
from tripeaks_solver.web.operations import OPERATIONS
from tripeaks_solver.web.page import index_html, static_files, tables
from tripeaks_solver.web.workers import Outcome, Worker, Workers

WON, LOST = "TP1-E-AAAAAAB", "TP1-C-AAAAAAD"
CARDS = str(DealCode(1).deal())
SEEN = " ".join("??" if place < 18 else card for place, card in enumerate(CARDS.split()))
"""A board whose upper rows are unknown."""
LINE = "KC AS draw"
QUICK = {"samples": 20}
ASKED: list[tuple[str, dict[str, Any], str]] = [
    ("deal/read", {"deal": WON}, f"deal {WON} --json"),
    ("deal/read", {"deal": CARDS, "layout": "stairs"}, ""),
    ("solve", {"deal": WON}, f"solve {WON} --json"),
    ("solve", {"deal": WON, "rules": "classic-stuck"}, f"solve {WON} --rules classic-stuck --json"),
    ("solve", {"deal": LOST, "verdict_only": True}, f"solve {LOST} --verdict-only --json"),
    ("solve", {"deal": WON, "goal": "clear:2K"}, f"solve {WON} --goal clear:2K --json"),
    ("solve", {"deal": SEEN, **QUICK}, f"solve '{SEEN}' --samples 20 --json"),
    ("rate", {"deal": WON}, f"rate {WON} --nl"),
    ("rate", {"deal": CARDS, "rules": "easy"}, f"rate '{CARDS}' --rules easy --nl"),
    ("rate", {"deal": SEEN, **QUICK}, f"rate '{SEEN}' --samples 20 --nl"),
    (
        "advise",
        {"deal": WON, "moves": LINE, "for": "look", **QUICK},
        f"advise {WON} --moves '{LINE}' --for look --budget 20 --json",
    ),
    (
        "review",
        {"deal": WON, "moves": LINE, **QUICK},
        f"review {WON} --moves '{LINE}' --samples 20 --json",
    ),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Client]:
    with serving(Limits(searches=1)) as client:
        yield client


def matches(value: Any, schema: dict[str, Any]) -> bool:
    """Tell whether a value is what a schema describes, as far as our schemas go."""
    if reference := schema.get("$ref"):
        name = reference.removeprefix("#/components/schemas/")
        return matches(value, document()["components"]["schemas"][name])
    if choices := schema.get("oneOf"):
        return sum(matches(value, choice) for choice in choices) == 1
    if "enum" in schema:
        return value in schema["enum"]
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(_is_kind(value, kind) for kind in kinds):
        return False
    if isinstance(value, list):
        return all(matches(one, schema["items"]) for one in value)
    if isinstance(value, dict):
        more = schema.get("additionalProperties", True)
        return set(schema["required"]) <= set(value) and all(
            matches(one, schema["properties"][name])
            if name in schema["properties"]
            else matches(one, more)
            if isinstance(more, dict)
            else more
            for name, one in value.items()
        )
    return True


def _is_kind(value: Any, kind: str) -> bool:
    types: dict[str, type | tuple[type, ...]] = {
        "string": str,
        "boolean": bool,
        "integer": int,
        "number": (int, float),
        "array": list,
        "object": dict,
        "null": type(None),
    }
    return isinstance(value, types[kind]) and (kind == "boolean" or not isinstance(value, bool))


def answer_schema(name: str) -> dict[str, Any]:
    answer = document()["paths"][f"/api/{name}"]["post"]["responses"]["200"]
    schema: dict[str, Any] = answer["content"]["application/json"]["schema"]
    return schema


def timeless(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: value for name, value in found.items() if name != "seconds"}
    return found


@pytest.mark.parametrize(("name", "request_", "command"), ASKED)
def test_answers_are_the_objects_of_the_commands_and_of_the_document(
    server: Client,
    capsys: pytest.CaptureFixture[str],
    name: str,
    request_: dict[str, Any],
    command: str,
) -> None:
    got = server.post(f"/api/{name}", request_)
    assert got.status == 200, got.text
    assert got.headers["content-type"].partition(";")[0] == "application/json"
    assert matches(got.found, answer_schema(name))
    if command:
        words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", command)]
        run(words)
        assert timeless(got.found) == timeless(json.loads(capsys.readouterr().out))


def test_a_board_that_was_read_can_be_asked_about(server: Client) -> None:
    board = server.post("/api/deal/read", {"deal": WON}).found
    assert server.post("/api/solve", {"deal": board}).found["best_score"] == 762


def test_a_sole_unknown_card_follows_from_the_others(server: Client) -> None:
    cards = [*CARDS.split()[:-1], "??"]
    got = server.post("/api/solve", {"deal": " ".join(cards)}).found
    assert (got["deck"], got["best_score"]) == (CARDS, 762)


def test_the_schemas_refuse_what_no_answer_has() -> None:
    schema = answer_schema("deal/read")
    deal = {"code": None, "deck": CARDS, "layout": "classic", "rows": [["AS"]], "waste": "AC"}
    whole = {**deal, "stock": [], "stock_size": 0, "run": 0, "score": None}
    assert matches(whole, schema)
    assert not matches(deal, schema)
    assert not matches({**whole, "more": 1}, schema)
    assert not matches({**whole, "run": "0"}, schema)
    assert not matches({**whole, "rows": [[1]]}, schema)


def test_every_path_is_documented(server: Client) -> None:
    paths = server.get("/openapi.json").found["paths"]
    assert set(paths) == {one.path for one in OPERATIONS} | {"/api/layouts", "/replay"}


def test_the_page_of_the_docs_has_a_row_for_each_question_with_its_fields(root: Path) -> None:
    page = (root / "docs" / "serve.md").read_text(encoding="utf-8")
    common = {"deal", "layout", "rules", "scoring", "pace"}
    rows = dict(re.findall(r"^\| `/api/([\w/]+)` \| `\w+` \| (.*) \|$", page, re.M))
    assert list(rows) == [one.name for one in OPERATIONS]
    for one in OPERATIONS:
        own = {field.name for field in one.fields} - common
        assert set(re.findall(r"`(\w+)`", rows[one.name])) - common == own
    assert {name for name, _, _ in ASKED} == set(rows)


@pytest.mark.parametrize(
    ("path", "request_", "message"),
    [
        ("solve", b"{", "the request is not JSON: line 1, column 2"),
        ("solve", b"[" * 20_000, "the request is nested too deeply"),
        ("solve", b'{"deal": "\xff"}', "the request is not UTF-8"),
        ("solve", [], "the request is not a JSON object"),
        ("solve", {}, "deal is missing"),
        ("solve", {"deal": 3}, "deal is '3': a text or an object is needed"),
        ("solve", {"deal": WON, "ruels": "easy"}, "unknown field 'ruels': there are deal, layout"),
        ("solve", {"deal": WON, "rules": "hard"}, "no rules"),
        ("solve", {"deal": WON, "scoring": "golf"}, "scoring is 'golf': choose from tp1"),
        ("solve", {"deal": WON, "pace": 2}, "pace is a number of seconds, for a scoring"),
        ("solve", {"deal": WON, "layout": 99}, "no layout 99: there are 1 to 54"),
        ("solve", {"deal": CARDS, "layout": "/etc/passwd"}, "no layout '/etc/passwd': GET /api"),
        ("solve", {"deal": "TP1-AAAAAAB"}, "names no rules: write TP1-E-AAAAAAB or give the field"),
        ("solve", {"deal": "/etc/passwd"}, "'/etc/passwd' is not a deal code"),
        ("solve", {"deal": "KC KC"}, "KC twice or more"),
        ("solve", {"deal": SEEN, "goal": "win"}, "a goal needs all cards"),
        ("rate", {"deal": WON, "columns": "verdict", "scoring": "tp1"}, "verdict has no scores"),
        ("rate", {"deal": SEEN, "samples": 0}, "0 samples: take at least one"),
        ("rate", {"deal": SEEN, "samples": 10**9}, "samples is '1000000000': at most 100,000 can"),
        ("review", {"deal": WON, "moves": "KC", "samples": -1}, "-1 samples: take at least one"),
        ("advise", {"deal": WON, "moves": "KS"}, "move 1, 'KS'"),
        ("review", {"deal": WON}, "moves is missing"),
        ("review", {"deal": SEEN, "moves": "KC"}, "unknown"),
    ],
)
def test_faults_are_one_message(server: Client, path: str, request_: Any, message: str) -> None:
    got = server.post(f"/api/{path}", request_)
    assert got.status == 400, got.text
    assert message in got.error
    assert "\n" not in got.error


def test_what_is_sent_otherwise_is_refused(server: Client) -> None:
    plain = server.post("/api/solve", {"deal": WON}, Content_Type="text/plain")
    assert (plain.status, "application/json" in plain.error) == (400, True)
    assert server.get("/api/solve").status == 405
    assert server.get("/nothing").status == 404
    assert server.get("/static/../app.py").status == 404


def test_long_requests_are_refused_whether_or_not_they_tell_their_length(server: Client) -> None:
    body = b" " * (Limits().most_bytes + 1)
    assert server.post("/api/solve", body).status == 413
    head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as plain:
        plain.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n".encode() + body)
        assert plain.recv(100).startswith(b"HTTP/1.1 413 ")


def test_strangers_are_refused(server: Client) -> None:
    assert server.get("/", Host="tripeaks.example").status == 400
    assert server.get("/", Origin="https://tripeaks.example").status == 403
    assert server.get("/", Sec_Fetch_Site="cross-site").status == 403
    own = f"127.0.0.1:{server.port}"
    assert server.post("/api/deal/read", {"deal": WON}, Origin=f"http://{own}").status == 200
    assert server.get("/", Sec_Fetch_Site="none").status == 200


@given(st.sampled_from(sorted(HOSTS)), st.integers(0, 65535), st.booleans())
def test_the_machine_itself_is_no_stranger(name: str, port: int, with_port: bool) -> None:
    host = f"{name}:{port}" if with_port else name
    assert refusal({"host": host, "origin": f"http://{host}"}) is None
    assert refusal({"host": host}) is None


@given(st.text(), st.sampled_from(sorted(HOSTS)))
def test_all_others_are_strangers(other: str, own: str) -> None:
    other = other.lower().replace(":", "")
    if other not in HOSTS:
        assert refusal({"host": other})
        assert refusal({"host": f"{other}:80"})
        assert refusal({"host": f"{own}.{other}:80"})
    assert refusal({"host": own, "origin": other})
    assert refusal({"host": own, "origin": "null"})


def test_answers_tell_browsers_what_they_may_do(server: Client) -> None:
    page = server.get("/")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for got in (page, server.get("/static/entry.js"), server.post("/api/solve", b"{")):
        assert got.headers["x-content-type-options"] == "nosniff"
        assert got.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in got.headers


def test_the_page_loads_nothing_from_elsewhere(server: Client) -> None:
    files = {"/": index_html()} | {f"/static/{name}": text for name, text in static_files().items()}
    for path, text in files.items():
        assert server.get(path).text == text
        assert not re.findall(r"https?://(?!www\.w3\.org/)|url\(|@import|style=|onclick", text)
        for named in re.findall(r'(?:href|src)="(/[^"]*)"|from "\./([^"]*)"', text):
            wanted = named[0] or f"/static/{named[1]}"
            assert wanted in files


def test_the_page_knows_all_layouts_and_cards() -> None:
    told = tables()
    assert [one["name"] for one in told["layouts"]] == [
        layout.name for layout in shipped_layouts().values()
    ]
    assert len(told["layouts"][0]["places"]) == len(classic())
    assert [card["text"] for card in told["cards"][-3:]] == ["JK", "??", "--"]
    assert json.loads(json.dumps(told)) == {
        **told,
        "layouts": json.loads(json.dumps(told["layouts"])),
    }


def test_the_replay_page_is_that_of_solve(
    server: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    got = server.get(f"/replay?deal={WON}&layout=1&rules=easy&scoring=tp1")
    assert got.status == 200
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    run(["solve", WON, "--html", "-"])
    assert got.text == capsys.readouterr().out.rstrip("\n") + "\n" * got.text.endswith("\n")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("", "deal is missing"),
        ("deal=TP1", "not a deal code"),
        (f"deal={WON}&pace=slow", "pace is a number of seconds"),
        (f"deal={SEEN.replace(' ', '%20')}", "unknown"),
    ],
)
def test_faults_of_the_replay_page_are_told(server: Client, query: str, message: str) -> None:
    got = server.get(f"/replay?{query}")
    assert (got.status, message in got.error) == (400, True), got.text


def test_fields_are_checked() -> None:
    fields = (Field("pace", (float,), "Seconds."), Field("on", (bool,), "On or off."))
    assert read_fields({"pace": 2}, fields) == {"pace": 2, "on": None}
    for wrong in ({"pace": True}, {"pace": "2"}, {"on": 1}):
        with pytest.raises(FormatError, match="is needed"):
            read_fields(wrong, fields)


def asked(count: int, seconds: float, *questions: tuple[str, str]) -> list[Outcome]:
    """Ask workers one question after the other."""

    async def ask() -> list[Outcome]:
        workers = Workers(answer_for_tests, count, seconds)
        try:
            return [await workers.ask(*question) for question in questions]
        finally:
            workers.close()

    return asyncio.run(ask())


def test_a_search_that_takes_too_long_is_stopped_and_the_next_one_answered() -> None:
    async def ask() -> None:
        workers = Workers(answer_for_tests, 1, 0.01)
        try:
            (slow,) = workers.all
            late = await workers.ask("sleep", "600")
            assert late.status == 503
            assert "no answer within 0.01 seconds" in late.text
            with pytest.raises(ProcessLookupError):
                os.kill(slow.pid or 0, 0)
            workers.seconds = 60
            told = await workers.ask("tell", "hello")
            assert told == Outcome(200, f"{workers.all[0].pid} hello")
        finally:
            workers.close()

    asyncio.run(ask())


def test_a_search_that_ends_with_its_process_is_told_and_the_next_one_answered() -> None:
    lost, told = asked(1, 60, ("end", ""), ("tell", "hello"))
    assert (lost.status, told.status) == (503, 200)
    assert "ended before" in lost.text


def test_a_worker_that_is_killed_is_gone() -> None:
    worker = Worker(answer_for_tests)
    assert worker.ask("tell", "hello", 60) == Outcome(200, f"{worker.pid} hello")
    worker.kill()
    with pytest.raises(OSError, match="closed"):
        worker.ask("tell", "hello", 1)


def test_faults_in_a_worker_leave_it_alive(capfd: pytest.CaptureFixture[str]) -> None:
    first, refused, broken, full, last = asked(
        1, 60, ("tell", ""), ("refuse", "line 1\nline 2"), ("break", ""), ("fill", ""), ("tell", "")
    )
    assert refused == Outcome(400, "line 1 line 2")
    assert (broken.status, full.status) == (500, 503)
    assert "a fault of the program" in capfd.readouterr().err
    assert first == last


def test_questions_that_nobody_can_take_soon_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "MOST_WAITING", 2)

    async def ask() -> list[Outcome]:
        workers = Workers(answer_for_tests, 1, 60)
        try:
            questions = (workers.ask("tell", str(number)) for number in range(5))
            return list(await asyncio.gather(*questions))
        finally:
            workers.close()

    statuses = [outcome.status for outcome in asyncio.run(ask())]
    assert sorted(statuses) == [200, 200, 200, 503, 503]


def test_a_port_that_is_taken_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--no-browser", "--port", str(port)]) == 1
    assert f"port {port}: address already in use: choose another" in capsys.readouterr().err


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tripeaks_solver.cli.extras.find_spec", lambda _: None)
    assert run(["serve", "--no-browser"]) == 1
    assert command_for("web") in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tripeaks_solver", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr
        said = process.stderr.readline()
        port = re.findall(r"http://127\.0\.0\.1:(\d+)/", said)[0]
        assert Client(int(port)).post("/api/solve", {"deal": WON}).found["best_score"] == 762
        process.send_signal(SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""


def resident(pid: int) -> int:
    """Return the memory that a process holds, in KiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_fifty_at_once_are_all_answered_and_memory_stays_flat() -> None:
    def ask(number: int) -> tuple[int, int]:
        deck = str(Deal.random(number))
        name = ("solve", "rate", "deal/read", "advise")[number % 4]
        more = QUICK if name == "advise" else {}
        got = client.post(f"/api/{name}", {"deal": deck, **more})
        assert deck in got.text or name == "advise"
        return number, got.status

    with serving(Limits()) as client, ThreadPoolExecutor(50) as crowd:
        held = []
        for start in range(0, 400, 50):
            statuses = dict(crowd.map(ask, range(start, start + 50)))
            assert statuses == dict.fromkeys(range(start, start + 50), 200)
            held.append(sum(resident(worker.pid) for worker in client.workers.all))
        print("memory after each round, KiB:", *held)
        # The first rounds load what is asked for; from then on nothing may pile up.
        assert held[-1] < 1.05 * held[2]
