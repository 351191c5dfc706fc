"""Terminal chat: lines in, boards and sentences out, others' moves shown as they happen."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.errands.results import Results
from bot.app.ports import StoreUnavailable
from bot.app.requests.request import Chat, Player
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.clock import LoopClock
from bot.i18n import Translator
from bot.platforms.terminal import TerminalChat, View
from bot.render import load_theme
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from tests.patience import PATIENCE_S


class Script:
    """Lines written one after the other; the next is read when the test lets it."""

    def __init__(self, *lines: str) -> None:
        """Write ``lines``, then end."""
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        for line in lines:
            self.lines.put_nowait(line)

    def end(self) -> Script:
        """End the input after what is written."""
        self.lines.put_nowait(None)
        return self

    async def read(self) -> str | None:
        """Return the next line."""
        return await self.lines.get()


class Paper:
    """What a terminal has printed."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.texts: list[str] = []
        self._printed = asyncio.Event()

    def write(self, text: str) -> None:
        """Print ``text``."""
        self.texts.append(text)
        self._printed.set()

    async def has(self, count: int) -> None:
        """Wait until ``count`` texts are printed."""
        async with asyncio.timeout(PATIENCE_S):
            while len(self.texts) < count:
                self._printed.clear()
                await self._printed.wait()


class Steps:
    """A clock that stands until the test lets time pass."""

    def __init__(self) -> None:
        """Stand still."""
        self.may_pass = asyncio.Event()

    async def sleep(self, _seconds: float) -> None:
        """Wait for the test."""
        await self.may_pass.wait()


class Redraws:
    """A clock that lets no time pass, and counts how often the board was looked at before."""

    count = 0

    async def sleep(self, _seconds: float) -> None:
        """Count."""
        self.count += 1


class Terminals:
    """Terminals on one store."""

    def __init__(self, folder: Path) -> None:
        """Make the store; files go into ``folder``."""
        self.folder = folder
        self.backend = MemoryBackend()
        self.advisor = SolverPool(budget=0.1, deadline=60)
        self.stores: list[MailboxStore] = []
        self.steps = Steps()
        self.view = View(Translator(), load_theme("plain"), colours=False, fitted=False)

    def chat(self, player: str, paper: Paper, room: str | None = None) -> TerminalChat:
        """Return the terminal of ``player``, which prints on ``paper``."""
        store = MailboxStore(self.backend, DocumentCodec())
        store.carry = Results(store, self.advisor)
        self.stores.append(store)
        return TerminalChat(
            service=Service(store, self.advisor, clock=self.steps),
            store=store,
            view=self.view,
            chat=Chat(f"terminal:{room or player}", private=room is None),
            player=Player(f"terminal:{player}", player),
            language="en",
            clock=LoopClock(),
            write=paper.write,
            folder=self.folder,
        )

    async def after(self, *lines: str, live: bool = False) -> list[str]:
        """Return what Ann's terminal has printed once she has written ``lines`` and left."""
        paper = Paper()
        await self.chat("ann", paper).run(Script(*lines).end(), live=live)
        return paper.texts


@pytest.fixture
async def terminals(tmp_path: Path) -> AsyncIterator[Terminals]:
    """Return a maker of terminals."""
    terminals = Terminals(tmp_path / "data")
    await terminals.advisor.warm()
    yield terminals
    for store in terminals.stores:
        await store.close()
    terminals.advisor.close()


async def test_conversation(terminals: Terminals) -> None:
    """Every line is answered, empty ones are not, and the input's end ends the chat."""
    texts = await terminals.after("/newgame 2 2 1", "", "1 1", "/stats")
    assert len(texts) == 4
    assert texts[0].startswith("Minesweeper!")
    assert ":)  Game 1, custom · mines 1 · time 0:00 · mode: open" in texts[1]
    assert "Opened a1." in texts[2]


