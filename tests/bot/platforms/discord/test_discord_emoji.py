"""The command that uploads the application's emoji, with the real library."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.platforms.discord.emoji import EmojiSets
from bot.platforms.discord.emoji.__main__ import main, run
from bot.platforms.discord.emoji.names import Depicted, name_of, read_name
from bot.platforms.discord.emoji.upload import Done, drawings, upload
from bot.render.picture import LOOKS, PICTURE_THEMES
from tests.emulators.discord.limits import EMOJI_BYTES
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.rig import Rig, emulated, refused
from tests.emulators.discord.wire import ApiError
from tests.emulators.discord.world import Options
from tests.patience import PATIENCE_S
from tests.processes import bare_environment

ALL = len(LOOKS) * len(PICTURE_THEMES)
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
async def rig() -> AsyncIterator[Rig]:
    """Return an emulator that checks all calls against Discord's description."""
    async with emulated(Options(flood=False)) as rig:
        yield rig


async def uploaded(rig: Rig, wanted: dict[str, bytes]) -> Done:
    """Upload ``wanted`` through the library."""
    with pointed(rig.server.api_url, rig.server.gateway_url):
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(rig.world.token)
            return await upload(client.http, client.application_id or 0, wanted, lambda _: None)


def test_drawings() -> None:
    """There is an emoji for each look in each theme, small enough, and its name tells which."""
    files = drawings()
    assert len(files) == ALL
    assert {read_name(name) for name in files} == {
        Depicted(theme, look) for theme in PICTURE_THEMES for look in LOOKS
    }
    assert max(map(len, files.values())) < EMOJI_BYTES
    assert all(re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in files)
    assert {read_name(name) for name in ("mine", "c_zz0000", "c_clxyz0", "x_cl0000")} == {None}


def test_the_newest_drawings_are_used() -> None:
    """Of two emoji of a look, as there are while one is replaced, the bot uses the newer."""
    theme, sets = PICTURE_THEMES[0], EmojiSets()
    new, old = (
        [
            {"id": str(first + number), "name": name_of(Depicted(theme, look), digest)}
            for number, look in enumerate(LOOKS)
        ]
        for first, digest in ((1000, "aaaa"), (900, "bbbb"))
    )
    sets.read({"items": [*new, *old]})
    used = sets.of(theme)
    assert used is not None
    assert {emoji.name for emoji in used.values()} == {each["name"] for each in new}


async def test_uploading(rig: Rig) -> None:
    """The first upload sends all, the second none; a changed emoji is replaced, others stay."""
    wanted = drawings()
    rig.world.hub.emojis[1] = "logo"
    assert await uploaded(rig, wanted) == Done(ALL, 0, 0)
    assert await uploaded(rig, wanted) == Done(0, ALL, 0)
    flag = next(name for name in wanted if name.startswith("flag_mo"))
    other = name_of(Depicted("moon", LOOKS[-1]), "0" * 64)
    changed = {name: file for name, file in wanted.items() if name != flag} | {other: PNG}
    assert await uploaded(rig, changed) == Done(1, ALL - 1, 1)
    assert set(rig.world.hub.emojis.values()) == {"logo", *changed}


async def test_what_is_refused(rig: Rig) -> None:
    """An upload that breaks off removes nothing, and the next one goes on from there."""
    wanted = drawings()
    first = dict(list(wanted.items())[:40])
    assert await uploaded(rig, first) == Done(40, 0, 0)
    old = name_of(Depicted("dark", 0), "f" * 64)
    rig.world.hub.emojis[2] = old
    rig.world.fail_next("create_application_emoji", ApiError(400, 30008, "Maximum number reached"))
    with refused(rig.world, 30008):
        await uploaded(rig, wanted)
    assert old in rig.world.hub.emojis.values()
    assert await uploaded(rig, wanted) == Done(ALL - 40, 40, 1)


