"""Requests in quick succession on Discord: the second comes before the first is shown."""

from __future__ import annotations

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    opening_keys,
    pinning,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User


def place(play: PlayingDiscord, where: str) -> tuple[User, Channel]:
    """Return a player, and a place to play."""
    ann = play.world.user("Ann", installed=where == "stranger's")
    if where == "direct":
        return ann, play.world.dm(ann)
    guild = play.world.guild("Club", ann, installed=where == "channel")
    return ann, guild.channel("talk")


def until_shown(play: PlayingDiscord) -> str:
    """Return the call that tells the bot which message shows a new board."""
    return "get_original_webhook_message" if play.bot.endpoint else "create_interaction_response"


@pytest.mark.parametrize("where", ["direct", "channel", "stranger's"])
async def test_new_games(play: PlayingDiscord, where: str) -> None:
    """If a player asks for two new games at once, the first leaves no board behind."""
    ann, chat = place(play, where)
    async with play.world.faults.holding(until_shown(play), most=1) as gate:
        first = chat.slash(ann, "newgame", level="easy")
        await play.reach(lambda: gate.held)
        second = await play.passing(chat.slash(ann, "newgame", level="hard").settled())
    await play.settle(first)
    assert chat.shown == [second.reply]
    assert "Game 2" in second.reply.text
    await play.press(second.reply, ann, next(opening_keys(second.reply))[0])
    assert len((await play.session(chat, 2)).game.history) == 1
    assert chat.shown == [second.reply]


async def test_new_games_pinned(play: PlayingDiscord) -> None:
    """If a player asks for two new games at once, only the second one's board is pinned."""
    ann = play.world.user("Ann")
    channel = await pinning(play, ann)
    async with play.world.faults.holding(until_shown(play), most=1) as gate:
        first = channel.slash(ann, "newgame", level="easy")
        await play.reach(lambda: gate.held)
        second = await play.passing(channel.slash(ann, "newgame", level="hard").settled())
    await play.settle(first)
    assert second.reply.pinned
    assert [call.path["message_id"] for call in play.world.calls("create_pin")] == [
        str(second.reply.id)
    ]


@pytest.mark.parametrize("where", ["direct", "channel", "stranger's"])
async def test_boards(play: PlayingDiscord, where: str) -> None:
    """If a player asks for a board twice at once, one is left, with the move made meanwhile."""
    ann, chat = place(play, where)
    await play.slash(chat, ann, "newgame", rows=5, cols=5, mines=12)
    async with play.world.faults.holding(until_shown(play), most=1) as gate:
        late = chat.slash(ann, "board")
        await play.reach(lambda: gate.held)
        soon = await play.passing(chat.slash(ann, "board").settled())
        key = next(opening_keys(soon.reply))[0]
        await play.passing(soon.reply.press(ann, key).settled())
    await play.settle(late)
    assert len((await play.session(chat)).game.history) == 1
    [board] = chat.shown
    assert key not in dict(opening_keys(board))


@pytest.mark.gateway
async def test_question_taken_back(play: PlayingDiscord) -> None:
    """A typed /help is answered even if its message is deleted meanwhile."""
    ann, direct = play.in_private()
    async with play.world.faults.holding("create_message") as gate:
        asked = direct.say(ann, "/help")
        await play.reach(lambda: gate.held)
        asked.delete()
    await play.settle()
    assert "/newgame" in direct.last.text
    assert not any(each.error for each in play.world.requests)


async def test_what_was_said_stays(play: PlayingDiscord) -> None:
    """A press on a cell that is open already leaves what the board says of the last move."""
    ann, bob, channel = play.two_in_server()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
    key = next(opening_keys(board))[0]
    await play.press(board, ann, key)
    _, _, told = board.text.partition("\n")
    assert "Opened" in told
    press = board.forge(bob, key)
    await play.settle(press)
    assert "is open already" in press.follow_ups[0].text
    assert board.text.endswith(told)
