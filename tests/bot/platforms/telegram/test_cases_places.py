"""Where presses and messages come from, and how many of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.game import Outcome
from tests.bot.platforms.telegram.playing import Playing, deployment, key_of, label, opening_keys
from tests.emulators.telegram.rig import serving

TWO_PARTS = "3x5/2 ##M## ##M## #####"


async def test_case_15(tmp_path: Path) -> None:
    """Case 15: a day's backlog is played, with at most two boards and ten calls for each chat."""
    async with serving() as server:
        world, shared = server.world, deployment(server, tmp_path)
        people = [world.user(f"P{number}") for number in range(5)]
        async with shared.worker() as play:
            for person in people:
                chat = world.private(person)
                await play.say(chat, person, "/start")
                await play.deal(chat, person, TWO_PARTS)
                await play.say(chat, person, "/board")
        since = len(world.requests)
        for person in people:
            for text in ("!c1", "/newgame simple", "hello", "/load 1", "?c1", "!c1", "a3"):
                world.private(person).say(person, text)
        play.clock.advance(86_000)
        for person in people:
            board = world.private(person).last
            for data, _ in list(opening_keys(board))[1:6]:
                board.press(person, data)
        async with shared.worker() as play:
            await play.settle()
            for person in people:
                session = await play.session(person)
                assert session.game.flagged[2], "as the player left it"
                assert session.game.outcome is not None or len(session.game.history) >= 4
                chat = world.private(person)
                boards = [each for each in chat.shown if each.labels]
                assert len(boards) <= 2
                sent = [
                    call
                    for call in world.requests[since:]
                    if call.method in {"sendMessage", "editMessageText"}
                    and str(call["chat_id"]) == str(chat.id)
                ]
                assert len(sent) <= 10, "24 updates"
                # The answer to a3 comes before or after the board, so only boards are looked at.
                assert f"{session.game.board.mines - 1}" in boards[-1].text


@pytest.mark.parametrize("private", [False, True])
async def test_case_15_stale(play: Playing, *, private: bool) -> None:
    """Case 15: a chord that was drawn before the flags around it changed is not carried out.

    The notice says why; in a private chat the board does, too.
    """
    ann = play.world.user("Ann")
    chat = play.world.private(ann) if private else play.world.supergroup("Sweepers", ann)
    await play.say(chat, ann, "/start")
    board = await play.dealt(chat, ann, "3x4/2 ##M# ##M# ####", 0)
    board = await play.answer(chat, ann, "!c1 !c2", board)
    chord = next(key for row in board.content.keyboard for key in row if ".@." in str(key))
    board = await play.answer(chat, ann, "?c1 !d1", board)
    before = await play.session(chat)
    stale = board.forge(ann, chord["callback_data"])
    await play.settle()
    after = await play.session(chat)
    assert stale.toast == "The board has changed since. Here it is as it is now."
    assert after.game == before.game
    assert (stale.toast in board.text) is private


