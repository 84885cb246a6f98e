"""Stores: whole parts or none, resumed to the same bytes, and what can be asked of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tripeaks_solver.batch import filling, store
from tripeaks_solver.batch.columns import Request
from tripeaks_solver.batch.parallel import Pool, threads
from tripeaks_solver.batch.rating import Walk, rate_walk, scattered
from tripeaks_solver.batch.store import Store
from tripeaks_solver.batch.summary import Distribution, _shares, summarise
from tripeaks_solver.cli import run
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.errors import StoreError, TripeaksError, WriteError
from tripeaks_solver.formats.sources import Entry
from tripeaks_solver.search.rate import Depth
from tripeaks_solver.shares import share_of

pytestmark = pytest.mark.slow

SMALL_PART = 1024
WALK = scattered(seed=5, count=2500)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut stores into parts that a test can fill."""
    monkeypatch.setattr(store, "PART", SMALL_PART)
    monkeypatch.setattr(filling, "PART", SMALL_PART)


@pytest.fixture
def pool() -> Iterator[Pool]:
    with threads(2) as pool:
        yield pool


def ignore(_count: int) -> None:
    """Nobody watches the progress of a test."""


def fill(directory: Path, pool: Pool, walk: Walk = WALK, depth: Depth = Depth.EXACT) -> None:
    filling.fill_from_walk(directory, walk, Request(depth=depth), pool, ignore)


def contents(directory: Path) -> dict[str, bytes]:
    """The parts; beside them lies the lock of whoever writes."""
    return {path.name: path.read_bytes() for path in sorted(directory.glob("part-*"))}


@pytest.fixture
def whole(tmp_path: Path, small_parts: None, pool: Pool) -> Path:
    """An uninterrupted store of three parts."""
    directory = tmp_path / "whole"
    fill(directory, pool)
    return directory


def test_a_store_holds_every_deal_once_in_order(whole: Path, pool: Pool) -> None:
    parts = Store(whole).parts()
    assert [part.rows for part in parts] == [SMALL_PART, SMALL_PART, 2500 - 2 * SMALL_PART]
    rows = pl.concat([Store(whole).read(part) for part in parts])
    assert rows["number"].to_list() == WALK[0:2500].tolist()
    assert rows["code"].to_list() == [str(DealCode(number)) for number in rows["number"]]
    fresh = [row for rated in rate_walk(WALK, Request(), pool) for row in rated.rows()]
    assert rows.drop("number", "deck").rows(named=True) == fresh


def test_metadata_tell_how_a_part_was_made(whole: Path) -> None:
    about = json.loads(pl.read_parquet_metadata(whole / "part-000001.parquet")["tripeaks"])
    assert about["part"] == 1
    assert about["rows"] == SMALL_PART
    first, last = (str(DealCode(int(WALK[k : k + 1][0]))) for k in (SMALL_PART, 2 * SMALL_PART - 1))
    assert (about["first"], about["last"]) == (first, last)
    wanted = {"program", "layout", "scoring", "rules", "columns", "origin", "deals_per_part"}
    assert set(about["settings"]) == wanted


@pytest.mark.parametrize(
    "lost", [["part-000002.parquet"], ["part-000001.parquet", "part-000002.parquet"]]
)
def test_a_run_goes_on_after_the_last_whole_part(
    whole: Path, tmp_path: Path, pool: Pool, lost: list[str]
) -> None:
    expected = contents(whole)
    for name in lost:
        (whole / name).unlink()
    (whole / ".part-000002.99999.tmp.parquet").write_bytes(b"half written")
    kept = {path: path.stat().st_mtime_ns for path in whole.glob("part-*")}
    fill(whole, pool)
    assert {name: data for name, data in contents(whole).items() if name[0] != "."} == expected
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items())


@pytest.mark.parametrize("workers", [1, 3])
def test_the_bytes_do_not_depend_on_the_workers(whole: Path, tmp_path: Path, workers: int) -> None:
    with threads(workers) as pool:
        fill(tmp_path / "other", pool)
    assert contents(tmp_path / "other") == contents(whole)