async def test_the_command(rig: Rig, tmp_path: Path) -> None:
    """The command reads the settings from its environment and says what it did."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot.platforms.discord.emoji"),
        stdout=asyncio.subprocess.PIPE,
        cwd=tmp_path,
        env=bare_environment() | settings(rig),
    )
    said, _ = await process.communicate()
    assert process.returncode == 0
    *each, last = said.decode().splitlines()
    assert last == f"{ALL} uploaded, 0 there already, 0 removed"
    assert {line.removeprefix("uploaded ") for line in each} == set(drawings())


def test_a_file_of_settings_that_is_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the file of settings is no text in UTF-8, the command says so, and exits with 2."""
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    monkeypatch.chdir(tmp_path)
    assert main([]) == 2
    assert capsys.readouterr().err == ".env cannot be read: it must be a text in UTF-8.\n"


@pytest.mark.parametrize(("option", "code"), [("--help", 0), ("--dry-run", 2)])
def test_options(option: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """--help and an unknown option end the command at once, with exit codes of their own."""
    monkeypatch.setenv("DISCORD_TOKEN", "not.called")
    with pytest.raises(SystemExit) as ended:
        main([option])
    assert ended.value.code == code


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends the command without a traceback, while Discord is being waited for."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE_S)
        env = {
            "DISCORD_TOKEN": "x",
            "DISCORD_API_URL": f"http://127.0.0.1:{silent.getsockname()[1]}",
        }
        command = [sys.executable, "-m", "bot.platforms.discord.emoji"]
        process = subprocess.Popen(  # noqa: S603  # our own command
            command, cwd=tmp_path, env=bare_environment() | env, stderr=subprocess.PIPE
        )
        connection, _ = silent.accept()
        with connection:
            process.send_signal(signal.SIGINT)
            _, wrong = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, wrong) == (130, b"")


async def test_what_is_removed(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """The command names each emoji that it removes, and counts them."""
    wanted = drawings()
    first, *_ = wanted
    old = name_of(Depicted(PICTURE_THEMES[0], LOOKS[0]), "f" * 64)
    listed = (name for name in (old, *wanted) if name != first)
    rig.world.hub.emojis.update(enumerate(listed, 1))
    with pointed(rig.server.api_url, rig.server.gateway_url):
        assert await run(settings(rig)) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"uploaded {first}",
        f"removed {old}",
        f"1 uploaded, {ALL - 1} there already, 1 removed",
    ]


async def test_what_the_command_says(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says in a line what stops it; it exits with 2 for settings, 1 for Discord."""
    env = settings(rig)
    with pointed(rig.server.api_url, rig.server.gateway_url):
        assert await run({}) == 2
        assert await run(env | {"LOG_LEVEL": "x"}) == 2
        assert await run(env | {"DISCORD_TOKEN": "somebody.elses"}) == 1
        rig.world.fail_next("create_application_emoji", ApiError(400, 30008, "No room"))
        assert await run(env) == 1
        assert await run(env) == 0
    said, wrong = capsys.readouterr()
    assert said.splitlines()[-1] == f"{ALL} uploaded, 0 there already, 0 removed"
    assert [line[:30] for line in wrong.splitlines()] == [
        "DISCORD_TOKEN is not set.",
        "LOG_LEVEL must be one of DEBUG",
        "Discord does not know DISCORD_",
        "Not finished; the next try goe",
    ]


@pytest.mark.parametrize("listed", [[], {"items": None}, {"items": [{"name": "mine"}]}, "?"])
async def test_a_list_in_no_known_form(
    rig: Rig, capsys: pytest.CaptureFixture[str], listed: Any
) -> None:
    """If the list of emoji cannot be read, the command says so in a line, and uploads none."""
    rig.world.options.says["list_application_emojis"] = listed
    with pointed(rig.server.api_url, rig.server.gateway_url):
        assert await run(settings(rig)) == 1
    assert not rig.world.hub.emojis
    said, wrong = capsys.readouterr()
    assert (said, wrong.count("\n")) == ("", 1)
    assert "in no known form" in wrong


def settings(rig: Rig) -> dict[str, str]:
    """Return the environment of a bot on the emulator."""
    return {"DISCORD_API_URL": rig.server.api_url, "DISCORD_TOKEN": rig.world.token}
