"""Three players of different languages and coordinates in one group on Telegram."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.reader import READER, Reader
from bot.app.documents.spaces import player_space
from bot.store import MailboxStore
from tests.bot.platforms.telegram.playing import Playing, key_of
from tests.emulators.telegram.group import Group
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.people import User

WALL = "4x6/4 ###M## ###M## ###M## ###M##"
"""Opening the first cell opens all left of the mines; the cells right of them stay closed."""


NEW: Any = "new"
"""What only a newer version has among the values of a kind."""


@dataclass
class Three:
    """Three players, their group, and its board."""

    play: Playing
    people: dict[str, User]
    group: Group
    board: Message

    async def press(self, who: str, cell: int) -> str:
        """Return the notice that ``who`` gets for opening ``cell``."""
        data = key_of(self.board, cell)
        return str((await self.play.press(self.board, self.people[who], data)).toast)


@pytest.fixture
async def three(play: Playing) -> Three:
    """Return three players in a group, two with a language and coordinates chosen in private."""
    people = {name: play.world.user(name) for name in ("Ann", "Bob", "Cid")}
    for name, language, how in (("Bob", "ru", "zero"), ("Cid", "zh", "one")):
        chat = play.world.private(people[name])
        await play.say(chat, people[name], f"/language {language}")
        await play.say(chat, people[name], f"/settings coordinates {how}")
    group = play.world.supergroup("Sweepers", *people.values())
    await play.deal(group, people["Ann"], WALL)
    return Three(play, people, group, await play.say(group, people["Ann"], "/board"))


async def test_toasts(three: Three) -> None:
    """A toast has the language and coordinates of who presses; the board has the group's."""
    told = {
        who: await three.press(who, cell) for who, cell in (("Ann", 4), ("Bob", 10), ("Cid", 16))
    }
    assert told == {"Ann": "Opened e1.", "Bob": "Открыта 1:4.", "Cid": "开了 3:5。"}
    assert "Opened e3." in three.board.text
    assert "mines 4 · time" in three.board.text


async def test_a_board_waits_for_no_reader(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move is shown with its words, once, while the presser's own settings are still read."""
    play, dan, held = three.play, three.play.world.user("Dan"), asyncio.Event()
    three.group.add(dan)
    view, edits = play.store.view, len(play.world.calls("editMessageText"))

    async def slow(space: str, *given: Any) -> object:
        if space == player_space(f"telegram:{dan.id}"):
            await held.wait()
        return await view(space, *given)

    monkeypatch.setattr(play.store, "view", slow)
    press = three.board.press(dan, key_of(three.board, 4))
    await play.reach(lambda: "Opened e1." in three.board.text)
    held.set()
    await play.settle()
    assert press.toast == "Opened e1."
    assert len(play.world.calls("editMessageText")) == edits + 1


async def test_refusals(three: Three) -> None:
    """A late press is refused in a toast alone; the board keeps telling the last move."""
    data = key_of(three.board, 4)
    await three.press("Ann", 4)
    before = three.board.text.partition("\n")[2]
    for who, words in (("Bob", "0:4 уже открыта."), ("Cid", "1:5 已经开了。")):
        press = three.board.forge(three.people[who], data)
        await three.play.settle()
        assert press.toast == words
        assert three.board.text.partition("\n")[2] == before == "Opened e1."


async def test_errors(three: Three) -> None:
    """The refusal of a command is in the language of the player who wrote it."""
    for wanted, words in {
        "/newgame foo": ("Write /newgame", "Напишите /newgame", "请输入 /newgame"),
        "/review": ("This game is not over", "Эта игра ещё идёт", "这一局还没结束"),
        "/stats": ("There are no games in your", "В вашей статистике", "你的战绩里"),
        "/save": ("Name the game", "Дайте игре имя", "请给游戏起名"),
    }.items():
        for user, said in zip(three.people.values(), words, strict=True):
            assert (await three.play.say(three.group, user, wanted)).text.startswith(said)


async def test_administrators(three: Three) -> None:
    """A player who may not change the settings is told so in their own language."""
    for who, words in (("Bob", "меняют только администраторы"), ("Cid", "只有管理员")):
        said = await three.play.say(three.group, three.people[who], "/settings theme moon")
        assert words in said.text


async def test_a_board_keeps_its_language(play: Playing) -> None:
    """In a group a board stays in the language of its starter; toasts are in the presser's."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "ru")
    group = play.world.supergroup("Sweepers", ann, bob)
    board = await play.dealt(group, ann, WALL)
    for user, cell, told in ((bob, 4, "Открыта e1."), (ann, 10, "Opened e2.")):
        data = key_of(board, cell)
        press = await play.press(board, user, data)
        assert press.toast == told
        assert "mode: open" in board.text
        assert "Opened" in board.text


async def test_what_all_read(three: Three) -> None:
    """The board is in the group's language and coordinates, whoever asks for it or presses."""
    three.group.promote(three.people["Ann"])
    await three.play.say(three.group, three.people["Ann"], "/language ru")
    await three.play.say(three.group, three.people["Ann"], "/settings coordinates one")
    three.board = await three.play.say(three.group, three.people["Cid"], "/board")
    for row, (who, cell) in enumerate((("Ann", 4), ("Bob", 10), ("Cid", 16)), 1):
        await three.press(who, cell)
        status, said = three.board.text.split("\n")
        assert "мины 4 · время" in status
        assert said == f"Открыта {row}:5."


async def test_a_reader_of_a_newer_version(three: Three) -> None:
    """What a newer version has kept of one player holds up nobody; they read as the group does."""
    ann, play = three.people["Ann"], three.play

    def keep(_documents: Documents, _now: int) -> Decision[None]:
        return Decision(None, {READER: Write(Reader(coordinates=NEW))})

    newer = MailboxStore(play.backend, DocumentCodec())
    await newer.update(player_space(f"telegram:{ann.id}"), "newer", keep)
    three.group.say(ann, "/settings theme neon")
    three.group.say(three.people["Bob"], "/settings theme")
    await play.pass_time(30)
    to_ann, to_bob = [message.text for message in three.group.shown[1:]]
    assert to_ann.startswith("Write /settings theme and then one of these: Classic")
    assert to_bob == "Настройки этого чата меняют только администраторы."
