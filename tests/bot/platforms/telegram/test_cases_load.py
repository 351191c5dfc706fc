"""Hard questions and floods hold up only the player who caused them."""

from __future__ import annotations

import pytest

from bot.app.documents.quota import BURST
from bot.app.documents.state import MAX_GAMES
from bot.app.requests.actions import Press
from bot.app.requests.button import write_button
from core.move import Flag, Unflag
from tests.bot.platforms.held_up import HeldUp
from tests.bot.platforms.telegram.playing import Playing, keys, label
from tests.emulators.telegram.limits import CHAT_BURST, CHAT_RATE, GROUP_PER_MINUTE


async def test_case_37(play: Playing) -> None:
    """Case 37: a hint that takes long keeps nobody else waiting, and is answered."""
    held = HeldUp(play.solver)
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    chat, other = play.world.private(ann), play.world.private(bob)
    await play.say(chat, ann, "/start")
    await play.deal(chat, ann, "3x5/2 ##M## ##M## #####")
    chat.say(ann, "/hint")
    other.say(bob, "/newgame simple")
    await play.reach(lambda: other.shown)
    await held.thinks()
    held.go_on.set()
    await play.settle()
    assert "Step 1 of 4" in chat.last.text


async def test_case_38_player(play: Playing) -> None:
    """Case 38: a player who floods is told to wait, in their language, and others are not."""
    ann, bob = play.world.user("Ann", "ru"), play.world.user("Bob")
    chat, other = play.world.private(ann), play.world.private(bob)
    start = play.clock.now()
    for _ in range(BURST + 30):
        chat.say(ann, "/newgame simple")
    other.say(bob, "/newgame simple")
    await play.reach(lambda: other.shown)
    assert play.clock.now() - start < 10
    await play.settle()
    boards = [each for each in chat.shown if list(keys(each))]
    # The chat takes three messages at once and one a second: most of the 30 are never sent.
    assert len(boards) <= 5
    assert len(chat.shown) <= 5 + 21
    assert chat.shown[-1].text.startswith(("Слишком много игр сразу.", "🙂"))
    assert sum("Слишком много игр" in each.text for each in chat.shown) >= 15
    await play.pass_time(120)
    assert "Новая игра" in (await play.say(chat, ann, "/newgame simple")).text


async def test_case_38_chat(play: Playing) -> None:
    """Case 38: a chat holds 50 unfinished games; a new one needs one of them finished first."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/start")
    for _ in range(MAX_GAMES):
        await play.deal(chat, ann, "3x5/2 ##M## ##M## #####")
    answer = await play.say(chat, ann, "/newgame simple")
    assert "There are already 50 unfinished games here." in answer.text
    await play.say(chat, ann, "/giveup")
    assert "New game" in (await play.say(chat, ann, "/newgame simple")).text


async def test_case_38_presses(play: Playing) -> None:
    """Case 38: a flood of presses on “again” is answered with notices, not boards."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/newgame simple")
    board = await play.say(chat, ann, "/giveup")
    presses = [board.press(ann, label("again")) for _ in range(BURST + 10)]
    await play.settle()
    assert all(press.answered for press in presses)
    refused = [press for press in presses if press.toast.startswith("That is a lot of games")]
    assert len(refused) >= 8
    assert len(chat.shown) <= 5


@pytest.mark.parametrize("is_group", [False, True])
async def test_a_board_is_shown_no_more_often_than_is_allowed(
    play: Playing, *, is_group: bool
) -> None:
    """A board that changes twice a second for 80 seconds is shown at the rate of its chat."""
    ann, chat = play.in_group() if is_group else play.in_private()
    board = await play.say(chat, ann, "/newgame 8 8 10")
    for change in range(160):
        move = (Unflag if change // 64 % 2 else Flag)(change % 64)
        press = board.forge(ann, write_button(Press(move, 0), 1))
        await play.pass_time(0.5)
        assert press.answered
    await play.settle()
    assert not [each.error for each in play.world.requests if each.error]
    at_most = GROUP_PER_MINUTE if is_group else 60 * CHAT_RATE + CHAT_BURST
    shown = len(play.world.calls("editMessageText"))
    assert shown > at_most, "no more than in a minute, though it changed for longer"
