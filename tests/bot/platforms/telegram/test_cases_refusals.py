"""What Telegram refuses: too late, too often, nothing new, gone, blocked, moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.platforms.telegram.playing import (
    Playing,
    deployment,
    keys,
    label,
    opening_keys,
    playing,
)
from tests.emulators.faults import Fault
from tests.emulators.telegram.editing import NOT_MODIFIED
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.wire import ApiError, bad_request
from tests.emulators.telegram.world import Request, World


def sends(world: World, chat: int, since: int = 0) -> list[Request]:
    """Return the calls that showed something in ``chat``, or tried to."""
    shown = ("sendMessage", "sendPhoto", "editMessageText")
    calls = [call for call in world.requests[since:] if call.method in shown]
    return [call for call in calls if str(call["chat_id"]) == str(chat)]


DENSE = "/newgame 8 8 30"
"""A game whose first open leaves most cells closed."""


async def test_case_08(play: Playing) -> None:
    """Case 8: the move of a press that is too old to be answered stands, and the board shows it."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame easy")
    async with play.world.faults.holding("answerCallbackQuery") as answers:
        press = board.press(ann, next(opening_keys(board))[0])
        await play.reach(lambda: answers.held and len(board.versions) > 1)
        play.clock.advance(151)
    await play.settle()
    assert not press.answered
    refused = play.world.calls("answerCallbackQuery")[-1].error
    assert refused
    assert "query is too old" in refused.description
    assert "Opened" in board.text
    assert len((await play.session(ann)).game.history) == 1


@pytest.mark.parametrize("answer_lost", [False, True])
async def test_answer_to_a_press_again(play: Playing, *, answer_lost: bool) -> None:
    """If Telegram fails to take the answer to a press, the bot tries once more, then no more."""
    ann = play.world.user("Ann")
    board = await play.say(play.world.private(ann), ann, "/newgame easy")
    trouble = None if answer_lost else ApiError(502, "Bad Gateway")
    play.world.faults.add(Fault("answerCallbackQuery", trouble, answer_lost=answer_lost))
    press = await play.press(board, ann, next(opening_keys(board))[0])
    assert press.toast.startswith("Opened")
    assert len(play.world.calls("answerCallbackQuery")) == 2
    play.world.faults.add(Fault("answerCallbackQuery", ApiError(502, "Bad Gateway"), times=9))
    assert not (await play.press(board, ann, label("menu"))).answered
    assert len(play.world.calls("answerCallbackQuery")) == 4


async def test_case_09(play: Playing) -> None:
    """Case 9: "message is not modified" counts as success: the bot does not retry, and plays on."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, DENSE)
    play.world.fail_next("editMessageText", bad_request(NOT_MODIFIED))
    await play.press(board, ann, next(opening_keys(board))[0])
    assert len(play.world.calls("editMessageText")) == 1
    assert chat.last is board
    game = (await play.session(ann)).game
    assert game.minefield
    gone = [cell for cell, mine in enumerate(game.minefield.mines) if mine or game.opened[cell]]
    data = next(data for data, cell in opening_keys(board) if cell not in gone)
    await play.press(board, ann, data)
    assert len(play.world.calls("editMessageText")) == 2
    assert "Opened" in board.text


@pytest.mark.parametrize("seconds", [3, 137, 245])
async def test_case_10(tmp_path: Path, seconds: int) -> None:
    """Case 10: after a 429 all workers wait with this chat alone, then show the newest board."""
    async with serving() as server:
        shared = deployment(server, tmp_path)
        async with shared.worker() as play, shared.worker(polls=False) as other:
            ann, bob = play.world.user("Ann"), play.world.user("Bob")
            chat, elsewhere = play.world.private(ann), play.world.private(bob)
            board = await play.say(chat, ann, DENSE)
            cells = [data for data, _ in opening_keys(board)]
            play.world.flood.freeze(chat.id, seconds)
            start, since = play.clock.now(), len(play.world.requests)
            board.press(ann, cells[0])
            await play.reach(lambda: sends(play.world, chat.id, since))
            board.press(ann, cells[-1])
            await other.take(other.posted())
            board.press(ann, cells[7])
            reply = elsewhere.say(bob, "/newgame easy")
            await play.reach(lambda: elsewhere.shown)
            assert play.clock.now() - start < 2.5, "the other chat does not wait"
            assert reply.heard
            await play.settle(other)
            first, *later = sends(play.world, chat.id, since)
            assert first.error
            assert first.error.code == 429
            assert all(call.at >= start + seconds and not call.error for call in later)
            assert len(later) <= 3
            session = await play.session(ann)
            revision = len(session.game.history)
            assert revision >= 2
            assert session.game.outcome or f".{revision}" in next(opening_keys(board))[0]


async def test_stopped_meanwhile(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A worker told to stop leaves a board that has to wait for long to another, and says so."""
    async with playing(tmp_path) as play:
        ann, chat = play.in_private()
        board = await play.say(chat, ann, DENSE)
        play.world.flood.freeze(chat.id, 245)
        board.press(ann, next(opening_keys(board))[0])
        await play.reach(lambda: sends(play.world, chat.id)[-1].error)
    assert "stopped before all boards were sent to Telegram" in caplog.text