@pytest.mark.parametrize(
    "word",
    [
        *("/quit", "QUIT", "/exit", " /quit now", "quit!", "выход", "/Выход", "Выйти.", "退出"),
        *("／退出", "退出。", "离开", "退出游戏", "離開", "退出遊戲"),
    ],
)
async def test_quit(terminals: Terminals, word: str) -> None:
    """The chat ends when its player says so, in any of the bot's languages."""
    texts = await terminals.after(word, "/help")
    assert len(texts) == 1


async def test_help_tells_how_to_leave(terminals: Terminals) -> None:
    """Where somebody types, the help ends with the commands that only a terminal has."""
    texts = await terminals.after("/help", live=True)
    assert "/newgame" in texts[-2]
    assert texts[-1] == "Tab completes commands, /quit leaves."


async def test_an_interrupt_tells_how_to_leave(terminals: Terminals) -> None:
    """Where somebody types, an interrupt or an empty line is told how to leave."""
    texts = await terminals.after("", live=True)
    assert texts[1:] == ["Tab completes commands, /quit leaves."] * 2


async def test_own_sentences_are_in_the_language_that_was_chosen(terminals: Terminals) -> None:
    """What the terminal itself says is in the language of the answer that it goes with."""
    texts = await terminals.after("/language ru", "/help", live=True)
    assert texts[-1] == "Tab дополняет команды, /quit — выход."


async def test_others_moves_are_shown(terminals: Terminals) -> None:
    """In a shared chat the board is shown again when somebody else has moved."""
    hers, his = Paper(), Paper()
    ann, bob = Script(), Script()
    tasks = [
        asyncio.create_task(terminals.chat("ann", hers, "room").run(ann, live=True)),
        asyncio.create_task(terminals.chat("bob", his, "room").run(bob, live=True)),
    ]
    await hers.has(2)
    await his.has(2)
    ann.lines.put_nowait("/newgame 9 9 10")
    await his.has(3)
    await hers.has(3)
    assert "Game 1, beginner" in his.texts[2]
    assert len(hers.texts) == 3
    assert "/quit leaves" in hers.texts[1]
    ann.end()
    bob.end()
    await asyncio.gather(*tasks)


async def test_many_changes_are_one(terminals: Terminals) -> None:
    """What others do at once is shown once, as it is after the last of it."""
    paper, bob = Paper(), Script()
    chat = replace(terminals.chat("bob", paper, "room"), clock=terminals.steps)
    task = asyncio.create_task(chat.run(bob, live=True))
    await paper.has(2)
    others = terminals.chat("ann", Paper(), "room")
    await others.run(Script("/newgame 9 9 10").end(), live=False)
    await paper.has(3)
    await others.run(Script("/mode flag", "/newgame 6 6 8", "/newgame 5 5 3").end(), live=False)
    assert len(paper.texts) == 3
    terminals.steps.may_pass.set()
    await paper.has(4)
    assert "Game 3" in paper.texts[3]
    bob.end()
    await task
    assert len(paper.texts) == 4


async def test_a_board_that_looks_the_same_is_not_shown_again(terminals: Terminals) -> None:
    """What others do that changes nothing to be seen, such as to ask for a hint, prints nothing."""
    paper, bob, redraws = Paper(), Script(), Redraws()
    chat = replace(terminals.chat("bob", paper, "room"), clock=redraws)
    task = asyncio.create_task(chat.run(bob, live=True))
    await paper.has(2)
    others = terminals.chat("ann", Paper(), "room")
    for texts, line in ((3, "/newgame 9 9 10"), (4, "5 5"), (4, "/hint"), (5, "/mode flag")):
        before = redraws.count
        await others.run(Script(line).end(), live=False)
        async with asyncio.timeout(PATIENCE_S):
            while redraws.count == before:  # noqa: ASYNC110  # a count sets no event
                await asyncio.sleep(0)
        await paper.has(texts)
    bob.end()
    await task
    shown = [text.partition("\n")[0].partition(" · mode: ")[2] for text in paper.texts[2:]]
    assert shown == ["open", "open", "FLAG"]


