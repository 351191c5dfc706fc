"""Answers to messages: to a board, to an exercise, and to others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app.requests.menu import Page
from bot.store.backend import Batch, Verdict
from tests.bot.platforms.dealing import waiting
from tests.bot.platforms.telegram.playing import Playing, playing, words
from tests.bot.platforms.troubled import TroubledBackend
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.files import Upload
from tests.emulators.telegram.message import Sender
from tests.emulators.test_telegram_files import png


async def test_exercise(play: Playing) -> None:
    """A cell that answers an exercise is the solution of that one, and opens nothing in a game."""
    ann = play.world.user("Ann")
    chat, group = play.world.private(ann), play.world.supergroup("Sweepers", ann)
    for place in (chat, group):
        await play.say(place, ann, "/newgame easy")
        asked = await play.say(place, ann, "/train")
        made = await waiting(play.store, f"telegram:{ann.id}")
        answer = made.board.grid.name(made.answer[0])
        await play.say(place, ann, "/train")  # a newer exercise, with another answer
        told = await play.answer(place, ann, answer, asked)
        assert told.text.startswith(f"✅ Right, {answer}!")
        assert not (await play.session(place)).game.history


async def test_why_a_press_was_refused(play: Playing) -> None:
    """Why a press was refused also stands above the board where nobody else reads it."""
    ann = play.world.user("Ann")
    chat, group = play.world.private(ann), play.world.supergroup("Sweepers", ann)
    for place in (chat, group):
        board = await play.say(place, ann, "/newgame easy")
        for data in ("1m.!.0.0", "1m.o.0.1"):
            press = board.forge(ann, data)
            await play.settle()
        assert press.toast
        assert (press.toast in board.text) == (place is chat)


async def test_talk_about_an_exercise(play: Playing) -> None:
    """In a group only a cell is taken as the answer to an exercise, in private any words are."""
    ann = play.world.user("Ann")
    group, chat = play.world.supergroup("Sweepers", ann), play.world.private(ann)
    asked = await play.say(group, ann, "/train")
    for talk in ("that took me 3 minutes", "why 2?"):
        assert await play.answer(group, ann, talk, asked) is asked
    asked = await play.say(chat, ann, "/train")
    assert await play.answer(chat, ann, "why is 2 right", asked) is not asked


async def test_answer_to_no_board(play: Playing) -> None:
    """In a group a cell that answers a review or another bot's message is no move."""
    ann, other = play.world.user("Ann"), play.world.user("Chess", is_bot=True)
    group = play.world.supergroup("Sweepers", ann, other)
    await play.say(group, ann, "/newgame easy")
    await play.say(group, ann, "/open a1")
    await play.say(group, ann, "/giveup")
    review = await play.say(group, ann, "/review")
    await play.say(group, ann, "/newgame easy")
    group.promote(play.world.bot)  # so that the bot hears everything
    board = ({"text": "♟", "callback_data": "2m.o.5.0"},)
    foreign = group.post(group.draft(Sender(other), Content("Your move", keyboard=(board,))))
    last = group.last
    for message in (review, foreign):
        assert await play.answer(group, ann, "d3", message) is last
    assert not (await play.session(group, 2)).game.history


async def test_notices(play: Playing) -> None:
    """In a group a cell that answers a notice of the bot is a move on the writer's own board."""
    ann, bob, group = play.two_in_group()
    none = await play.answer(group, ann, "d3", await play.say(group, ann, "/help"))
    assert none.text == "There is no game here now. Start one with /newgame, or see /games."
    board = await play.say(group, ann, "/newgame 6 6 12")
    unread = await play.answer(group, ann, "z99", board)
    assert unread.text.startswith("That is off the board")
    await play.answer(group, ann, "c3", unread)
    session = await play.session(group)
    assert session.game.opened[session.game.rules.grid.cell(2, 2)]
    last = group.last
    for talk in ("3", "what about c3?", "c3 was a good one", "at 7", "k7m2xq9ht4"):
        assert await play.answer(group, bob, talk, unread) is last
    for wordy in ("флаг на 3 дня", "open 24 hours", "why flag c3", "我插旗c3了"):
        assert await play.answer(group, bob, wordy, unread) is last
    flagged = await play.answer(group, ann, "флаг на c3", unread)
    assert flagged.text.startswith("c3 is open already.")
    await play.say(group, ann, "/giveup")
    card = await play.say(group, ann, "/card")
    await play.say(group, ann, "/newgame 6 6 12")
    await play.answer(group, ann, "c3", card)
    assert not (await play.session(group, 2)).game.history


async def test_inline_board(play: Playing) -> None:
    """An answer to an inline board is about none of the chat's own games."""
    ann = play.world.user("Ann", "ru")
    chat, group = play.world.private(ann), play.world.supergroup("Sweepers", ann)
    group.promote(play.world.bot)  # so that the bot hears everything
    for place in (chat, group):
        last = await play.say(place, ann, "/newgame easy")
        query = play.world.inline(ann, "5 5 4")
        await play.settle()
        inline = play.world.choose(query, 0, place)
        inline.press(ann, "0b.5.5.4.12")  # from now on its game has a number
        await play.settle()
        board = place.messages[-1]
        told = await play.answer(place, ann, "d3", board)
        assert told.text == words("inline.tap", "ru") if place is chat else told is last
        assert not (await play.session(place)).game.history
        await play.answer(place, ann, "/solve new", board)
        assert (await play.session(place, 2)).page is Page.WATCH


async def test_written_through_another_bot(play: Playing) -> None:
    """A message written through another bot is its writer's, and so is an answer to it."""
    ann, other = play.world.user("Ann"), play.world.user("Translator")
    chat = play.world.private(ann)
    await play.say(chat, ann, "/start")
    wish = chat.draft(Sender(ann), Content("/newgame easy"))
    wish.via_bot = other
    chat.post(wish)
    await play.settle()
    assert "New game: easy" in chat.last.text
    assert "Opened" in (await play.answer(chat, ann, "c3", wish)).text


