"""What players on Telegram see while the store is away, or messages are gone or refused."""

from __future__ import annotations

import pytest

from bot.app.counsel import Progress
from bot.app.errands import reviewing
from bot.app.requests.menu import Page
from bot.reviews import Reviews
from core.game import Game
from core.review import Review
from tests.bot.platforms.telegram.playing import (
    Playing,
    label,
    opening_keys,
    words,
)
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.inline import InlineMessage
from tests.emulators.telegram.message import Message, Sender, chat_instance
from tests.emulators.telegram.people import User
from tests.emulators.telegram.press import Press
from tests.emulators.telegram.wire import bad_request

WALL = "3x5/2 ##M## ##M## #####"
LARGE = "\n".join(["16x30/99", *["###M##M##M##M##M##M##M##M##M##"] * 9, *["#" * 30] * 7])


async def solving(play: Playing) -> tuple[User, Chat, Message]:
    """Have the solver play a game by itself; return who asked, where, and the board."""
    ann, chat = play.in_private()
    await play.solver.warm()
    board = await play.say(chat, ann, "/newgame medium noguess")
    await play.press(board, ann, next(opening_keys(board))[0])
    board.forge(ann, "1solve.all")
    await play.reach(lambda: label("solve_stop") in str(board.labels))
    return ann, chat, board


async def test_solver(play: Playing, caplog: pytest.LogCaptureFixture) -> None:
    """The solver stops when the store goes away; its stop button works once the store is back."""
    ann, chat, board = await solving(play)
    play.backend.away = True
    await play.reach(lambda: "an answer stays unfinished" in caplog.text)
    stop = board.press(ann, label("solve_stop"))
    await play.pass_time(5)
    play.backend.away = False
    await play.reach(lambda: stop.answered)
    await play.settle()
    session = await play.session(ann)
    assert (session.page, session.game.outcome) == (Page.WATCH, None)
    await play.press(board, ann, label("solve_all"))
    assert (await play.session(ann)).game.outcome
    assert chat.shown[-1] is board


async def test_solver_goes_on(play: Playing) -> None:
    """If the store is back within a minute, the solver goes on by itself."""
    ann, chat, board = await solving(play)
    play.backend.away = True
    await play.pass_time(10)
    play.backend.away = False
    await play.settle()
    assert (await play.session(ann)).game.outcome
    assert chat.shown[-1] is board
    assert label("review") in board.labels[1]


