"""Statistics as shown: by level, the modes apart, and only to those who may see them."""

from __future__ import annotations

import json
import re
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.decisions.exported import statistics
from bot.app.documents.mode import RANKED, Mode
from bot.app.documents.skill import Skill
from bot.app.documents.spaces import CHAT, chat_space
from bot.app.documents.state import ChatState, Settings
from bot.app.documents.stats import Guesses, Result, Stats, Worth
from bot.app.requests.coach_actions import SetPublic, ShowStats, Solve, Solving
from bot.app.screens.illustration import Card
from bot.app.screens.reply import Reply
from bot.app.screens.stats_page import progress, stats_page
from bot.app.screens.stats_texts import SOLVER_WINS_FROM_OPENING
from bot.i18n import LANGUAGES, Text
from bot.store.backend import Stored
from core.rules import LEVELS
from tests.bot.app.conftest import TRANSLATOR, Table, drawn, offered, words

TIMES = count()
LAYOUT = "2x3/1 ##M ###"


def result(  # noqa: PLR0913  # what results differ in
    mode: Mode = Mode.RANKED,
    elapsed: int = 60_000,
    hints: int = 0,
    level: str = "easy",
    *,
    won: bool = True,
    worth: Worth | None = None,
) -> Result:
    """Return a result."""
    return Result(
        level,
        mode,
        won,
        next(TIMES),
        elapsed,
        bbbv=30,
        guesses=Guesses(1, 1, 0.5) if worth else Guesses(),  # known only from a review
        hints=hints,
        clicks=40,
        worth=worth,
    )


def page(stats: Stats, level: str = "", *, own: bool = True) -> Reply:
    """Return the page of Ann's statistics."""
    return stats_page(stats, "Ann", level, Settings(), own=own)


def told(stats: Stats, level: str = "") -> list[str]:
    """Return what is said of ``stats`` in English."""
    return words(page(stats, level))


@pytest.mark.parametrize("mode", Mode)
def test_every_mode_in_every_language(mode: Mode) -> None:
    """Each mode has its own words; those with records also have a streak and times."""
    texts = page(Stats().add(result(mode))).texts
    said = {TRANSLATOR.say(text, language) for text in texts for language in LANGUAGES}
    assert len(said) > len(texts)
    assert ("stats.streaks" in [text.key for text in texts]) is (mode in RANKED)


def test_nothing_played() -> None:
    """A player without a finished game is told how to begin; of another that is just said."""
    assert page(Stats()).texts == (Text("stats.none", name="Ann"),)
    assert page(Stats(), own=False).texts == (Text("stats.none_of", name="Ann"),)
    assert [page(Stats(), own=own).private for own in (True, False)] == [False, True]


@pytest.mark.parametrize("own", [True, False])
def test_a_level_never_played(*, own: bool) -> None:
    """A level without finished games is said to have none, before what there is instead."""
    stats = Stats().add(result())
    said = words(page(stats, "expert", own=own))
    missing = "There are no games of this level in these statistics yet: expert."
    assert said == [missing, *words(page(stats, own=own))]
    assert words(page(stats, "easy", own=own)) == said[1:]


def test_ranked_games() -> None:
    """Games, wins with their interval, streaks, times, speed, accuracy and luck are told."""
    stats = Stats()
    worth = Worth.of(won=True, expected=0.75, accuracy=0.9)
    for played in (
        result(worth=worth),
        result(elapsed=30_000),
        result(won=False),
        result(elapsed=90_000),
    ):
        stats = stats.add(played)
    assert told(stats) == [
        "Games of Ann",
        "easy: 4 games, 3 wins: 75%, likely 30% to 95%",
        "  streak 1, best 2",
        "  time: best 0:30, median 1:00",
        "  0.5 3BV/s, efficiency 75%",
        "  accuracy 90%, 1 guess a game",
        "  in 1 reviewed game: wins 1, expected without luck 0.8: luck +0.2",
    ]