async def test_mention(play: Playing) -> None:
    """The bot's name alone gets a greeting; a longer name that begins with it is not the bot's."""
    ann, group = play.in_group()
    group.promote(play.world.bot)
    name = f"@{play.world.bot.username}"
    greeting = await play.say(group, ann, name.upper())
    assert greeting.text.startswith("Minesweeper!")
    await play.say(group, ann, "/newgame easy")
    last = group.last
    assert await play.say(group, ann, f"{name}2 d3") is last
    assert not (await play.session(group)).game.history


async def test_named_last(play: Playing) -> None:
    """A request before the bot's name works like one after it; talk about the bot does nothing."""
    ann = play.world.user("Ann")
    group, chat = play.world.supergroup("Sweepers", ann), play.world.private(ann)
    me = f"@{play.world.bot.username}"
    for there in (group, chat):
        helped = await play.say(there, ann, f"help {me}")
        assert helped.text == (await play.say(there, ann, f"{me} help")).text
        assert "New game: easy" in (await play.say(there, ann, f"newgame easy, {me.upper()}!")).text
        missing = await play.say(there, ann, f"load my evening, {me}")
        assert missing.text == (await play.say(there, ann, "/load my evening")).text
        await play.say(there, ann, f"a1 {me}")
        assert len((await play.session(there)).game.history) == 1
    last = group.last
    for talk in (f"who made {me}", f"3 of us play with {me}", f"help {me}2", f"help a{me}"):
        assert await play.say(group, ann, talk) is last


@pytest.mark.parametrize("written", ["{cell}", "{me} {cell}", "{cell} {me}"])
@pytest.mark.parametrize("private", [True, False])
async def test_exercise_by_name(play: Playing, written: str, *, private: bool) -> None:
    """A cell answers an exercise also with the bot's name before or after it."""
    ann = play.world.user("Ann")
    chat = play.world.private(ann) if private else play.world.supergroup("Sweepers", ann)
    await play.say(chat, ann, "/newgame easy")
    task = await play.say(chat, ann, "/train")
    made = await waiting(play.store, f"telegram:{ann.id}")
    cell, me = made.board.grid.name(made.answer[0]), f"@{play.world.bot.username}"
    told = await play.answer(chat, ann, written.format(cell=cell, me=me), task)
    assert told.text.startswith("✅")
    assert not (await play.session(chat)).game.history


async def test_addressed_commands(play: Playing) -> None:
    """A command for another bot is left to it in a group, but obeyed in a private chat."""
    ann = play.world.user("Ann")
    group, chat = play.world.supergroup("Sweepers", ann), play.world.private(ann)
    await play.say(group, ann, "/start")
    shown = len(group.shown)
    group.say(ann, "/newgame@other_bot easy")
    group.send_photo(ann, Upload("board.png", "image/png", png(8, 8)), "/newgame@other_bot easy")
    await play.settle()
    assert len(group.shown) == shown
    me = f"@{play.world.bot.username}"
    assert (await play.say(chat, ann, me)).text.startswith("Minesweeper!")
    for there, text in (
        (group, f"{me}, newgame easy"),
        (group, f"/newgame{me.upper()} easy"),
        (chat, "/newgame@other_bot easy"),
        (chat, f"{me} newgame easy"),
        (chat, f"{me}: /newgame easy\nlet us play"),
    ):
        board = await play.say(there, ann, text)
        assert "New game: easy" in board.text
        await play.say(there, ann, "/giveup")


async def test_album(play: Playing) -> None:
    """An album gets one answer; a command that comes after its first picture gets another."""
    ann, chat = play.in_private()
    helped = (await play.say(chat, ann, "/help")).text
    photo = play.world.hub.files.store("photo", Upload("board.png", "image/png", png(8, 8)))
    wordless, named, named_late = ("", "", ""), ("/help", "", ""), ("", "/help", "")
    for album, captions in enumerate((wordless, wordless, named, named_late)):
        shown = len(chat.shown)
        for caption in captions:
            sent = chat.draft(Sender(ann), Content(caption, file=photo))
            sent.effects = {"media_group_id": str(album)}
            chat.post(sent)
        await play.settle()
        assert len(chat.shown) == shown + 1 + (captions is named_late)
        assert (chat.last.text == helped) == any(captions)


class Going(TroubledBackend):
    """A store that is out of reach once an album has been noted."""

    has_gone = False

    async def commit(self, batch: Batch) -> Verdict:
        """Commit; after the first batch about an album be out of reach."""
        verdict = await super().commit(batch)
        if not self.has_gone and any("album" in each for each in batch.operations):
            self.has_gone = self.away = True
        return verdict


@pytest.mark.parametrize("kind", [TroubledBackend, Going])
async def test_album_while_the_store_is_away(tmp_path: Path, kind: type[TroubledBackend]) -> None:
    """An album that could not be answered is answered once the store can be reached again."""
    backend = kind()
    async with playing(tmp_path, backend=backend) as play:
        ann, chat = play.in_private()
        await play.say(chat, ann, "/start")
        shown = len(chat.shown)
        backend.away = kind is TroubledBackend
        photo = play.world.hub.files.store("photo", Upload("board.png", "image/png", png(8, 8)))
        for _ in range(2):
            sent = chat.draft(Sender(ann), Content("", file=photo))
            sent.effects = {"media_group_id": "1"}
            chat.post(sent)
        await play.pass_time(10)
        assert backend.away
        backend.away = False
        await play.settle()
        assert len(chat.shown) == shown + 1
