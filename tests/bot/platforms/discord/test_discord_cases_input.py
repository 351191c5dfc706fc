"""What people type and forge: sizes, moves, ids that no button carries; by both intakes."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app.requests.button import ButtonDataError, read_button
from bot.platforms.discord.events import game_behind
from bot.platforms.discord.view import SHOW_EVERYONE, TYPED
from tests.bot.buttons import FOREIGN
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    opening_keys,
)
from tests.bot.platforms.misread import LINES, MOVES, WISHES
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User

HUGE = {"rows": 100_000, "cols": 100_000, "mines": 1}
WALL = "3x4/2 ##M# ##M# ####"
INVITING: dict[str, Any] = {"name": "invite", "options": [{"name": "player", "value": "7"}]}


def sides(value: object) -> list[dict[str, object]]:
    """Return the options of a board whose sides and mines are all ``value``."""
    return [{"name": name, "value": value} for name in ("rows", "cols", "mines")]


async def test_case_27(play: PlayingDiscord) -> None:
    """Case 27: a board of 100,000 by 100,000 is refused in words, and nothing of it allocated."""
    ann, channel = play.in_server()
    await play.slash(channel, ann, "help")
    tracemalloc.start()
    refused = await play.sent(channel, ann, "newgame", **HUGE)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "The number of rows must be from 2 to 100." in refused.reply.text
    assert peak < 2_000_000, "a hundred thousand rows would take more as bits"


@pytest.mark.gateway
async def test_case_27_typed(play: PlayingDiscord) -> None:
    """Case 27: a board of 100,000 by 100,000 typed in a direct message is refused in words."""
    ann, direct = play.in_private()
    await play.say(direct, ann, "/newgame 100000 100000 1")
    assert "The number of rows must be from 2 to 100." in direct.last.text


@pytest.mark.gateway
@pytest.mark.parametrize(("text", "moves", "words"), LINES)
async def test_several_lines(play: PlayingDiscord, text: str, moves: int, words: str) -> None:
    """Commands and moves on several lines of a message are carried out one after another."""
    ann, direct = play.in_private()
    await play.say(direct, ann, text)
    assert len((await play.session(direct)).game.history) == moves
    assert any(words in each.text for each in direct.shown)


@pytest.mark.gateway
async def test_several_lines_in_a_server(play: PlayingDiscord) -> None:
    """What stands below a command to the bot is carried out; each answer is a message."""
    ann, channel = play.in_server()
    await play.mention(channel, ann, "newgame 8 8 10\n5 5\n/help\n/top easy")
    assert len((await play.session(channel)).game.history) == 1
    assert len(channel.shown) == 3


async def test_cases_28_29_sizes(play: PlayingDiscord) -> None:
    """Cases 28, 29: odd rows, columns and mines are refused in words, or read aright."""
    ann, channel = play.in_server()
    for wish, said in WISHES:
        options = dict(zip(("rows", "cols", "mines", "first"), wish.split(" "), strict=False))
        answer = (await play.sent(channel, ann, "newgame", **options)).reply
        assert answer.text, wish
        if wish.count(" ") == 2:  # then it is just rows, columns and mines
            assert said in answer.text, wish


@pytest.mark.gateway
async def test_cases_28_29_typed(play: PlayingDiscord) -> None:
    """Cases 28, 29: each odd size typed in a direct message gets its reply."""
    ann, direct = play.in_private()
    for wish, said in WISHES:
        if len(wish) < 1900:
            await play.say(direct, ann, f"/newgame {wish}")
            assert said in direct.last.text.replace("\\", ""), wish


async def test_case_28_values(play: PlayingDiscord) -> None:
    """Case 28: sizes of another type than the command was registered with are answered in words."""
    ann, channel = play.in_server()
    odd: tuple[Any, ...] = (True, 1.5, -0.0, 2**60, [], {}, "", None, "level")
    for value in odd:
        forged: dict[str, Any] = {"rows": value, "cols": 5, "mines": 3}
        answer = await play.sent(channel, ann, "newgame", **forged)
        assert answer.reply.text, value


ODD_VALUES: tuple[Any, ...] = (None, [], {}, "x", "", 1.5)
ODD_PEOPLE: tuple[Any, ...] = (None, [], {"users": None}, {"users": []})
ODD_PARTS: tuple[Any, ...] = (None, 7, [None], [{}])
UNSENT: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"name": "spoiler"}),
    (2, {"name": "spoiler", "options": None}),
    (2, {"name": "spoiler", "options": 7}),
    *((2, {"name": "spoiler", "options": sides(odd)}) for odd in ODD_VALUES),
    (2, {"name": "newgame", "options": None}),
    (2, {"name": "newgame", "options": [None]}),
    (2, {"name": "open", "options": [{"value": "c3"}]}),
    (2, {"name": "open", "options": {"cell": "c3"}}),
    (2, {"name": None, "options": [{"name": ["cell"], "value": "c3"}]}),
    *((2, INVITING | {"resolved": odd}) for odd in ODD_PEOPLE),
    *((2, INVITING | {"resolved": {"users": {"7": odd}}}) for odd in (None, 7, {"username": 7})),
    (2, INVITING | {"resolved": {"users": {}, "members": {"7": None}}}),
    *((4, {"name": "open", "options": odd}) for odd in (None, 7, [None], [{"focused": True}])),
    *((5, {"custom_id": f"{TYPED}.1", "components": odd}) for odd in ODD_PARTS),
    (5, {"custom_id": f"{TYPED}.1", "components": [{"component": None}]}),
    (5, {"custom_id": f"{TYPED}.1", "components": [{"components": [7]}]}),
)
"""Types of interaction, each with data that Discord never sends."""


@pytest.mark.parametrize(("kind", "data"), UNSENT)
async def test_case_28_shapes(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture, kind: int, data: dict[str, Any]
) -> None:
    """Case 28: an interaction in a shape that Discord never sends is answered and is no fault."""
    ann, channel = play.in_server()
    asked = channel.interactions.begin(kind, ann, channel, data)
    await play.settle(asked)
    assert asked.answered
    assert not [each for each in caplog.records if each.exc_info]


async def test_case_29_moves(play: PlayingDiscord) -> None:
    """Case 29: odd moves are refused in words, by command and by form, to the player alone."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=8)).reply
    before = (await play.session(channel)).game
    for text in MOVES:
        by_command = await play.sent(channel, ann, "open", cell=text)
        asked = await play.press(board, ann, label("typed"))
        assert asked.modal
        sent = {"custom_id": f"{TYPED}.1", "components": [{"component": {"value": text}}]}
        by_form = channel.interactions.begin(5, ann, channel, sent, board)
        await play.settle(by_form)
        for told in (by_command.reply, by_form.reply):
            assert told.text, text
            assert told.viewer is ann, text
    assert (await play.session(channel)).game == before
    assert channel.shown == [board]