def test_solver_to_beat() -> None:
    """Below a player's own rate stands what the solver wins of a level, where that was measured.

    Whoever wins more is not asked to.
    """
    stats = Stats().add(result(level="expert")).add(result(Mode.CASUAL, level="hard"))
    assert told(stats, "expert")[2] == "  the solver wins 55%"
    stats = stats.add(result(won=False, level="expert"))
    assert told(stats, "expert")[2] == "  the solver wins 55%: beat it!"
    assert not [line for line in told(stats, "hard") if "solver" in line]
    docs = Path(__file__).parents[4] / "docs"
    measured = "".join((docs / name).read_text() for name in ("solver.md", "curve.md"))
    rates = {float(rate) for rate in re.findall(r"(\d+\.\d+) ± ", measured)}
    assert {round(100 * share, 3) for share in SOLVER_WINS_FROM_OPENING.values()} <= rates
    assert SOLVER_WINS_FROM_OPENING.keys() <= LEVELS.keys()


def test_guesses_a_game() -> None:
    """Guesses per game are averaged over reviewed games only, which alone know them.

    Games whose mines drift have no review, for example.
    """
    stats = Stats()
    worth = Worth.of(won=True, expected=0.75, accuracy=0.9)
    for known in (None, worth, None):
        stats = stats.add(result(Mode.CASUAL, worth=known))
    assert "  accuracy 90%, 1 guess a game" in told(stats)
    lucky = replace(result(Mode.CASUAL, worth=worth), guesses=Guesses(4, 4, 2.0))
    stats = stats.add(lucky).add(result(Mode.CASUAL, worth=worth))
    assert "  accuracy 90%, 2 guesses a game" in told(stats)
    assert "  accuracy 90%, 2.5 guesses a game" in told(stats.add(lucky))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "  in 2 reviewed games: wins 2, expected"),
        ("ru", "  в 2 разобранных играх: побед 2, без"),
        ("zh", "  复盘的 2 局中胜 2 局，除去运气应为"),
        ("zh-TW", "  覆盤的 2 局中勝 2 局，不計運氣預期"),
    ],
)
def test_luck_of_some_games(language: str, said: str) -> None:
    """Where not all games were looked back on, it is told of how many the wins are."""
    worth = Worth.of(won=True, expected=0.75, accuracy=0.9)
    stats, all_told = Stats(), "  wins 2, expected without luck 1.5: luck +0.5"
    for known in (worth, worth):
        stats = stats.add(result(worth=known))
    assert told(stats)[-1] == all_told
    assert words(page(stats.add(result(worth=None))), language)[-1].startswith(said)


@pytest.mark.parametrize(
    ("won", "expected", "said"),
    [
        (False, (-0.3, 0.2), "  wins 0, expected without luck 0: luck 0.0"),
        (True, (1.3, 0.9), "  wins 2, expected without luck 2: luck 0.0"),
        (True, (1.3, 0.6), "  wins 2, expected without luck 1.9: luck +0.1"),
    ],
)
def test_what_is_possible(
    won: bool,  # noqa: FBT001  # a case
    expected: tuple[float, ...],
    said: str,
) -> None:
    """Expected wins are told as at least 0 and at most the number of games."""
    stats = Stats()
    for each in expected:
        worth = Worth.of(won=won, expected=each, accuracy=None)
        stats = stats.add(result(won=won, worth=worth))
    assert told(stats)[-1] == said
    kept = json.loads(json.dumps(statistics(stats)))["easy"]["ranked"]["reviewed"]
    assert kept["expected_wins"] == pytest.approx(sum(expected)), "exported as it is kept"
    table = Skill().add("ann", "Ann", stats.tally("easy", Mode.RANKED).worth)
    assert [0.0 <= each.expected_wins <= 2.0 for _, each in table.ranked(1)] == [True]


@pytest.mark.parametrize(
    ("won", "expected", "said"),
    [
        (True, 1.04, "  wins 1, expected without luck 1: luck 0.0"),
        (True, 0.96, "  wins 1, expected without luck 1: luck 0.0"),
        (False, -0.04, "  wins 0, expected without luck 0: luck 0.0"),
        (False, 0.04, "  wins 0, expected without luck 0: luck 0.0"),
    ],
)
def test_nothing_has_no_sign(won: bool, expected: float, said: str) -> None:  # noqa: FBT001  # a case
    """Luck that rounds to zero has no sign, and expected wins have no minus."""
    worth = Worth.of(won=won, expected=expected, accuracy=None)
    assert told(Stats().add(result(won=won, worth=worth)))[-1] == said


