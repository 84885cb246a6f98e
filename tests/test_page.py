"""The replay page: what it is told, that it is harmless, and how it behaves in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from test_picture import words
from twin import small_deals

from tripeaks_solver.answer import DRAW, Answer, Line, Move, Verdict
from tripeaks_solver.ask import decide, solve
from tripeaks_solver.cards import DECK_SIZE, GONE, JOKER, Card
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import DeckError, WriteError
from tripeaks_solver.files import write_out
from tripeaks_solver.game import Game, Refusal, Status
from tripeaks_solver.layout import Layout, parse_layout
from tripeaks_solver.layouts import classic, numbered_layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.render.page import prospects as page_prospects
from tripeaks_solver.render.page import replay_page
from tripeaks_solver.render.page.data import Played, page_data
from tripeaks_solver.rules import EASY, PRESETS, Rules, named
from tripeaks_solver.scoring import SYSTEMS, TP1, Scoring
from tripeaks_solver.search.prospects import Prospects, prospects
from tripeaks_solver.search.states import fits

pytestmark = pytest.mark.slow

WON, LOST = "TP1-E-AAAAAAB", "TP1-C-AAAAAAD"
TWO_LINES = "TP1-E-AAAAAAE"
"""Under the original scoring its best score is reached without a win."""
HOSTILE = "</script><img src=x onerror=alert(1)>"
PARTS = Path(page_prospects.__file__).parent
RANKS = len(EASY.plays_on)


@cache
def answer_of(code: str, rules: str | None = None, scoring: Scoring = TP1) -> Answer:
    named_deal = parse_code(code)
    chosen = named(rules) if rules else named_deal.rules
    assert chosen
    return solve(named_deal.deal(), chosen, scoring)


@cache
def prospects_of(problem: Problem) -> Prospects | None:
    return prospects(problem).where_reached() if fits(problem.deal.layout) else None


def page_for(answer: Answer, name: str | None = None) -> str:
    return replay_page(answer, prospects_of(answer.problem), name)


def data_of(answer: Answer) -> dict[str, Any]:
    return page_data(answer, prospects_of(answer.problem))


@cache
def page_of(code: str, rules: str | None = None) -> str:
    return page_for(answer_of(code, rules), code)


def unsolved(deal: Deal, rules: Rules = EASY, scoring: Scoring = TP1) -> Answer:
    """An answer that claims nothing: enough for a page to play own moves on."""
    return Answer(Problem(deal, rules, scoring), Verdict.UNDECIDED, ())


def shuffled(seed: int, layout: Layout | None = None, jokers: int = 0) -> Deal:
    cards = [*range(DECK_SIZE), *[JOKER] * jokers]
    Random(seed).shuffle(cards)
    return Deal(tuple(cards), layout or classic())


def moves_of(game: Game) -> list[Move]:
    draws = [DRAW] if game.draw_refusal() is None else []
    return [*map(Move, game.plays()), *draws]


class Reader(HTMLParser):
    """Collects the elements of a page with their attributes and their texts."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.texts.append((tag, ""))

    def handle_endtag(self, _tag: str) -> None:
        self.texts.append(("", ""))

    def handle_data(self, data: str) -> None:
        if self.texts:
            tag, text = self.texts[-1]
            self.texts[-1] = (tag, text + data)

    def text(self, tag: str) -> str:
        return next(text for name, text in self.texts if name == tag)

    def shown(self) -> str:
        return " ".join(text for tag, text in self.texts if tag not in ("script", "style"))

    def identities(self) -> list[str]:
        return [value for _, attributes in self.elements if (value := attributes.get("id"))]


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def data_in(page: str) -> Any:
    (text,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page)
    return json.loads(text)


class Unpacked(NamedTuple):
    """The table of a page, read as the page describes it."""

    sets: list[str]
    numbers: list[int]
    states: dict[int, int]

    def can_win(self, game: Game) -> bool:
        pair = self.states[game.tableau] * RANKS + game.waste_rank
        return self.sets[self.numbers[pair]][game.drawn] == "1"


def unpacked(data: Any) -> Unpacked:
    planes = zlib.decompress(b64decode(data["prospects"]["table"]))
    states = list(tableau_states(data["layout"]["covered_by"], data["deal"]["mask"]))
    pairs = len(states) * RANKS
    assert len(planes) % pairs == 0
    numbers = [
        sum(planes[at] << 8 * number for number, at in enumerate(range(pair, len(planes), pairs)))
        for pair in range(pairs)
    ]
    return Unpacked(data["prospects"]["sets"], numbers, {mask: n for n, mask in enumerate(states)})


def tableau_states(covered_by: list[int], tableau: int) -> Iterator[int]:
    level = {tableau}
    while level:
        yield from sorted(level)
        level = {
            mask ^ 1 << place
            for mask in level
            for place, above in enumerate(covered_by)
            if mask >> place & 1 and not mask & above
        }


@settings(max_examples=30)
@given(small_deals(), st.sampled_from(list(PRESETS.values())), st.randoms(use_true_random=False))
def test_the_table_tells_of_every_position_whether_it_can_be_won(
    deal: Deal, rules: Rules, random: Random
) -> None:
    table = unpacked(data_of(unsolved(deal, rules)))
    chances = prospects(Problem(deal, rules))
    for _ in range(5):
        game = Game(deal, rules)
        while True:
            expected = chances.can_win(game.tableau, game.waste_rank, game.drawn)
            assert table.can_win(game) == expected
            if game.status is not Status.RUNNING:
                break
            game.make(random.choice(moves_of(game)))