async def test_case_11_deleted(play: Playing) -> None:
    """Case 11: a deleted board stays away until a player moves or asks for it."""
    ann, group = play.in_group()
    board = await play.say(group, ann, "/newgame easy")
    board.delete()
    await play.say(group, ann, "/settings coordinates zero")
    calls = play.world.calls("editMessageText")
    assert [call for call in calls if call.error], "it would have changed"
    assert not any(dict(opening_keys(each)) for each in group.shown)
    shown = await play.say(group, ann, "/open 3 3")
    assert "Opened" in shown.text
    assert list(keys(shown))
    shown.delete()
    resumed = await play.say(group, ann, "/resume")
    assert resumed is not shown
    assert list(keys(resumed))


async def test_case_11_removed(play: Playing) -> None:
    """Case 11: removed from a group the bot stops sending; once back it plays on after /resume."""
    ann, group = play.in_group()
    board = await play.say(group, ann, "/newgame easy")
    group.remove(play.world.bot)
    since = len(play.world.requests)
    board.press(ann, next(opening_keys(board))[0])
    await play.settle()
    await play.pass_time(300)
    assert len(sends(play.world, group.id, since)) == 1
    group.add(play.world.bot)
    await play.settle()
    resumed = await play.say(group, ann, "/resume")
    assert resumed is not board
    assert len((await play.session(group)).game.history) == 1
    await play.press(resumed, ann, (await play.safe_keys(resumed, group))[0])
    assert "Opened" in resumed.text


async def test_case_12(play: Playing) -> None:
    """Case 12: the bot does not keep sending to a player who blocked it, and keeps the game."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame easy")
    play.world.flood.freeze(chat.id, 5)
    board.press(ann, next(opening_keys(board))[0])
    await play.reach(lambda: sends(play.world, chat.id)[1:])
    chat.block_bot()
    await play.settle()
    await play.pass_time(300)
    refused = [call.error for call in sends(play.world, chat.id) if call.error]
    assert [error.code for error in refused] == [429, 403]
    assert len((await play.session(ann)).game.history) == 1
    welcome = await play.say(chat, ann, "/start")
    assert "Welcome back" in welcome.text
    assert list(opening_keys(welcome))


@pytest.mark.parametrize("told", ["in both", "in the new", ""])
async def test_case_13(play: Playing, told: str) -> None:
    """Case 13: games of a group that becomes a supergroup move too, however the bot hears of it."""
    ann = play.world.user("Ann")
    group = play.world.group("Sweepers", ann)
    await play.settle()
    board = await play.dealt(group, ann, "4x4/2 ##M# #### #### M###", 0)
    game = (await play.session(group)).game
    safe = await play.safe_keys(board, group)
    successor = play.world.migrate(group)
    if told != "in both":
        play.world.updates.drop()
    if not told:
        board.press(ann, safe[0])
    elif told == "in the new":
        successor.announce(ann, migrate_from_chat_id=group.id)
    await play.settle()
    if told:
        await play.press(board, ann, safe[0])
    (here,) = successor.shown
    assert list(opening_keys(here)), "pressed on in the old group, the board is shown in the new"
    assert "Opened" in here.text
    assert (await play.session(successor)).game.minefield == game.minefield
    press = await play.press(here, ann, (await play.safe_keys(here, successor))[0])
    assert "Opened" in press.toast
    assert "Opened" in here.text
    listed = await play.say(successor, ann, "/newgame easy")
    assert "Game 2" in listed.text


async def test_case_13_answers(play: Playing) -> None:
    """Case 13: answers due while a group becomes a supergroup are sent to the latter, once each."""
    ann = play.world.user("Ann")
    group = play.world.group("Sweepers", ann)
    await play.settle()
    await play.say(group, ann, "/newgame easy")
    menu = await play.say(group, ann, "/top")
    for command in ("/games", "/code", "/stats", "/help"):
        group.say(ann, command)
    successor = play.world.migrate(group)
    await play.settle()
    said = [message.text for message in successor.shown]
    assert len(said) == 4
    for word in ("code says", "your statistics yet", "/privacy", "1 unfinished game"):
        assert sum(word in text for text in said) == 1, said
    assert "https://t.me/c/" not in str([message.content.keyboard for message in successor.shown])
    await play.press(menu, ann, next(keys(menu)))
    assert len(successor.shown) == 5
    assert list(keys(successor.last))
    for call in sends(play.world, successor.id):
        assert "reply_parameters" not in call.params.values, "there its number is another's"


async def test_case_13_solver(play: Playing) -> None:
    """Case 13: the solver plays on in the supergroup, beside a game there, and says why."""
    ann = play.world.user("Ann")
    group = play.world.group("Sweepers", ann)
    await play.settle()
    await play.deal(group, ann, "4x8/4 ###M##M# ###M##M# ######## ########", 0)
    group.say(ann, "/solve all")
    await play.reach(lambda: "Opens" in group.last.text)
    successor = play.world.migrate(group)
    await play.deal(successor, ann, "4x4/2 ##M# #### #### M###", 0)
    await play.settle()
    (board,) = successor.shown
    assert len(board.versions) > 2
    assert all("Opens" in version.text for version in board.versions)
    assert "You won" in board.text


async def test_case_13_settings(play: Playing) -> None:
    """Case 13: the old group's settings menu works in the supergroup, for administrators alone."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    group = play.world.group("Sweepers", ann, bob)
    await play.settle()
    menu = await play.say(group, ann, "/settings")
    successor = play.world.migrate(group)
    await play.settle()
    assert (await play.press(menu, bob, "🎨 Dark")).toast.startswith("Only administrators")
    assert not (await play.press(menu, ann, "🎨 Dark")).toast
    assert "Pictures: Dark" in successor.last.text


