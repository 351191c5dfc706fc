"""Duels on Telegram: between two private chats by a link, and in a group by a button."""

from __future__ import annotations

import pytest

from bot.i18n import LANGUAGES
from tests.bot.platforms.telegram.playing import Playing, label, opening_keys, start_of


@pytest.mark.parametrize("language", LANGUAGES)
async def test_two_chats(play: Playing, language: str) -> None:
    """A rival joins by a link; each board shows the other's progress and end; a rematch follows."""
    ann, bob = play.world.user("Ann", language), play.world.user("Bob", language)
    chat, other = play.world.private(ann), play.world.private(bob)
    await play.say(chat, ann, "/duel simple")
    invitation, board = sorted(chat.shown[-2:], key=lambda each: len(each.labels))
    theirs = await play.say(other, bob, f"/start {start_of(invitation)}")
    assert "⚔ Bob" in board.text
    assert "⚔ Ann" in theirs.text
    await play.win(board, ann, ann)
    assert "⚔ Ann 🏆" in theirs.text
    await play.win(theirs, bob, bob)
    assert "⚔ Bob 🏆" in board.text
    await play.press(theirs, bob, label("rematch", language))
    assert "/rematch" in board.text
    await play.press(board, ann, label("rematch", language))
    mine = await play.session(ann, 2)
    yours = await play.session(bob, 2)
    assert mine.game.minefield == yours.game.minefield


async def test_data_deleted(play: Playing) -> None:
    """The board of a player who deletes their data in a duel is over, and no longer listed.

    It names nobody, and says that the mines are shown when both are done.
    """
    ann, bob, group = play.two_in_group()
    await play.say(group, ann, "/duel easy")
    invitation, board = sorted(group.shown[-2:], key=lambda each: len(each.labels))
    await play.press(invitation, bob, "⚔ Accept")
    theirs = group.last
    await play.say(group, ann, "/delete yes")
    assert "⚔ ? 💥" in theirs.text
    assert not [*opening_keys(board)]
    assert "given up" in board.text
    assert "The mines are shown when both are done." in board.text
    assert "Ann" not in board.text
    assert "1 unfinished game" in (await play.say(group, bob, "/games")).text
    await play.win(theirs, bob, group, 2)
    assert "⚔ Bob wins the duel." in theirs.text


async def test_mines_when_both_are_done(play: Playing) -> None:
    """The board of the player who is done first shows its mines once the rival is done too."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    chats = [play.world.private(each) for each in (ann, bob)]
    for chat in chats:
        chat.send("/start")
    await play.say(chats[0], ann, "/duel simple")
    invitation = next(each for each in chats[0].shown if "?start=" in each.text)
    await play.say(chats[1], bob, f"/start {start_of(invitation)}")
    board = await play.say(chats[0], ann, "/giveup yes")
    assert "The mines are shown when both are done." in board.text
    assert "💣" not in board.text
    await play.say(chats[1], bob, "/giveup yes")
    assert "💣" in board.text


async def test_in_quiet_hours(play: Playing) -> None:
    """In quiet hours a rival's progress is shown on a board in play, on an idle one afterwards."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    group, other = play.world.supergroup("Sweepers", ann), play.world.private(bob)
    await play.say(group, ann, "/duel simple")
    invitation, board = sorted(group.shown[-2:], key=lambda each: len(each.labels))
    theirs = await play.say(other, bob, f"/start {start_of(invitation)}")
    hour = int(play.clock.now() // 3600) % 24
    await play.say(group, ann, f"/settings quiet {hour}-{(hour + 2) % 24}")
    safe = await play.safe_keys(theirs, bob)
    await play.press(theirs, bob, safe[0])
    seen = board.text
    assert "⚔ Bob" in seen
    play.clock.advance(600)
    await play.win(theirs, bob, bob)
    assert board.text == seen
    play.clock.advance(2 * 3600)
    await play.store.view("", lambda *_: None)
    await play.store.sweep(0)
    await play.settle()
    assert "⚔ Bob 🏆" in board.text


async def test_group_becomes_supergroup(play: Playing) -> None:
    """A duel goes on with a player whose group becomes a supergroup in the middle of it."""
    ann, bob, cid = (play.world.user(name) for name in ("Ann", "Bob", "Cid"))
    group, other, third = (
        play.world.group("Sweepers", ann),
        play.world.private(bob),
        play.world.private(cid),
    )
    await play.say(group, ann, "/duel simple")
    invitation = next(each for each in group.shown if "?start=" in each.text)
    theirs = await play.say(other, bob, f"/start {start_of(invitation)}")
    successor = play.world.migrate(group)
    await play.settle()
    await play.win(theirs, bob, bob)
    assert "⚔ Bob 🏆" in successor.last.text
    seen = await play.say(third, cid, f"/start {start_of(invitation)}")
    assert "⚔ Bob 🏆" in seen.text
    assert "⚔ Ann 0%" not in seen.text
    await play.say(successor, ann, "/giveup yes")
    await play.press(seen, cid, "👁 Look again")
    assert "⚔ Bob wins the duel." in seen.text


async def test_in_the_name_of_a_group(play: Playing) -> None:
    """A duel can be neither begun nor joined in the name of a group or a channel."""
    ann, group = play.in_group()
    channel = play.world.channel("News", ann)
    chat = play.world.private(ann)
    await play.say(chat, ann, "/duel easy")
    code = start_of(min(chat.shown, key=lambda each: len(each.labels))).removeprefix("d_")
    for text in ("/duel", "/duel easy", f"/duel {code}"):
        for name in (group, channel):
            group.say_as(name, text)
            await play.settle()
    assert [message.text for message in group.shown[-6:]] == 6 * [
        "A duel is played in one's own name: write as yourself, not as a group or channel."
    ]