@pytest.mark.parametrize("access", ["solo", "invited"])
async def test_invitations(terminals: Terminals, access: str) -> None:
    """Nobody writes messages to be answered at a terminal: who is invited is named."""
    hers, his, alone = Paper(), Paper(), Paper()
    lines = ("/newgame 9 9 10", f"/access {access}", "/invite", "/invite BOB", "／invite　小明")
    await terminals.chat("ann", hers, "den").run(Script(*lines).end(), live=False)
    assert hers.texts[-3] == "Write /invite and the player's name, like /invite ann."
    assert hers.texts[-2:] == ["BOB may play this game.", "小明 may play this game."]
    for name, may in (("eve", False), ("bob", True)):
        await terminals.chat(name, his, "den").run(Script("5 5").end(), live=False)
        assert ("Opened" in his.texts[-1]) == may
    await terminals.chat("ann", alone).run(Script("/invite").end(), live=False)
    assert alone.texts[-1].startswith("Nobody else plays here.")


async def test_parts_of_finished_boards(
    terminals: Terminals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a board wider than the terminal, pages name the commands for the other parts."""
    monkeypatch.setenv("COLUMNS", "50")
    terminals.view = replace(terminals.view, fitted=True)
    begun = ("/newgame 8 26 40", "a1", "/solve step", "/giveup")
    pages = ("/review 1", "/review replay", "/card")
    parts = tuple(f"{page} z1" for page in pages)
    texts = await terminals.after(*begun, *pages, *parts)
    for page, shown, part in zip(pages, texts[-6:-3], texts[-3:], strict=True):
        assert f"▶: {page} " in shown
        columns = part.split("\n", 1)[0].split()
        assert "z" in columns
        assert "a" not in columns
        assert f"◀: {page} " in part


async def test_review_is_printed(terminals: Terminals) -> None:
    """A review is a line of bars and sentences; a move shows its board and its map of chances."""
    begun = ("/newgame 6 6 8", "a1", "/solve step", "/giveup")
    lines = (*begun, "/review", "/review 2", "/review replay")
    texts = await terminals.after(*lines)
    whole = "\n".join(texts)
    assert "Review: custom, given up after" in whole
    assert "Move 2 of 2" in whole
    assert "The whole game, 2 moves." in whole
    assert any(bar in whole for bar in "▁▂▃▄▅▆▇█")
    _, _, below = whole.partition("\nChance of a mine in %; + safe for certain, ")
    assert re.search(r"(?m)^3 +\d+ +\d+ +[+\d]", below), "the chances"


async def test_exercises_and_statistics_are_printed(terminals: Terminals) -> None:
    """An exercise is a board to be answered in writing; progress is a line of bars."""
    lost = ("/newgame 6 6 8", "a1", "/giveup")
    lines = (*lost, *lost, "/stats", "/train", "/train a1")
    texts = await terminals.after(*lines)
    assert "custom: 2 games, 0 wins" in texts[-3]
    assert texts[-3].startswith("Win rate over the latest games:\n▁")
    assert "Pattern 1 of 10" in texts[-2]


async def test_other_pages_are_told_of(terminals: Terminals) -> None:
    """Exercises, progress, statistics and languages say what to write in place of a button."""
    paper = Paper()
    lost = ("/newgame 6 6 8", "a1", "/giveup", "/newgame easy", "a1", "/giveup")
    await terminals.chat("ann", paper).run(Script(*lost, "/stats").end(), live=False)
    assert re.search(r"(?m)^(easy: /stats easy|custom: /stats custom)$", paper.texts[-1])
    assert paper.texts[-1].endswith("\n👁 Let others see: /stats public")
    await terminals.chat("ann", paper).run(
        Script("/train", "/train ?", "/language").end(), live=False
    )
    assert paper.texts[-3].endswith("\n📊 My progress: /train ?")
    assert paper.texts[-2].endswith("\n▶ Next one: /train")
    assert "Русский: /language ru" in paper.texts[-1]


async def test_pages_of_a_game_that_ended(terminals: Terminals) -> None:
    """A card or a review names no command that would be about the game that goes on instead."""
    lines = ("/newgame 6 6 8", "a1", "/giveup", "/newgame easy", "a1", "/card", "/review")
    texts = await terminals.after(*lines)
    card = next(text for text in texts if "💣" in text)
    assert card.endswith("6×6, 8 mines")
    assert texts[-1].endswith("\n🎬 Replay: /review replay · 🖼 Card: /card")


async def test_the_solver_plays_to_the_end(terminals: Terminals) -> None:
    """From a pipe each line waits for what came before it: the solver has ended its game."""
    terminals.steps.may_pass.set()
    texts = await terminals.after("/newgame 5 5 3", "/solve all", "/board")
    assert "mode:" not in texts[-1], "the game is over"


async def test_the_solver_is_stopped_in_writing(terminals: Terminals) -> None:
    """At a prompt one can write while the solver plays, and stop it; then it prints no more."""
    paper, script = Paper(), Script("/newgame hard", "/solve all")
    chat = terminals.chat("ann", paper)
    task = asyncio.create_task(chat.run(script, live=True))
    await paper.has(4)
    script.lines.put_nowait("/solve stop")
    await paper.has(5)
    assert "The solver has stopped." in paper.texts[4]
    terminals.steps.may_pass.set()
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*chat._following)
    script.end()
    await task
    assert len(paper.texts) == 5


async def test_leaving_while_the_solver_plays(terminals: Terminals) -> None:
    """Who leaves in the middle is not held up."""
    paper = Paper()
    script = Script("/newgame hard", "/solve all")
    task = asyncio.create_task(terminals.chat("ann", paper).run(script, live=True))
    await paper.has(4)
    script.end()
    await task


async def test_store_lost_while_the_solver_plays(
    terminals: Terminals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the store is lost in the middle, that is said, and the chat goes on."""
    paper = Paper()
    chat = terminals.chat("ann", paper)

    async def lost(_asked: object, _so_far: object) -> Reply:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(chat.service, "more", lost)
    await chat.run(Script("/newgame hard", "/solve all", "/help").end(), live=False)
    assert paper.texts[-2].startswith("The game store does not answer.")


async def test_ones_data_are_printed(terminals: Terminals) -> None:
    """What is kept of a player is printed, to be read or piped on, and saved nowhere."""
    texts = await terminals.after("/newgame 6 6 8", "a1", "/giveup", "/export")
    _, _, kept = texts[-1].partition("\n{")
    assert json.loads(f"{{{kept}")["player"] == {"id": "terminal:ann", "name": "ann"}
    assert not terminals.folder.exists()


async def test_files_that_are_no_text_are_saved(terminals: Terminals) -> None:
    """A replay for other programs is not printed: where it was saved is said, each by its name."""
    texts = await terminals.after("/newgame 6 6 8", "a1", "/giveup", "/evf", "/evf", "/evf")
    names = ("minesweeper.evf", "minesweeper-2.evf", "minesweeper-3.evf")
    files = [terminals.folder / name for name in names]
    assert texts[-5::2] == [f"Saved as {file}" for file in files]
    assert b"minesweeper-bot" in files[0].read_bytes()
    assert len({file.read_bytes() for file in files}) == 1


async def test_files_that_cannot_be_saved(terminals: Terminals) -> None:
    """Where nothing can be written that is said in a sentence, and the chat goes on."""
    terminals.folder.write_text("in the way")
    texts = await terminals.after("/newgame 6 6 8", "a1", "/giveup", "/evf", "/help")
    assert texts[-2].startswith(f"It could not be saved as {terminals.folder}")
    assert "/newgame" in texts[-1]
