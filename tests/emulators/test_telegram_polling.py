"""Long polling of the Telegram emulator, through python-telegram-bot."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from telegram import Update
from telegram.error import Conflict, InvalidToken
from telegram.ext import ApplicationBuilder, MessageHandler, filters

from tests.emulators.telegram.polling import OTHER_POLLER, WEBHOOK_ACTIVE, WEBHOOK_SET
from tests.emulators.telegram.rig import Rig, client, serving
from tests.emulators.telegram.server import TOKEN, Server
from tests.patience import PATIENCE_S


def hold(rig: Rig, seconds: int = 30) -> asyncio.Task[tuple[Update, ...]]:
    """Start a long poll of ``seconds``."""
    return asyncio.create_task(rig.bot.get_updates(timeout=seconds, read_timeout=PATIENCE_S))


async def test_waits_for_an_update(rig: Rig) -> None:
    """A long poll is held until somebody speaks, and then answered at once."""
    ann = rig.world.user("Ann")
    poll = hold(rig)
    await rig.world.changes.until(lambda: rig.world.poller.waiting)
    assert not poll.done()
    said = rig.world.private(ann).send("/start")
    [update] = await poll
    assert update.message is not None
    assert (update.message.text, update.message.message_id) == ("/start", said.id)


async def test_times_out_empty(rig: Rig) -> None:
    """A long poll without an update ends when its seconds have passed, at most fifty."""
    poll = hold(rig, 90)
    assert await rig.clock.skip("long poll") == 50
    assert await poll == ()


async def test_updates_stay_until_confirmed(rig: Rig) -> None:
    """An update comes again until a larger offset confirms it; a negative offset drops the rest."""
    chat = rig.world.private(rig.world.user("Ann"))
    for text in ("a", "b", "c"):
        chat.send(text)
    [first, *_] = await rig.bot.get_updates()
    assert [one.update_id for one in await rig.bot.get_updates(limit=1)] == [first.update_id]
    later = await rig.bot.get_updates(offset=first.update_id + 1)
    assert len(later) == 2
    [newest] = await rig.bot.get_updates(offset=-1)
    assert newest.message is not None
    assert newest.message.text == "c"
    assert len(rig.world.updates.pending()) == 1


async def test_only_allowed_kinds_come(rig: Rig) -> None:
    """allowed_updates holds for what happens after the call that sets it."""
    ann = rig.world.user("Ann")
    rig.world.private(ann).send("before")
    await rig.bot.get_updates(allowed_updates=["inline_query"])
    rig.world.private(ann).send("after")
    rig.world.inline(ann, "8 8 10")
    kinds = [set(one.body) - {"update_id"} for one in rig.world.updates.pending()]
    assert kinds == [{"message"}, {"inline_query"}]


async def test_second_poller_ends_the_first(rig: Rig) -> None:
    """The newer of two pollers stays; the older is told in Telegram's words."""
    older = hold(rig)
    await rig.world.changes.until(lambda: rig.world.poller.waiting)
    async with client(rig.server) as other:
        newer = asyncio.create_task(other.get_updates(timeout=30, read_timeout=PATIENCE_S))
        with pytest.raises(Conflict, match=OTHER_POLLER):
            await older
        rig.world.private(rig.world.user("Ann")).send("hello")
        assert len(await newer) == 1


async def test_no_polling_beside_a_webhook(rig: Rig) -> None:
    """Setting a webhook ends the poll being held and forbids further ones."""
    poll = hold(rig)
    await rig.world.changes.until(lambda: rig.world.poller.waiting)
    await rig.bot.set_webhook("http://127.0.0.1:1/hook")
    with pytest.raises(Conflict, match=WEBHOOK_SET):
        await poll
    with pytest.raises(Conflict, match=WEBHOOK_ACTIVE):
        await rig.bot.get_updates()
    await rig.bot.delete_webhook()
    assert await rig.bot.get_updates() == ()


async def test_a_poller_that_hangs_up_is_forgotten(rig: Rig) -> None:
    """A dead poller takes no update with it, and the next one is no conflict."""
    poll = hold(rig)
    await rig.world.changes.until(lambda: rig.world.poller.waiting)
    poll.cancel()
    await asyncio.gather(poll, return_exceptions=True)
    rig.world.private(rig.world.user("Ann")).send("hello")
    assert len(await rig.bot.get_updates()) == 1


async def test_old_updates_expire(rig: Rig) -> None:
    """A press is dropped after 150 seconds, a message after a day."""
    chat = rig.world.private(rig.world.user("Ann"))
    chat.send("hello").forge(chat.user, "data")
    assert len(rig.world.updates.pending()) == 2
    rig.clock.advance(151)
    assert len(rig.world.updates.pending()) == 1
    rig.clock.advance(24 * 3600)
    assert rig.world.updates.pending() == []


async def test_numbers_jump_and_repeat_as_ordered() -> None:
    """A test can let update numbers fall, repeat an update, and inject rubbish."""
    async with serving() as server:
        updates = server.world.updates
        server.world.private(server.world.user("Ann")).send("hello")
        first = updates.posted[0]
        updates.repeat(first)
        updates.next_id = 5
        updates.inject({"update_id": 5, "unheard_of": []})
        assert [one.id for one in updates.pending()] == [700_000_001, 700_000_001, 5]
        assert updates.posted[1] is first


async def test_a_foreign_token_is_refused(rig: Rig) -> None:
    """The emulator refuses any token but its own."""
    request = rig.bot.request
    with pytest.raises(InvalidToken):
        await request.post(rig.server.base_url + "1:nonsense/getMe")


async def test_an_application_of_the_library_runs_on_it() -> None:
    """The library's own Application polls, handles and answers."""
    async with serving() as server:
        application = echoing(server)
        chat = server.world.private(server.world.user("Ann"))
        async with application:
            assert application.updater is not None
            await application.updater.start_polling(poll_interval=0, timeout=20)
            await application.start()
            chat.send("hello")
            await server.world.changes.until(lambda: chat.shown)
            await application.updater.stop()
            await application.stop()
        assert chat.last.text == "HELLO"


def echoing(server: Server) -> Any:
    """Return the library's application that answers each text in capitals."""

    async def echo(update: Update, _: object) -> None:
        assert update.message is not None
        assert update.message.text is not None
        await update.message.reply_text(update.message.text.upper())

    builder = ApplicationBuilder().token(TOKEN).base_url(server.base_url)
    application = builder.base_file_url(server.base_file_url).build()
    application.add_handler(MessageHandler(filters.TEXT, echo))
    return application
