"""The card of a result: a finished game as a picture, unless that gave something away."""

from __future__ import annotations

import re

import pytest

from bot.app.requests.actions import Again
from bot.app.requests.board_actions import Share, ShowCard
from bot.app.requests.day import DAY_MS
from bot.app.screens.illustration import ResultCard
from bot.render import beside_texts
from bot.render.picture.text import fitted
from tests.bot.app.conftest import TRANSLATOR, Table, drawn, offered, words

LAYOUT = "3x4/3 ##M# ##M# ##M#"


async def test_card(table: Table) -> None:
    """A finished game's card has a line and figures; a running game has no card."""
    await table.deal(LAYOUT)
    assert await table.say("/card") == ["The card of a game comes with its end."]
    await table.wait(1000)
    await table.settled("d1 d2 d3")
    reply = await table.ask("/card")
    assert words(reply) == ["Ann", "Won in 0:01", "💣 Minesweeper · custom 3×4, 3 mines"]
    named = [TRANSLATOR.say(name, "en") for name, _ in drawn(reply, ResultCard).figures]
    assert named == ["time", "3BV", "3BV/s", "moves", "efficiency", "hints"]
    page = await table.ask("/review")
    assert ShowCard() in offered(page)


async def test_language_in_a_group(table: Table) -> None:
    """Whoever turns a group's card to another part leaves it in the language of its board."""
    table.private = False
    await table.deal(LAYOUT)
    await table.ask("/giveup")
    for action in ("/card", ShowCard(1, "a1")):
        assert (await table.ask(action, "bob", language="ru")).language == "en"
    assert (await table.ask("/card z99", "bob", language="ru")).language == "ru", "for Bob alone"


@pytest.mark.parametrize("text", ["/card", "/code", "/evf"])
async def test_no_game_at_all(table: Table, text: str) -> None:
    """Where there is no game, the answer is how to start one, not that a game must end first."""
    said = ["There is no game here now. Start one with /newgame, or see /games."]
    assert await table.say(text) == said


@pytest.mark.parametrize("text", ["/card", "/code", "/evf", "/share", "/review", "/proof"])
async def test_nothing_opened(table: Table, text: str) -> None:
    """A game that was given up before its first move has nothing to show, and that is said."""
    await table.ask("/newgame easy")
    await table.ask("/giveup")
    assert await table.say(text) == [
        "Nothing was opened in this game, so there is nothing to show."
    ]


async def test_card_of_the_last_game(table: Table) -> None:
    """While another game is played, the card is of the chat's last finished game."""
    table.private = False
    await table.deal(LAYOUT)
    await table.ask("/giveup")
    await table.ask("/newgame easy", "bob")
    await table.ask("a1", "bob")
    assert (await table.say("/card"))[1].startswith("Given up")
    assert await table.say("/card", "bob") == await table.say("/card")
    assert words(await table.ask(ShowCard(), "bob", game=2)) == [
        "The card of a game comes with its end."
    ]


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("d1 d2 d3", ("Won in 0:00", "Победа за 0:00", "用时 0:00 获胜")),
        (
            "c1",
            ("Lost after 0:00, 66% open", "Поражение через 0:00, открыто 66\xa0%", "0:00 后失败"),
        ),
        ("/giveup", ("Given up after 0:00, 66% open", "Игра сдана через 0:00", "0:00 后认输")),
    ],
)
async def test_end_in_words(table: Table, end: str, told: tuple[str, ...]) -> None:
    """A card tells in words how the game ended, in characters that its font has."""
    await table.deal(LAYOUT)
    await table.ask(end)
    reply = await table.ask("/card")
    for language, said in zip(("en", "ru", "zh"), told, strict=True):
        result = words(reply, language)[1]
        assert result.startswith(said)
        assert fitted(result, 36, 24, 900)[0] == result.replace("\xa0", " ")


async def test_no_speed_under_a_second(table: Table) -> None:
    """A game that took less than a second has no speed on its card: its time reads 0:00."""
    await table.deal(LAYOUT)
    await table.wait(999)
    await table.ask("d1 d2 d3")
    picture = drawn(await table.ask("/card"), ResultCard)
    named = [TRANSLATOR.say(name, "en") for name, _ in picture.figures]
    assert named == ["time", "3BV", "moves", "efficiency", "hints"]


async def test_drifted(table: Table) -> None:
    """Where mines have drifted no one layout can be counted: the card tells only the time."""
    table.chat = "test:ann"
    await table.ask("/newgame easy drifting")
    await table.ask("a1")
    await table.ask("/giveup")
    reply = await table.ask("/card")
    assert len(drawn(reply, ResultCard).figures) == 1
    assert Share() not in offered(reply)


async def test_solver_is_named_in_words(table: Table) -> None:
    """If the solver has played too, the card names it in letters that its font can draw."""
    await table.deal(LAYOUT)
    await table.ask("d1")
    await table.ask("/solve step")
    await table.ask("/giveup")
    reply = await table.ask("/card")
    for language, name in (("en", "Solver"), ("ru", "Решатель"), ("zh", "求解器")):
        title = words(reply, language)[0]
        assert title.startswith("Ann")
        assert fitted(title, 36, 24, 900)[0].endswith(name)


async def test_share_where_it_works(table: Table) -> None:
    """A card offers to share a board that can be: not a lesson's, nor that of a running duel."""
    await table.ask("/learn")
    await table.ask("d4")
    await table.ask("/giveup")
    for written in ("", "/duel easy"):
        if written:
            await table.ask(written)
            await table.ask("/giveup yes")
        number = 2 if written else 1
        reply = await table.ask("/card", game=number)
        assert offered(reply) == [Again()]
        refused = await table.ask(Share(), game=number)
        assert refused.link is None
    await table.deal(LAYOUT)
    await table.ask("/giveup")
    reply = await table.ask("/card")
    assert offered(reply) == [Share(), Again()]


async def test_board_of_the_day(table: Table) -> None:
    """While others still play a board of the day, there is no card of it."""
    await table.ask("/daily easy")
    await table.ask("/giveup yes")
    assert (await table.say("/card"))[0].startswith("Others still play this board today")
    await table.wait(DAY_MS)
    assert (await table.ask("/card", game=1)).picture


async def test_many_players(table: Table) -> None:
    """Of many players the first eight are named, on the card and, once it is over, by the board."""
    await table.deal(f"2x10/10 {'#' * 10} {'M' * 10}")
    for col in range(10):
        screen = await table.shown(f"{chr(ord('a') + col)}1", player=f"p{col}" if col else "ann")
        assert screen.over or not beside_texts(screen)
    await table.store.settled()
    named = "Ann, P1, P2, P3, P4, P5, P6, P7 and 2 more"
    opened = re.sub(r"(?=, | and)", " 1", named)
    assert f"Opened: {opened}" in [TRANSLATOR.say(t, "en") for t in beside_texts(screen)]
    assert words(await table.ask("/card"))[0].startswith(named)
