"""What goes wrong between the bot and Discord: each case by its number."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise

import pytest

from bot.platforms import PlatformRefused
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    key_of,
    label,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.guild import Guild
from tests.emulators.discord.interactions import Callback
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import server_error, too_many_requests, unknown

pytestmark = pytest.mark.gateway


async def begun(play: PlayingDiscord) -> tuple[User, Channel, Message, str]:
    """Return a player, a channel, a 5x5 board in it, and the id of its button in the middle.

    Pressing it leaves one safe cell closed, so that the game is not over at once.
    """
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
    return ann, channel, board, key_of(board, 12)


@pytest.mark.http  # as well
async def test_case_18(play: PlayingDiscord) -> None:
    """Case 18: an interaction that Discord delivers twice opens once, and leaves one board."""
    _, channel, board, key = await begun(play)
    press = board.press(play.world.user("Bob"), key)
    press.deliver_again()
    await play.settle(press)
    assert len((await play.session(channel)).game.history) == 1
    assert channel.shown == [board]


async def test_case_19(play: PlayingDiscord) -> None:
    """Case 19: interactions that Discord repeats when the bot resumes change nothing."""
    ann, channel, board, key = await begun(play)
    await play.press(board, ann, key)
    handshake = play.world.handshake
    handshake.repeated = 20
    answers = len(play.world.calls("create_interaction_response"))
    play.world.gateway.reconnect()
    await play.world.called("create_interaction_response", answers + 2)
    await play.settle()
    assert handshake.resumes
    session = await play.session(channel)
    assert (session.number, len(session.game.history)) == (1, 1)
    assert channel.shown == [board]


async def test_case_21(play: PlayingDiscord) -> None:
    """Case 21: when Discord refuses an answer as too late, the move stands; the board is edited."""
    ann, _, board, key = await begun(play)
    before = board.content
    play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
    board.press(ann, key)
    await play.check_edited(board, before)


async def test_case_21_overtaken(play: PlayingDiscord) -> None:
    """Case 21: when a late edit overwrites the next press's answer, the bot edits once more."""
    ann, channel, board, key = await begun(play)
    play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
    async with play.world.faults.holding("update_message") as gate:
        board.press(ann, key)
        await play.reach(lambda: gate.held)
        press = board.press(ann, label("mode_open"))
        await play.reach(lambda: press.callback)
        answered = board.keys
    await play.settle(press)
    session = await play.session(channel)
    assert len(session.game.history) == 1
    assert session.flagging
    assert len(play.world.calls("update_message")) == 2
    assert board.keys == answered


@pytest.mark.http  # as well
async def test_case_22(play: PlayingDiscord) -> None:
    """Case 22: if the token of a deferred answer expires, the move stands; the board is edited."""
    ann, _, board, key = await begun(play)
    before = board.content
    backend = play.backend
    backend.shut()
    press = board.press(ann, key)
    await play.reach(lambda: press.callback is Callback.DEFERRED_UPDATE)
    play.clock.advance(16 * 60)
    backend.open()
    await play.check_edited(board, before)
    assert not play.world.calls("update_original_webhook_message"), "it would be refused"


