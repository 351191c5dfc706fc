"""The solver at work while its board is asked for anew, deleted, or refused."""

from __future__ import annotations

import pytest

from bot.platforms.discord import limits
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    words,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import unknown


async def watching(play: PlayingDiscord) -> tuple[User, Channel]:
    """Have the solver play where only answers show boards; return who watches it, and where."""
    ann, bob = play.world.user("Ann", installed=True), play.world.user("Bob")
    channel = play.world.private(ann, bob)
    board = await play.begin(channel, ann, level="medium")
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("watch"))
    await board.press(ann, label("solve_all")).settled()
    return ann, channel


@pytest.mark.parametrize("is_old", [False, True])
async def test_board_asked_for(play: PlayingDiscord, *, is_old: bool) -> None:
    """When its board is asked for anew, the solver plays on to the end on the new one.

    So it does if the token of its own answer has expired meanwhile.
    """
    ann, channel = await watching(play)
    if is_old:
        play.clock.advance(limits.TOKEN_S - 5)
    moved = (await channel.slash(ann, "board").settled()).reply
    await play.world.called("delete_original_webhook_message", 1)
    if is_old:
        play.clock.advance(10)
    await play.play_out(channel)
    assert channel.shown == [moved]
    assert any("Opens" in str(each.components) for each in moved.versions)
    assert moved.labels[0] == [label("again"), label("levels")]


async def test_as_the_old_board_goes(play: PlayingDiscord) -> None:
    """If the old board is deleted while the solver's move is on its way there, the new stays."""
    ann, channel = await watching(play)
    async with play.world.faults.holding("update_original_webhook_message", most=1) as gate:
        async with play.clock.passing() as loop:
            await loop.until(lambda: gate.held)
        moved = (await channel.slash(ann, "board").settled()).reply
        await play.world.called("delete_original_webhook_message")
    await play.play_out(channel)
    assert play.refused()
    assert channel.shown == [moved]
    assert moved.labels[0] == [label("again"), label("levels")]


async def test_old_board_that_is_gone(play: PlayingDiscord) -> None:
    """If a player has deleted the old board, the solver plays on the new one all the same."""
    ann, bob = play.world.user("Ann", installed=True), play.world.user("Bob")
    channel = play.world.private(ann, bob)
    old = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    old.delete()
    board = (await channel.slash(ann, "solve", how="all").settled()).reply
    await play.settle()
    assert (await play.session(channel)).game.outcome
    assert channel.shown == [board]
    assert board.labels[0] == [label("again"), label("levels")]


@pytest.mark.gateway
@pytest.mark.parametrize("is_member", [True, False], ids=["member", "guest"])
async def test_answer_that_is_not_taken(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture, *, is_member: bool
) -> None:
    """If Discord refuses the answer that starts the solver, it plays on, and is shown."""
    ann, channel = play.as_guest()
    channel = play.world.dm(ann) if is_member else channel
    board = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    await play.settle(board.forge(ann, "1solve.step"))
    play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
    board.forge(ann, "1solve.all")
    await play.play_out(channel)
    assert channel.shown == [board]
    seen = [str(each.components) for each in board.versions]
    assert any(label("solve_stop") in each and "Opens" in each for each in seen)
    assert board.labels[0] == [label("again"), label("levels")]
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


@pytest.mark.parametrize("is_member", [True, False], ids=["member", "guest"])
async def test_game_that_is_deleted(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture, *, is_member: bool
) -> None:
    """When its game is deleted the solver's board is deleted, and no error is logged."""
    ann, channel = play.as_guest()
    channel = play.world.dm(ann) if is_member else channel
    channel.deny(ann, Permission.USE_EXTERNAL_APPS)
    board = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    await play.settle(board.forge(ann, "1solve.step"))
    await board.forge(ann, "1solve.all").settled()
    asked = (await channel.slash(ann, "delete").settled()).reply
    await asked.press(ann, words("delete.yes")).settled()
    await play.settle()
    assert board.deleted
    assert not channel.shown
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