async def test_case_30(play: PlayingDiscord) -> None:
    """Case 30: each impossible move has a sentence: no game, off the board, flagged, open, over."""
    ann, channel = play.in_server()
    for command, options in (("open", {"cell": "c3"}), ("hint", {})):
        none = await play.slash(channel, ann, command, **options)
        assert "There is no game here now." in none.reply.text
    await play.deal(channel, ann, WALL)
    for command, cell, told in (
        ("open", "a4", "That is off the board: rows go from 1 to 3, columns from a to d (1 to 4)."),
        ("chord", "d1", "d1 is no open number, so it cannot be chorded."),
        ("flag", "c1", "Flagged c1"),
        ("open", "c1", "c1 has a flag on it."),
        ("open", "a1", "a1 is open already."),
    ):
        said = await play.slash(channel, ann, command, cell=cell)
        assert told in said.reply.text, cell
    for data in ("1m.o.9999.1", "1m.o.0.1"):
        press = channel.last.forge(ann, data)
        await play.settle(press)
    assert len((await play.session(channel)).game.history) == 2
    await play.slash(channel, ann, "giveup")
    over = await play.slash(channel, ann, "open", cell="d2")
    assert "This game is over." in over.reply.text


def is_ours(data: str) -> bool:
    """Tell whether a button of the bot might carry ``data``."""
    if game_behind(TYPED, data) or game_behind(SHOW_EVERYONE, data):
        return True
    try:
        read_button(data)
    except ButtonDataError:
        return False
    return True