def test_luck_is_what_the_told_wins_differ_by() -> None:
    """The expected wins and the luck that are told make up the wins, however they are rounded."""
    worth = Worth.of(won=True, expected=0.15, accuracy=None)
    said = told(Stats().add(result(worth=worth)))[-1]
    assert said == "  wins 1, expected without luck 0.1: luck +0.9"


def test_nothing_has_no_sign_on_the_card() -> None:
    """On the card expected wins that round to zero have no minus sign either."""
    worth = Worth.of(won=False, expected=-0.02, accuracy=None)
    stats = Stats().add(result(won=False, worth=worth)).add(result(won=False, worth=worth))
    assert figures(stats)["expected (0 won)"] == "0"


def test_expected_wins_on_the_card() -> None:
    """The card rounds expected wins as the page does."""
    worth = Worth.of(won=True, expected=0.375, accuracy=None)
    stats = Stats().add(result(worth=worth)).add(result(worth=worth))
    assert "expected without luck 0.8:" in told(stats)[-1]
    assert figures(stats)["expected (2 won)"] == "0.8"


def test_no_speed_under_a_second() -> None:
    """If all wins together took under a second no speed is told, in text or on the card."""
    stats = Stats().add(result(elapsed=400)).add(result(elapsed=500))
    assert told(stats)[-1] == "  efficiency 75%"
    assert "3BV/s" not in figures(stats)


def test_modes_are_told_apart() -> None:
    """Games with hints, casual and shared ones do not affect one's own record."""
    stats = Stats()
    for mode in (Mode.ASSISTED, Mode.CASUAL, Mode.TOGETHER):
        stats = stats.add(result(mode, hints=2))
    assert told(stats)[1:] == [
        "easy, with hints: 1 game, 1 win: 100%, likely 21% to 100%; 2 hints",
        "easy, casual: 1 game, 1 win: 100%, likely 21% to 100%",
        "easy, together: 1 game, 1 win: 100%, likely 21% to 100%",
    ]
    assert page(stats).picture is None


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode is not Mode.RANKED])
def test_brief_of_every_mode(mode: Mode) -> None:
    """A level without ranked games names the modes of its games in every language."""
    stats = Stats().add(result()).add(result()).add(result(mode, level="medium"))
    text = page(stats).texts[-1]
    assert text.key == "stats.brief_apart"
    assert len({TRANSLATOR.say(text, language) for language in LANGUAGES}) == len(LANGUAGES)
    mixed = stats.add(result(Mode.CASUAL, level="expert")).add(
        result(Mode.TOGETHER, level="expert")
    )
    assert told(mixed)[-1] == "expert, casual and together: 2 games, 2 wins, 100%"


def test_levels() -> None:
    """The level played most, or the chosen one, is told in full; the others in a line each."""
    stats = Stats()
    for played in (result(), result(), result(level="expert", won=False)):
        stats = stats.add(played)
    stats = stats.add(result(Mode.CASUAL, level="medium"))
    assert told(stats)[1].startswith("easy: 2 games")
    assert told(stats)[-2:] == [
        "medium, casual: 1 game, 1 win, 100%",
        "expert: 1 game, 0 wins, 0%",
    ]
    assert told(stats, "expert")[1].startswith("expert: 1 game")
    assert told(stats, "hard")[2].startswith("easy: 2 games")
    for _ in range(3):
        stats = stats.add(result(Mode.CASUAL, level="medium"))
    assert told(stats)[1].startswith("medium")
    assert told(stats, "easy")[1].startswith("easy: 2 games")
    assert told(stats.add(result(level="expert")))[-1] == "expert: 2 games, 1 win, 50%"
    chosen = offered(page(stats, "easy"))
    assert chosen == [ShowStats("medium"), ShowStats("expert"), SetPublic(on=True, level="easy")]


def test_achievements_stand_last() -> None:
    """After all levels it is said what was achieved, in the order of the list."""
    stats = Stats().add(result()).add(result(level="expert"))
    earned = replace(stats, achievements={"expert": "game:2", "first_win": "game:1"})
    assert told(earned) == [*told(stats), "🏅 2 of 8: a first win and expert solved"]


