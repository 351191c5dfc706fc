"""Sharing on Telegram: a link is made in one chat, and opened in another."""

from __future__ import annotations

import pytest

from core.game import Outcome
from tests.bot.platforms.telegram.playing import Playing, label, start_of


@pytest.mark.parametrize("language", ["en", "ru", "zh-hans"])
async def test_link(play: Playing, language: str) -> None:
    """A finished board is shared by a button; the link opens the same board for somebody else."""
    ann, bob = play.world.user("Ann", language), play.world.user("Bob", language)
    chat, other = play.world.private(ann), play.world.private(bob)
    await play.say(chat, ann, "/newgame easy")
    await play.say(chat, ann, "3 3")
    board = await play.say(chat, ann, "/giveup")
    await play.press(board, ann, label("share", language[:2]))
    line = chat.last
    assert line is not board
    assert "8×8" in line.text
    send = line.content.keyboard[-1][0]
    assert send["url"].startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2F")
    opened = await play.say(other, bob, f"/start {start_of(line)}")
    mine = await play.session(ann)
    theirs = await play.session(bob)
    assert theirs.game.outcome is None
    assert theirs.game.minefield == mine.game.minefield
    assert len(theirs.game.history) == 1
    assert theirs.casual
    assert len(opened.labels) == 9


async def test_played_in_group(play: Playing) -> None:
    """In a group /share gives a link too, and its code begins the board there."""
    ann, bob, group = play.two_in_group()
    await play.say(group, ann, "/newgame easy")
    shared = await play.say(group, bob, "/share")
    assert shared.text == "Open a cell first: then there is a board to share."
    await play.say(group, ann, "/open c3")
    await play.say(group, ann, "/giveup")
    shared = await play.say(group, bob, "/share")
    code = start_of(shared).removeprefix("g_")
    board = await play.say(group, bob, f"/play {code}")
    assert len(board.labels) == 9
    again = await play.session(group, 2)
    assert again.owner == f"telegram:{bob.id}"


async def test_code_alone(play: Playing) -> None:
    """A code written alone begins its board in a private chat, and nothing in a group."""
    ann = play.world.user("Ann")
    group, chat = play.world.supergroup("Sweepers", ann), play.world.private(ann)
    group.promote(play.world.bot)  # so that the bot hears everything
    await play.say(group, ann, "/newgame easy")
    await play.say(group, ann, "/open c3")
    board = await play.say(group, ann, "/giveup")
    code = start_of(await play.say(group, ann, "/share")).removeprefix("g_")
    last = group.last
    assert await play.say(group, ann, code) is last
    assert await play.answer(group, ann, code, board) is last
    assert "A shared board: easy" in (await play.say(chat, ann, code)).text


async def test_forged_link(play: Playing) -> None:
    """A link with an unknown code is refused in one sentence, and one without gets the greeting."""
    ann, chat = play.in_private()
    for word in ("g_aaaaaaaaaa", "g_", "g_%00"):
        said = await play.say(chat, ann, f"/start {word}")
        assert said.text == "There is no board with this code, or it has expired."
    said = await play.say(chat, ann, "/start something")
    assert said.text.startswith("Minesweeper!")


async def test_shared_inline(play: Playing) -> None:
    """On an inline board a press on share gives an alert with the code to be typed elsewhere."""
    ann = play.world.user("Ann")
    query = play.world.inline(ann, "8 8 10")
    await play.settle()
    message = play.world.choose(query)
    message.press(ann, message.content.keyboard[3][3]["callback_data"])
    await play.settle()
    space = f"telegram:inline:{message.id}"
    while (game := (await play.session(space)).game).outcome is None:
        assert game.minefield
        keys = [k["callback_data"] for row in message.content.keyboard for k in row]
        mine = next(d for d in keys if "m.o." in d and game.minefield.mines[int(d.split(".")[2])])
        message.press(ann, mine)
        await play.settle()
    assert game.outcome is Outcome.LOST
    share = message.press(ann, label("share"))
    await play.settle()
    assert "8×8" in share.toast
    # A link in an alert cannot be followed, so the alert says what to type elsewhere.
    code = (await play.session(space)).code
    assert share.toast.startswith(f"Play the same board: /play {code}")
    assert share.alert
    chat = play.world.private(play.world.user("Bob"))
    shared = await play.say(chat, chat.user, f"/play {code}")
    assert "A shared board: easy" in shared.text