async def test_shut_out(play: PlayingDiscord) -> None:
    """A bot that Discord's proxy shuts out sends to no chat before the time is over."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    chats = [play.world.dm(ann), play.world.dm(bob)]
    play.world.fail_next("create_message", too_many_requests(600, via=False))
    chats[0].say(ann, "/newgame 5 5 5")
    await play.reach(lambda: play.world.calls("create_message"))
    began = play.clock.now()
    chats[1].say(bob, "/newgame 5 5 5")
    await play.reach(lambda: all(chat.shown for chat in chats))
    first, *rest = play.world.calls("create_message")
    assert first.error
    assert all(call.at >= began + 590 for call in rest)
    assert [len(chat.shown) for chat in chats] == [1, 1]


async def test_shut_out_for_an_unknown_time(play: PlayingDiscord) -> None:
    """A bot that is shut out without being told for how long tries again within a minute."""
    ann = play.world.user("Ann")
    direct, error = play.world.dm(ann), too_many_requests(600, via=False)
    del error.headers["Retry-After"]
    play.world.fail_next("create_message", error)
    direct.say(ann, "/newgame 5 5 5")
    await play.settle(answered=2)
    refused, sent = play.world.calls("create_message")
    assert refused.at + 1 <= sent.at <= refused.at + 60
    assert direct.shown == [direct.last]


async def test_shut_out_and_told_to_stop() -> None:
    """A worker that is shut out ends within 30 s of being told to; another shows its board."""
    async with deployment() as shared:
        async with shared.worker() as play:
            ann, direct = play.in_private()
            play.world.fail_next("create_message", too_many_requests(600, via=False))
            direct.say(ann, "/newgame 5 5 5")
            await play.reach(lambda: play.world.calls("create_message"))
            began = play.clock.now()
            play.stopping.set()
            await play.passing(asyncio.shield(play.running))
            assert play.clock.now() < began + 30
            assert not direct.shown
        shared.rig.clock.advance(600)
        async with shared.worker() as other:
            await other.store.sweep(0)
            await other.reach(lambda: direct.shown)
            assert list(opening_keys(direct.last))


async def test_a_token_reset(caplog: pytest.LogCaptureFixture) -> None:
    """A board that could not be shown because the token was reset is shown with the next.

    Why it is not is told in a line, and no chat is tried more often than every few seconds.
    """
    async with deployment() as shared:
        async with shared.worker() as play:
            ann, channel, board, key = await begun(play)
            before = board.content
            play.world.reset_token()
            play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
            board.press(ann, key)
            await play.reach(lambda: play.world.calls("update_message"))
            await play.passing(BotClock(play.clock).sleep(60))
            await play.settle()
            tried = [call.at for call in play.world.calls("update_message")]
        assert "see DISCORD_TOKEN: 401: Unauthorized" in caplog.text
        assert "a board was not shown: retry after 5" in caplog.text
        assert all(later - sooner >= 5 for sooner, later in pairwise(tried))
        assert board.content == before
        async with shared.worker() as other:
            await other.store.sweep(0)
            await other.settle()
            assert channel.shown == [board]
            assert board.content != before


async def test_a_long_rate_limit(play: PlayingDiscord) -> None:
    """After a 429 of 137 s the bot edits the board no sooner, then to its newest state."""
    ann, channel, board, key = await begun(play)
    play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
    play.world.limit_next("update_message", 137)
    board.press(ann, key)
    refused = await play.passing(play.world.called("update_message"))
    play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
    board.press(ann, label("mode_open"))
    await play.reach(lambda: len(play.world.calls("update_message")) == 2)
    await play.settle()
    _, *rest = play.world.calls("update_message")
    assert refused.error
    assert all(call.at >= refused.at + 137 for call in rest)
    assert (await play.session(channel)).flagging
    assert "🚩" in str(board.content), "the mode that was chosen meanwhile"


GONE: dict[str, Callable[[Channel], None]] = {
    "deleted": lambda channel: channel.remove(),
    "no access": lambda channel: channel.deny(channel.hub.bot, Permission.VIEW_CHANNEL),
    "no writing": lambda channel: channel.deny(channel.hub.bot, Permission.SEND_MESSAGES),
    "archived": lambda channel: channel.archive(locked=True),
    "removed": lambda channel: guild_of(channel).kick_bot(),
}


def guild_of(channel: Channel) -> Guild:
    """Return the server of a channel."""
    assert channel.guild
    return channel.guild


@pytest.mark.parametrize("how", GONE)
async def test_case_23(play: PlayingDiscord, how: str) -> None:
    """Case 23: where the bot may not write, it tries, then is quiet there; the game is kept.

    Who has just written where it may not is told so in private.
    """
    ann, channel = play.in_server()
    if how == "archived":
        channel = guild_of(channel).thread(channel, "late night")
    await play.say(channel, ann, f"{play.world.bot.mention} /newgame 5 5 3")
    before = len(play.world.requests)
    channel.say(ann, f"{play.world.bot.mention} c3")
    GONE[how](channel)
    await play.reach(lambda: len(play.world.requests) > before)
    await play.settle()
    await play.passing(BotClock(play.clock).sleep(60))
    tried = play.world.requests[before:]
    refused = [call for call in tried if call.error]
    # The answer and the effect of the move are mostly one send, two if they miss each other: then
    # the effect may edit the board that is there, which needs no right to write.
    assert len(refused) in {1, 2}
    others = [call.name for call in tried if not call.error]
    told = ["create_dm", "create_message"] if how == "no writing" else []
    assert others in (told, ["update_message", *told])
    assert len((await play.session(channel)).game.history) == 1


@pytest.mark.http  # as well
async def test_case_23_press(play: PlayingDiscord) -> None:
    """Case 23: in a deleted channel the bot answers a press at most once, and sends no message."""
    ann, channel, board, key = await begun(play)
    answers = play.world.calls("create_interaction_response")
    board.press(ann, key)
    channel.remove()
    await play.settle()
    await play.passing(BotClock(play.clock).sleep(30))
    await play.settle()
    assert len(play.world.calls("create_interaction_response")) <= len(answers) + 1
    assert len(play.world.calls("update_message")) <= 1
    assert not play.world.calls("create_message")
    assert len((await play.session(channel)).game.history) == 1


async def test_case_25(play: PlayingDiscord) -> None:
    """Case 25: a board that Discord sends, but replies 502 to, is shown once."""
    ann, direct = play.in_private()
    play.world.fail_next("create_message", server_error(502), done=True)
    direct.say(ann, "/newgame simple")
    await play.settle(answered=2)
    assert len(direct.shown) == 1


@pytest.mark.parametrize("words", ["/newgame simple", "/help"])
async def test_case_25_silence(play: PlayingDiscord, words: str) -> None:
    """Case 25: a message whose reply is lost is sent again, and shown once."""
    ann, direct = play.in_private()
    play.world.lose_answer("create_message")
    direct.say(ann, words)
    await play.settle(answered=2)
    assert len(direct.shown) == 1


async def test_case_25_moved_on(play: PlayingDiscord) -> None:
    """Case 25: a board whose reply is lost is edited to its newest state, and shown once."""
    ann, direct = play.in_private()
    play.world.lose_answer("create_message")
    direct.say(ann, "/newgame simple")
    await play.reach(lambda: direct.shown)
    board = direct.shown[0]
    before = board.content
    direct.say(ann, "c3")
    await play.settle(answered=2)
    assert direct.shown == [board]
    assert board.content != before


async def test_case_26(play: PlayingDiscord) -> None:
    """Case 26: after a server was unavailable for a while, a press on its board counts."""
    ann, channel, board, key = await begun(play)
    guild_of(channel).fail()
    guild_of(channel).recover()
    press = await play.press(board, ann, key)
    assert not press.failed
    assert len((await play.session(channel)).game.history) == 1


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
async def test_case_20_final(code: int) -> None:
    """Case 20: a final close code stops the bot with a sentence that says what to change."""
    with pytest.raises(PlatformRefused, match=r"[A-Z].{20,}\.$"):
        await closed_with(code)


async def closed_with(code: int) -> None:
    """Run a bot until Discord closes its connection with ``code``; raise what ended it."""
    async with playing_discord() as play:
        play.world.gateway.close(code)
        await play.running
