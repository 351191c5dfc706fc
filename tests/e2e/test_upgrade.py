"""A rolling upgrade: a new worker beside an old one on one store, then without it."""

from __future__ import annotations

from pathlib import Path

from bot.app.documents.codec import DocumentCodec
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import Session
from bot.store import open_store
from core.move import Flag
from tests.deploy.valkey_server import address
from tests.deploy.valkey_server import serving as serving_valkey
from tests.e2e.telegram_process import BotProcess, until
from tests.e2e.test_stopping import webhook
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.world import Options

_MOVES = 24


async def test_rolling_upgrade(tmp_path: Path) -> None:
    """Every move written while workers come and go is applied, once and in order.

    The store is Valkey as it is deployed, its address in a file, its user the bot's.
    """
    (tmp_path / "valkey").mkdir()
    (tmp_path / "url").write_text(f"{address(tmp_path / 'valkey')}\n")
    moves = [f"f {cell // 9 + 1} {cell % 9 + 1}" for cell in range(_MOVES)]
    store = {"REDIS_URL_FILE": str(tmp_path / "url")}
    with serving_valkey(tmp_path / "valkey") as folder:
        async with serving(Options(clock=WallClock(), check=False)) as server:
            world = server.world
            ann = world.user("Ann")
            chat = world.private(ann)
            old, new = (
                BotProcess(tmp_path / name, server.api_url, webhook() | store)
                for name in ("old", "new")
            )
            async with old.running():
                await old.ready()
                chat.say(ann, "/newgame 9 9 10")
                await until(lambda: bool(chat.shown))
                for move in moves[:8]:
                    chat.say(ann, move)
                # Only now: each sets the webhook to its own address, and the last one has it.
                async with new.running():
                    await new.ready()
                    for move in moves[8:16]:
                        chat.say(ann, move)
                    old.stop()
                    for move in moves[16:]:
                        chat.say(ann, move)
                    assert await old.ended() == 0
                    await world.drained(60)
                    new.stop()
                    assert await new.ended() == 0
        async with open_store(address(folder), folder, DocumentCodec()) as opened:
            session = await opened.view(
                chat_space(f"telegram:{ann.id}"), lambda documents, _: documents.get("game:1")
            )
    assert isinstance(session, Session)
    assert [timed.move for timed in session.game.history] == [Flag(cell) for cell in range(_MOVES)]
