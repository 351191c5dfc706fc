"""Groups that take texts from members, but no pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Webhook
from bot.store.memory import MemoryBackend
from tests.bot.platforms.telegram.playing import Playing, label, opening_keys, two_workers
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.group import Group
from tests.emulators.telegram.people import User
from tests.patience import PATIENCE_S

PICTURES = frozenset({"photo", "animation"})


def barred(play: Playing) -> tuple[Group, User]:
    """Return a group where no pictures may be sent, and its owner."""
    ann, group = play.in_group()
    group.barred = PICTURES
    return group, ann


async def test_boards_without_pictures(play: Playing) -> None:
    """Where pictures are barred, a large board is text with buttons, all on one message."""
    group, ann = barred(play)
    board = await play.say(group, ann, "/newgame expert")
    assert not board.picture
    assert board.text.count("\n") >= 16
    await play.press(board, ann, next(opening_keys(board))[0])
    await play.press(board, ann, "▶")
    assert group.last is board
    assert len((await play.session(group)).game.history) == 1
    await play.say(group, ann, "/giveup")
    for asked in ("/card", "/review"):
        told = await play.say(group, ann, asked)
        assert told is not board
        assert not told.picture
        assert told.text


@pytest.mark.parametrize("command", ["/card", "/review replay"])
async def test_parts_where_text_becomes_a_picture(play: Playing, command: str) -> None:
    """A card or a replay as text shows its other parts in its place, as a picture below it."""
    group, ann = barred(play)
    await play.deal(group, ann, "2x20/2 #M{0} #M{0}".format("#" * 18), 0)
    await play.say(group, ann, "/giveup")
    told = await play.say(group, ann, command)
    before = told.text
    await play.press(told, ann, "▶")
    assert (group.last, told.picture) == (told, None)
    assert told.text != before
    group.barred = frozenset()
    await play.press(told, ann, "◀")
    assert not told.picture
    assert group.last.content.file
    assert group.last.content.file.kind == ("photo" if command == "/card" else "animation")


async def test_pictures_allowed_again(play: Playing) -> None:
    """Once pictures are allowed again, the next board is one, but a board in play stays text."""
    group, ann = barred(play)
    board = await play.say(group, ann, "/newgame expert")
    group.barred = frozenset()
    await play.press(board, ann, next(opening_keys(board))[0])
    assert (group.last, board.picture) == (board, None)
    again = await play.say(group, ann, "/newgame expert")
    assert again.picture
    await play.press(again, ann, "▶")
    assert group.last is again


async def test_pictures_no_more(play: Playing) -> None:
    """A board in play stays text where pictures are barred, even if the settings ask for them."""
    ann, group = play.in_group()
    settings = await play.say(group, ann, "/settings")
    await play.press(settings, ann, "0choose.text.on")
    board = await play.say(group, ann, "/newgame expert")
    group.barred = PICTURES
    await play.press(settings, ann, "0choose.text.off")
    await play.answer(group, ann, "a1", board)
    assert (group.last, board.picture) == (board, None)
    assert list(opening_keys(board))


async def test_a_worker_that_does_not_know(tmp_path: Path) -> None:
    """A worker that does not know of the ban finds out by itself, and edits the same message."""
    webhook = Webhook("https://mines.example/telegram", "127.0.0.1", 0, "s" * 32)
    async with two_workers(tmp_path, [MemoryBackend()], webhook) as (first, second):
        group, ann = barred(first)
        group.say(ann, "/newgame expert")
        await first.take(first.posted())
        await first.settle(second)
        board = group.last
        board.press(ann, next(opening_keys(board))[0])
        await second.take(first.posted())
        await first.settle(second)
        assert group.last is board
        assert len((await second.session(group)).game.history) == 1
        assert len(board.versions) == 2


async def test_picture_that_stays(play: Playing) -> None:
    """A change of buttons or words alone does not send the picture again."""
    ann = play.world.user("Ann")
    board = await play.say(play.world.private(ann), ann, "/newgame expert")
    for key in ("menu", "back"):
        await play.press(board, ann, label(key))
    assert not play.world.calls("editMessageMedia")
    await play.press(board, ann, next(opening_keys(board))[0])
    assert "<" not in board.text, "its tags are read, by either way"
    await play.press(board, ann, label("menu"))  # the mark of the last move goes
    sent = len(play.world.calls("editMessageMedia"))
    for key in ("back", "menu"):
        await play.press(board, ann, label(key))
    assert len(play.world.calls("editMessageMedia")) == sent
    assert "<" not in board.text


async def test_pictures_are_announced(play: Playing) -> None:
    """A chat action announces a picture of a board or a card, but no text."""
    ann, chat = play.in_private()
    assert not (await play.say(chat, ann, "/newgame easy")).picture
    assert not chat_actions(chat)
    assert (await play.say(chat, ann, "/newgame expert")).picture
    assert chat_actions(chat) == ["upload_photo"]
    await play.deal(chat, ann, "3x5/2 ##M## ##M## #####")
    await play.say(chat, ann, "/giveup")
    assert chat_actions(chat) == ["upload_photo"]
    await play.pass_time(10)  # so that the budget allows it at once
    assert (await play.say(chat, ann, "/card")).picture
    assert chat_actions(chat) == ["upload_photo"] * 2


def chat_actions(chat: Chat) -> list[str]:
    """Return the chat actions that the bot has sent."""
    return [event.note for event in chat.history if event.what == "action"]


async def test_lost_answer(play: Playing) -> None:
    """After an edit whose answer was lost, the picture before it is sent again, not skipped."""
    ann = play.world.user("Ann")
    board = await play.say(play.world.private(ann), ann, "/newgame expert")
    for data in ("1m.!.0.0", "1m.?.0.1"):
        board.forge(ann, data)
        await play.settle()
    shown = board.picture
    await play.pass_time(10)  # so that the chat's budget allows further sends
    play.world.lose_answer("editMessageMedia")
    board.forge(ann, "1m.!.0.2")
    await play.take(play.posted())
    await play.world.changes.until(lambda: board.picture != shown, PATIENCE_S)
    board.forge(ann, "1m.?.0.3")
    await play.take(play.posted())
    await play.settle()
    assert board.picture == shown