async def test_review(
    play: Playing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A review that an outage of the store broke off is shown by its button afterwards."""
    whole = Reviews.of

    async def slow(reviews: Reviews, game: Game, patience: float) -> Review | Progress:
        if patience or caplog.text:
            return await whole(reviews, game, patience)
        play.backend.away = True
        return Progress(1, 2)

    ann, chat = play.in_private()
    await play.deal(chat, ann, WALL)
    await play.say(chat, ann, "c1")
    monkeypatch.setattr(reviewing, "_FIRST_S", 0.0)
    monkeypatch.setattr(Reviews, "of", slow)
    chat.say(ann, "/review")
    await play.reach(lambda: "an answer stays unfinished" in caplog.text)
    play.backend.away = False
    await play.settle()
    announced = chat.last
    assert "Reviewing" in announced.text
    await play.press(announced, ann, words("review.go_on"))
    assert "Reviewing" not in chat.last.text
    assert chat.last.picture


async def test_late_offer(play: Playing, caplog: pytest.LogCaptureFixture) -> None:
    """An inline query answered too late offers nothing; the player's next one offers a board."""
    ann = play.world.user("Ann")
    play.world.fail_next("answerInlineQuery", bad_request("query is too old and response timeout"))
    first = play.world.inline(ann, "5 5")
    await play.settle()
    assert not first.results
    assert not caplog.text
    then = play.world.inline(ann, "5 5 4")
    await play.settle()
    assert len(then.results) == 1


async def test_refused_offer(play: Playing, caplog: pytest.LogCaptureFixture) -> None:
    """An offer that Telegram refuses is logged, as it is a fault of the bot."""
    play.world.fail_next("answerInlineQuery", bad_request("BUTTON_DATA_INVALID"))
    play.world.inline(play.world.user("Ann"), "5 5 4")
    await play.settle()
    assert "answerInlineQuery was refused" in caplog.text


async def test_refused_toast(play: Playing, caplog: pytest.LogCaptureFixture) -> None:
    """A press counts and is shown even if Telegram refuses its answer; the refusal is logged."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame easy")
    play.world.fail_next("answerCallbackQuery", bad_request("MESSAGE_TOO_LONG"))
    await play.press(board, ann, next(opening_keys(board))[0])
    assert len((await play.session(ann)).game.history) == 1
    assert "Opened" in board.text
    assert "answerCallbackQuery was refused" in caplog.text


async def test_settings_without_a_group(play: Playing) -> None:
    """A press for the settings that is forged on an inline board is refused."""
    ann = play.world.user("Ann")
    query = play.world.inline(ann, "5 5 4")
    await play.settle()
    board = play.world.choose(query)
    press = forged(board, ann, "0choose.text.on")
    await play.settle()
    assert press.toast == words("settings.admins")
    assert not play.world.calls("getChatMember")


def forged(board: InlineMessage, user: User, data: str) -> Press:
    """Let ``user`` send ``data`` from a board although no button carries it."""
    origin = {"inline_message_id": board.id, "chat_instance": chat_instance(board.place)}
    return board.presses.forge(user, data, origin)


async def test_topic_that_is_gone(play: Playing, caplog: pytest.LogCaptureFixture) -> None:
    """An answer due in a topic that is deleted is sent nowhere else; another topic plays on."""
    ann = play.world.user("Ann")
    forum = play.world.supergroup("Forum", ann, forum=True)
    topic, other = forum.topic("Mines"), forum.topic("More")
    await play.settle()
    before = len(forum.shown)
    play.world.fail_next("sendMessage", bad_request("message thread not found"), times=2)
    topic.say(ann, "/help")
    await play.settle()
    assert len(forum.shown) == before
    assert not [each for each in caplog.records if each.levelname in {"WARNING", "ERROR"}]
    other.say(ann, "/newgame easy")
    await play.settle()
    assert "easy" in other.shown[-1].text


@pytest.mark.parametrize("layout", [WALL, LARGE], ids=["small", "large"])
async def test_picture_turned_into_text(play: Playing, layout: str) -> None:
    """Once boards are set to text, turning a review's page replaces its picture by a text."""
    ann, chat = play.in_private()
    await play.deal(chat, ann, layout)
    await play.say(chat, ann, "/giveup")
    await play.say(chat, ann, "/giveup yes")
    review = await play.say(chat, ann, "/review")
    assert review.picture
    await play.say(chat, ann, "/settings text on")
    await play.press(review, ann, words("review.to_moves"))
    assert "Move 1 of" in chat.last.text
    assert not chat.last.picture
    assert review.deleted
    page = chat.last
    await play.press(page, ann, words("review.to_whole"))
    assert chat.last is page
    assert "Review:" in page.text


async def test_menu_that_is_gone(play: Playing, caplog: pytest.LogCaptureFixture) -> None:
    """A choice on a menu that is then deleted is kept; nothing is sent, and no warning logged."""
    ann, chat = play.in_private()
    settings = await play.say(chat, ann, "/settings")
    settings.press(ann, "0choose.text.on")
    settings.delete()
    await play.settle()
    assert not chat.shown
    assert not [each for each in caplog.records if each.levelname in {"WARNING", "ERROR"}]
    assert "text only" in (await play.say(chat, ann, "/settings")).text


@pytest.mark.parametrize("data", ["move:3:4", "1zzz"])
async def test_buttons_of_an_older_version(play: Playing, data: str) -> None:
    """A message of the bot with unknown buttons is no board; a press on it says so."""
    ann, group = play.in_group()
    group.promote(play.world.bot)  # so that the bot hears everything
    await play.say(group, ann, "/newgame easy")
    old = group.draft(
        Sender(play.world.bot),
        Content("A board", keyboard=(({"text": "⬜", "callback_data": data},),)),
    )
    old.own = True
    group.post(old)
    last = await play.answer(group, ann, "c3", old)
    assert last is old
    assert not (await play.session(group)).game.history
    press = await play.press(old, ann, data)
    assert press.toast == words("press.foreign")


@pytest.mark.parametrize("place", ["private", "group"])
async def test_boards_never_played(play: Playing, place: str) -> None:
    """A new game deletes the board of one that was never played, but not of one that was."""
    ann = play.world.user("Ann")
    chat = play.world.private(ann) if place == "private" else play.world.supergroup("Team", ann)
    old = await play.say(chat, ann, "/newgame easy")
    new = await play.say(chat, ann, "/newgame medium")
    assert (old.deleted, new.deleted) == (True, False)
    await play.press(new, ann, next(opening_keys(new))[0])
    newest = await play.say(chat, ann, "/newgame hard")
    assert (new.deleted, newest.deleted) == (False, False), "that game is only parked"
    found = await play.store.view(f"chat:telegram:{chat.id}", lambda docs, _: docs.get("shown:1"))
    assert found is None