@pytest.fixture
async def shown(play: PlayingDiscord) -> tuple[User, Message]:
    """Return Ann and her board; the store has been away since that was sent."""
    ann, direct = play.in_private()
    board = (await play.slash(direct, ann, "newgame", level="simple")).reply
    play.backend.away = True
    return ann, board


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(data=st.lists(FOREIGN, min_size=1, max_size=8))
async def test_case_33_refused(
    play: PlayingDiscord, shown: tuple[User, Message], data: list[str]
) -> None:
    """Case 33: forged ids are refused while the store is away, so nothing is read for them."""
    ann, board = shown
    for press in [board.forge(ann, each) for each in data if not is_ours(each)]:
        await play.settle(press)
        assert "This button is not from here." in press.reply.text
        assert press.reply.viewer is ann


async def test_case_33_foreign(play: PlayingDiscord) -> None:
    """Case 33: forged ids of other games, cells and channels change no game."""
    ann, channel = play.in_server()
    eve, other = play.in_private("Eve")
    own = await play.dealt(channel, ann, WALL)
    theirs = (await play.slash(other, eve, "settings")).reply
    before = await play.session(channel)
    for data in ("1m.o.0.0", "1end", "2m.o.0.0", "999999999m.o.0.0", "1m.o.9999999.0",
                 "1l.9999999", "1i.9999999", "1w.solo", "1h.1", "1undo", "1p.menu",
                 f"{SHOW_EVERYONE}.1", f"{SHOW_EVERYONE}.999999999"):  # fmt: skip
        press = theirs.forge(eve, data)
        await play.settle(press)
        assert press.reply.text, data
    assert await play.session(channel) == before
    for data in ("1m.o.9999999.0", "1m.o.0.9999999", "1l.9999999", "1i.9999999", "1m.!.25.0"):
        await play.settle(own.forge(ann, data))
    assert (await play.session(channel)).game == before.game


@pytest.mark.parametrize("number", ["0", "999999999", "9" * 90, "-1", "1.1", "x", ""])
async def test_case_33_controls(play: PlayingDiscord, number: str) -> None:
    """Case 33: forged game numbers in the ids of Discord's own controls change nothing."""
    ann, channel = play.in_server()
    board = await play.dealt(channel, ann, WALL)
    before = await play.session(channel)
    for word in (TYPED, SHOW_EVERYONE):
        press = board.forge(ann, f"{word}.{number}")
        await play.settle(press)
        assert press.answered
    sent = {"custom_id": f"{TYPED}.{number}", "components": [{"component": {"value": "d1"}}]}
    form = channel.interactions.begin(5, ann, channel, sent, board)
    await play.settle(form)
    assert form.answered
    assert (await play.session(channel)).game == before.game


async def test_case_34(play: PlayingDiscord) -> None:
    """Case 34: on Ann's solo board Bob alone is told so, and changes nothing; Ann still plays."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "ru")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    board = (await play.slash(channel, ann, "newgame", level="easy")).reply
    await play.slash(channel, ann, "access", who="solo")
    board = channel.last
    before = board.content
    presses = [
        await play.press(board, bob, wanted)
        for wanted in (next(opening_keys(board))[0], label("hint_price"), label("menu"))
    ]
    presses.append(await play.sent(channel, bob, "open", cell="c3"))
    for press in presses:
        assert press.reply.viewer is bob
        assert "чужая игра" in press.reply.text
    assert not (await play.session(channel)).game.history
    assert board.content == before
    assert not (await play.press(board, ann, next(opening_keys(board))[0])).failed
    assert (await play.session(channel)).game.history