def test_rows_of_levels() -> None:
    """The other levels are three to a row, which a phone has room for; the choice stands alone."""
    stats = Stats()
    for level in ("easy", "simple", "medium", "hard", "expert"):
        stats = stats.add(result(level=level))
    assert [len(row) for row in page(stats).buttons] == [3, 1, 1]


@pytest.mark.parametrize(("public", "says"), [(False, "stats.show"), (True, "stats.hide")])
def test_who_sees_them_is_chosen(says: str, *, public: bool) -> None:
    """The last button shows the statistics to others, or hides them if they are shown."""
    buttons = page(replace(Stats(public=public).add(result()))).buttons
    assert (buttons[-1][0].label.key, buttons[-1][0].action) == (says, SetPublic(not public))


def test_figures_of_the_card() -> None:
    """The card has the win rate with its likely range, streaks, times and accuracy.

    Figures of reviews are left out if there was no review, or no choice in the games. Where they
    are of some games alone, it is told of how many.
    """
    stats = Stats()
    for at in range(9):
        stats = stats.add(result(won=at % 5 < 3, elapsed=60_000 + 1000 * at))
    known = {
        "win rate": "67%",
        "likely range": "35%–88%",
        "best streak": "3",
        "best time": "1:00",
        "median time": "1:02",
        "3BV/s": "0.47",
        "efficiency": "75%",
    }
    assert figures(stats) == known
    of_one = {"games reviewed": "1", "expected (1 won)": "0.5"}
    for accuracy, of_reviews in ((None, of_one), (0.0, of_one | {"accuracy": "0%"})):
        worth = Worth.of(won=True, expected=0.5, accuracy=accuracy)
        told_of = figures(stats.add(result(worth=worth))).items()
        assert {name: value for name, value in told_of if name not in known} == of_reviews


def figures(stats: Stats) -> dict[str, str]:
    """Return the figures of the card of ``stats`` in English, by what each is called."""
    card = drawn(page(stats), Card)
    said = [[TRANSLATOR.say(text, "en") for text in pair] for pair in card.figures]
    return dict(said)


def test_card() -> None:
    """The card has the figures of the ranked games, and the course of the win rate."""
    stats = Stats()
    for at in range(30):
        worth = Worth.of(won=True, expected=0.5, accuracy=0.9)
        stats = stats.add(result(won=at >= 10, worth=worth))
    reviewed = TRANSLATOR.say(Text("figure.reviewed"), "en")
    assert reviewed not in figures(stats), "all of them are"
    assert figures(stats.add(result()))[reviewed] == "30"
    card = drawn(page(stats), Card)
    titles = [TRANSLATOR.say(title, "en") for title in card.titles]
    assert titles == ["Games of Ann", "easy: 30 ranked games"]
    points = card.plot.points
    assert points == progress(stats.tally("easy", Mode.RANKED))
    assert (len(points), points[0], points[-1]) == (30, 0.0, 1.0)
    assert points[19] == 0.5
    for language in LANGUAGES:
        for text in (
            *card.titles,
            *(t for pair in card.figures for t in pair),
        ):
            assert TRANSLATOR.say(text, language)
    lost = Stats().add(result(won=False)).add(result(won=False))
    assert page(lost).picture


async def test_others_see_what_is_shown_to_them(table: Table) -> None:
    """Only their player sees statistics unless and until they are shown to others."""
    table.private = False
    await table.deal(LAYOUT)
    await table.settled("c2", "ann")
    assert words(await table.ask("/stats Ann", "bob")) == [
        "Ann does not show statistics to others."
    ]
    assert (await table.ask("/stats Ann", "bob")).private
    shown = await table.ask("/stats public", "ann")
    assert words(shown)[0].startswith("Others in your chats may see")
    seen = await table.ask("/stats ann", "bob")
    assert words(seen)[0] == "Games of Ann"
    assert not seen.buttons
    await table.ask(SetPublic(on=False), "ann")
    assert words(await table.ask("/stats @Ann", "bob"))[0].startswith("Ann does not show")
    assert words(await table.ask("/stats Ann", "ann"))[0] == "Games of Ann"


