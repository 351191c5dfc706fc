"""Whole conversations as players have them, in every language."""

from __future__ import annotations

import json
import re

import pytest

from bot.i18n import LANGUAGES, Text, Translator
from core.lesson import Goal, lesson_step
from tests.bot.platforms.telegram.playing import Playing, key_of, keys, label, opening_keys, words
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.files import Upload
from tests.emulators.telegram.people import User

TRANSLATOR = Translator()
WALL = "3x5/2 ##M## ##M## #####"
CODES = "|".join(LANGUAGES)
NAMES = "|".join(TRANSLATOR.say(Text(f"language.{code}"), code) for code in LANGUAGES)
FOREIGN_WORDS = re.compile(
    rf"/\w+( (open|flag|easy|casual|invited|solo|all|on|off|{CODES}))*"  # commands
    rf"|\b[a-z]{{1,2}}\d{{1,3}}\b|[a-z]1-[a-z]3|3BV(/[sс])?|{NAMES}|Ann|Bob|evening"
    rf"|\b(easy|medium|hard|expert|simple|beginner|safe|casual|noguess|lives|{CODES})\b"
    r"|\b(drifting|blindfold|open|flag|boards|off|on)\b"
)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_lesson(play: Playing, language: str) -> None:
    """The lesson goes from the greeting through its four goals, each step's cells marked."""
    ann, chat = play.in_private("Ann", language)
    greeting = await play.say(chat, ann, "/start")
    assert sum(map(len, greeting.labels)) == 3
    assert "\n" not in greeting.text
    await play.press(greeting, ann, label("learn", language))
    goals = []
    while (game := (await play.session(ann)).game).outcome is None:
        step = lesson_step(game.board)
        marked = [key for row in chat.last.content.keyboard for key in row if "style" in key]
        assert len(marked) == len(step.cells)
        goals.append(step.goal)
        if step.goal is Goal.CHORD:
            assert step.clue is not None
            await play.say(chat, ann, f"@{game.board.grid.name(step.clue)}")
        elif step.goal is Goal.FLAG:
            await play.press(chat.last, ann, label("mode_open", language))
            await play.press(chat.last, ann, key_of(chat.last, step.cells[0]))
            await play.press(chat.last, ann, label("mode_flag", language))
        else:
            await play.say(chat, ann, game.board.grid.name(step.cells[0]))
    assert goals == [Goal.OPEN, Goal.FLAG, Goal.CHORD, Goal.TYPE]
    assert words("lesson.done", language) in chat.last.text
    assert "3BV" not in chat.last.text
    await play.press(chat.last, ann, label("again", language))
    assert words("level.default", language) in chat.last.text
    stats = await play.say(chat, ann, "/stats")
    assert stats.text == words("stats.none", language)


async def visit(play: Playing, chat: Chat, ann: User, language: str) -> None:
    """Write and press nearly everything that there is in a private chat."""
    await play.say(chat, ann, "/start")
    await play.say(chat, ann, f"/language {language}")
    await play.say(chat, ann, "/newgame simple casual safe lives 2")
    board = await play.dealt(chat, ann, WALL)
    for key in ("hint_price", "hint", "hint", "hint", "mode_open", "mode_flag", "menu", "give_up"):
        await play.press(board, ann, label(key, language))
    await play.press(board, ann, label("give_up_no", language))
    for text in ("/help", "hello", "/newgmae", "c9 9", "99 99", "a1", "!c1", "?d1", "@d1", "/save",
                 "/save evening", "/games", "/load 77", "/load evening", "/settings", "/mode",
                 "/undo", "/newgame 1 1 1", "/newgame x", "/access", "/invite", "/language",
                 "/privacy", "/export", "/stats", "d1", "/giveup", "/hint", "/stats", "/delete",
                 "/learn", "/newgame 24 24 99", "/newgame expert lives 3"):  # fmt: skip
        await play.say(chat, ann, text)


@pytest.mark.parametrize("language", ["ru", "zh"])
async def test_no_english(play: Playing, language: str) -> None:
    """Everything is said in the player's language: texts, buttons, notices."""
    ann, chat = play.in_private("Ann", language)
    await play.solver.warm()
    await visit(play, chat, ann, language)
    said = [version.text for each in chat.messages_by_id.values() if each.own
            for version in each.versions]  # fmt: skip
    said = [re.sub(r"(?s) *\n[^\n]*a b c.*|     a.*|.*1 2 3.*", "", text) for text in said]
    labels = {text for each in chat.messages_by_id.values() if each.own
              for version in each.versions for row in version.labels for text in row}  # fmt: skip
    toasts = [
        call.params.values.get("text", "") for call in play.world.calls("answerCallbackQuery")
    ]
    for text in (*said, *labels, *toasts):
        rest = FOREIGN_WORDS.sub("", text)
        assert not re.search(r"[A-Za-z]{2}", rest), text
        assert "{" not in text


