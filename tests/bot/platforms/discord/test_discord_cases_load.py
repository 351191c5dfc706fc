"""Many requests at once: taps, players, hard questions, floods; by both intakes."""

from __future__ import annotations

import pytest

from bot.advisor import SolverPool
from bot.app.documents.quota import BURST
from bot.app.documents.state import MAX_GAMES
from bot.app.requests.actions import SetMode
from bot.app.requests.button import write_button
from core.game import Outcome
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    commanded,
    key_of,
    label,
    opening_keys,
    playing_discord,
)
from tests.bot.platforms.held_up import HeldUp
from tests.emulators.discord.buckets import PER_BUCKET
from tests.emulators.discord.limits import GLOBAL_PER_SECOND
from tests.emulators.discord.wire import unknown

WALL = "3x5/2 ##M## ##M## #####"


async def test_case_35(play: PlayingDiscord) -> None:
    """Case 35: twenty presses at once are all answered, open each cell once, and edit one board."""
    ann, channel = play.in_server()
    board = await play.dealt(channel, ann, WALL)
    data = [key for key, cell in opening_keys(board) if cell in {3, 4}]
    presses = [board.press(ann, data[number % 2]) for number in range(20)]
    for press in presses:
        await play.settle(press)
    session = await play.session(channel)
    assert len(session.game.history) == 3
    assert channel.shown == [board]
    assert not {f"1m.o.{cell}" for cell in (3, 4)} & {key.rpartition(".")[0] for key in board.keys}
    assert len(play.world.calls("update_message")) <= 2
    assert not play.world.calls("create_message")


async def test_case_36(play: PlayingDiscord) -> None:
    """Case 36: two players open one cell at once: one makes the move, the other is told."""
    ann, bob, channel = play.two_in_server()
    board = await play.dealt(channel, ann, WALL)
    data = key_of(board, 3)
    presses = [board.press(person, data) for person in (bob, ann)]
    for press in presses:
        await play.settle(press)
    session = await play.session(channel)
    assert len(session.game.history) == 2
    assert any("Opened d1." in each.words for each in board.versions)
    [notice] = [each for press in presses for each in press.follow_ups]
    assert notice.text == "d1 is open already."
    assert notice.viewer in {ann, bob}
    assert session.game.outcome is not Outcome.LOST
    assert session.names[session.game.history[-1].by] in {"Ann", "Bob"}


async def test_case_37(play: PlayingDiscord) -> None:
    """Case 37: a hint that takes long does not block the event loop, and is answered."""
    solver = play.bot._chat._boards._service._trainer._advisor
    assert isinstance(solver, SolverPool)
    held = HeldUp(solver)
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel, other = play.world.guild("Field", ann).channel("mines"), play.world.dm(bob)
    await play.deal(channel, ann, WALL)
    asked, began = channel.slash(ann, "hint"), other.slash(bob, "newgame", level="simple")
    await play.passing(began.settled())
    await held.thinks()
    held.go_on.set()
    await play.settle(asked)
    assert "Step 1 of 4" in asked.reply.text
    assert asked.reply.viewer is ann


async def test_case_38_player(play: PlayingDiscord) -> None:
    """Case 38: of two players the one who starts too many games is told, alone, to wait."""
    ann, bob = play.world.user("Ann", "ru"), play.world.user("Bob")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    flood = [commanded(channel, ann, "newgame", level="simple") for _ in range(BURST + 15)]
    for each in flood:
        await play.settle(each)
    told = [each for each in channel.seen_by(ann) if "Слишком много игр сразу." in each.text]
    assert len(told) == 15
    assert len(channel.shown) == 1
    assert {each.viewer for each in told} == {ann}
    other = await play.slash(channel, bob, "newgame", level="simple")
    assert list(opening_keys(other.reply))
    play.clock.advance(120)
    assert list(opening_keys((await play.sent(channel, ann, "newgame", level="simple")).reply))


async def test_case_38_chat(play: PlayingDiscord) -> None:
    """Case 38: a channel with 50 unfinished games takes another after one is given up."""
    ann, channel = play.in_server()
    for _ in range(MAX_GAMES):
        await play.deal(channel, ann, WALL)
    refused = await play.slash(channel, ann, "newgame", level="simple")
    assert "There are already 50 unfinished games here." in refused.reply.text
    await play.slash(channel, ann, "giveup")
    play.clock.advance(25 * 3600)  # so that none of these boards was moved on lately
    assert list(opening_keys((await play.slash(channel, ann, "newgame", level="simple")).reply))


async def test_case_38_presses(play: PlayingDiscord) -> None:
    """Case 38: of 40 presses for another game at once 10 are answered by notices, not boards.

    Each game replaces the last one, which was never played, so one board is left of them.
    """
    ann, channel = play.in_server()
    await play.deal(channel, ann, WALL)
    board = (await play.slash(channel, ann, "giveup")).reply
    presses = [board.press(ann, label("again")) for _ in range(BURST + 10)]
    for press in presses:
        await play.passing(press.settled())
    await play.settle()
    for press in presses[BURST:]:
        assert press.reply.viewer is ann
        assert press.reply.text.startswith("That is a lot of games at once.")
    assert channel.shown == [board, presses[BURST - 1].reply]


@pytest.mark.parametrize(
    ("how", "shown_by"),
    [
        ("pressed", "create_interaction_response"),
        ("pressed, and not answered", "update_message"),
        ("written", "create_message"),
    ],
)
async def test_a_board_is_shown_no_more_often_than_is_allowed(how: str, shown_by: str) -> None:
    """A board that changes twice a second is shown at the rate of its channel's bucket.

    Answers to presses have no such rate: they show it each time.
    """
    async with playing_discord() as play:
        ann, direct = play.in_private()
        board = (await play.slash(direct, ann, "newgame", level="simple")).reply
        before, changes = len(play.world.calls(shown_by)), 40
        if how == "pressed, and not answered":
            too_late = unknown(10062, "interaction")
            play.world.fail_next("create_interaction_response", too_late, times=changes)
        for change in range(changes):
            if how == "written":
                direct.say(ann, "/flag a1")
            else:
                board.forge(ann, write_button(SetMode(change % 2 == 0), 1))
            await play.passing(play.clock.sleep(0.5, "test"))
        await play.settle()
        shown = [each.at for each in play.world.calls(shown_by)[before:]]
    if how == "pressed":
        assert len(shown) == changes
        assert not play.world.calls("update_message")
        return
    most, seconds = PER_BUCKET[shown_by]
    for begin in shown:  # a burst, and the rate
        assert sum(begin <= at < begin + 2 * seconds for at in shown) <= most + 2 * most
    assert sum(at < shown[0] + 4 * seconds for at in shown) > 4 * most, "it is to keep to the rate"


async def test_all_channels_take_no_more_than_is_allowed() -> None:
    """Answers to more people than messages may be sent in a second take longer than that."""
    async with playing_discord() as play:
        people = [play.in_private(f"Ann {each}") for each in range(2 * GLOBAL_PER_SECOND)]
        for user, direct in people:
            direct.say(user, "/help")
        await play.settle(answered=len(people))
        assert all(direct.shown for _, direct in people)
        sent = [each.at for each in play.world.requests if each.path.get("channel_id")]
    for begin in sent:
        assert sum(begin <= at < begin + 1 for at in sent) <= GLOBAL_PER_SECOND
    assert sent[-1] - sent[0] < len(sent) / GLOBAL_PER_SECOND + 1