@pytest.mark.parametrize(
    ("code", "rules"), [(WON, "easy"), (WON, "easy-stuck"), (LOST, None), (WON, "easy-empty-open")]
)
def test_the_data_are_the_answer(code: str, rules: str | None) -> None:
    answer = answer_of(code, rules)
    data = data_in(page_of(code, rules))
    deal = answer.deal.under(answer.rules)
    assert data["verdict"] == answer.verdict.name
    assert data["deal"]["stock"] == list(deal.stock)
    assert data["deal"]["tableau"] == list(deal.tableau)
    assert data["deal"]["waste"] == (None if deal.waste == GONE else deal.waste)
    assert data["refusals"] == {refusal.name: refusal.value for refusal in Refusal}
    (line,) = data["lines"]
    game, chances = Game(deal, answer.rules), prospects(Problem(deal, answer.rules))
    told = [chances.can_win(game.tableau, game.waste_rank, game.drawn)]
    for place in line["moves"]:
        game.make(Move(place))
        told.append(chances.can_win(game.tableau, game.waste_rank, game.drawn))
    assert (line["score"], line["winnable"]) == (game.score, told)
    assert all(told) == (answer.verdict is Verdict.WINNABLE)


def test_the_data_hold_every_field_of_rules_and_scoring() -> None:
    data = data_in(page_of(WON))
    assert {field.name for field in fields(Scoring)} <= set(data["scoring"])
    assert {field.name for field in fields(Rules)} <= set(data["rules"])
    totals = [TP1.peaks_total(emptied, 3) for emptied in range(4)]
    assert data["scoring"]["peaks_total"] == totals


def test_the_best_win_is_a_second_line_where_it_is_another() -> None:
    answer = answer_of(TWO_LINES, None, SYSTEMS["original"])
    win = answer.best_win
    assert win and win.moves != answer.moves
    best, winning = data_of(answer)["lines"]
    assert (best["name"], best["score"]) == ("best score", answer.best_score)
    assert (winning["name"], winning["score"]) == ("best win", win.score)
    assert winning["winnable"] == [True] * (len(win.moves) + 1)


def test_a_line_without_a_claim_is_told_as_such() -> None:
    answer = decide(parse_code(WON).deal(), EASY)
    (line,) = data_of(answer)["lines"]
    assert (line["name"], line["score"]) == ("line of play", None)


def test_peaks_are_named_by_where_they_stand() -> None:
    def names(picture: str) -> list[str]:
        layout = parse_layout(f"name: row\n{picture}")
        peaks = data_of(unsolved(shuffled(1, layout)))["layout"]["peaks"]
        return [peak["name"] for peak in peaks]

    assert names("A A") == ["the peak"]
    assert names("A B") == ["left peak", "right peak"]
    assert names("A B C") == ["left peak", "middle peak", "right peak"]
    assert names("A B C D") == ["peak 1", "peak 2", "peak 3", "peak 4"]


def test_a_table_that_is_too_large_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_prospects, "MOST_LETTERS", 1000)
    data = data_of(answer_of(WON))
    assert data["prospects"] is None
    assert data["lines"][0]["winnable"] == [True] * 39


ROW = parse_layout("name: row\n" + " ".join("A" * 30))
"""A layout with more tableau states than tables are made of."""


@pytest.mark.parametrize(
    ("verdict", "moves", "told"),
    [
        (Verdict.UNDECIDED, 1, None),
        (Verdict.NOT_WINNABLE, 1, False),
        (Verdict.WINNABLE, 30, True),
        (Verdict.WINNABLE, 1, None),
    ],
)
def test_without_tables_only_the_line_is_evidence(
    verdict: Verdict, moves: int, told: bool | None
) -> None:
    deal = Deal((*range(30), JOKER, *range(30, DECK_SIZE)), ROW)
    line = tuple(Move(place) for place in range(moves))
    data = data_of(Answer(Problem(deal, EASY), verdict, line))
    assert data["prospects"] is None
    assert data["lines"][0]["winnable"] == [told] * (moves + 1)


def test_unknown_cards_are_refused() -> None:
    cards = parse_code(WON).deal().cards
    unknown = Deal((DECK_SIZE + 1, *cards[1:]))
    with pytest.raises(DeckError, match="unknown"):
        unsolved(unknown)


def test_a_page_needs_nothing_but_itself() -> None:
    page = page_of(WON)
    assert page.isascii()
    assert "http" not in page.replace("http-equiv", "")
    for tag, attributes in read(page).elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
    assert "url(" not in page
    assert "@import" not in page