async def test_private_rounds(play: Playing) -> None:
    """Giving up asks first, undo takes a move back, /load restores a save, taps can set flags."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame 8 8 14 casual")
    await play.press(board, ann, label("mode_open"))
    assert label("mode_flag") in board.labels[-1]
    press = await play.press(board, ann, key_of(board, 0))
    assert press.toast == "Flagged a1."
    await play.press(board, ann, label("mode_flag"))
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("undo"))
    assert not any((await play.session(ann)).game.flagged)
    assert "Undone" in board.text
    await play.press(board, ann, key_of(board, 0))
    await play.say(chat, ann, "/save evening")
    await play.say(chat, ann, "/newgame easy")
    loaded = await play.say(chat, ann, "/load evening")
    assert "game 1 “evening”" in loaded.text
    assert (await play.session(ann)).game.opened[0]
    await play.press(loaded, ann, label("menu"))
    await play.press(loaded, ann, label("give_up"))
    assert loaded.labels[-1] == [label("give_up_yes"), label("give_up_no")]
    await play.press(loaded, ann, label("give_up_no"))
    assert (await play.session(ann)).game.outcome is None
    await play.press(loaded, ann, label("menu"))
    await play.press(loaded, ann, label("give_up"))
    await play.press(loaded, ann, label("give_up_yes"))
    assert "You gave up" in loaded.text
    assert loaded.labels[0] == [label("again"), label("levels")]


async def test_hint(play: Playing) -> None:
    """A hint has four steps on one message.

    At first the buttons of the numbers that it names stand out, from the second step on those of
    the cells that follow from them as well.
    """
    ann, chat = play.in_private()
    await play.solver.warm()
    await play.say(chat, ann, "/start")
    board = await play.dealt(chat, ann, WALL)
    for step in (1, 2, 3, 4):
        press = await play.press(board, ann, label("hint_price" if step == 1 else "hint"))
        assert f"Step {step} of 4" in board.text
        assert len(press.toast) > 60
        assert not press.alert, "it stands on the board as well"
        styled = [key["text"] for row in board.content.keyboard for key in row if "style" in key]
        assert styled.count("2️⃣") == 2
        assert ("⬜" in styled) == (step > 1)
    assert "pre" in {entity["type"] for entity in board.content.entities}
    assert chat.last is board


async def test_text_only(play: Playing) -> None:
    """With boards as text there are no cells to press: the board is preformatted, moves typed."""
    ann, chat = play.in_private()
    settings = await play.say(chat, ann, "/settings")
    await play.press(settings, ann, "📄 Boards as text")
    assert "text only" in settings.text
    board = await play.say(chat, ann, "/newgame hard")
    assert board.picture is None
    assert "pre" in {entity["type"] for entity in board.content.entities}
    assert not list(opening_keys(board))
    assert "type its row and column" in board.text
    moved = await play.say(chat, ann, "3 3")
    assert "Opened" in moved.text
    assert board.deleted
    await play.press(settings, ann, "🔲 Boards with buttons")
    assert list(opening_keys(await play.say(chat, ann, "/board")))


async def test_data_rights(play: Playing) -> None:
    """A player reads what is kept, gets it as a file, and deletes it after a question."""
    ann = play.world.user("Ann")
    chat, space = play.world.private(ann), f"telegram:{ann.id}"
    await play.deal(play.world.private(ann), ann, WALL)
    assert "/export" in (await play.say(chat, ann, "/privacy")).text
    sent = await play.say(chat, ann, "/export")
    assert sent.text == words("export.here", "en")
    file = sent.picture
    assert file
    kept = json.loads(file)
    assert kept["player"] == {"id": space, "name": "Ann"}
    assert kept["games"][0]["board"][1] == "02###"
    question = await play.say(chat, ann, "/delete")
    assert (await play.session(space)).number == 1
    press = await play.press(question, ann, next(keys(question)))
    assert press.toast.startswith("Deleted.")
    assert (question.text, question.labels) == (words("delete.done", "en"), [])
    assert "no unfinished games" in (await play.say(chat, ann, "/games")).text


async def test_boards_of_deleted_games(play: Playing) -> None:
    """/delete removes boards of unfinished games; one too old to be removed loses its buttons."""
    ann = play.world.user("Ann")
    chat, days = play.world.private(ann), 86_400
    over = await play.say(chat, ann, "/newgame easy")
    await play.say(chat, ann, "a1")
    over = await play.say(chat, ann, "/giveup yes")
    old = await play.say(chat, ann, "/newgame easy")
    await play.press(old, ann, next(opening_keys(old))[0])
    await play.skip_time(3 * days)
    new = await play.say(chat, ann, "/newgame expert")
    await play.say(chat, ann, "/delete yes")
    assert chat.last.text.startswith("Deleted.")
    assert (new.deleted, old.deleted, over.deleted) == (True, False, False)
    assert not old.labels
    assert over.labels
    found = await play.store.view(f"chat:telegram:{ann.id}", lambda docs, _: docs.get("shown:2"))
    assert found is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_messages_without_text(play: Playing, language: str) -> None:
    """A file without words is answered in a private chat alone; a caption is read like a text."""
    ann = play.world.user("Ann", language)
    chat, group = play.world.private(ann), play.world.supergroup("Sweepers", ann)
    file = Upload("notes.txt", "text/plain", b"notes")
    chat.send_document(ann, file)
    await play.settle()
    assert chat.last.text == words("unknown.nothing", language, numbers="3 4")
    chat.send_document(ann, file, "/newgame easy")
    await play.settle()
    board = chat.last
    assert list(opening_keys(board))
    chat.announce(ann, message_auto_delete_timer_changed={"message_auto_delete_time": 86_400})
    group.send_document(ann, file)
    await play.settle()
    assert chat.last is board
    assert len(group.shown) == 1, "the greeting"