def test_a_finished_store_is_left_as_it_is(whole: Path, pool: Pool) -> None:
    before = {path: path.stat().st_mtime_ns for path in whole.glob("part-*")}
    fill(whole, pool)
    assert {path: path.stat().st_mtime_ns for path in whole.glob("part-*")} == before


@pytest.mark.parametrize("lost", [[0], [1], [2], [0, 1], [0, 2]])
def test_a_lost_part_is_named_and_made_again(whole: Path, pool: Pool, lost: list[int]) -> None:
    before = contents(whole)
    for number in lost:
        (whole / f"part-{number:06}.parquet").unlink()
    if lost != [2]:
        with pytest.raises(StoreError, match=f"part {lost[0]} is missing: run the command again"):
            Store(whole).parts()
    fill(whole, pool)
    assert contents(whole) == before


@pytest.mark.parametrize("lost", [0, 1])
def test_a_lost_part_of_an_input_is_made_again(
    tmp_path: Path, small_parts: None, pool: Pool, lost: int
) -> None:
    def filled() -> None:
        entries = (Entry(DealCode(n).deal(), DealCode(n)) for n in range(2300))
        filling.fill_from_items(tmp_path, entries, Request(), pool, ignore, _never)

    filled()
    before = contents(tmp_path)
    assert len(before) == 3
    (tmp_path / f"part-{lost:06}.parquet").unlink()
    filled()
    assert contents(tmp_path) == before


def _never(fault: TripeaksError) -> None:
    raise fault


def test_a_store_is_extended_to_the_same_bytes(
    tmp_path: Path, small_parts: None, pool: Pool
) -> None:
    for count in (100, 1024, 1500, 2500):
        fill(tmp_path / "grown", pool, scattered(seed=5, count=count))
    with pytest.raises(StoreError, match="holds 2,500 deals already: raise --count"):
        fill(tmp_path / "grown", pool, scattered(seed=5, count=300))
    fill(tmp_path / "whole", pool)
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")


def test_one_run_at_a_time_writes_to_a_store(whole: Path, pool: Pool) -> None:
    with (
        Store(whole).written(),
        pytest.raises(StoreError, match="another run writes to this store"),
    ):
        fill(whole, pool)
    fill(whole, pool)


def changed_metadata(path: Path, change: Any) -> None:
    about = json.loads(pl.read_parquet_metadata(path)["tripeaks"])
    change(about)
    pl.read_parquet(path).write_parquet(path, metadata={"tripeaks": json.dumps(about)})


@pytest.mark.parametrize(
    "change",
    [
        lambda about: about.update(rows=7),
        lambda about: about.update(rows="many"),
        lambda about: about.update(part=None),
        lambda about: about.update(digest="0"),
        lambda about: about.update(first="TP1-C-AAAAAAA"),
        lambda about: about.update(settings=None),
        lambda about: about.pop("settings"),
        lambda about: about["settings"].pop("origin"),
        lambda about: about["settings"].update(rules="easy"),
        lambda about: about["settings"].update(rules=["bridge"]),
        lambda about: about["settings"].update(columns=[1]),
        lambda about: about["settings"].update(columns=["easy_winnable"]),
        lambda about: about.clear(),
    ],
)
def test_metadata_that_were_changed_are_one_clear_fault(whole: Path, change: Any) -> None:
    path = whole / "part-000000.parquet"
    changed_metadata(path, change)
    for path_of_others in sorted(whole.glob("part-*"))[1:]:
        path_of_others.unlink()
    with pytest.raises(StoreError, match="is damaged or no part of a store") as found:
        summarise(Store(whole))
    assert str(found.value).startswith(str(path))
    assert "run the command again that made the store" in str(found.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to the superuser")
def test_a_part_that_may_not_be_read_is_not_called_damaged(whole: Path) -> None:
    path = whole / "part-000000.parquet"
    path.chmod(0)
    with pytest.raises(StoreError, match="cannot read: Permission denied"):
        Store(whole).parts()


def test_a_part_that_cannot_be_opened_is_not_called_damaged(whole: Path) -> None:
    path = whole / "part-000000.parquet"
    path.unlink()
    path.mkdir()
    with pytest.raises(StoreError, match="cannot read: Is a directory"):
        Store(whole).parts()


@pytest.mark.parametrize("where", [0.3, 0.5, 0.999])
def test_a_damaged_part_is_named_and_not_mixed_in(whole: Path, pool: Pool, where: float) -> None:
    path = whole / "part-000000.parquet"
    data = bytearray(path.read_bytes())
    for k in range(8):
        data[int(len(data) * where) - 8 + k] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"part-000000\.parquet"):
        fill(whole, pool)