def test_only_the_scripts_and_styles_of_the_page_are_allowed() -> None:
    page = page_of(WON)
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="(.*?)"', page)
    rules = dict(rule.split(" ", 1) for rule in policy.replace("&#x27;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    for kind, text in (("style", read(page).text("style")), ("script", scripts(page)[-1])):
        digest = b64encode(sha256(text.encode("ascii")).digest()).decode("ascii")
        assert rules[f"{kind}-src"] == f"'sha256-{digest}'"
    assert len(scripts(page)) == 2


def scripts(page: str) -> list[str]:
    return re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)


def test_texts_from_outside_are_only_texts() -> None:
    layout = replace(numbered_layout(7), name=HOSTILE, number=None)
    plain = page_for(unsolved(shuffled(3, numbered_layout(7))), "plain")
    for page in (
        page_for(unsolved(shuffled(3, layout)), f"{HOSTILE}\u2028{HOSTILE}"),
        page_for(unsolved(shuffled(3, layout))),
    ):
        assert page.isascii()
        assert [tag for tag, _ in read(page).elements] == [tag for tag, _ in read(plain).elements]
        assert HOSTILE in read(page).text("h1")
        assert HOSTILE in read(page).shown()
        assert data_in(page)["verdict"] == "UNDECIDED"


def test_what_is_shown_of_an_answer() -> None:
    page = read(page_of(WON))
    assert page.text("title") == page.text("h1") == f"TriPeaks deal {WON}"
    shown = page.shown()
    assert "easy rules: king and ace linked, draw at any time; layout classic; scoring tp1" in shown
    assert "This deal can be won." in shown
    assert "Fewest draws 10, best score 762." in shown
    assert "needs JavaScript" in shown
    lost = read(page_of(LOST)).shown()
    assert "Proven: this deal cannot be won." in lost
    assert "Best score 655. The moves lead to it." in lost
    own = page_for(unsolved(shuffled(1)))
    assert read(own).text("h1") == "TriPeaks deal on the layout classic"
    assert "Not decided" in read(own).shown()


def test_every_name_in_the_page_is_there_once() -> None:
    names = read(page_of(WON)).identities()
    assert len(names) == len(set(names))
    used = {
        name
        for file in PARTS.glob("*.js")
        for name in re.findall(r'element\("(.*?)"\)', file.read_text())
    }
    assert used <= set(names)
    labels = re.findall(r'aria-labelledby="(.*?)"', page_of(WON))
    assert labels and set(labels) <= set(names)


@pytest.mark.parametrize("rules", ["easy", "classic", "easy-stuck", "classic-stuck"])
@pytest.mark.parametrize("code", [WON, "TP1-E-AAAAAAC", "TP1-E-ZZZZZZZ"])
def test_pages_of_the_classic_layout_are_small(code: str, rules: str) -> None:
    page = page_for(unsolved(parse_code(code).deal(), named(rules)))
    assert len(page) < 160_000
    assert data_in(page)["prospects"]


def test_no_page_is_large() -> None:
    page = page_for(unsolved(shuffled(1, numbered_layout(36))))
    assert len(page) < 250_000
    assert len(page_of(WON)) - len(data_in(page_of(WON))["prospects"]["table"]) < 250_000 - (
        page_prospects.MOST_LETTERS
    )


def test_the_scripts_are_plain_javascript(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here to read JavaScript with: apt-get install nodejs")
    script = tmp_path / "page.js"
    script.write_text(scripts(page_of(WON))[-1], encoding="ascii")
    done = subprocess.run([node, "--check", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_pages_are_made_without_compiling() -> None:
    program = "import tripeaks_solver.render.page, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not {"numba", "polars", "matplotlib"} & set(done.stdout.split())


def test_a_page_is_written_whole_or_not_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = answer_of(WON)
    write_out(page_for(answer, WON), tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="ascii") == page_of(WON)
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    write_out(page_for(answer, WON), Path("-"))
    assert capsys.readouterr().out == page_of(WON)
    with pytest.raises(WriteError, match="cannot write"):
        write_out(page_for(answer, WON), tmp_path / "no" / "page.html")


# In a browser. The pages are files, so that what they do needs no server and no network.

slow = pytest.mark.slow
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")

SHOWN = """
const text = (id) => document.getElementById(id).textContent;
const cards = [...document.querySelectorAll("button.card:not([aria-hidden])")];
return {
  figures: ["score", "moves", "draws", "run", "cards", "time"].map(text),
  table: cards.map((card) => card.getAttribute("aria-label")),
  next: cards.map((card) => card.classList.contains("next")),
  stock: document.getElementById("stock").getAttribute("aria-label"),
  waste: document.getElementById("waste").getAttribute("aria-label"),
  caption: text("caption"),
  aloud: text("aloud"),
  hope: text("hope-text"),
  where: text("where"),
  own: document.getElementById("own").hidden ? null : text("own-moves"),
};
"""
SHOW = f"const shown = () => {{ {SHOWN} }};"


class Browser:
    """A page in a browser; what is done there is done by its controls or by keys."""

    def __init__(self, driver: webdriver.Chrome, folder: Path) -> None:
        self.driver, self.folder = driver, folder

    def open(self, page: str) -> Browser:
        path = self.folder / "page.html"
        path.write_text(page, encoding="ascii")
        self.driver.get(path.as_uri())
        self.settle()
        return self

    def settle(self) -> None:
        """Wait until the page has read all that it holds."""
        self.driver.execute_async_script("page.ready.finally(arguments[0]);")

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(SHOW + script, *values)

    def shown(self) -> Any:
        return self.run("return shown();")

    def click(self, identity: str) -> Any:
        self.driver.find_element("id", identity).click()
        return self.shown()

    def click_card(self, place: int) -> Any:
        self.run("page.board.places[arguments[0]].click();", place)
        return self.shown()

    def keys(self, *keys: str) -> Any:
        ActionChains(self.driver).send_keys(*keys).perform()
        return self.shown()

    def focused(self) -> str:
        found = self.run(
            "const item = document.activeElement;return item.getAttribute('aria-label') || item.id;"
        )
        return str(found)

    def emulate(self, **features: str) -> None:
        values = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": values})

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def complaints(self) -> list[str]:
        entries = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in entries]


@pytest.fixture(scope="session")
def driver() -> Iterator[webdriver.Chrome]:
    if not (BROWSER and DRIVER):
        pytest.skip("no browser here: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(DRIVER))
    chrome.set_script_timeout(20)
    yield chrome
    chrome.quit()


@pytest.fixture
def browser(driver: webdriver.Chrome, tmp_path: Path) -> Iterator[Browser]:
    """A browser of usual size and colours; at the end it must have had nothing to complain of."""
    browser = Browser(driver, tmp_path)
    browser.resize(1280, 900)
    browser.emulate(prefers_color_scheme="light", prefers_reduced_motion="no-preference")
    yield browser
    assert browser.complaints() == []


def in_words(card: Card) -> str:
    return "joker" if card == JOKER else words(card)


def table_of(game: Game) -> list[str]:
    """The names of the cards on the table, as a page must give them."""
    layout, told = game.deal.layout, []
    for place in range(len(layout)):
        if game.tableau >> place & 1:
            refusal = game.play_refusal(place)
            states = {None: "playable", Refusal.COVERED: "blocked"}
            card = in_words(game.deal.tableau[place]) if game.is_face_up(place) else "face down"
            state = states.get(refusal, "does not fit")
            told.append(f"{card}, {state}, {layout.place_name(place)}")
    return told


def figures_of(game: Game) -> list[str]:
    seconds = game.time_ms // 1000
    numbers = [game.score, game.moves, game.drawn, game.run, game.tableau.bit_count()]
    return [
        *(str(number).replace("-", "−") for number in numbers),
        f"{seconds // 60}:{seconds % 60:02}",
    ]


def hope_of(game: Game, can_win: bool, verdict: Verdict) -> str:
    if game.status is not Status.RUNNING:
        return {Status.WON: "Won", Status.BLOCKED: "No more moves"}[game.status]
    lost = "Cannot be won" if verdict is Verdict.NOT_WINNABLE else "Can no longer be won"
    return "Can still be won" if can_win else lost


def require_shown(shown: Any, game: Game, chances: Any, verdict: Verdict) -> None:
    """Hold what a page shows against the engine and the search."""
    assert shown["figures"] == figures_of(game)
    assert shown["table"] == table_of(game)
    waste = in_words(game.waste[-1]) if game.waste else "empty"
    assert shown["waste"] == f"Waste: {waste}"
    stock = len(game.stock)
    drawable = ", draw the next card" if game.draw_refusal() is None else ""
    counted = f"{stock} card{'' if stock == 1 else 's'}{drawable}" if stock else "empty"
    assert shown["stock"] == f"Stock: {counted}"
    can_win = chances.can_win(game.tableau, game.waste_rank, game.drawn)
    assert shown["hope"] == hope_of(game, can_win, verdict)


def joker_deal() -> Deal:
    return shuffled(5, jokers=3)


def under_way() -> Deal:
    game = Game(parse_code(WON).deal())
    for move in answer_of(WON).moves[:15]:
        game.make(move)
    return game.position()


ANSWERS: dict[str, Callable[[], Answer]] = {
    "easy": lambda: answer_of(WON),
    "lost": lambda: answer_of(LOST),
    "only when stuck": lambda: answer_of("TP1-E-AAAAAAC", "easy-stuck"),
    "jokers": lambda: solve(joker_deal(), named("classic")),
    "empty waste, open peaks": lambda: answer_of(LOST, "classic-empty-open"),
    "another layout": lambda: solve(shuffled(2, numbered_layout(7))),
    "timed": lambda: answer_of(WON, None, SYSTEMS["three-peaks"]),
    "runs": lambda: answer_of(TWO_LINES, None, SYSTEMS["original"]),
    "under way": lambda: solve(under_way()),
}


@slow
@pytest.mark.parametrize("name", ANSWERS)
def test_every_step_of_a_line_is_that_of_the_engine(name: str, browser: Browser) -> None:
    answer = ANSWERS[name]()
    chances = prospects(Problem(answer.deal, answer.rules))
    browser.open(page_for(answer, name))
    steps = browser.run(
        "const steps = [shown()];"
        "while (isEnabled(element('next'))) { element('next').click(); steps.push(shown()); }"
        "return steps;"
    )
    assert len(steps) == len(answer.moves) + 1
    game = Game(answer.deal, answer.rules, answer.scoring)
    for number, (shown, move) in enumerate(zip(steps, [*answer.moves, None], strict=True)):
        require_shown(shown, game, chances, answer.verdict)
        assert shown["where"] == f"Move {number} of {len(answer.moves)}"
        assert sum(shown["next"]) == (move is not None and move.place is not None)
        if move is not None:
            game.make(move)


@slow
@pytest.mark.parametrize("name", ["easy", "lost", "another layout"])
def test_the_fall_of_each_peak_is_marked_and_told(name: str, browser: Browser) -> None:
    answer = ANSWERS[name]()
    game, layout = Game(answer.deal, answer.rules), answer.deal.layout
    falls: dict[int, list[int]] = {}
    for number, move in enumerate(answer.moves, start=1):
        before = game.tableau
        game.make(move)
        fallen = [
            n for n, peak in enumerate(layout.peaks) if before & peak and not game.tableau & peak
        ]
        if fallen:
            falls[number] = fallen
    browser.open(page_for(answer))
    count = len(answer.moves)
    marks = browser.run(
        "return [...document.querySelectorAll('.fall-mark')]"
        ".map((mark) => parseFloat(mark.style.left));"
    )
    assert marks == pytest.approx([100 * number / count for number in falls])
    peaks = data_of(answer)["layout"]["peaks"]
    for number, fallen in falls.items():
        shown = browser.run("page.go(arguments[0]); return shown();", number)
        for peak in fallen:
            sentence = f"{peaks[peak]['name'].capitalize()} falls."
            assert sentence in shown["caption"]
            assert sentence in shown["aloud"]
    listed = browser.run(
        "return [...document.querySelectorAll('#peaks li')].map((i) => i.innerText);"
    )
    for peak, text in enumerate(listed):
        steps = [number for number, fallen in falls.items() if peak in fallen]
        assert (f"falls at move {steps[0]}" if steps else "does not fall") in text


@slow
def test_a_line_that_plays_by_itself_tells_only_events(browser: Browser) -> None:
    answer = answer_of(WON)
    browser.open(page_of(WON))
    browser.run(
        "page.told = []; const aloud = document.getElementById('aloud');"
        "new MutationObserver(() => page.told.push(aloud.textContent))"
        ".observe(aloud, { childList: true });"
        "BEATS.normal = 15; document.getElementById('play').click();"
    )
    assert browser.driver.find_element("id", "play").get_attribute("aria-label") == "Pause"
    until = time.monotonic() + 10
    while browser.run("return page.timer !== null;") and time.monotonic() < until:
        time.sleep(0.05)
    assert browser.shown()["where"] == f"Move {len(answer.moves)} of {len(answer.moves)}"
    told = browser.run("return page.told;")
    assert len(told) == 3
    assert ["Left peak" in told[0], "Right peak" in told[1], "Middle peak" in told[2]] == [True] * 3
    assert "The game is won." in told[2]
    assert browser.driver.find_element("id", "play").get_attribute("aria-label") == "Play"


@slow
def test_moves_of_ones_own(browser: Browser) -> None:
    answer = answer_of(WON)
    game, chances = Game(answer.deal, answer.rules), prospects(Problem(answer.deal, answer.rules))
    browser.open(page_of(WON))
    shown = browser.click_card(0)
    assert shown["caption"] == "This card is blocked."
    shown = browser.click_card(18)
    assert shown["caption"] == "3 of spades: must be one rank higher or lower."
    assert shown["aloud"] == shown["caption"]
    assert shown["own"] is None
    require_shown(shown, game, chances, answer.verdict)
    game.play(22)
    shown = browser.click_card(22)
    assert "Play the 2 of diamonds: −1 point." in shown["caption"]
    assert shown["own"] == "1 move of your own"
    require_shown(shown, game, chances, answer.verdict)
    game.draw()
    shown = browser.click("stock")
    assert shown["caption"].startswith("Draw the ace of diamonds: −1 point.")
    require_shown(shown, game, chances, answer.verdict)
    game.undo()
    shown = browser.click("undo")
    assert shown["caption"] == "The move is taken back."
    assert shown["figures"][1] == "2"
    require_shown(shown, game, chances, answer.verdict)
    assert browser.click("return")["own"] is None
    require_shown(browser.shown(), Game(answer.deal, answer.rules), chances, answer.verdict)


@slow
def test_moves_of_the_line_stay_on_it_and_undo_leads_back_to_it(browser: Browser) -> None:
    answer = answer_of(WON)
    browser.open(page_of(WON))
    first = answer.moves[0].place
    assert first is not None
    shown = browser.click_card(first)
    assert (shown["where"], shown["own"]) == ("Move 1 of 38", None)
    assert browser.click("stock")["own"] == "1 move of your own"
    shown = browser.click("previous")
    assert (shown["where"], shown["own"]) == ("Move 1 of 38", None)
    browser.click("stock")
    assert browser.click("last")["own"] is None


@slow
def test_the_stock_is_refused_in_the_words_of_the_engine(browser: Browser) -> None:
    browser.open(page_of(LOST))
    browser.click("last")
    shown = browser.click("stock")
    assert shown["caption"] == "The stock is empty."
    browser.open(page_of(WON, "easy-stuck"))
    shown = browser.click("stock")
    assert shown["caption"] == f"{Refusal.NOT_STUCK.value.capitalize()}."
    browser.open(page_of(WON))
    browser.click("last")
    assert browser.click("stock")["caption"] == "The game is won."


@slow
def test_a_lost_deal_is_told_as_such(browser: Browser) -> None:
    browser.open(page_of(LOST))
    assert "cannot be won" in browser.driver.find_element("class name", "verdict").text
    assert browser.shown()["hope"] == "Cannot be won"
    shown = browser.click("last")
    assert shown["hope"] == "No more moves"
    assert shown["figures"][0] == "655"
    assert shown["caption"].endswith("No more moves.")


@slow
@pytest.mark.parametrize("rules", ["easy", "classic", "classic-stuck"])
def test_any_position_tells_whether_it_can_be_won(rules: str, browser: Browser) -> None:
    deal = parse_code("TP1-E-AAAAAAC").deal()
    answer, chances = answer_of("TP1-E-AAAAAAC", rules), prospects(Problem(deal, named(rules)))
    browser.open(page_for(answer))
    told = set()
    for seed in range(4):
        random, game, moves, games = Random(seed), Game(deal, named(rules)), [], []
        while game.status is Status.RUNNING:
            # Not too many draws, so that some positions can be won and some not.
            plays = [move for move in moves_of(game) if move.place is not None]
            move = (
                random.choice(plays or [DRAW])
                if random.random() < 0.9
                else random.choice(moves_of(game))
            )
            game.make(move)
            moves.append(move.place)
            games.append(game.position())
        steps = browser.run(
            "page.go(0); return arguments[0].map((move) => { page.act(move); return shown(); });",
            moves,
        )
        game = Game(deal, named(rules))
        for place, shown in zip(moves, steps, strict=True):
            game.make(Move(place))
            require_shown(shown, game, chances, answer.verdict)
            told.add(shown["hope"])
    assert {"Can still be won", "Can no longer be won"} <= told


@slow
def test_tables_of_many_sets_are_read_as_they_are_written(browser: Browser) -> None:
    browser.open(page_of(WON))
    for count in (1, 2, 256, 257, 512):
        numbers = [Random(count).randrange(count) for _ in range(20)] + [count - 1]
        planes = page_prospects.in_planes(np.array(numbers), count)
        assert len(planes) == len(numbers) * (2 if count > 256 else 1)
        read_numbers = browser.run(
            "const [table, pairs] = arguments; const states = new Map(pairs);"
            "const some = Object.create(Prospects.prototype);"
            "Object.assign(some, { table, ranks: 1, states });"
            "return pairs.map(([pair]) => some.number(pair));",
            list(planes),
            [[pair, pair] for pair in range(len(numbers))],
        )
        assert read_numbers == numbers


def random_log(game: Game, random: Random, length: int) -> Iterator[tuple[int | str | None, Any]]:
    """Play at random, with moves taken back; yield what was done and what became of it."""
    made = 0
    for _ in range(length):
        moves = moves_of(game)
        done: int | str | None = "nothing"
        if made and (not moves or random.random() < 0.2):
            game.undo()
            made, done = made - 1, "undo"
        elif moves:
            move = random.choice(moves)
            game.make(move)
            made, done = made + 1, move.place
        yield done, state_of(game)


def state_of(game: Game) -> list[Any]:
    places = range(len(game.deal.layout))
    refusals = [*(game.play_refusal(place) for place in places), game.draw_refusal()]
    numbers = [game.tableau, game.drawn, game.run, game.score, game.moves, game.time_ms]
    told = [refusal and refusal.name for refusal in refusals]
    return [*numbers, game.status.name, told, [game.is_face_up(place) for place in places]]


PLAY = """
const [data, deeds] = arguments;
const game = new Game(data);
const places = data.layout.places.map((_, place) => place);
return deeds.map((done) => {
  if (done === "undo") game.undo();
  else if (done !== "nothing") game.make(done);
  const { tableau, drawn, run, score, moves, time, status } = game;
  const refusals = [...places, null].map((move) => game.refusal(move));
  const faces = places.map((place) => game.isFaceUp(place));
  return [tableau, drawn, run, score, moves, time, status, refusals, faces];
});
"""

PACED = SYSTEMS["three-peaks"].at_pace(12.5)


@slow
@pytest.mark.parametrize("scoring", [*SYSTEMS.values(), PACED], ids=[*SYSTEMS, "paced"])
def test_the_engine_of_the_page_plays_as_ours_does(scoring: Scoring, browser: Browser) -> None:
    browser.open(page_of(WON))
    presets = cycle(PRESETS.values())
    layouts = cycle(map(numbered_layout, (1, 7, 15, 3, 39)))
    for seed in range(12):
        deal = shuffled(seed, next(layouts), jokers=seed % 4)
        rules = next(presets)
        if seed % 5 == 4:
            deal = replace(deal, score=seed)
        # Without the table of prospects, which takes most of the time.
        data = page_data(unsolved(deal, rules, scoring), None)
        game = Game(deal, rules, scoring, undo_limit=None)
        deeds, states = zip(*random_log(game, Random(seed), 70), strict=True)
        assert browser.run(PLAY, data, deeds) == [json.loads(json.dumps(state)) for state in states]


@slow
def test_the_visitor_chooses_between_two_lines(browser: Browser) -> None:
    answer = answer_of(TWO_LINES, None, SYSTEMS["original"])
    win = answer.best_win
    assert win
    browser.open(page_for(answer))
    choices = browser.driver.find_elements("css selector", "#lines label")
    draws = [sum(move.place is None for move in line) for line in (answer.moves, win.moves)]
    assert [choice.text for choice in choices] == [
        f"Best score, {answer.best_score} points, {draws[0]} draws",
        f"Best win, {win.score} points, {draws[1]} draws",
    ]
    shown = browser.click("last")
    assert shown["figures"][0] == str(answer.best_score)
    assert "Here the line ends." in shown["caption"]
    choices[1].click()
    shown = browser.click("last")
    assert shown["figures"][0] == str(win.score)
    assert shown["hope"] == "Won"
    browser.open(page_of(WON))
    assert not browser.driver.find_element("id", "lines").is_displayed()


@slow
def test_remarks_on_a_game_stand_with_their_moves(browser: Browser) -> None:
    answer, remark = answer_of(WON), f"loses the win; better: {HOSTILE}"
    own = Played(Line((Move(20), DRAW), 498), ("", remark), "The game is unfinished.")
    browser.open(replay_page(answer, prospects_of(answer.problem), None, own))
    choices = browser.driver.find_elements("css selector", "#lines label")
    assert choices[0].text == "Your game, 498 points, 1 draw"
    assert "The game is unfinished." in browser.driver.find_element("tag name", "header").text
    told = remark[0].upper() + remark[1:]
    assert told not in browser.click("next")["caption"]
    assert f"{told}. Here the line ends." in browser.click("next")["caption"]
    choices[1].click()
    assert told not in browser.shown()["caption"]
    assert browser.complaints() == []


@slow
def test_keys_do_it_all(browser: Browser) -> None:
    browser.open(page_of(WON))
    assert browser.keys(Keys.ARROW_RIGHT)["where"] == "Move 1 of 38"
    assert browser.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)["where"] == "Move 3 of 38"
    assert browser.keys(Keys.ARROW_LEFT)["where"] == "Move 2 of 38"
    assert browser.keys(Keys.END)["where"] == "Move 38 of 38"
    assert browser.keys(Keys.HOME)["where"] == "Move 0 of 38"
    browser.keys(Keys.SPACE)
    assert browser.run("return page.timer !== null;")
    browser.keys(Keys.SPACE)
    assert browser.run("return page.timer === null;")
    browser.keys(Keys.TAB, Keys.TAB)
    assert browser.focused() == "3 of spades, does not fit, row 4, card 1"
    assert browser.keys(Keys.ENTER)["caption"].endswith("must be one rank higher or lower.")
    browser.keys(Keys.ARROW_UP)
    assert browser.focused() == "face down, blocked, row 3, card 9"
    assert browser.keys(Keys.SPACE)["caption"] == "This card is blocked."
    browser.keys(*[Keys.ARROW_DOWN] * 5)
    assert browser.focused() == "2 of diamonds, playable, row 4, card 5"
    assert browser.keys(Keys.SPACE)["own"] == "1 move of your own"
    assert browser.focused() == "3 of spades, playable, row 4, card 1"
    assert browser.keys(Keys.ENTER)["own"] == "2 moves of your own"
    ActionChains(browser.driver).key_down(Keys.CONTROL).send_keys("z").key_up(
        Keys.CONTROL
    ).perform()
    assert browser.shown()["own"] == "1 move of your own"
    assert browser.keys(Keys.ARROW_RIGHT)["own"] == "1 move of your own"
    assert browser.keys(Keys.ESCAPE)["own"] is None
    assert browser.shown()["where"] == "Move 0 of 38"


@slow
def test_the_tab_key_leads_through_the_page_and_out_of_it(browser: Browser) -> None:
    browser.open(page_of(WON))
    stops = []
    for _ in range(90):
        ActionChains(browser.driver).send_keys(Keys.TAB).perform()
        stop = browser.run(
            "const item = document.activeElement; if (item === document.body) return null;"
            "const style = getComputedStyle(item);"
            "return [item.getAttribute('aria-label') || item.id || item.innerText,"
            " style.outlineStyle, item.matches(':focus-visible')];"
        )
        if stop is None:
            break
        stops.append(stop)
    names = [name for name, _, _ in stops]
    assert len(names) == len(set(names))
    assert names[0] == "Skip the cards"
    for name in ("Stock: 23 cards, draw the next card", "Move", "First", "Play", "Last", "speed"):
        assert name in names
    assert all(style == "solid" and visible for _, style, visible in stops)
    browser.keys(Keys.TAB, Keys.ENTER)
    browser.keys(Keys.TAB)
    assert browser.focused() == "Move"
    browser.keys(Keys.ARROW_RIGHT)
    assert browser.shown()["where"] == "Move 1 of 38"


@slow
def test_the_focus_does_not_vanish_with_what_had_it(browser: Browser) -> None:
    browser.open(page_of(WON))
    browser.click("stock")
    browser.run("document.getElementById('return').focus();")
    browser.keys(Keys.ENTER)
    assert browser.focused() == "Next"
    browser.run("page.board.places[page.replay.next].focus();")
    browser.keys(Keys.ARROW_RIGHT)
    assert "playable" in browser.focused()
    browser.run("page.go(37); page.board.places[page.replay.next].focus();")
    browser.keys(Keys.ENTER)
    assert browser.focused() == "Stock: 13 cards"


@slow
def test_nothing_moves_for_those_who_want_that(browser: Browser) -> None:
    browser.open(page_of(WON))
    moving = "return document.getAnimations().length;"
    assert browser.run("page.go(5);" + moving) > 0
    assert browser.run("page.act(0);" + moving) > 0
    browser.emulate(prefers_reduced_motion="reduce")
    browser.open(page_of(WON))
    assert browser.run("page.go(5); page.act(0);" + moving) == 0
    assert browser.shown()["caption"] == "This card is blocked."


@slow
def test_covered_cards_can_be_told(browser: Browser) -> None:
    browser.open(page_of(WON))
    assert browser.shown()["table"][0] == "face down, blocked, row 1, card 1"
    shown = browser.click("peek")
    assert shown["table"][0] == "10 of spades, blocked, row 1, card 1"
    assert browser.click("peek")["table"][0] == "face down, blocked, row 1, card 1"


@slow
def test_without_the_table_only_the_line_is_known(browser: Browser) -> None:
    hide = "delete window.DecompressionStream;"
    command = {"source": hide}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", command)
    browser.open(page_of(WON))
    browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    assert browser.shown()["hope"] == "Can still be won"
    assert browser.click("stock")["hope"] == "Not known here"
    browser.open(page_of(LOST).replace('"table":"', '"table":"!'))
    assert browser.shown()["hope"] == "Cannot be won"


@slow
def test_nothing_can_be_loaded_and_nothing_foreign_runs(browser: Browser) -> None:
    layout = replace(classic(), name=HOSTILE, number=None)
    browser.open(page_for(unsolved(shuffled(3, layout)), HOSTILE))
    assert browser.driver.find_element("tag name", "h1").text == f"TriPeaks deal {HOSTILE}"
    assert browser.run("return document.images.length;") == 0
    assert browser.complaints() == []
    refused = browser.driver.execute_async_script(
        "fetch('http://127.0.0.1:9/').then(() => arguments[0](false), () => arguments[0](true));"
    )
    assert refused
    browser.run(
        "const script = document.createElement('script');"
        "script.textContent = 'window.foreign = 1'; document.body.append(script);"
        "document.body.setAttribute('onclick', 'window.foreign = 2'); document.body.click();"
    )
    assert browser.run("return window.foreign === undefined;")
    complaints = browser.complaints()
    assert len(complaints) >= 3
    assert all("Content Security Policy" in text for text in complaints)


@slow
@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_pages_fit_the_screen(width: int, browser: Browser) -> None:
    browser.resize(width, 800)
    for number in (15, 47):
        browser.open(page_for(unsolved(shuffled(1, numbered_layout(number)))))
        browser.click("stock")
        assert (
            browser.run(
                "const root = document.documentElement;return root.scrollWidth - root.clientWidth;"
            )
            == 0
        )
        sizes = browser.run(
            "return [...document.querySelectorAll('button, select, input')]"
            ".filter((item) => item.offsetParent && !item.disabled)"
            ".map((item) => item.getBoundingClientRect())"
            ".map(({ width, height }) => Math.min(width, height));"
        )
        assert len(sizes) > 20
        assert min(sizes) >= 20


NAMELESS = """
const name = (item) => item.getAttribute("aria-label") || item.innerText.trim()
  || [...item.labels || []].map((label) => label.innerText.trim()).join("");
return [...document.querySelectorAll("button, input, select, [role=img]")]
  .filter((item) => !item.closest("[aria-hidden=true]") && !name(item))
  .map((item) => item.outerHTML);
"""

FAINT = """
const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (colour) => channels(colour).slice(0, 3).map((c) => c / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const backdrop = (item) => {
  for (let at = item; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (channels(colour)[3] !== 0) return colour;
  }
};
const contrast = (item) => {
  const [dark, bright] = [getComputedStyle(item).color, backdrop(item)].map(light)
    .sort((one, other) => one - other);
  return (bright + 0.05) / (dark + 0.05);
};
const hasText = (item) => [...item.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
return [...document.body.querySelectorAll("*")]
  .filter((item) => hasText(item) && item.checkVisibility() && !item.closest("script, style, svg"))
  .map((item) => [item.outerHTML, contrast(item)]).filter(([, ratio]) => ratio < 4.5);
"""


@slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("code", [WON, LOST])
def test_everybody_can_read_and_name_it(code: str, scheme: str, browser: Browser) -> None:
    browser.emulate(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    browser.open(page_of(code))
    for deed in ("page.go(0);", "page.act(0);", "page.act(null);", "page.go(99);"):
        browser.run(deed)
        assert browser.run(NAMELESS) == []
        assert browser.run(FAINT) == []
    headings = browser.run(
        "return [...document.querySelectorAll('h1,h2,h3')].map((h) => h.tagName);"
    )
    assert headings[0] == "H1"
    assert headings.count("H1") == 1
    for one, other in pairwise(headings):
        assert int(other[1]) <= int(one[1]) + 1
    for landmark in ("header", "main", "section[aria-labelledby]"):
        assert browser.driver.find_elements("css selector", landmark)
    assert browser.run("return document.documentElement.lang;") == "en"
