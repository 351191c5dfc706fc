"""One worker tells Telegram which commands and descriptions to show; the others need not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.app.documents.profile import KEEP_PROFILE_S, PROFILE
from bot.app.requests.commands import COMMANDS
from bot.platforms.telegram import profile
from bot.store.backend import Stored
from bot.store.memory import MemoryBackend
from tests.bot.platforms.telegram.playing import (
    Deployment,
    Playing,
    deployment,
    playing,
    words,
)
from tests.bot.platforms.telegram.test_cases_talk import FOREIGN_WORDS
from tests.emulators.telegram.clock import VirtualClock
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.wire import too_many_requests

IN_NO_MENU = {
    **dict.fromkeys(("chord", "unflag"), "shorter as a mark: @3 4, ?3 4"),
    **dict.fromkeys(("mode", "undo", "rematch", "next"), "a button where it can be used"),
    "invite": "in answer to somebody's message",
    "listed": "/top tells of it",
    "resume": "another word for /board",
    "start": "Telegram's own button",
}
"""Commands that no menu offers, and why."""


def test_every_command_is_in_a_menu() -> None:
    """A command is offered in private chats or in groups, but for a short list."""
    assert COMMANDS.keys() - {*profile.PRIVATE, *profile.GROUP} == IN_NO_MENU.keys()
    assert {*profile.PRIVATE, *profile.GROUP} <= COMMANDS.keys()


async def told(shared: Deployment) -> int:
    """Return how many calls a worker that starts makes for the profile."""
    before = len(calls(shared))
    async with shared.worker(published=False) as play:
        await play.reach(lambda: not publishing(play))
    return len(calls(shared)) - before


def calls(shared: Deployment) -> list[str]:
    """Return the methods of all calls so far that set the bot's profile."""
    asked = shared.server.world.requests
    return [call.method for call in asked if call.method.startswith("setMy")]


def publishing(play: Playing) -> bool:
    """Tell whether the worker is still setting the profile."""
    names = [task.get_coro() for task in play.tasks if not task.done()]
    return any("publish_profile" in str(name) for name in names)


async def test_told_once(tmp_path: Path) -> None:
    """The first worker tells everything; the next has nothing to tell.

    After a week all is told again: somebody may have changed it by hand.
    """
    async with serving() as server:
        shared = deployment(server, tmp_path)
        everything = await told(shared)
        assert everything > 50
        assert await told(shared) == 0
        clock = server.world.hub.clock
        assert isinstance(clock, VirtualClock)
        clock.advance(KEEP_PROFILE_S)
        assert await told(shared) == everything


async def test_told_again_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker whose commands differ from the last worker's tells everything again."""
    async with serving() as server:
        shared = deployment(server, tmp_path)
        everything = await told(shared)
        monkeypatch.setitem(profile._SCOPES, "default", profile.GROUP)
        assert await told(shared) == everything


async def test_told_again_after_a_refusal(tmp_path: Path) -> None:
    """After a refusal the next worker tells everything again, and the one after it nothing."""
    async with serving() as server:
        shared = deployment(server, tmp_path)
        server.world.fail_next("setMyShortDescription", too_many_requests(3600))
        everything = await told(shared)
        assert await told(shared) == everything
        assert await told(shared) == 0


class Odd(MemoryBackend):
    """A backend that raises an unexpected error when the bot's profile is read."""

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Return any documents but the profile."""
        if PROFILE in names:
            raise RuntimeError("odd")
        return await super().read(space, names)


async def test_a_fault_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An unexpected error is logged once with its traceback, and people can play all the same."""
    async with playing(tmp_path, backend=Odd(), published=False) as play:
        await play.reach(lambda: not publishing(play))
        ann = play.world.user("Ann")
        assert (await play.say(play.world.private(ann), ann, "/newgame")).content.keyboard
    (record,) = (each for each in caplog.records if each.levelname == "ERROR")
    assert "commands" in record.getMessage()
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], RuntimeError)


async def test_menu_of_a_group(tmp_path: Path) -> None:
    """A group's menu has commands for playing together, and none for one person alone."""
    async with playing(tmp_path, published=False) as play:
        ann, group = play.in_group()
        await play.reach(lambda: not publishing(play))
        offered = {command["command"] for command in play.world.commands_for(ann, group)}
        assert {"newgame", "open", "access", "tournament"} <= offered
        assert not {"export", "delete", "proof"} & offered


@pytest.mark.parametrize(
    ("code", "language"),
    [*((code, "ru") for code in ("be", "kk", "ky", "uz")), ("uk", "en"), ("ug", "zh")],
)
async def test_menu_in_the_language_of_answers(tmp_path: Path, code: str, language: str) -> None:
    """A player whose language the bot lacks gets menu and answers in the nearest that it has."""
    async with playing(tmp_path, published=False) as play:
        ann, chat = play.in_private("Ann", code)
        description = words("command.newgame", language)
        wanted = {"command": "newgame", "description": description}
        await play.reach(lambda: wanted in play.world.commands_for(ann, chat))
        said = (await play.say(chat, ann, "/help")).text
        assert words("help.again", language) in said
        if language != "en":
            for command in play.world.commands_for(ann, chat):
                assert not re.search(r"[A-Za-z]{2}", FOREIGN_WORDS.sub("", command["description"]))