async def test_level_that_others_see(table: Table) -> None:
    """After letting others see the statistics, the page stays at the chosen level."""
    table.in_place = True
    await table.deal(LAYOUT)
    await table.ask("c2")
    await table.ask("/newgame easy")
    for text in ("a1", "/giveup"):
        await table.ask(text)
    await table.store.settled()
    asked = await table.ask("/stats easy")
    *_, show = (button.action for row in asked.buttons for button in row)
    for action in (show, "/stats easy public"):
        said, *page = words(await table.ask(action))
        assert said.startswith("Others in your chats may see")
        assert page == words(asked)


async def test_after_a_deletion(table: Table) -> None:
    """Who has deleted their games is not told that they have never finished one."""
    await table.deal(LAYOUT)
    await table.ask("/giveup yes")
    await table.ask("/delete yes")
    [said] = await table.say("/stats")
    assert said == "There are no games in your statistics yet. /newgame starts one."


async def test_who_is_not_known(table: Table) -> None:
    """A name under which nobody here has played is said to be unknown."""
    await table.deal(LAYOUT)
    asked = await table.ask("/stats Zoe")
    assert words(asked) == ["Nobody called Zoe has played here lately."]
    assert asked.private
    spam = await table.say("/stats example.org/spam")
    assert "example.org" not in spam[0], "no link is made of what is asked for"


@pytest.mark.parametrize("name", ["?", "🤖"])
async def test_seats_of_no_person(table: Table, name: str) -> None:
    """Nobody is called as seats are that the solver has, or a player whose data were deleted."""
    table.private = False
    await table.deal(LAYOUT)
    await table.ask(Solve(Solving.STEP))
    await table.ask("/delete yes")
    said = await table.say(f"/stats {name}", "bob")
    assert said == [f"Nobody called {name} has played here lately."]


async def test_ones_own_name(table: Table) -> None:
    """A player who writes their own name means themselves, even before their first game."""
    await table.deal(LAYOUT)
    await table.settled("c2")
    table.chat = "test:elsewhere"
    for name in ("Ann", "ANN", "@ann"):
        assert await table.ask(f"/stats {name}") == await table.ask("/stats")
    assert (await table.say("/stats @bob"))[0].startswith("I know nobody by a user name")


async def test_a_name_in_an_older_game(table: Table) -> None:
    """A player is found by name even if only others have played since."""
    table.private = False
    await table.deal(LAYOUT)
    await table.settled("c2", "ann")
    await table.ask("/stats public", "ann")
    for _ in range(3):
        await table.ask("/newgame easy", "bob")
        await table.ask("a1", "bob")
    assert (await table.say("/stats ann", "bob"))[0] == "Games of Ann"


async def test_namesakes(table: Table) -> None:
    """A player chosen by id is shown, even if somebody else has the same name."""
    table.private = False
    await table.deal(LAYOUT)
    await table.settled("c2", "ann")
    await table.ask(SetPublic(on=True), "ann")
    other = ShowStats(name="Ann", player="test:other")
    assert words(await table.ask(other, "bob")) == ["Ann does not show statistics to others."]
    seen = await table.ask(ShowStats(name="Ann", player="test:ann"), "bob")
    assert words(seen)[0] == "Games of Ann"


async def test_a_name_among_many_games(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is looked up in few reads, however many games a chat has had."""
    table.private = False
    await table.deal(LAYOUT)
    await table.ask("c2", "ann")

    def many(documents: Documents, _now: int) -> Decision[None]:
        chat = documents.get(CHAT)
        assert isinstance(chat, ChatState)
        return Decision(None, {CHAT: Write(replace(chat, next_number=1_000_000))})

    await table.store.update(chat_space(table.chat), "many", many)
    readings: list[int] = []
    snapshot = table.backend.snapshot

    async def counted(space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        readings.append(len(names))
        return await snapshot(space, names)

    monkeypatch.setattr(table.backend, "snapshot", counted)
    assert await table.say("/stats Zoe") == ["Nobody called Zoe has played here lately."]
    assert len(readings) < 10
    assert sum(readings) < 1000


async def test_choosing_what_is_seen_twice(table: Table) -> None:
    """The last choice of who sees the statistics holds, also before any game."""
    for word in ("public", "public", "private"):
        said = await table.say(f"/stats {word}")
    assert said[0] == "Nobody else sees your statistics now."