def test_a_cut_part_is_named(whole: Path, pool: Pool) -> None:
    path = whole / "part-000002.parquet"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(StoreError, match=r"part-000002\.parquet"):
        fill(whole, pool)


@pytest.mark.parametrize(
    ("walk", "depth"),
    [
        (scattered(seed=6, count=2500), Depth.EXACT),
        (WALK, Depth.VERDICT),
    ],
)
def test_parts_of_other_settings_are_refused(
    whole: Path, pool: Pool, walk: Walk, depth: Depth
) -> None:
    before = contents(whole)
    with pytest.raises(StoreError, match="other settings"):
        fill(whole, pool, walk, depth)
    assert contents(whole) == before


def test_a_full_disk_leaves_whole_parts_only(
    tmp_path: Path, small_parts: None, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if (tmp_path / "store" / "part-000000.parquet").exists():
            write(self, data[:100])
            raise OSError(28, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(WriteError, match=r"part-000001.parquet: No space left"):
        fill(tmp_path / "store", pool)
    assert list(contents(tmp_path / "store")) == ["part-000000.parquet"]


@pytest.mark.slow
def test_a_killed_run_is_resumed_to_the_same_bytes(tmp_path: Path) -> None:
    """A real process, killed without warning while it writes parts."""
    program = (
        "from tripeaks_solver.batch import filling, store\n"
        f"store.PART = filling.PART = {SMALL_PART}\n"
        "from tripeaks_solver.cli import run\n"
        "import sys; sys.exit(run(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, "rate", "--random", "5", "--count", "5000", "--out"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = subprocess.Popen([*command, str(killed)])
    deadline = time.monotonic() + 60
    while not (killed / "part-000001.parquet").exists() and time.monotonic() < deadline:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 2 <= len(list(killed.glob("part-*"))) < 5
    subprocess.run([*command, str(killed)], check=True)
    subprocess.run([*command, str(whole)], check=True)
    found = {name: data for name, data in contents(killed).items() if name[0] != "."}
    assert found == contents(whole)


def test_an_input_of_codes_and_decks_is_stored_and_resumed(
    tmp_path: Path, small_parts: None, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = [str(DealCode(number)) for number in range(1500)]
    codes[7] = str(DealCode(7).deal())
    file, out = tmp_path / "codes.txt", tmp_path / "store"
    file.write_text("\n".join([*codes[:1200], "TP1-E-OOPS", *codes[1200:]]))
    assert run(["rate", str(file), "--out", str(out)]) == 2
    assert "line 1201" in capsys.readouterr().err
    assert [part.rows for part in Store(out).parts()] == [SMALL_PART, 1200 - SMALL_PART]
    file.write_text("\n".join(codes))
    assert run(["rate", str(file), "--out", str(out)]) == 0
    rows = pl.concat([Store(out).read(part) for part in Store(out).parts()])
    assert rows["code"].to_list() == [None if k == 7 else code for k, code in enumerate(codes)]
    assert rows["deck"].to_list() == [codes[7] if k == 7 else None for k in range(1500)]
    assert run(["rate", str(file), "--out", str(tmp_path / "again")]) == 0
    assert contents(out) == contents(tmp_path / "again")


def test_the_same_codes_on_another_layout_do_not_go_on_with_a_store(
    tmp_path: Path, small_parts: None
) -> None:
    own = tmp_path / "own.txt"
    own.write_text("name: two\n\n L   R\nL L R R\n", encoding="utf-8")
    rate = ["rate", "TP1-E-AAAAAAB", "TP1-C-AAAAAAD", "--out", str(tmp_path / "store")]
    assert run([*rate, "--layout", str(own)]) == 0
    assert run(rate) == 2
    assert run([*rate, "--layout", "2"]) == 2
    assert run([*rate, "--layout", str(own)]) == 0


def test_damaged_values_are_named_by_every_reader(whole: Path) -> None:
    path = whole / "part-000000.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 4] ^= 0xFF
    path.write_bytes(data)
    for arguments in (["stats", str(whole)], ["find", "--in", str(whole), "--easy-won"]):
        assert run(arguments) == 2


@pytest.mark.parametrize("about", ["[]", "null", '{"settings": null}', "3", "{}"])
def test_strange_metadata_are_no_part_of_a_store(whole: Path, about: str) -> None:
    path = whole / "part-000001.parquet"
    pl.read_parquet(path).write_parquet(path, metadata={"tripeaks": about})
    with pytest.raises(StoreError, match="part-000001"):
        Store(whole).parts()


@pytest.mark.parametrize(
    "option", [["--start", "TP1-ZAAAAAA"], ["--among", "5"], ["--layout", "5"], ["--workers", "1"]]
)
def test_a_store_is_not_asked_with_what_searches_new_deals(whole: Path, option: list[str]) -> None:
    assert run(["find", "--in", str(whole), "--easy-won", *option]) == 2


def test_another_input_does_not_go_on_with_a_store(tmp_path: Path, small_parts: None) -> None:
    out = tmp_path / "store"
    assert run(["rate", "TP1-E-AAAAAAB", "TP1-E-AAAAAAC", "--out", str(out)]) == 0
    assert run(["rate", "TP1-E-AAAAAAB", "TP1-E-AAAAAAD", "--out", str(out)]) == 2


def found(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    code = run(["find", *arguments])
    out = capsys.readouterr().out.split()
    assert code == (0 if out else 3)
    return out


def test_questions_to_a_store(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = pl.concat([Store(whole).read(part) for part in Store(whole).parts()])
    wanted = rows.filter(
        pl.col("easy_winnable") & ~pl.col("classic_winnable") & (pl.col("easy_fewest_draws") >= 15)
    )
    where = "easy_winnable and not classic_winnable and easy_fewest_draws >= 15"
    here = ["--in", str(whole), "--where", where]
    assert found(here, capsys) == wanted["code"].to_list()
    assert found([*here, "--count", "4"], capsys) == wanted["code"].to_list()[:4]
    by_draws = wanted.sort("easy_fewest_draws", descending=True, maintain_order=True)
    assert found([*here, "--sort", "-easy_fewest_draws"], capsys) == by_draws["code"].to_list()
    sample = found([*here, "--sample", "3", "--count", "5"], capsys)
    assert len(set(sample) & set(wanted["code"])) == 5
    assert found([*here, "--sample", "3", "--count", "5"], capsys) == sample
    assert found([*here, "--sample", "4", "--count", "5"], capsys) != sample
    assert found(["--in", str(whole), "--classic-won", "--easy-lost"], capsys) == []


def test_the_same_question_on_the_fly(capsys: pytest.CaptureFixture[str]) -> None:
    where = "easy_fewest_draws >= 17 and not classic_winnable"
    fresh = found(["--where", where, "--among", "600", "--count", "600"], capsys)
    assert fresh
    plain = found(["--classic-lost", "--easy-won", "--among", "600", "--count", "600"], capsys)
    assert set(fresh) < set(plain)
    both = ["--easy-won", "--where", "not classic_winnable", "--among", "600", "--count", "600"]
    assert found(both, capsys) == plain


@pytest.mark.parametrize(
    "arguments",
    [
        ["--where", "easy_fewest_draws >="],
        ["--where", "no_such_column > 3"],
        ["--where", "easy_fewest_draws + 1"],
        ["--where", "easy_fewest_draws > 'x'"],
        ["--where", "easy_winnable", "--sort", "nothing"],
        ["--where", "easy_grade = 3"],
        ["--where", ""],
    ],
)
def test_bad_questions_give_one_clear_line(
    whole: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(["find", "--in", str(whole), *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("tripeaks: ")
    assert captured.err.count("\n") == 1


def test_statistics_count_what_is_there(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = pl.concat([Store(whole).read(part) for part in Store(whole).parts()])
    assert run(["stats", str(whole), "--json", "--plot", str(tmp_path / "figure.png")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["deals"] == len(rows) == 2500
    assert said["shares"]["easy"]["share"] == rows["easy_winnable"].mean()
    assert said["shares"]["neither"]["share"] == (~rows["easy_winnable"]).mean()
    draws = said["columns"]["easy_fewest_draws"]
    assert draws["deals"] == rows["easy_winnable"].sum()
    assert draws["mean"] == pytest.approx(rows["easy_fewest_draws"].mean())
    assert draws["median"] == rows["easy_fewest_draws"].quantile(0.5, "lower")
    assert sum(draws["counts"].values()) == draws["deals"]
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")
    assert run(["stats", str(whole), "--plot", str(tmp_path / "figure.svg")]) == 0
    shown = capsys.readouterr().out
    assert "2,500 deals" in shown
    assert "█" in shown
    assert run(["stats", str(whole), "--plot", str(tmp_path / "figure.xyz")]) == 2


def test_quantiles_of_a_small_distribution() -> None:
    column = Distribution({1: 2, 5: 1, 9: 1})
    assert (column.size, column.mean) == (4, 4.0)
    assert [column.quantile(share) for share in (0, 0.5, 0.51, 0.75, 1)] == [1, 1, 5, 5, 9]


def test_an_empty_directory_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="holds no part"):
        summarise(Store(tmp_path))
    assert run(["stats", str(tmp_path)]) == 2


def test_a_scattered_walk_spreads_and_never_repeats() -> None:
    walk = scattered(seed=1, count=200_000)
    numbers = walk[0 : walk.count]
    assert len(set(numbers.tolist())) == walk.count
    assert int(numbers.max()) < CODE_COUNT
    tenths = np.histogram(numbers, bins=10, range=(0, CODE_COUNT))[0]
    assert all(abs(count - 20_000) < 1000 for count in tenths)
    assert walk[70_000:70_003].tolist() == numbers[70_000:70_003].tolist()
    assert scattered(seed=2, count=5)[0:5].tolist() != numbers[:5].tolist()


def test_a_walk_at_the_end_of_the_code_space() -> None:
    walk = Walk(CODE_COUNT - 3, 1, 3)
    assert walk[0:10].tolist() == [CODE_COUNT - 3, CODE_COUNT - 2, CODE_COUNT - 1]
    far = Walk(7, CODE_COUNT - 5, CODE_COUNT)
    expected = [(7 + k * (CODE_COUNT - 5)) % CODE_COUNT for k in range(CODE_COUNT - 4, CODE_COUNT)]
    assert far[CODE_COUNT - 4 : CODE_COUNT].tolist() == expected


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    """Two worker processes of a real Dask cluster; one is killed in the middle."""
    distributed = pytest.importorskip("distributed")
    from tripeaks_solver.batch.cluster import cluster

    out = tmp_path / "cluster"
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
        cluster(local.scheduler_address) as pool,
    ):
        victim = next(iter(local.workers.values())).pid
        killed: list[int] = []

        def watch(count: int) -> None:
            if not killed and count:
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

        filling.fill_from_walk(out, WALK, Request(), pool, watch)
    assert killed
    assert contents(out) == contents(whole)


def test_a_scheduler_that_does_not_answer_is_named() -> None:
    pytest.importorskip("distributed")
    from tripeaks_solver.batch import cluster

    with (
        pytest.MonkeyPatch.context() as patch,
        pytest.raises(TripeaksError, match="no scheduler answers"),
    ):
        patch.setattr(cluster, "PATIENCE", 0.2)
        with cluster.cluster("tcp://127.0.0.1:1"):
            pass


STUCK = ["--rules", "classic-stuck"]


def test_a_store_under_other_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, figure = str(tmp_path / "store"), tmp_path / "figure.svg"
    rate = ["rate", "--start", "TP1-AAAAAAA", "--count", "40", "--out", store]
    assert run([*rate, *STUCK, "--rules", "easy-stopper"]) == 0
    made = Store(Path(store)).parts()[0].settings
    assert made["rules"] == ["classic-stuck", "easy-stopper"]
    for others in ([], STUCK, ["--rules", "easy-stopper", *STUCK]):
        assert run([*rate, *others]) == 2
        assert "other settings (rules" in capsys.readouterr().err
    rows = pl.read_parquet(store)
    lost = rows.filter(~pl.col("classic_stuck_winnable"))["code"].to_list()
    assert found(["--in", store, "--lost", "classic-stuck"], capsys) == lost
    assert run(["stats", store, "--json", "--plot", str(figure)]) == 0
    shares = json.loads(capsys.readouterr().out)["shares"]
    assert list(shares) == [
        *("classic-stuck", "easy-stopper", "both"),
        *("classic-stuck only", "easy-stopper only", "neither"),
    ]
    assert shares["classic-stuck"]["share"] == 1 - len(lost) / 40
    assert figure.stat().st_size


def test_a_column_of_rules_that_a_store_does_not_have_is_told_so(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for asked in (["--won", "classic-stuck"], ["--where", "classic_stuck_best_score > 3"]):
        assert run(["find", "--in", str(whole), *asked]) == 2
        fault = capsys.readouterr().err
        assert "rated under easy, classic here, not under classic-stuck" in fault


@pytest.mark.parametrize(
    ("rules", "kinds"),
    [
        (["easy"], ["easy"]),
        (["easy", "classic", "easy-stuck"], ["easy", "classic", "easy-stuck", "all", "none"]),
    ],
)
def test_shares_of_one_or_of_three_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: list[str], kinds: list[str]
) -> None:
    options = [word for name in rules for word in ("--rules", name)]
    store = str(tmp_path / "store")
    assert run(["rate", "--random", "3", "--count", "30", "--out", store, *options]) == 0
    assert run(["stats", store, "--json"]) == 0
    shares = json.loads(capsys.readouterr().out)["shares"]
    assert list(shares) == kinds
    rows = pl.read_parquet(store).select(pl.selectors.ends_with("_winnable"))
    assert [shares[name]["share"] for name in rules] == [rows[name].mean() for name in rows.columns]
    if "all" in kinds:
        assert shares["all"]["share"] == rows.select(pl.all_horizontal(pl.all())).mean().item()
        assert shares["none"]["share"] == rows.select(~pl.any_horizontal(pl.all())).mean().item()


def test_a_store_without_a_condition_gives_all_rows(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = [str(DealCode(number)) for number in WALK[0:2500].tolist()]
    assert found(["--in", str(whole)], capsys) == codes
    assert (
        found(["--in", str(whole), "--sort", "code", "--count", "3"], capsys) == sorted(codes)[:3]
    )


def test_a_summary_counts_undecided_deals_under_one_of_the_rules() -> None:
    shares = _shares(Counter({(True,): 2, (False,): 1, (None,): 1}), {"easy": (True,)})
    assert shares["easy"] == share_of(2, 4, 1)


def test_names_of_columns_are_those_of_the_interface() -> None:
    assert Request().names == [
        "easy_winnable",
        "easy_fewest_draws",
        "easy_best_score",
        "classic_winnable",
        "classic_fewest_draws",
        "classic_best_score",
    ]


def test_a_store_may_have_any_name(tmp_path: Path) -> None:
    out = os.fsdecode(os.fsencode(tmp_path) + b"/store-\xff")
    assert run(["rate", "TP1-E-AAAAAAB", "--out", out]) == 0
    assert run(["find", "--in", out, "--won", "easy"]) == 0


def test_a_run_that_rates_nothing_leaves_nothing(tmp_path: Path, pool: Pool) -> None:
    fault = TripeaksError("no deal")
    for there in (False, True):
        directory = tmp_path / "store"
        if there:
            directory.mkdir()
        with pytest.raises(TripeaksError, match="no deal"):
            filling.fill_from_items(directory, iter([fault]), Request(), pool, ignore, _never)
        assert directory.exists() == there