async def test_case_16(play: Playing) -> None:
    """Case 16: a press on a message out of the bot's reach is played, and a new board shows it."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame easy")
    board.inaccessible = True
    press = await play.press(board, ann, next(opening_keys(board))[0])
    assert "Opened" in press.toast
    assert chat.last is not board
    assert "Opened" in chat.last.text


async def test_case_17_people(play: Playing) -> None:
    """Case 17: an anonymous administrator and a channel play in a group; no post or edit does."""
    ann, group = play.in_group()
    channel = play.world.channel("News", ann)
    await play.settle()
    group.say_anonymously("/newgame easy")
    await play.settle()
    space = f"telegram:{group.id}"
    assert (await play.session(space)).owner == space
    settings = group.say_anonymously("/language ru")
    await play.settle()
    assert settings.heard
    assert group.last.text == "Теперь здесь говорю по-русски."
    group.say_as(channel, "/open 3 3")
    await play.settle()
    group.say_anonymously("/flag 8 8", "Chief")
    await play.settle()
    assert (await play.session(space)).names == ("News", "Chief")
    asked = len(play.world.requests)
    channel.publish("/newgame easy")
    await play.settle()
    assert not channel.shown
    move = group.say(ann, "/open 1 1")
    await play.settle()
    moves = len((await play.session(space)).game.history)
    move.edit("/open 8 8")
    await play.settle()
    assert len((await play.session(space)).game.history) == moves
    assert len(play.world.requests) > asked


async def test_case_17_who_began_a_topic(play: Playing) -> None:
    """Case 17: a message that answers only its topic tells neither whom to invite nor who asked."""
    dan, ann = play.world.user("Dan"), play.world.user("Ann")
    group = play.world.supergroup("Sweepers", dan, ann, forum=True)
    mines = group.topic("Mines")
    await play.settle()
    mines.say(ann, "/newgame easy")
    mines.say(ann, "/access solo")
    mines.say(ann, "/invite")
    await play.settle()
    usage = "Reply with /invite to a message of the player you invite."
    assert usage in [message.text for message in mines.shown]
    assert (await play.session(group)).invited == ()
    mines.say(ann, "/delete").delete()
    await play.settle()
    question = mines.shown[-1]
    assert question.reply_to is None
    press = await play.press(question, dan, "0del.1")
    assert press.toast.startswith("I can no longer see who asked for this.")
    mines.say(ann, "/delete")
    await play.settle()
    press = await play.press(mines.shown[-1], ann, "0del.1")
    assert press.toast.startswith("Deleted."), "as she is seen to have asked"


async def test_case_17_topics(play: Playing) -> None:
    """Case 17: in a forum a board stays in its topic, as do the answers to typed moves."""
    ann = play.world.user("Ann")
    group = play.world.supergroup("Sweepers", ann, forum=True)
    mines, talk = group.topic("Mines"), group.topic("Talk")
    await play.settle()
    mines.say(ann, "/newgame easy")
    talk.say(ann, "/newgame 7 7 12")
    await play.settle()
    board, other = mines.shown[-1], talk.shown[-1]
    assert "easy" in board.text
    assert "custom" in other.text
    mines.say(ann, "3 3", board)
    await play.settle()
    assert "Opened" in board.text
    mines.say(ann, "99 99", board)
    await play.settle()
    assert "off the board" in mines.shown[-1].text
    await play.press(board, ann, label("menu"))
    mines.say(ann, "/help")
    talk.say(ann, "/open 3 3")
    talk.say(ann, "/board")
    await play.settle()
    assert "/newgame 10 10 10" in mines.shown[-1].text
    assert len(talk.shown) == 1
    assert "custom" in talk.shown[0].text
    assert len((await play.session(group, 2)).game.history) == 1
    talk.say(ann, "/load 1")
    await play.settle()
    assert "easy" in talk.shown[-1].text, "a game is where it was asked for last"
    assert board.deleted


async def test_case_17_tidied_topics(play: Playing) -> None:
    """Case 17: a command deleted as soon as it is written is still answered in its topic."""
    ann = play.world.user("Ann")
    topic = play.world.supergroup("Forum", ann, forum=True).topic("Mines")
    for asked in ("/help", "/stats"):
        topic.say(ann, asked).delete()
    await play.settle()
    assert "/newgame 10 10 10" in topic.shown[-2].text
    assert topic.shown[-1].text.startswith("There are no games in your statistics yet.")


async def test_said_quietly_in_a_topic(play: Playing) -> None:
    """In quiet hours an answer in a topic is silent, even if the message it answers is gone."""
    ann = play.world.user("Ann")
    topic = play.world.supergroup("Forum", ann, forum=True).topic("Mines")
    hour = int(play.clock.now() // 3600) % 24
    topic.say(ann, f"/settings quiet {hour}-{(hour + 2) % 24}")
    await play.settle()
    topic.say(ann, "/help").delete()
    await play.settle()
    refused, sent = play.world.calls("sendMessage")[-2:]
    assert refused.error
    assert not sent.error
    assert sent["disable_notification"]


async def test_picture_announced_in_a_topic(play: Playing) -> None:
    """The chat action that announces a picture goes to the picture's topic."""
    ann = play.world.user("Ann")
    topic = play.world.supergroup("Forum", ann, forum=True).topic("Mines")
    topic.say(ann, "/newgame expert")
    await play.settle()
    assert topic.shown[-1].picture
    [said] = play.world.calls("sendChatAction")
    assert said["message_thread_id"] == topic.id


async def test_case_35(play: Playing) -> None:
    """Case 35: twenty taps on two cells open each once, all answered, with three edits at most."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/start")
    board = await play.dealt(chat, ann, TWO_PARTS)
    data = [key for key, cell in opening_keys(board) if cell in {3, 4}]
    since = len(play.world.calls("editMessageText"))
    presses = [board.press(ann, data[number % 2]) for number in range(20)]
    await play.settle()
    session = await play.session(ann)
    assert len(session.game.history) == 3
    assert all(press.answered for press in presses)
    assert [press.toast[:6] for press in presses].count("Opened") == 2
    assert len(play.world.calls("editMessageText")) - since <= 3
    assert "d1 is open already." in {press.toast for press in presses}


async def test_case_36(play: Playing) -> None:
    """Case 36: of two players who tap one cell at once one opens it; the other is told so."""
    ann, bob, group = play.two_in_group()
    board = await play.dealt(group, ann, TWO_PARTS)
    await play.solver.warm()
    data = key_of(board, 3)
    presses = [board.press(person, data) for person in (bob, ann)]
    await play.settle()
    session = await play.session(group)
    toasts = sorted(press.toast for press in presses)
    assert toasts == ["Opened d1.", "d1 is open already."]
    assert len(session.game.history) == 2
    winner = next(press.user for press in presses if press.toast == "Opened d1.")
    assert session.names[session.game.history[-1].by] == winner.first_name
    assert session.game.outcome is not Outcome.LOST
