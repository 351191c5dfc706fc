"""Many requests at once: taps, players, hard questions, floods; by both intakes."""

from __future__ import annotations

from bot.advisor import SolverPool
from bot.app.documents.quota import BURST
from bot.app.documents.state import MAX_GAMES
from core.game import Outcome
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    commanded,
    key_of,
    label,
    opening_keys,
)
from tests.bot.platforms.held_up import HeldUp

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
