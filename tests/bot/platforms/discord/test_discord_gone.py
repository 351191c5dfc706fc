"""What the bot does on Discord about messages that are gone and about refused calls."""

from __future__ import annotations

import weakref

import pytest

from bot.app.requests.menu import Page
from bot.platforms.discord import display, messages
from bot.platforms.discord.components import Payload
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    opening_keys,
    words,
)
from tests.bot.platforms.discord.test_discord_emoji_boards import (
    LAYOUT,
    on_buttons,
    with_emoji,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.wire import ApiError, too_many_requests
from tests.garbage import uncollected


async def test_solver_without_a_board(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """When a guest bot's board is deleted, the solver stops; on a new board it goes on."""
    ann, channel = play.as_guest()
    board = await play.solving(channel, ann)
    board.delete()
    await play.settle()
    assert "the rest of an answer was not shown" in caplog.text
    session = await play.session(channel)
    assert (session.page, session.game.outcome) == (Page.WATCHING, None)
    shown = (await play.slash(channel, ann, "board")).reply
    await play.resume_solver(shown, ann)
    assert channel.shown == [shown]


@pytest.mark.gateway
async def test_emoji_that_cannot_be_read_again(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """A press whose emoji are missing counts even if the list of emoji is refused."""
    with_emoji(play.world)
    ann, direct = play.in_private()
    await play.bot._read_emoji()
    board = await play.dealt(direct, ann, LAYOUT)
    play.world.hub.emojis.clear()
    play.world.fail_next("list_application_emojis", ApiError(403, 20012, "Not authorized"))
    await play.press(board, ann, board.keys[4])
    assert on_buttons(board) == []
    assert "the application's emoji cannot be read" in caplog.text
    before = len((await play.session(direct)).game.history)
    await play.press(board, ann, (await play.safe_keys(board, direct))[0])
    assert len((await play.session(direct)).game.history) == before + 1
    again = await play.dealt(direct, ann, LAYOUT)
    assert on_buttons(again) == []
    assert play.bot._chat._view._emoji.of("classic") is None, "this time they were read"


@pytest.mark.gateway
async def test_emoji_are_read_again_once(play: PlayingDiscord) -> None:
    """When two presses find emoji missing at once, the list is read once and neither waits."""
    with_emoji(play.world)
    places = [(user, play.world.dm(user)) for user in map(play.world.user, ("Ann", "Bob"))]
    await play.bot._read_emoji()
    boards = []
    for user, direct in places:
        await play.deal(direct, user, LAYOUT)
        boards.append((await play.slash(direct, user, "board")).reply)
    play.world.hub.emojis.clear()
    before = len(play.world.calls("list_application_emojis"))
    async with play.world.faults.holding("list_application_emojis") as gate:
        for (user, _), board in zip(places, boards, strict=True):
            board.press(user, board.keys[4])
            await play.reach(lambda: gate.held and not on_buttons(board))  # noqa: B023  # at once
    await play.settle()
    assert len(play.world.calls("list_application_emojis")) == before + 1


async def in_a_thread(play: PlayingDiscord) -> tuple[User, Channel, Message]:
    """Return a player, a thread, and a board in it that is begun."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    thread = guild.thread(guild.channel("mines"), "last week")
    await play.deal(thread, ann, LAYOUT)
    return ann, thread, (await play.slash(thread, ann, "board")).reply


async def assert_woken(play: PlayingDiscord, ann: User, thread: Channel, old: Message) -> None:
    """Check that a new board has woken its thread, replaced the old one, and is played on."""
    assert not thread.archived
    assert old.deleted
    assert thread.shown == [thread.last]
    before = len((await play.session(thread)).game.history)
    await play.press(thread.last, ann, (await play.safe_keys(thread.last, thread))[0])
    assert len((await play.session(thread)).game.history) == before + 1


async def test_pressed_in_the_archive(play: PlayingDiscord) -> None:
    """A press in an archived thread is answered by the board sent anew, which wakes the thread."""
    ann, thread, old = await in_a_thread(play)
    thread.archive()
    before = len(play.world.requests)
    await play.press(old, ann, (await play.safe_keys(old, thread))[0])
    assert not [call.name for call in play.world.requests[before:] if call.error]
    await assert_woken(play, ann, thread, old)


@pytest.mark.gateway
async def test_archived_while_pressed(play: PlayingDiscord) -> None:
    """A press made just before its thread was archived is answered by a new board as well."""
    ann, thread, old = await in_a_thread(play)
    pressed = old.press(ann, (await play.safe_keys(old, thread))[0])
    thread.archive()
    await play.settle(pressed)
    await assert_woken(play, ann, thread, old)


@pytest.mark.gateway
async def test_deleted_while_pressed(play: PlayingDiscord) -> None:
    """A press on a board or a menu that is deleted meanwhile is answered by a new message."""
    ann, channel = play.in_server()
    board = await play.dealt(channel, ann, LAYOUT)
    before = len((await play.session(channel)).game.history)
    pressed = board.press(ann, (await play.safe_keys(board, channel))[0])
    board.delete()
    await play.settle(pressed)
    assert (channel.shown, pressed.reply) == ([channel.last], channel.last)
    assert len((await play.session(channel)).game.history) == before + 1
    await play.press(channel.last, ann, (await play.safe_keys(channel.last, channel))[0])
    assert len((await play.session(channel)).game.history) == before + 2
    menu = (await play.slash(channel, ann, "daily")).reply
    pressed = menu.press(ann, "0today.server")
    menu.delete()
    await play.settle(pressed)
    assert pressed.reply.labels


@pytest.mark.gateway
async def test_pressed_in_a_locked_thread(play: PlayingDiscord) -> None:
    """After a press in a locked thread the bot tries an answer and an edit, and nothing more."""
    ann, thread, old = await in_a_thread(play)
    thread.archive(locked=True)
    before = len(play.world.requests)
    pressed = old.press(ann, (await play.safe_keys(old, thread))[0])
    await play.reach(lambda: len(play.world.requests) > before)
    await play.settle()
    tried = [call.name for call in play.world.requests[before:]]
    assert tried == ["create_interaction_response", "update_message"]
    assert not pressed.answered
    assert thread.shown == [old]


async def test_written_for_two_workers() -> None:
    """A message that two workers receive is carried out and answered once."""
    async with deployment() as shared, shared.worker() as first, shared.worker() as second:
        ann = first.world.user("Ann")
        direct = first.world.dm(ann)
        direct.say(ann, "/newgame easy")
        await first.settle(answered=1)
        await second.settle()
        await first.settle()
        assert (await first.session(direct)).number == 1
        assert len(direct.shown) == len(first.world.calls("create_message")) == 1


async def test_solver_where_the_bot_is_thrown_out(play: PlayingDiscord) -> None:
    """When the bot is kicked, the solver stops after two refusals at most; invited, it goes on."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    channel = guild.channel("mines")
    await play.solving(channel, ann)
    before = len(play.world.requests)
    guild.kick_bot()
    await play.settle()
    assert (await play.session(channel)).game.outcome is None
    assert sum(bool(call.error) for call in play.world.requests[before:]) <= 2
    guild.invite_bot()
    shown = (await play.slash(channel, ann, "board")).reply
    await play.resume_solver(shown, ann)


async def test_boards_of_deleted_games(play: PlayingDiscord) -> None:
    """When a player deletes their data in a direct message, the boards there are deleted."""
    ann, direct = play.in_private()
    await play.deal(direct, ann, LAYOUT)
    await play.slash(direct, ann, "board")
    await play.slash(direct, ann, "newgame", level="easy")
    assert len(direct.shown) == 2
    asked = (await play.slash(direct, ann, "delete")).reply
    await play.press(asked, ann, words("delete.yes"))
    assert asked.text == words("delete.done")
    assert not direct.shown


async def test_replaced_while_discord_is_troubled(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """An old board whose deletion fails with a 503 is deleted later, and no error is logged."""
    ann, channel = play.in_server()
    old = await play.dealt(channel, ann, LAYOUT)
    play.world.fail_next("delete_message", ApiError(503, 0, "Service Unavailable"))
    new = (await play.slash(channel, ann, "board")).reply
    await play.settle()
    assert (old.deleted, new.deleted, channel.shown) == (True, False, [new])
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


@pytest.mark.parametrize("error", [ApiError(503, 0, "Unavailable"), ApiError(401, 0, "Who?")])
async def test_deleted_while_discord_is_troubled(play: PlayingDiscord, error: ApiError) -> None:
    """If a board's deletion fails when data are deleted, the board goes soon after.

    Whether Discord had trouble, or another token.
    """
    ann, direct = play.in_private()
    await play.deal(direct, ann, LAYOUT)
    await play.slash(direct, ann, "board")
    asked = (await play.slash(direct, ann, "delete")).reply
    play.world.fail_next("delete_message", error)
    await play.press(asked, ann, words("delete.yes"))
    assert asked.text == words("delete.done")
    assert not direct.shown


@pytest.mark.parametrize("place", ["direct", "channel", "stranger's"])
async def test_boards_never_played(play: PlayingDiscord, place: str) -> None:
    """A new game replaces one that was never played, whose board is deleted; it is played."""
    ann = play.world.user("Ann", installed=place == "stranger's")
    if place == "direct":
        chat = play.world.dm(ann)
    else:
        guild = play.world.guild("Club", ann, installed=place == "channel")
        chat = guild.channel("talk")
    await play.slash(chat, ann, "newgame", level="easy")
    new = (await play.slash(chat, ann, "newgame", level="hard")).reply
    assert chat.shown == [new]
    await play.press(new, ann, next(opening_keys(new))[0])
    assert chat.shown == [new]
    assert len((await play.session(chat, 2)).game.history) == 1


@pytest.mark.gateway
@pytest.mark.parametrize("how", ["deleted", "somebody else's"])
async def test_gone_before_it_changes(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    """The bot tries once to edit a board that is gone; /board then sends it anew."""
    ann, channel = play.in_server()
    old = await play.dealt(channel, ann, LAYOUT)
    if how == "deleted":
        old.delete()
    else:
        error = ApiError(403, 50005, "Cannot edit a message authored by another user")
        play.world.fail_next("update_message", error)
    before = len(play.world.requests)
    play.bot._chat._boards._shown.clear()
    await play.bot.redraw(f"discord:{channel.id}", 1)
    await play.settle()
    assert [call.name for call in play.world.requests[before:]] == ["update_message"]
    await play.bot.redraw(f"discord:{channel.id}", 1)
    await play.settle()
    assert len(play.world.calls("update_message")) == 1
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    await play.mention(channel, ann, "/board")
    assert channel.last.keys == old.keys


@pytest.mark.gateway
async def test_new_board_always_refused(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """A new board that Discord keeps refusing is tried at most twice, and logged."""
    ann, direct = play.in_private()
    play.world.fail_next("create_message", ApiError(400, 50035, "Invalid Form Body"), times=9)
    direct.say(ann, "/newgame easy")
    await play.reach(lambda: play.world.calls("create_message"))
    await play.settle()
    assert len(play.world.calls("create_message")) <= 2, "with buttons, and as text"
    assert "Discord refused a message: Invalid Form Body" in caplog.text
    assert not [each for each in caplog.records if each.exc_info]


@pytest.mark.gateway
async def test_new_board_refused_once(play: PlayingDiscord) -> None:
    """A new board that Discord refuses once is sent once more, as text."""
    ann, direct = play.in_private()
    play.world.fail_next("create_message", ApiError(400, 50035, "Invalid Form Body"))
    direct.say(ann, "/newgame easy")
    await play.reach(lambda: direct.shown)
    await play.settle()
    assert [message.author for message in direct.shown] == [play.world.bot]
    assert "```" in direct.last.text
    assert len(play.world.calls("create_message")) == 2
    await play.bot._courier.redraw(f"discord:{direct.id}", 1)
    assert direct.last.keys


@pytest.mark.gateway
@pytest.mark.parametrize("times", [1, 2])
async def test_refused_edit(play: PlayingDiscord, times: int) -> None:
    """An edit that Discord refuses is tried once more, as text; the next has buttons again."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", level="easy")).reply
    before = board.keys
    play.world.fail_next("update_message", ApiError(400, 50035, "Invalid Form Body"), times=times)
    await play.bot._courier.redraw(f"discord:{channel.id}", 1)
    assert len(play.world.calls("update_message")) == 2
    assert ("```" in board.text) is (times == 1)
    await play.bot._courier.redraw(f"discord:{channel.id}", 1)
    assert board.keys == before


@pytest.mark.gateway
async def test_deleted_player_is_not_named(play: PlayingDiscord) -> None:
    """After a player's data are deleted, the board does not repeat what it said of that player."""
    ann, bob, channel = play.two_in_server()
    await play.slash(channel, ann, "newgame", level="easy")
    await play.slash(channel, ann, "open", cell="c3")
    await play.slash(channel, ann, "access", who="solo")
    assert words("access.set_solo") in channel.last.text
    await delete(play, channel, ann)
    assert words("access.set_solo") not in channel.last.text
    await play.slash(channel, bob, "takeover")
    assert "Bob" in channel.last.text
    await delete(play, channel, bob)
    assert "Bob" not in channel.last.text


async def delete(play: PlayingDiscord, channel: Channel, user: User) -> None:
    """Have the data of ``user`` deleted."""
    asked = (await play.slash(channel, user, "delete")).reply
    await play.press(asked, user, asked.labels[0][0])


@pytest.mark.gateway
async def test_nothing_is_left_of_what_was_refused(
    play: PlayingDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Discord refuses does not stay in memory with the refusal, though nothing collects."""
    left: list[weakref.ref[Exception]] = []
    fault_of = display.fault_of

    def noted(error: Exception, sent: Payload | None = None) -> Exception:
        fault = fault_of(error, sent)
        left.append(weakref.ref(fault))
        return fault

    for module in (display, messages):
        monkeypatch.setattr(module, "fault_of", noted)
    ann, channel = play.in_server()
    direct, denied = play.world.dm(ann), ApiError(403, 50013, "Missing Permissions")
    await play.won(channel, ann)
    with uncollected():
        play.world.fail_next("update_message", denied)
        await play.bot._courier.redraw(f"discord:{channel.id}", 1)
        play.world.fail_next("create_message", denied)
        await play.mention(channel, ann, "/help")
        play.world.fail_next("create_message", too_many_requests(137), channel=direct)
        await play.mention(channel, ann, "/evf")
        play.world.fail_next("create_message", denied)
        await play.say(direct, ann, "/newgame easy")
        assert [each() for each in left] == [None] * 4
