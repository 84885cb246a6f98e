"""``tripeaks solve``: the names and types that other programs rely on, rules, and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_cli_support import DECK, LOST, OTHER, SIGNED_DECK, WON, tripeaks

NOTHING = type(None)
TYPES: dict[str, tuple[type, ...]] = {
    "code": (str, NOTHING),
    "deck": (str,),
    "rules": (str,),
    "layout": (str, int),
    "scoring": (str,),
    "verdict": (str,),
    "fewest_draws": (int, NOTHING),
    "best_score": (int,),
    "moves": (list,),
    "verified": (bool,),
    "states": (int,),
    "seconds": (float,),
}
MOVE_TYPES: dict[str, tuple[type, ...]] = {
    "n": (int,),
    "action": (str,),
    "card": (str,),
    "place": (int, NOTHING),
    "score": (int,),
}


def has_types(found: dict[str, Any], types: dict[str, tuple[type, ...]]) -> bool:
    return types.keys() <= found.keys() and all(
        type(found[name]) in allowed for name, allowed in types.items()
    )


@pytest.mark.parametrize("source", [WON, LOST, DECK])
def test_json_of_one_deal_is_an_object_with_these_names_and_types(source: str) -> None:
    found = tripeaks("solve", source, "--json").json
    assert has_types(found, TYPES)
    assert all(has_types(move, MOVE_TYPES) for move in found["moves"])


def test_json_of_a_won_deal() -> None:
    ran = tripeaks("solve", WON, "--json")
    assert (ran.code, ran.err) == (0, "")
    expected = {
        "code": WON,
        "deck": DECK,
        "rules": "easy",
        "layout": "classic",
        "scoring": "tp1",
        "verdict": "winnable",
        "fewest_draws": 10,
        "best_score": 762,
        "verified": True,
    }
    assert expected.items() <= ran.json.items()


def test_json_of_a_lost_deal() -> None:
    ran = tripeaks("solve", LOST, "--json")
    assert (ran.code, ran.err) == (3, "")
    expected = {
        "code": LOST,
        "rules": "classic",
        "verdict": "not winnable",
        "fewest_draws": None,
        "best_score": 657,
    }
    assert expected.items() <= ran.json.items()


@pytest.mark.parametrize("code", [WON, LOST, OTHER])
def test_the_moves_number_place_card_and_score_every_step(code: str) -> None:
    found = tripeaks("solve", code, "--json").json
    cards, stock = found["deck"].split(), iter(found["deck"].split()[29:])
    assert [move["n"] for move in found["moves"]] == [*range(1, len(found["moves"]) + 1)]
    score = 500
    for move in found["moves"]:
        assert move["action"] == ("draw" if move["place"] is None else "play")
        assert move["card"] == (next(stock) if move["place"] is None else cards[move["place"]])
        assert move["score"] in (score - 1, score + 99)
        score = move["score"]
    assert score == found["best_score"]
    draws = sum(move["action"] == "draw" for move in found["moves"])
    assert draws == (23 if found["fewest_draws"] is None else found["fewest_draws"])


def test_a_deck_has_no_code_and_easy_rules() -> None:
    found = tripeaks("solve", DECK, "--json").json
    assert (found["code"], found["deck"], found["rules"]) == (None, DECK, "easy")
    assert found["best_score"] == 762


def test_json_of_several_deals_is_a_list_in_their_order() -> None:
    ran = tripeaks("solve", OTHER, DECK, LOST, "--json")
    assert [found["code"] for found in ran.json] == [OTHER, None, LOST]


def test_what_is_printed_follows_from_the_number_of_deals(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text(f"{WON}\n", encoding="utf-8")
    two.write_text(f"{WON}\n{OTHER}\n", encoding="utf-8")
    argument, file = tripeaks("solve", WON).out, tripeaks("solve", str(one)).out
    stdin = tripeaks("solve", "-", stdin=f"{WON}\n").out
    assert argument.split(" s;")[-1] == file.split(" s;")[-1] == stdin.split(" s;")[-1]
    assert "  deal       A♣" in file
    assert tripeaks("solve", str(one), "--json").json["code"] == WON
    assert [found["code"] for found in tripeaks("solve", str(two), "--json").json] == [WON, OTHER]
    assert tripeaks("deal", str(one), "--json").json["code"] == WON
    assert len(tripeaks("deal", "-", "--json", stdin=two.read_text()).json) == 2
    assert len(tripeaks("solve", str(two)).out.splitlines()) == 2


def test_json_of_52_arguments_is_one_object() -> None:
    assert tripeaks("solve", *DECK.split(), "--json").json["deck"] == DECK


def test_52_arguments_show_the_line_of_play() -> None:
    assert "  deal       A♣" in tripeaks("solve", *DECK.split()).out


def test_a_deck_with_suit_signs_may_be_one_argument() -> None:
    assert tripeaks("solve", SIGNED_DECK, "--json").json["deck"] == DECK


def test_nl_is_an_object_a_line() -> None:
    ran = tripeaks("solve", WON, LOST, "--nl")
    assert [(found["code"], found["verified"]) for found in ran.objects] == [
        (WON, True),
        (LOST, True),
    ]
    assert all(has_types(found, TYPES) for found in ran.objects)


def test_people_see_the_verdict_the_result_and_the_moves() -> None:
    ran = tripeaks("solve", WON)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == f"{WON} · easy rules: king and ace linked, draw at any time"
    assert "Winnable  fewest draws 10, best score 762" in ran.lines
    assert "  deal       A♣ K♣ A♠ 2♦ 3♠ 4♠ 5♠ 6♦ 7♣ 8♥ 9♠ 10♣ 9♣  = 488" in ran.lines
    assert ran.lines[-1].endswith("= 762")


def test_people_see_a_lost_deal_in_other_words() -> None:
    ran = tripeaks("solve", LOST)
    assert "Not winnable  best score 657" in ran.lines
    assert ran.lines[-1].endswith("= 657")


def test_several_deals_are_a_line_each() -> None:
    ran = tripeaks("solve", WON, LOST)
    assert [re_spaced(line) for line in ran.lines] == [
        f"{WON} easy winnable fewest draws 10, best score 762",
        f"{LOST} classic not winnable best score 657",
    ]


def re_spaced(line: str) -> str:
    return " ".join(line.split())


@pytest.mark.parametrize(
    ("sources", "code"),
    [([WON], 0), ([LOST], 3), ([WON, OTHER], 0), ([WON, LOST], 3), ([LOST, WON], 3)],
)
@pytest.mark.parametrize("option", ["--nl", "--json", "--verdict-only"])
def test_the_exit_code_is_3_when_any_deal_is_lost(
    sources: list[str], code: int, option: str
) -> None:
    assert tripeaks("solve", *sources, option).code == code


@pytest.mark.parametrize("rules", ["easy", "classic", "easy-stuck", "classic-stuck", "easy-open"])
@pytest.mark.parametrize("source", [WON, LOST, "TP1-AAAAAAB", DECK])
def test_chosen_rules_come_before_those_of_the_code(source: str, rules: str) -> None:
    found = tripeaks("solve", source, "--rules", rules, "--json").json
    assert found["rules"] == rules
    assert (found["verdict"] == "winnable") == rules.startswith("easy")
    letter = rules[0].upper()
    assert found["code"] == (None if source == DECK else f"TP1-{letter}-AAAAAAB")


@pytest.mark.parametrize(
    ("code", "rules"), [("TP1-E-AAAAAAB", "easy"), ("TP1-N-AAAAAAB", "easy"), (LOST, "classic")]
)
def test_the_letter_of_a_code_chooses_the_rules(code: str, rules: str) -> None:
    assert tripeaks("solve", code, "--json").json["rules"] == rules


def test_a_verdict_alone_claims_no_best_result() -> None:
    won = tripeaks("solve", WON, "--verdict-only", "--json").json
    lost = tripeaks("solve", LOST, "--verdict-only", "--json").json
    assert (won["verdict"], lost["verdict"]) == ("winnable", "not winnable")
    assert [found[name] for found in (won, lost) for name in ("fewest_draws", "best_score")] == [
        None
    ] * 4


@pytest.mark.parametrize("form", [[], ["--nl"]])
def test_what_comes_before_a_bad_line_is_answered_first(form: list[str]) -> None:
    ran = tripeaks("solve", "-", *form, stdin=f"{WON}\n{OTHER}\nTP1-E-A\n{LOST}\n")
    assert (ran.code, len(ran.lines)) == (2, 2)
    assert ran.fault == "standard input, line 3: 'TP1-E-A' ends in 1 letter: 7 are needed"


def test_a_code_without_rules_in_a_file_is_told_with_its_line() -> None:
    ran = tripeaks("solve", "-", stdin=f"{WON}\nTP1-AAAAAAB\n")
    assert ran.code == 2
    assert "standard input, line 2: " in ran.fault


@pytest.mark.parametrize("form", [[], ["--json"], ["--nl"]])
def test_an_input_without_deals_is_no_yes(form: list[str]) -> None:
    assert tripeaks("solve", "-", *form, stdin="# nothing\n").code == 2


def test_an_empty_device_is_no_deal() -> None:
    assert tripeaks("solve", "/dev/null", "--json").code == 2


MIXED = f"{WON}\nnonsense\nTP1-AAAAAAC\n{LOST}\n"


def test_a_fault_ends_an_input_after_the_answers_before_it() -> None:
    ran = tripeaks("solve", "-", "--json", stdin=MIXED)
    assert ran.code == 2
    assert [found["code"] for found in ran.json] == [WON]
    assert ran.fault.startswith("standard input, line 2: ")


def test_keep_going_answers_the_rest_and_names_each_fault() -> None:
    ran = tripeaks("solve", "-", "--nl", "--keep-going", stdin=MIXED)
    assert ran.code == 1
    assert [json.loads(line)["code"] for line in ran.lines] == [WON, LOST]
    assert [f"line {number}: " in ran.err for number in (1, 2, 3, 4)] == [False, True, True, False]
