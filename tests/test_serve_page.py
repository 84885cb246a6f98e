"""The page of the server in a browser: boards are entered, corrected, asked about and played on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from serve_support import Client, serving

from tripeaks_solver.codes import DealCode
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.web.app import Limits

pytestmark = pytest.mark.slow

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
WON = "TP1-E-AAAAAAB"
CARDS = str(DealCode(1).deal()).split()
SUITS = "CDHS"
RANKS = "A23456789TJQK"


class Page:
    """The page as a person uses it."""

    def __init__(self, driver: webdriver.Chrome, client: Client) -> None:
        self.driver, self.client = driver, client
        self.resize(1366, 768)
        driver.get(client.url)
        self.until(lambda: len(self.slots()) == 52)

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def until(self, holds: Any) -> None:
        WebDriverWait(self.driver, 90, poll_frequency=0.05).until(lambda _: holds())

    def named(self, name: str) -> Any:
        return self.driver.find_element(By.ID, name)

    def click(self, name: str) -> None:
        self.named(name).click()

    def slots(self) -> list[str]:
        """The names of the places, in dealing order."""
        found: list[str] = self.driver.execute_script(
            "return [...document.querySelectorAll('.slot')].map(one => one.ariaLabel)"
        )
        return found

    def slot(self, place: int) -> Any:
        return self.driver.find_elements(By.CSS_SELECTOR, ".slot")[place]

    def pick(self, card: str) -> None:
        """Click a card of the tray."""
        at = 13 * SUITS.index(card[1]) + RANKS.index(card[0])
        self.driver.find_elements(By.CSS_SELECTOR, "#tray .card")[at].click()

    def press(self, *keys: str) -> None:
        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def marks(self) -> str:
        return str(self.named("marks").text)

    def read(self, text: str) -> None:
        field = self.named("text")
        field.clear()
        field.send_keys(text + Keys.ENTER)
        self.answer("Read:")

    def answer(self, *parts: str) -> str:
        """Wait until the answer holds some texts, and return it."""
        self.until(lambda: all(part in self.named("answers").text for part in parts))
        return str(self.named("answers").text)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with serving(Limits()) as client:
        yield client


@pytest.fixture(scope="module")
def driver() -> Iterator[webdriver.Chrome]:
    if not (BROWSER and DRIVER):
        pytest.skip("no browser here: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield chrome
    chrome.quit()


@pytest.fixture
def page(driver: webdriver.Chrome, client: Client) -> Iterator[Page]:
    """The page, just opened; at the end the browser must have had nothing to complain of."""
    page = Page(driver, client)
    yield page
    complaints = driver.get_log("browser")  # type: ignore[no-untyped-call]
    # A request that the server refuses is told on the page, and by the browser too.
    assert [one for one in complaints if "400 (Bad Request)" not in one["message"]] == []


def test_a_board_is_entered_card_by_card_corrected_and_solved(page: Page) -> None:
    assert not page.named("solve").is_enabled()
    for card in CARDS[:3]:
        page.pick(card)
    page.press("k", "h", "3", "c", "?")
    assert page.slots()[:7] == [
        "row 1, card 1: 10 of spades",
        "row 1, card 2: 6 of spades",
        "row 1, card 3: 7 of hearts",
        "row 2, card 1: king of hearts",
        "row 2, card 2: 3 of clubs",
        "row 2, card 3: unknown card",
        "row 2, card 4: empty",
    ]
    page.pick("TS")
    assert "Twice: 10♠." in page.marks()
    assert page.slots()[0].endswith("10 of spades, there twice")
    page.press(Keys.BACKSPACE, Keys.BACKSPACE)
    assert page.marks() == "47 places are empty; next: row 2, card 3."
    for card in CARDS[5:]:
        page.press(*(key.lower() for key in card.replace("T", "1")))
    assert page.marks() == "Complete."
    page.click("solve")
    answer = page.answer("Winnable.")
    assert "Best score 762. Fewest draws 10." in answer
    assert "draw A♦ K♦ A♥ K♥ = 484" in answer


def test_what_is_missing_is_told(page: Page) -> None:
    page.read(" ".join(CARDS))
    page.slot(0).click()
    page.pick("6S")
    assert page.marks() == "Twice: 6♠. Missing: 10♠."
    for name in ("solve", "rate", "advise", "review"):
        assert not page.named(name).is_enabled()
    assert page.named("play").get_attribute("href") is None


def test_unknown_cards_may_stay_unknown(page: Page) -> None:
    page.read(" ".join(CARDS))
    for place in (50, 51):
        page.slot(place).click()
        page.press(Keys.DELETE)
    page.click("rest")
    assert "2 cards are unknown" in page.marks()
    assert not page.named("review").is_enabled()
    page.click("solve")
    assert "whatever the unknown cards are" in page.answer("Winnable.")


def test_all_questions_are_answered(page: Page) -> None:
    page.read(WON)
    page.click("rate")
    assert "easy best score 762" in page.answer("easy best score")
    page.click("advise")
    assert "of 41 unseen cards" in page.answer("Best: play", "samples")
    page.named("moves").send_keys("KC draw draw draw")
    page.click("review")
    assert "points lost" in page.answer("4 moves", "What was better")
    page.named("moves").send_keys(" nonsense")
    page.click("review")
    page.answer("Move 5, 'nonsense': is not a move")


def test_rules_and_scoring_are_those_chosen(page: Page) -> None:
    page.read(WON)
    page.driver.find_element(By.CSS_SELECTOR, "#base option[value=classic]").click()
    page.click("solve")
    page.answer("Not winnable.", "Best score 657")
    page.driver.find_element(By.CSS_SELECTOR, "#scoring option[value=microsoft]").click()
    page.click("solve")
    asked = {"deal": WON, "rules": "classic", "scoring": "microsoft"}
    best = page.client.post("/api/solve", asked).found["best_score"]
    page.answer("Not winnable.", f"Best score {best:,}")


def test_every_layout_can_be_chosen_and_keeps_the_cards(page: Page) -> None:
    page.pick("AC")
    for number, layout in shipped_layouts().items():
        page.driver.find_element(By.CSS_SELECTOR, f"#layout option[value='{number}']").click()
        slots = page.slots()
        assert slots[0] == "row 1, card 1: ace of clubs"
        assert sum(name.startswith("row ") for name in slots) == len(layout)
        assert len(slots) == 52


def test_a_deal_may_be_pasted_or_dropped(page: Page) -> None:
    script = """
        const data = new DataTransfer();
        data.setData('text/plain', arguments[1]);
        const event = arguments[0] === 'paste'
          ? new ClipboardEvent('paste', {clipboardData: data, bubbles: true})
          : new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true});
        document.body.dispatchEvent(event);
    """
    page.driver.execute_script(script, "paste", "TP1-C-AAAAAAD")
    page.answer("Read: TP1-C-AAAAAAD")
    assert page.named("base").get_attribute("value") == "classic"
    page.driver.execute_script(script, "drop", json.dumps({"deck": " ".join(CARDS)}))
    page.until(lambda: page.slots()[0].endswith("10 of spades"))


def test_jokers_and_games_under_way_are_read_and_solved(page: Page) -> None:
    page.read(" ".join([*CARDS, "JK"]))
    assert page.slots()[-1] == "stock, card 24: joker"
    page.click("clear")
    assert len(page.slots()) == 52
    rows = [["--", "--", "2S"], *([["--"] * size for size in (6, 9, 10)])]
    left = {"layout": "classic", "rows": rows, "waste": "AC", "stock": ["KD"], "stock_size": 1}
    page.read(json.dumps({**left, "run": 3, "score": 700}))
    assert page.slots()[2:4] == ["row 1, card 3: 2 of spades", "row 2, card 1: gone"]
    page.click("solve")
    page.answer("Winnable.", "Fewest draws 0.", "2♠ = 799")


def test_a_fault_in_a_text_is_told_and_the_board_stays(page: Page) -> None:
    page.pick("AC")
    page.named("text").send_keys("nonsense" + Keys.ENTER)
    page.answer("'nonsense' is not a deal code")
    assert page.slots()[0].endswith("ace of clubs")


def test_play_on_opens_the_replay_page_of_the_board(page: Page) -> None:
    page.read(WON)
    address = page.named("play").get_attribute("href")
    page.driver.get(address)
    page.until(lambda: "762" in page.driver.find_element(By.TAG_NAME, "header").text)
    assert WON in page.driver.title


def test_keys_alone_will_do(page: Page) -> None:
    page.named("text").click()
    page.press(Keys.TAB, Keys.TAB)
    focused = page.driver.switch_to.active_element
    assert focused.get_attribute("aria-label") == "row 1, card 1: empty"
    page.press(Keys.TAB, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ENTER)
    assert page.slots()[0].endswith("2 of diamonds")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080), (390, 844), (844, 390)])
def test_board_and_tray_fit_the_window(page: Page, width: int, height: int) -> None:
    page.resize(width, height)
    page.read(WON)
    page.click("solve")
    page.answer("Winnable.")
    wide, unnamed = page.driver.execute_script(
        "return [document.documentElement.scrollWidth,"
        " [...document.querySelectorAll('button, a, input, select')]"
        ".filter(one => !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).length]"
    )
    assert wide <= width
    assert unnamed == 0
    tray = page.named("tray").rect
    if width > height:
        scrolled = page.driver.execute_script("return document.documentElement.scrollHeight")
        assert scrolled <= height or height == 390
    if height > 390:
        assert tray["y"] + tray["height"] <= height
