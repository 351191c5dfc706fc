"""Settings on Telegram: chosen by buttons, seen on boards, and heard in quiet hours or not."""

from __future__ import annotations

import pytest

from tests.bot.platforms.telegram.playing import Playing


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
async def test_coordinates(play: Playing, language: str) -> None:
    """Numbers from 0 are chosen by a button, and cells are named so from then on."""
    ann = play.world.user("Ann", language)
    chat = play.world.private(ann)
    settings = await play.say(chat, ann, "/settings")
    for data in ("0choose.coordinates.one", "0choose.coordinates.zero", "0choose.tap.off"):
        await play.press(settings, ann, data)
    assert "2:3" in settings.text
    await play.press(settings, ann, "0text.1")
    board = await play.say(chat, ann, "/newgame easy")
    assert "  0 1 2 3 4 5 6 7" in board.text
    board = await play.say(chat, ann, "!2 3")
    assert "2:3" in board.text


async def test_quiet_hours(play: Playing) -> None:
    """In quiet hours a group's messages make no sound and nothing is pinned."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    group = play.world.supergroup("Sweepers", ann, bob)
    group.promote(play.world.bot)
    said = await play.say(group, bob, "/settings quiet 0-23")
    assert said.text == "Only administrators can change the settings of this group."
    hour = int(play.clock.now() // 3600) % 24
    await play.say(group, ann, f"/settings quiet {hour}-{(hour + 2) % 24}")
    settings = await play.say(group, ann, "/settings")
    assert "Quiet hours" in settings.text
    await play.press(settings, ann, "0pin.1")
    await play.say(group, ann, "/newgame simple")
    await play.say(group, ann, "/games")
    quiet = [
        "disable_notification" in each.params.values for each in play.world.calls("sendMessage")
    ]
    assert not quiet[0]
    assert all(quiet[-2:])
    assert not group.pinned