async def test_an_edit_of_unknown_outcome(play: Playing) -> None:
    """The bot repeats an edit of unknown outcome, as this cannot show the board twice."""
    ann = play.world.user("Ann")
    board = await play.say(play.world.private(ann), ann, "/newgame easy")
    play.world.fail_next("editMessageText", ApiError(500, "Internal Server Error"))
    await play.press(board, ann, next(opening_keys(board))[0])
    assert "Opened" in board.text


async def test_closed_forum(play: Playing, caplog: pytest.LogCaptureFixture) -> None:
    """In a closed forum the bot does not keep sending boards; once it is open, /board shows one."""
    ann = play.world.user("Ann")
    forum = play.world.supergroup("Forum", ann, forum=True)
    topic = forum.topic("Mines")
    await play.settle()
    play.world.fail_next("sendMessage", bad_request("TOPIC_CLOSED"), times=100)
    forum.say(ann, "/newgame easy")
    topic.say(ann, "/newgame simple")
    await play.settle()
    tried = len(sends(play.world, forum.id))
    for _ in range(3):
        await play.skip_time(600)
        await play.store.sweep(0)
        await play.settle()
    assert len(sends(play.world, forum.id)) == tried
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    play.world.faults.clear()
    topic.say(ann, "/board")
    await play.settle()
    assert "simple" in topic.shown[-1].text


@pytest.mark.parametrize(
    ("level", "method", "is_carried_out"),
    [
        ("easy", "sendMessage", False),
        ("easy", "sendMessage", True),
        ("expert", "sendPhoto", True),
    ],
)
async def test_a_send_of_unknown_outcome(
    play: Playing,
    caplog: pytest.LogCaptureFixture,
    level: str,
    method: str,
    *,
    is_carried_out: bool,
) -> None:
    """A board whose sending has an unknown outcome is not sent again; /games shows it."""
    ann, group = play.in_group()
    await play.settle()
    greeted, since = len(group.shown), len(play.world.requests)
    if is_carried_out:
        play.world.lose_answer(method)
    else:
        play.world.fail_next(method, ApiError(502, "Bad Gateway"))
    group.say(ann, f"/newgame {level}")
    await play.settle()
    await play.skip_time(600)
    await play.store.sweep(0)
    await play.settle()
    assert len(group.shown) == greeted + is_carried_out
    assert len(sends(play.world, group.id, since)) == 1
    assert f"{method} may or may not have been carried out" in caplog.text
    listed = await play.say(group, ann, "/games")
    await play.press(listed, ann, next(keys(listed)))
    assert list(opening_keys(group.last))
