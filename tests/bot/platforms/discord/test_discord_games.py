"""Games on Discord, from the first command to the last press, through the real library."""

from __future__ import annotations

import re

import pytest

from bot.app.requests.actions import Hint
from bot.app.requests.button import write_button
from core.game import Outcome
from core.grid import Grid
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    opening_keys,
    words,
)


async def test_small_board(play: PlayingDiscord) -> None:
    """A 5x5 board is all buttons; it is won, and another is begun."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    channel = guild.channel("mines")
    started = await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)
    board = started.reply
    assert len(list(opening_keys(board))) == 25
    await play.press(board, ann, next(opening_keys(board))[0])
    await play.win(board, ann, channel)
    assert (await play.session(channel)).game.outcome is Outcome.WON
    assert board.labels[0] == [label("again"), label("levels")]
    await play.press(board, ann, label("again"))
    assert len(list(opening_keys(channel.last))) == 25


async def test_window_of_emoji(play: PlayingDiscord) -> None:
    """A 9x9 board is emoji with a window of buttons that moves over all of it."""
    ann, channel = play.in_private()
    started = await play.slash(channel, ann, "newgame", level="beginner")
    board = started.reply
    assert len(list(opening_keys(board))) == 20
    seen: set[int] = set()
    for way in ("left", "up", "right", "down", "down", "left", "up", "right"):
        if any(label(way) in row for row in board.labels):
            await play.press(board, ann, label(way))
        seen |= {cell for _, cell in opening_keys(board)}
    assert len(seen) == 81
    assert len(board.parts) <= 40


async def test_picture(play: PlayingDiscord) -> None:
    """An expert board is a picture with alt text, and shows the window that buttons move."""
    ann, channel = play.in_server()
    started = await play.slash(channel, ann, "newgame", level="expert")
    board = started.reply
    assert board.picture
    [alt] = board.alt_texts
    assert "16" in alt
    press = await play.press(board, ann, next(opening_keys(board))[0])
    assert not press.failed
    assert "Opened" in board.text
    begun = board.picture
    for way in ("right", "right"):
        await play.press(board, ann, label(way))
    away = board.picture
    assert away != begun
    await play.press(board, ann, label("frontier"))
    assert board.picture != away


@pytest.mark.parametrize("level", ["simple", "easy", "expert"])
async def test_board_that_is_over(play: PlayingDiscord, level: str) -> None:
    """A board that was given up shows its mines, and has no buttons to move a window."""
    ann, channel = play.in_server()
    board = await play.begin(channel, ann, level=level)
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("give_up"))
    await play.press(board, ann, label("give_up_yes"))
    assert (await play.session(channel)).game.outcome is Outcome.GIVEN_UP
    assert len(board.alt_texts) == (level == "expert")
    assert "💣" in board.text or re.search(r"Row \d+: \w+ mine\b", board.alt_texts[0])
    assert not [way for way in ("left", "right", "up", "down") if label(way) in str(board.labels)]


async def test_hint_is_for_one(play: PlayingDiscord) -> None:
    """A hint with a picture is for the one who asked, who can show it to everyone."""
    ann, channel = play.in_server()
    board = await play.begin(channel, ann, level="easy")
    hint = (await play.press(board, ann, label("hint_price"))).reply
    assert hint.viewer is ann
    assert "Step 1 of 4" in hint.text
    assert hint.picture
    edits = len(play.world.calls("update_message"))
    shown = (await play.press(hint, ann, label("show_everyone"))).reply
    assert shown.viewer is None
    assert "Step 1 of 4" in shown.text
    assert not shown.labels
    assert len(play.world.calls("update_message")) == edits, "the game's own board stays as it is"


async def test_nobody_else_there(play: PlayingDiscord) -> None:
    """In a server, not in private, there are buttons to show a hint to all and to close a game."""
    ann, channel = play.in_server()
    for place in (play.world.dm(ann), channel):
        board = await play.begin(place, ann, level="easy")
        hint = (await play.press(board, ann, label("hint_price"))).reply
        assert (label("show_everyone") in str(hint.labels)) is (place is channel)
        await play.press(board, ann, label("menu"))
        assert (label("access_open") in str(board.labels)) is (place is channel)


async def test_hint_after_the_end(play: PlayingDiscord) -> None:
    """A hint after the end is answered to the player alone, without the button for everyone."""
    ann, channel = play.in_server()
    board = await play.won(channel, ann)
    asked = board.forge(ann, write_button(Hint(), 1))
    await play.settle(asked)
    assert asked.reply.viewer is ann
    assert label("show_everyone") not in str(asked.reply.labels)


async def test_hint_of_an_older_board(play: PlayingDiscord) -> None:
    """After a move an older hint is no longer shown to everyone, and no new hint is counted."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "ru")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    board = await play.begin(channel, ann, rows=8, cols=8, mines=20)
    hint = (await play.press(board, bob, label("hint_price"))).reply
    hints = (await play.session(channel)).hints
    await play.press(board, ann, (await play.safe_keys(board, channel))[0])
    said = (await play.press(hint, bob, label("show_everyone", "ru"))).reply
    assert said.viewer is bob
    assert said.text == "С той подсказки поле изменилось. Попросите подсказку ещё раз."
    assert channel.shown == [board]
    assert (await play.session(channel)).hints == hints


