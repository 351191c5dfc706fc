"""The trainer and the statistics on Telegram: pressed on one message, in pictures and as text."""

from __future__ import annotations

import pytest

from tests.bot.platforms.dealing import waiting
from tests.bot.platforms.telegram.playing import Playing, keys, words


@pytest.mark.parametrize("language", ["en", "ru", "zh-hans"])
async def test_exercises_on_one_message(play: Playing, language: str) -> None:
    """An exercise is answered with a press, explained in its place, and followed by the next."""
    code = language[:2]
    ann, chat = play.in_private("Ann", language)
    message = await play.say(chat, ann, "/train")
    made = await waiting(play.store, f"telegram:{ann.id}")
    assert message.picture
    cells = [data for data in keys(message) if "try." in data]
    assert len(cells) == len(made.board.grid)
    press = await play.press(message, ann, cells[made.answer[0]])
    assert press.answered
    assert message.text.startswith("✅")
    assert message.labels == [[words("train.next", code), words("train.progress", code)]]
    await play.press(message, ann, words("train.next", code))
    assert chat.last is message
    assert len(list(keys(message))) > 36


async def test_a_press_on_a_number(play: Playing) -> None:
    """A press on an open number is answered with a toast, and the exercise stays."""
    ann = play.world.user("Ann")
    message = await play.say(play.world.private(ann), ann, "/train")
    made = await waiting(play.store, f"telegram:{ann.id}")
    number = next(cell for cell in made.board.grid.cells() if made.board.opened[cell])
    press = await play.press(message, ann, list(keys(message))[number])
    assert press.toast == words("train.closed")
    assert len(message.versions) == 1


async def test_text_only(play: Playing) -> None:
    """Where boards are text, exercises are too, and answers are written."""
    ann, chat = play.in_private()
    settings = await play.say(chat, ann, "/settings")
    await play.press(settings, ann, words("settings.to_text"))
    message = await play.say(chat, ann, "/train")
    assert not message.picture
    made = await waiting(play.store, f"telegram:{ann.id}")
    told = await play.say(chat, ann, f"/train {made.board.grid.name(made.answer[0])}")
    assert told.text.startswith("✅")


async def test_moves_below_an_answer(play: Playing) -> None:
    """Moves below an answer to an exercise are not played on a board that was not meant."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/newgame easy")
    message = await play.say(chat, ann, "/train")
    made = await waiting(play.store, f"telegram:{ann.id}")
    cell = made.board.grid.name(made.answer[0])
    told = await play.answer(chat, ann, f"{cell}\nflag 2 2", message)
    assert told.text.startswith("✅")
    assert words("lines.left") in told.text
    assert not (await play.session(ann)).game.history


async def test_exercises_in_a_group(play: Playing) -> None:
    """An exercise in a group has its buttons."""
    ann, group = play.in_group()
    message = await play.say(group, ann, "/train")
    assert any("try." in data for data in keys(message))


async def test_statistics_in_a_group(play: Playing) -> None:
    """A player's statistics are shown to others once the player has chosen so."""
    ann, bob, group = play.two_in_group()
    for _ in range(2):
        await play.say(group, ann, "/newgame 6 6 12")
        await play.say(group, ann, "/open a1")
        await play.say(group, ann, "/giveup")
    own = await play.say(group, ann, "/stats")
    await play.press(own, ann, words("stats.show"))
    assert "custom" in own.text
    seen = await play.say(group, bob, "/stats Ann")
    assert "custom: 2 games" in seen.text
    assert seen.labels == []


async def test_ones_own_in_a_group(play: Playing) -> None:
    """In a group nobody else can press below a player's own statistics or exercise, which stay."""
    ann, bob, group = play.two_in_group()
    for person in (ann, bob):
        await play.say(group, person, "/newgame 6 6 12")
        await play.say(group, person, "/open a1")
        await play.say(group, person, "/giveup")
    for asked in ("/stats", "/train"):
        message = await play.say(group, ann, asked)
        for data in (next(iter(keys(message))), list(keys(message))[-1]):
            press = await play.press(message, bob, data)
            assert press.toast == words("press.not_yours")
        assert len(message.versions) == 1
        assert group.last is message
        await play.press(message, ann, list(keys(message))[-1])
        assert len(message.versions) > 1
    seen = await play.say(group, ann, "/stats Bob")
    assert seen.text == "Bob does not show statistics to others."


async def test_exercise_of_the_group(play: Playing) -> None:
    """An exercise that was asked for in the group's name may be pressed by anybody."""
    _, bob, group = play.two_in_group()
    group.say_anonymously("/train")
    await play.settle()
    message = group.last
    await play.press(message, bob, words("train.progress"))
    assert len(message.versions) == 2


async def test_exercise_whose_command_is_gone(play: Playing) -> None:
    """Once the message that asked for it is deleted, an exercise is everybody's."""
    ann, bob, group = play.two_in_group()
    asked = group.say(ann, "/train")
    await play.settle()
    message = group.last
    press = await play.press(message, bob, words("train.progress"))
    assert press.toast == words("press.not_yours")
    asked.delete()
    await play.press(message, bob, words("train.progress"))
    assert len(message.versions) == 2
    assert group.last is message
