"""Replaying lines of play, and certificates: made, checked, written, read, and tampered with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import BOTTOM_UP, ODD_BOTTOM, deal_along, deal_with, line_of, winning_lines

from tripeaks_solver.answer import DRAW, Answer, Move, Verdict
from tripeaks_solver.ask import certify
from tripeaks_solver.cards import rank_of
from tripeaks_solver.certificate import (
    TITLE,
    Certificate,
    Members,
    looks_like_certificate,
    parse_certificate,
    write_certificate,
)
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import FormatError, Rejected
from tripeaks_solver.game import Game, Status
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, EASY, Rules, named
from tripeaks_solver.verify import check, replay

FULL = (1 << 28) - 1
WON_LINE = line_of(BOTTOM_UP, [0, 0, 3, 3, 27])
WON = Answer(Problem(deal_along(WON_LINE), EASY), Verdict.WINNABLE, tuple(WON_LINE), 5, 767)
ODD_DEAL = deal_with(ODD_BOTTOM, "2C")
BLOCKED = Answer(Problem(ODD_DEAL, CLASSIC), Verdict.NOT_WINNABLE, (DRAW,) * 23, None, 477)
"""An ending of a deal in which the stock may be drawn to its end without a play."""


def bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


@cache
def _certificate(code: str, rules: str) -> Certificate:
    return certify(parse_code(f"TP1-{code}").deal(), named(rules))


def _won() -> Certificate:
    """A win with 8 draws and 764 points at best, 729 tableaus."""
    return _certificate("AAAAAHM", "easy")


def _lost() -> Certificate:
    """A lost deal with 657 points at best, 1569 tableaus."""
    return _certificate("AAAAAJB", "classic")


def _lost_when_stuck() -> Certificate:
    """A lost deal under the traditional rule of drawing, 143 tableaus."""
    return _certificate("AAAAAAD", "classic-stuck")


def _won_when_stuck() -> Certificate:
    """A win with 10 draws under the traditional rule of drawing, 452 tableaus."""
    return _certificate("AAAAAAB", "easy-stuck")


EACH = pytest.mark.parametrize(
    "made", [_won, _lost, _won_when_stuck, _lost_when_stuck], ids=lambda made: made.__name__
)
LOST = pytest.mark.parametrize("made", [_lost, _lost_when_stuck], ids=lambda made: made.__name__)
WINS = pytest.mark.parametrize("made", [_won, _won_when_stuck], ids=lambda made: made.__name__)
Made = Callable[[], Certificate]


# --- Replay


def test_replay_accepts_a_right_win_and_lists_its_steps() -> None:
    steps = replay(WON).steps
    assert [step.move for step in steps] == WON_LINE
    assert [step.card for step in steps] == list(range(1, 34))
    assert [step.draws for step in steps] == [1, 2, 2, 2, 2, *range(3, 5), *[4] * 24, 5, 5]
    assert steps[-1].score == 767


def test_replay_accepts_a_right_blocked_ending() -> None:
    steps = replay(BLOCKED).steps
    assert [step.score for step in steps] == list(range(499, 476, -1))
    assert [step.draws for step in steps] == list(range(1, 24))
    assert tuple(step.card for step in steps) == ODD_DEAL.stock


@given(winning_lines)
def test_replay_accepts_any_win_with_its_true_draws_and_score(line: list[Move]) -> None:
    draws = line.count(DRAW)
    answer = Answer(
        Problem(deal_along(line), EASY), Verdict.WINNABLE, tuple(line), draws, 800 - len(line)
    )
    steps = replay(answer).steps
    scores = [500, *(step.score for step in steps)]
    gains = [after - before for before, after in pairwise(scores)]
    assert sorted(gains) == [-1] * (len(line) - 3) + [99] * 3
    assert scores[-1] == 500 + sum(gains) == answer.best_score


def test_replay_accepts_an_answer_that_claims_no_draws_and_no_score() -> None:
    assert len(replay(replace(WON, fewest_draws=None, best_score=None)).steps) == 33


def test_replay_accepts_the_legal_line_of_an_undecided_deal() -> None:
    undecided = replace(WON, verdict=Verdict.UNDECIDED, moves=tuple(WON_LINE[:7]))
    assert len(replay(replace(undecided, fewest_draws=None, best_score=None)).steps) == 7


@pytest.mark.parametrize(
    ("number", "move", "words"),
    [
        (1, Move(0), r"^move 1 \(play .*\): this card is blocked$"),
        (3, Move(20), r"^move 3 \(play .*\): must be one rank higher or lower$"),
        (4, WON_LINE[2], r"^move 4 \(play .*\): this card has been played$"),
        (2, Move(28), r"^move 2 .*: there is no place 28"),
        (2, Move(-1), r"^move 2 .*: there is no place -1"),
    ],
)
def test_replay_rejects_a_refused_move_by_its_number(number: int, move: Move, words: str) -> None:
    moves = [*WON_LINE[: number - 1], move, *WON_LINE[number:]]
    with pytest.raises(Rejected, match=words):
        replay(replace(WON, moves=tuple(moves)))


def test_replay_rejects_a_draw_from_the_empty_stock() -> None:
    with pytest.raises(Rejected, match=r"^move 24 \(draw\): the stock is empty$"):
        replay(replace(BLOCKED, moves=(DRAW,) * 24))


def test_replay_rejects_a_draw_that_the_stuck_rule_forbids() -> None:
    deal = parse_code("TP1-C-AAAAAAD").deal()
    answer = Answer(Problem(deal, named("classic-stuck")), Verdict.NOT_WINNABLE, (DRAW,) * 23)
    with pytest.raises(Rejected, match=r"\(draw\): a card can be played"):
        replay(answer)


def test_replay_rejects_a_win_that_crosses_king_and_ace_under_classic_rules() -> None:
    with pytest.raises(Rejected, match="must be one rank higher or lower"):
        replay(replace(WON, problem=replace(WON.problem, rules=CLASSIC)))


@pytest.mark.parametrize("move", [DRAW, Move(0), Move(27)])
def test_replay_rejects_moves_after_the_win(move: Move) -> None:
    with pytest.raises(Rejected, match=r"^move 34 .*: the game is won$"):
        replay(replace(WON, moves=(*WON.moves, move)))


@pytest.mark.parametrize("length", [0, 1, 5, 32])
def test_replay_rejects_a_cut_win(length: int) -> None:
    with pytest.raises(Rejected, match="before the game is over, not in a win"):
        replay(replace(WON, moves=WON.moves[:length]))


@pytest.mark.parametrize("length", [0, 1, 22])
def test_replay_rejects_a_cut_blocked_ending(length: int) -> None:
    answer = replace(BLOCKED, moves=(DRAW,) * length, best_score=500 - length)
    with pytest.raises(Rejected, match="before the game is over, not in a blocked game"):
        replay(answer)


@pytest.mark.parametrize("draws", [0, 4, 6])
def test_replay_rejects_a_wrong_number_of_draws(draws: int) -> None:
    with pytest.raises(Rejected, match=f"draw 5 cards, not {draws}"):
        replay(replace(WON, fewest_draws=draws))


@pytest.mark.parametrize("score", [0, 766, 768])
def test_replay_rejects_a_wrong_score_of_a_win(score: int) -> None:
    with pytest.raises(Rejected, match=f"with 767 points, not {score}"):
        replay(replace(WON, best_score=score))


@pytest.mark.parametrize("score", [0, 476, 478])
def test_replay_rejects_a_wrong_score_of_a_blocked_ending(score: int) -> None:
    with pytest.raises(Rejected, match=f"with 477 points, not {score}"):
        replay(replace(BLOCKED, best_score=score))


def test_replay_rejects_a_wrong_verdict() -> None:
    with pytest.raises(Rejected, match="in a win, not in a blocked game"):
        replay(replace(WON, verdict=Verdict.NOT_WINNABLE))
    with pytest.raises(Rejected, match="in a blocked game, not in a win"):
        replay(replace(BLOCKED, verdict=Verdict.WINNABLE))


# --- Certificates that hold


def test_the_certificates_of_these_tests_claim_what_is_known_of_their_deals() -> None:
    claims = [
        (c.answer.verdict, c.answer.fewest_draws, c.answer.best_score, len(c.members))
        for c in (_won(), _lost(), _won_when_stuck(), _lost_when_stuck())
    ]
    assert claims == [
        (Verdict.WINNABLE, 8, 764, 729),
        (Verdict.NOT_WINNABLE, None, 657, 1569),
        (Verdict.WINNABLE, 10, 762, 452),
        (Verdict.NOT_WINNABLE, None, 553, 143),
    ]


@EACH
def test_check_accepts_what_certify_made_and_returns_the_line(made: Made) -> None:
    steps = check(made()).steps
    assert [step.move for step in steps] == list(made().answer.moves)
    assert steps[-1].score == made().answer.best_score


def test_a_win_without_a_draw_needs_no_closed_set() -> None:
    line = line_of(BOTTOM_UP)
    certificate = certify(deal_along(line))
    assert (certificate.answer.fewest_draws, certificate.members) == (0, {})
    assert len(check(certificate).steps) == 28


def _closed_set(deal: Deal, rules: Rules, draw_limit: int) -> dict[int, dict[int, int]]:
    """All states that can be reached with so many draws, cleared ones too, one step at a time."""
    members: dict[int, dict[int, int]] = {}
    agenda = [(FULL, rank_of(deal.waste), 0)]
    while agenda:
        tableau, waste, drawn = agenda.pop()
        draws = members.setdefault(tableau, {}).get(waste, 0)
        if draws >> drawn & 1:
            continue
        members[tableau][waste] = draws | 1 << drawn
        ranks = {place: rank_of(deal.cards[place]) for place in deal.layout.free(tableau)}
        plays = [place for place, rank in ranks.items() if rules.fits(rank, waste)]
        agenda += [(tableau ^ 1 << place, ranks[place], drawn) for place in plays]
        if tableau and drawn < draw_limit and not (plays and rules.draw_only_when_stuck):
            agenda.append((tableau, rank_of(deal.stock[drawn]), drawn + 1))
    return members


@EACH
def test_certify_collects_just_the_states_that_can_be_reached_below_the_claim(made: Made) -> None:
    answer = made().answer
    limit = 23 if answer.fewest_draws is None else answer.fewest_draws - 1
    assert _closed_set(answer.deal, answer.rules, limit) == made().members


def test_members_that_cannot_be_reached_do_no_harm_while_the_set_stays_closed() -> None:
    """On a seven nothing of this bottom row fits, so with the stock drawn the game is over."""
    members, seven = _lost_when_stuck().members, 6
    assert seven not in members[FULL]
    over = {**members, FULL: {**members[FULL], seven: 1 << 23}}
    check(replace(_lost_when_stuck(), members=over))
    drawing = {**members, FULL: {**members[FULL], seven: 1 << 22}}
    _rejected(replace(_lost_when_stuck(), members=drawing), "lacks a successor: a draw")


# --- Certificates that do not hold


def _without(members: Members, tableau: int, rank: int, draws: int) -> Members:
    """The members less one: a tableau, a waste rank and one number of draws."""
    rest = {**members[tableau], rank: members[tableau][rank] & ~(1 << draws)}
    return {**members, tableau: {r: left for r, left in rest.items() if left}}


def _rejected(certificate: Certificate, words: str | None = None) -> None:
    with pytest.raises(Rejected, match=words):
        check(certificate)


@pytest.mark.parametrize(
    ("made", "tries"),
    [(_won, 40), (_lost, 15), (_won_when_stuck, 100), (_lost_when_stuck, 300)],
)
def test_check_rejects_a_set_that_lacks_any_one_member(made: Made, tries: int) -> None:
    members = made().members
    random = Random(1)
    for _ in range(tries):
        tableau = random.choice(list(members))
        rank = random.choice(list(members[tableau]))
        draws = random.choice(list(bits(members[tableau][rank])))
        lacking = _without(members, tableau, rank, draws)
        _rejected(replace(made(), members=lacking), "lacks a successor")


def test_check_rejects_a_set_that_lacks_any_one_tableau() -> None:
    members = _lost_when_stuck().members
    for tableau in members:
        rest = {mask: draws for mask, draws in members.items() if mask != tableau}
        _rejected(replace(_lost_when_stuck(), members=rest), f"to tableau {tableau:x}")


@EACH
def test_check_rejects_a_set_without_the_deal_itself(made: Made) -> None:
    waste = rank_of(made().answer.deal.waste)
    lacking = _without(made().members, FULL, waste, 0)
    _rejected(replace(made(), members=lacking), "lacks a successor: the deal itself")
    rest = {tableau: draws for tableau, draws in made().members.items() if tableau != FULL}
    _rejected(replace(made(), members=rest), "lacks a successor: the deal itself")
    _rejected(replace(made(), members={}), "lacks a successor: the deal itself")


@EACH
@pytest.mark.parametrize("draws", [0, 1, 1 << 23])
def test_check_rejects_a_set_with_a_cleared_tableau(made: Made, draws: int) -> None:
    _rejected(replace(made(), members={**made().members, 0: {5: draws}}), "a cleared tableau")


@EACH
@pytest.mark.parametrize("change", [-100, -1, 1, 100])
def test_check_rejects_a_score_that_is_raised_or_lowered(made: Made, change: int) -> None:
    answer = made().answer
    claimed = replace(answer, best_score=(answer.best_score or 0) + change)
    _rejected(replace(made(), answer=claimed), r"points, not \d+$")


def test_check_rejects_a_true_ending_that_is_not_the_best() -> None:
    """Draw to the end, then play what fits: blameless, but not worth 657 points."""
    best = _lost().answer
    game = Game(best.deal, best.rules)
    moves = [DRAW] * 23
    for move in moves:
        game.make(move)
    while plays := game.plays():
        moves.append(Move(plays[0]))
        game.play(plays[0])
    claim = replace(best, moves=tuple(moves), best_score=game.score)
    replay(claim)
    _rejected(replace(_lost(), answer=claim), r"holds a blocked ending worth \d+ points")


@given(st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_check_rejects_any_true_ending_that_is_worth_less(random: Random) -> None:
    best = _lost_when_stuck().answer
    game = Game(best.deal, best.rules)
    moves = []
    while game.status is Status.RUNNING:
        choices = [*map(Move, game.plays()), *([] if game.draw_refusal() else [DRAW])]
        moves.append(random.choice(choices))
        game.make(moves[-1])
    answer = replace(best, moves=tuple(moves), best_score=game.score)
    claim = replace(_lost_when_stuck(), answer=answer)
    if game.score == best.best_score:
        check(claim)
    else:
        _rejected(claim, r"holds a blocked ending worth \d+ points")


def test_check_rejects_a_true_win_that_does_not_have_the_fewest_draws() -> None:
    line = line_of(BOTTOM_UP, [0] * 5)
    best = certify(deal_along(line))
    claim = Answer(Problem(deal_along(line), EASY), Verdict.WINNABLE, tuple(line), 5, 767)
    replay(claim)
    assert best.answer.fewest_draws == 1
    _rejected(replace(best, answer=claim), "lacks a successor")
    closed = _closed_set(claim.deal, EASY, 4)
    _rejected(Certificate(claim, closed), "a cleared tableau")
    del closed[0]
    _rejected(Certificate(claim, closed), "lacks a successor: a play to tableau 0")


@LOST
def test_check_rejects_a_lost_deal_claimed_as_won(made: Made) -> None:
    claimed = replace(made().answer, verdict=Verdict.WINNABLE, fewest_draws=23)
    _rejected(replace(made(), answer=claimed), "not in a win")


@WINS
def test_check_rejects_a_win_claimed_as_lost(made: Made) -> None:
    claimed = replace(made().answer, verdict=Verdict.NOT_WINNABLE, fewest_draws=None)
    _rejected(replace(made(), answer=claimed), "not in a blocked game")


def test_check_rejects_a_certificate_that_claims_no_best_result() -> None:
    for certificate in (
        replace(_won(), answer=replace(_won().answer, best_score=None)),
        replace(_won(), answer=replace(_won().answer, fewest_draws=None)),
        replace(_lost(), answer=replace(_lost().answer, best_score=None)),
    ):
        _rejected(certificate, "claims no best result")


@EACH
def test_check_rejects_an_undecided_answer_that_claims_a_best_score(made: Made) -> None:
    claimed = replace(made().answer, verdict=Verdict.UNDECIDED, best_score=99_999, moves=())
    _rejected(replace(made(), answer=claimed))


def test_check_rejects_a_certificate_for_other_cards() -> None:
    other = replace(_lost().answer, problem=Problem(parse_code("TP1-C-AAAAAJS").deal(), CLASSIC))
    _rejected(replace(_lost(), answer=other))


def test_check_rejects_a_closed_set_for_other_rules() -> None:
    """Drawing at any time reaches more than drawing when stuck."""
    stuck = _lost_when_stuck().answer
    answer = replace(stuck, problem=replace(stuck.problem, rules=CLASSIC))
    replay(answer)
    _rejected(replace(_lost_when_stuck(), answer=answer), "lacks a successor: a draw")


# --- Certificates as files


def _text(certificate: Certificate, tmp_path: Path) -> str:
    path = tmp_path / "certificate.txt"
    write_certificate(certificate, path)
    return path.read_text(encoding="utf-8")


@EACH
def test_a_written_certificate_is_read_back(made: Made, tmp_path: Path) -> None:
    text = _text(made(), tmp_path)
    read = parse_certificate(text, "certificate.txt")
    assert read.answer == replace(made().answer, states=0)
    assert read.members == made().members
    assert looks_like_certificate(text)


def test_a_read_certificate_is_written_back(tmp_path: Path) -> None:
    text = _text(_lost_when_stuck(), tmp_path)
    assert _text(parse_certificate(text, ""), tmp_path) == text


def test_a_certificate_of_a_win_without_draws_is_read_back(tmp_path: Path) -> None:
    certificate = certify(deal_along(line_of(BOTTOM_UP)))
    read = parse_certificate(_text(certificate, tmp_path), "")
    assert (read.answer.fewest_draws, read.members) == (0, {})
    check(read)


def test_a_certificate_is_a_header_with_the_claims_and_a_line_for_each_tableau(
    tmp_path: Path,
) -> None:
    lines = _text(_lost_when_stuck(), tmp_path).splitlines()
    assert lines[0] == TITLE
    assert [line.partition(":")[0] for line in lines[1:10]] == [
        "deck", "layout", "rules", "scoring", "verdict", "fewest draws", "best score", "moves",
        "tableaus",
    ]  # fmt: skip
    assert lines[1] == f"deck: {parse_code('TP1-AAAAAAD').deal()}"
    assert lines[3] == "rules: classic-stuck"
    assert lines[5:8] == ["verdict: not winnable", "fewest draws: none", "best score: 553"]
    assert lines[9:11] == ["tableaus: 143", "fffffff 31"]
    assert len(lines) == 10 + 143


def test_line_ends_of_windows_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    text = "\ufeff" + _text(_lost_when_stuck(), tmp_path).replace("\n", "\r\n")
    assert looks_like_certificate(text)
    assert parse_certificate(text, "").members == _lost_when_stuck().members


@pytest.mark.parametrize("text", ["", "TP1-E-AAAAAAB", "AC 2C 3C", " tripeaks certificate 1"])
def test_other_files_do_not_look_like_certificates(text: str) -> None:
    assert not looks_like_certificate(text)


def _refusal(lines: list[str]) -> FormatError:
    with pytest.raises(FormatError) as refused:
        parse_certificate("\n".join(lines), "proof.txt")
    assert refused.value.source == "proof.txt"
    return refused.value


@pytest.mark.parametrize("title", ["", "tripeaks certificate 2", "tripeaks", "deck: AC"])
def test_a_wrong_title_is_refused(title: str, tmp_path: Path) -> None:
    _, *rest = _text(_lost_when_stuck(), tmp_path).splitlines()
    assert _refusal([title, *rest]).line == 1
    assert _refusal([]).line == 1


@pytest.mark.parametrize("line", range(2, 11))
def test_a_missing_wrong_or_cut_header_line_is_refused_by_its_number(
    line: int, tmp_path: Path
) -> None:
    lines = _text(_lost_when_stuck(), tmp_path).splitlines()
    name, _, value = lines[line - 1].partition(":")
    for wrong in (
        [*lines[: line - 1], *lines[line:]],
        [*lines[: line - 1], f"other: {value}", *lines[line:]],
        [*lines[: line - 1], f"{name} {value}", *lines[line:]],
        lines[: line - 1],
    ):
        refused = _refusal(wrong)
        assert refused.line == line
        assert refused.message == f"expected '{name}: …'"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("deck", "AC 2C", "2 cards where 52 are needed"),
        ("layout", "nowhere", "nowhere"),
        ("rules", "relaxed", "no rules 'relaxed'"),
        ("scoring", "other", "other"),
        ("verdict", "maybe", "maybe"),
        ("fewest draws", "few", "few"),
        ("fewest draws", "", ""),
        ("best score", "None", "None"),
        ("best score", "1.5", "1.5"),
        ("moves", "draw jump", "jump"),
        ("moves", "3H", "'3H', does not name a tableau card"),
        ("tableaus", "many", "many"),
    ],
)
def test_a_wrong_header_value_is_refused(name: str, value: str, words: str, tmp_path: Path) -> None:
    lines = _text(_lost_when_stuck(), tmp_path).splitlines()
    wrong = [f"{name}: {value}" if line.startswith(f"{name}:") else line for line in lines]
    assert wrong != lines
    refused = _refusal(wrong)
    assert refused.message.startswith(f"bad {name}: ")
    assert refused.line is not None
    assert lines[refused.line - 1].startswith(f"{name}:")
    assert words in refused.message


@pytest.mark.parametrize(
    "row",
    [
        "",
        "garbage",
        "fffffff",
        "fffffff ",
        "-fffffff A1",
        "fffffff A-1",
        "fffffff A",
        "fffffff X1",
        "fffffff 101",
        "fffffff A1 ",
        "fffffff  A1",
        "0xfffffff A1",
        "FFFFFFF A1",
        "fffffff A1 fffffff",
    ],
)
@pytest.mark.parametrize("line", [11, 12, 153])
def test_a_bad_row_is_refused_by_its_number(row: str, line: int, tmp_path: Path) -> None:
    lines = _text(_lost_when_stuck(), tmp_path).splitlines()
    lines[line - 1] = row
    refused = _refusal([*lines, ""])
    assert refused.line == line
    assert "expected a tableau and its sets of draws" in refused.message


@pytest.mark.parametrize("rows", [0, 1, 142])
def test_a_cut_file_is_refused(rows: int, tmp_path: Path) -> None:
    lines = _text(_lost_when_stuck(), tmp_path).splitlines()
    refused = _refusal(lines[: 10 + rows])
    assert refused.message.startswith(f"143 tableaus announced, {rows} found")


def test_a_file_with_a_row_too_many_is_refused(tmp_path: Path) -> None:
    lines = _text(_lost_when_stuck(), tmp_path).splitlines()
    assert "143 tableaus announced, 144 found" in _refusal([*lines, lines[-1]]).message


@cache
def _lines_of_a_certificate() -> tuple[str, ...]:
    with TemporaryDirectory() as directory:
        return tuple(_text(_lost_when_stuck(), Path(directory)).splitlines())


@given(st.data())
@settings(max_examples=150)
def test_a_changed_file_is_refused_or_rejected_or_still_claims_the_truth(
    data: st.DataObject,
) -> None:
    lines = list(_lines_of_a_certificate())
    number = data.draw(st.integers(0, 9) | st.integers(0, len(lines) - 1))
    line = lines[number]
    at, to = sorted(data.draw(st.tuples(*[st.integers(0, len(line))] * 2)))
    inserted = data.draw(st.text("0123456789abcdefAJK -:x\n", max_size=3))
    lines[number] = line[:at] + inserted + line[to:]
    true = _lost_when_stuck().answer
    try:
        changed = parse_certificate("\n".join(lines), "changed.txt")
        check(changed)
    except (FormatError, Rejected):
        return
    if (changed.answer.deal, changed.answer.rules) == (true.deal, true.rules):
        assert changed.answer == replace(true, states=0, moves=changed.answer.moves)
    else:
        assert (
            changed.answer.best_score
            == certify(changed.answer.deal, changed.answer.rules).answer.best_score
        )


@given(st.text() | st.text().map(f"{TITLE}\n".__add__))
def test_any_text_is_a_certificate_or_a_format_error(text: str) -> None:
    with pytest.raises(FormatError):
        parse_certificate(text, "any.txt")


@given(st.integers(0, 1 << 60))
def test_bits_are_listed_from_the_lowest(mask: int) -> None:
    assert list(bits(mask)) == [bit for bit in range(61) if mask >> bit & 1]