async def test_hint_while_the_board_changes(
    play: PlayingDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint that cannot keep up with the moves is told of to the player alone."""
    ann, channel = play.in_server()
    board = await play.begin(channel, ann, rows=8, cols=8, mines=20)
    hint = (await play.press(board, ann, label("hint_price"))).reply
    # None is left after the solver was asked: as if others had moved meanwhile each time.
    monkeypatch.setattr("bot.app.service._TRIES", 1)
    said = (await play.press(hint, ann, label("show_everyone"))).reply
    assert said.viewer is ann
    assert channel.shown == [board]


async def test_refusals_are_for_one(play: PlayingDiscord) -> None:
    """A refused command is answered to its player alone."""
    ann, channel = play.in_server()
    for command, options in (
        ("newgame", {"rows": 5, "cols": 5, "mines": 200}),
        ("load", {"name": "nothing"}),
    ):
        assert (await play.slash(channel, ann, command, **options)).reply.viewer is ann
    assert not channel.shown


@pytest.mark.parametrize(
    ("coordinates", "shown"),
    [("letters", "c4 !d5 a1-c3"), ("one", "4:3 !5:4 1:1-3:3"), ("zero", "3:2 !4:3 0:0-2:2")],
)
async def test_example_in_the_form(play: PlayingDiscord, coordinates: str, shown: str) -> None:
    """The form where moves are typed shows an example in the way that the chat names cells."""
    ann, channel = play.in_server()
    await play.slash(channel, ann, "settings", change=f"coordinates {coordinates}")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=8)).reply
    asked = await play.press(board, ann, label("typed"))
    assert asked.modal
    assert asked.modal.fields[0]["placeholder"] == shown


@pytest.mark.gateway
async def test_typed_moves(play: PlayingDiscord) -> None:
    """Moves can be typed into a form, by command and by mention; direct messages are read."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=8)).reply
    asked = await play.press(board, ann, label("typed"))
    assert asked.modal
    await play.settle(asked.modal.submit("c3"))
    assert "Opened" in board.text
    cell = next(cell for _, cell in opening_keys(board))
    name = Grid(5, 5).name(cell)
    flagged = await play.slash(channel, ann, "flag", cell=name)
    assert f"Flagged {name}" in flagged.reply.text
    await play.say(channel, ann, f"{play.world.bot.mention} ?{name}")
    assert f"Took the flag off {name}" in channel.last.text
    direct = play.world.dm(ann)
    await play.say(direct, ann, "/newgame easy")
    assert "easy" in direct.last.text


@pytest.mark.parametrize(
    ("locale", "option", "word"),
    [("ru", "уровень", "Открываю"), ("zh-CN", "难度", "模式"), ("zh-TW", "難度", "選單")],
)
async def test_languages(play: PlayingDiscord, locale: str, option: str, word: str) -> None:
    """A board's buttons are in the language of the player who started it."""
    ann, channel = play.in_private("Ann", locale)
    board = (await play.slash(channel, ann, "newgame", **{option: "easy"})).reply
    assert word in str(board.labels)


async def test_language_of_what_is_no_button(play: PlayingDiscord) -> None:
    """Who reads none of the bot's languages is told in the server's that a button is not ours."""
    ann = play.world.user("Ann", "de")
    guild = play.world.guild("Sweepers", ann)
    guild.locale = "ru"
    channel = guild.channel("mines")
    board = (await play.slash(channel, ann, "newgame", level="easy")).reply
    press = board.forge(ann, "x")
    await play.settle(press)
    assert press.reply.text == words("press.foreign", "ru")


async def test_review(play: PlayingDiscord) -> None:
    """A finished game has a review with a picture, whose pages can be turned."""
    ann, channel = play.in_server()
    board = await play.won(channel, ann)
    review = (await play.press(board, ann, label("review"))).reply
    assert review is not board
    assert "Review" in review.text
    assert review.picture
    before = review.text
    await play.press(review, ann, review.keys[0])
    assert review.text != before
    assert channel.shown == [board, review]


async def test_menu_is_for_one(play: PlayingDiscord) -> None:
    """The settings are for the player who asks, and a press changes them in their place."""
    ann, channel = play.in_server()
    settings = (await play.slash(channel, ann, "settings")).reply
    before = settings.text
    pressed = await play.press(settings, ann, settings.keys[0])
    assert settings.text != before
    assert not pressed.follow_ups
    assert channel.seen_by(ann) == [settings]
    assert settings.viewer is ann


@pytest.mark.http
async def test_endpoint(play: PlayingDiscord) -> None:
    """The endpoint answers a ping, and nothing that Discord has not signed just now (case 24)."""
    endpoint = play.world.endpoint
    assert await endpoint.verify()
    ping = {"id": "1", "application_id": "1", "type": 1, "version": 1}
    assert (await endpoint.post(ping, signed=False)).status == 401
    assert (await endpoint.post(ping, age=3600)).status == 401
    assert (await endpoint.post({"type": 2})).status == 400


@pytest.mark.gateway
async def test_blindfold(play: PlayingDiscord) -> None:
    """A blindfold game has no buttons for cells, and shows what is open only on /board."""
    ann, channel = play.in_server()
    started = await play.slash(channel, ann, "newgame", rows=8, cols=8, mines=10, blindfold=True)
    assert not list(opening_keys(started.reply))
    opened = await play.slash(channel, ann, "open", cell="d4")
    assert "Empty: " in opened.reply.text
    assert "4  # # # # # # # #" in opened.reply.text
    shown = await play.slash(channel, ann, "board")
    assert "4  # # # # # # # #" not in shown.reply.text
