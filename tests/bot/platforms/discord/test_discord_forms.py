"""What is typed into the form for moves."""

from __future__ import annotations

import pytest

from bot.app.requests.coordinates import NUMBERS
from bot.platforms.discord.view import TYPED
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    pinning,
    words,
)
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User


async def typed(play: PlayingDiscord, board: Message, user: User, text: str) -> Interaction:
    """Have ``user`` send ``text`` in the form below ``board``; return that interaction."""
    asked = await play.press(board, user, f"{TYPED}.1")
    assert asked.modal
    sent: Interaction = asked.modal.submit(text)
    await play.settle(sent)
    return sent


@pytest.mark.parametrize("blank", [" ", "\u3000"])
async def test_nothing(play: PlayingDiscord, blank: str) -> None:
    """A player who sends only blanks is told what may be typed."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", level="medium")).reply
    sent = await typed(play, board, ann, blank)
    assert sent.reply.text == words("unknown.nothing", numbers=NUMBERS)


async def test_told_by_help(play: PlayingDiscord) -> None:
    """In a server help names the form as the way to type moves."""
    ann, channel = play.in_server()
    helped = (await play.slash(channel, ann, "help")).reply
    assert helped.text.splitlines()[1].startswith("⌨ and then: 3 4 or d3 — open a cell")


async def test_told_by_help_in_private(play: PlayingDiscord) -> None:
    """In private help names the form only where a worker is not shown what is typed."""
    ann = play.world.user("Ann")
    helped = (await play.slash(play.world.dm(ann), ann, "help")).reply
    begin = "⌨ and then: 3 4 or d3" if play.bot.endpoint else "3 4 or d3"
    assert helped.text.splitlines()[1].startswith(f"{begin} — open a cell")


async def test_yes(play: PlayingDiscord) -> None:
    """A typed yes to the board's question ends the game, and the board is no longer pinned."""
    ann = play.world.user("Ann")
    channel = await pinning(play, ann)
    board = (await play.slash(channel, ann, "newgame", level="medium")).reply
    opened = await play.press(board, ann, f"{TYPED}.1")
    assert opened.modal
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("give_up"))
    assert board.pinned
    await play.settle(opened.modal.submit("да"))
    assert (await play.session(channel)).game.outcome
    assert not any(message.pinned for message in channel.shown)


async def test_without_a_game(play: PlayingDiscord) -> None:
    """The form opens where there is no game any more, with an example in letters."""
    ann = play.world.user("Ann")
    told = (await play.slash(play.world.dm(ann), ann, "help")).reply
    asked = told.forge(ann, f"{TYPED}.1")
    await play.settle(asked)
    assert asked.modal
    assert asked.modal.fields[0]["placeholder"] == "c4 !d5 a1-c3"


async def test_commands(play: PlayingDiscord) -> None:
    """A command typed into the form is carried out; a misspelt one is answered with the nearest."""
    ann, channel = play.in_server()
    board = await play.begin(channel, ann, rows=5, cols=5, mines=8)
    for hint in ("hint", "/hint"):
        told = (await typed(play, board, ann, hint)).reply
        assert told.viewer is ann
        assert "Step" in told.text
    near = await typed(play, board, ann, "/hnt")
    assert "Did you mean /hint?" in near.reply.text
    again = await typed(play, board, ann, "/newgame 6 6 4")
    assert "6×6" in again.reply.text
    assert (await play.session(channel, 2)).game.rules.rows == 6


@pytest.mark.gateway
@pytest.mark.parametrize("text", ["/spoiler 5 5 5", "／Spoiler", "spoiler"])
async def test_spoilers_are_chosen(play: PlayingDiscord, text: str) -> None:
    """A player who types /spoiler, into the form or a message, is told how to choose it."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", level="medium")).reply
    assert (await typed(play, board, ann, text)).reply.text == words("spoiler.choose")
    await play.mention(channel, ann, f"{text}")
    assert channel.last.text == words("spoiler.choose")


@pytest.mark.gateway
async def test_board_that_is_gone(play: PlayingDiscord) -> None:
    """A form of a board that was sent anew meanwhile is answered by the board as it is now."""
    ann, bob, channel = play.two_in_server()
    board = await play.dealt(channel, ann, "5x5/4 ####M ####M ####M ####M #####")
    form = (await play.press(board, ann, f"{TYPED}.1")).modal
    assert form
    await play.mention(channel, bob, "!e1")
    assert board.deleted
    sent: Interaction = form.submit("e5")
    await play.settle(sent)
    assert "Opened e5." in sent.reply.text
    assert "mines 3" in sent.reply.text
    assert [each for each in channel.shown if each.labels] == [sent.reply]
