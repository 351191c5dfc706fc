"""Faults: what the bot takes Telegram's refusals and the library's errors for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.platforms.telegram.faults import (
    ChatClosed,
    Fault,
    MessageGone,
    Migrated,
    NotModified,
    PicturesClosed,
    PinsClosed,
    Refused,
    RetryIn,
    TooOld,
    Unavailable,
    classify,
)
from bot.platforms.telegram.requests import NotSent
from tests.bot.platforms.telegram.telegram_rig import OurRig, our_rig
from tests.emulators.helpers import buttons, greeted
from tests.emulators.telegram.wire import ApiError, bad_request, forbidden, too_many_requests

Act = Callable[[OurRig], Awaitable[object]]


async def same_again(rig: OurRig) -> object:
    """Edit a message without changing anything."""
    sent = await rig.bot.send_message(greeted(rig).id, "x", reply_markup=buttons("a"))
    return await sent.edit_text("x", reply_markup=buttons("a"))


async def blocked(rig: OurRig) -> object:
    """Write to somebody who has blocked the bot."""
    chat = greeted(rig)
    chat.block_bot()
    return await rig.bot.send_message(chat.id, "x")


async def deactivated(rig: OurRig) -> object:
    """Write to somebody who has left Telegram."""
    chat = greeted(rig)
    chat.delete_account()
    return await rig.bot.send_message(chat.id, "x")


async def stranger(rig: OurRig) -> object:
    """Write to somebody who has never written to the bot."""
    return await rig.bot.send_message(rig.world.private(rig.world.user("Bob")).id, "x")


async def nowhere(rig: OurRig) -> object:
    """Write to a chat that does not exist."""
    return await rig.bot.send_message(5, "x")


async def kicked(rig: OurRig) -> object:
    """Write to a group that has thrown the bot out."""
    group = rig.world.supergroup("G", rig.world.user("Ann"))
    group.remove(rig.world.bot)
    return await rig.bot.send_message(group.id, "x")


async def silenced(rig: OurRig) -> object:
    """Write to a group where the bot may not write."""
    group = rig.world.supergroup("G", rig.world.user("Ann"))
    group.silence_bot()
    return await rig.bot.send_message(group.id, "x")


async def edit_deleted(rig: OurRig) -> object:
    """Edit a message that is deleted."""
    sent = await rig.bot.send_message(greeted(rig).id, "x")
    rig.world.chats[sent.chat_id].last.delete()
    return await sent.edit_text("y")


async def edit_foreign(rig: OurRig) -> object:
    """Edit somebody else's message."""
    chat = greeted(rig)
    return await rig.bot.edit_message_text("y", chat.id, chat.messages[0].id)


async def edit_unknown_inline(rig: OurRig) -> object:
    """Edit an inline message that does not exist."""
    return await rig.bot.edit_message_text("y", inline_message_id="gone")


async def delete_twice(rig: OurRig) -> object:
    """Delete a message that is deleted already."""
    sent = await rig.bot.send_message(greeted(rig).id, "x")
    await sent.delete()
    return await sent.delete()


async def delete_old(rig: OurRig) -> object:
    """Delete a message after more than two days."""
    sent = await rig.bot.send_message(greeted(rig).id, "x")
    rig.clock.advance(49 * 3600)
    return await sent.delete()


async def answer_late(rig: OurRig) -> object:
    """Answer a press that was answered before."""
    chat = greeted(rig)
    await rig.bot.send_message(chat.id, "x", reply_markup=buttons("a"))
    press = chat.last.press(chat.user, "A")
    await rig.bot.answer_callback_query(press.id)
    return await rig.bot.answer_callback_query(press.id)


async def bad_button(rig: OurRig) -> object:
    """Send a button with too much data."""
    return await rig.bot.send_message(greeted(rig).id, "x", reply_markup=buttons("a" * 65))


async def bad_markup(rig: OurRig) -> object:
    """Send text that is not valid HTML."""
    return await rig.bot.send_message(greeted(rig).id, "<x", parse_mode="HTML")


async def answer_lost(rig: OurRig) -> object:
    """Send a message whose answer is lost."""
    chat = greeted(rig)
    rig.world.lose_answer("sendMessage")
    return await rig.bot.send_message(chat.id, "x")


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        (same_again, NotModified()),
        (blocked, ChatClosed()),
        (deactivated, ChatClosed()),
        (stranger, ChatClosed()),
        (nowhere, ChatClosed()),
        (kicked, ChatClosed()),
        (silenced, ChatClosed()),
        (edit_deleted, MessageGone()),
        (edit_foreign, MessageGone()),
        (edit_unknown_inline, MessageGone()),
        (delete_twice, MessageGone()),
        (delete_old, MessageGone()),
        (answer_late, TooOld()),
        (bad_button, Refused("Button_data_invalid")),
        (answer_lost, Unavailable(perhaps_done=True)),
    ],
)
async def test_what_happens(act: Act, fault: Fault) -> None:
    """Each refusal by the emulator is taken for the right fault (cases 8, 9, 11, 12)."""
    assert await fault_of(act) == fault


async def fault_of(act: Act) -> Fault:
    """Return the fault that the failure of ``act`` is taken for."""
    async with our_rig() as rig:
        with pytest.raises(TelegramError) as caught:
            await act(rig)
        return classify(caught.value)


async def test_our_own_mistakes_are_quoted() -> None:
    """For markup that the bot got wrong the fault quotes Telegram's words."""
    fault = await fault_of(bad_markup)
    assert isinstance(fault, Refused)
    assert "parse entities" in fault.words


@pytest.mark.parametrize("seconds", [3, 137, 245])
async def test_flood(seconds: int) -> None:
    """A 429 becomes a wait of its seconds (case 10), without a warning by the library."""

    async def flooded(rig: OurRig) -> object:
        rig.world.flood_next("sendMessage", seconds)
        return await rig.bot.send_message(greeted(rig).id, "x")

    assert await fault_of(flooded) == RetryIn(seconds)


async def test_migration(rig: OurRig) -> None:
    """The refusal by a group that became a supergroup gives the new id (case 13)."""
    group = rig.world.group("G", rig.world.user("Ann"))
    successor = rig.world.migrate(group)
    with pytest.raises(TelegramError) as caught:
        await rig.bot.send_message(group.id, "x")
    assert classify(caught.value) == Migrated(successor.id)


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (ApiError(500, "Internal Server Error"), Unavailable(perhaps_done=True)),
        (ApiError(502, "Bad Gateway"), Unavailable(perhaps_done=True)),
        (ApiError(413, "Request Entity Too Large"), Refused("Request Entity Too Large")),
        (ApiError(401, "Unauthorized"), Unavailable(perhaps_done=False)),
        (too_many_requests(1), RetryIn(1)),
        (forbidden("the group chat was deleted"), ChatClosed()),
        (bad_request("not enough rights to manage pinned messages in the chat"), PinsClosed()),
        (bad_request("not enough rights to pin a message"), PinsClosed()),
        (bad_request("TOPIC_CLOSED"), MessageGone()),
        (bad_request("TOPIC_DELETED"), MessageGone()),
        (bad_request("message to pin not found"), MessageGone()),
        (bad_request("message to unpin not found"), MessageGone()),
        (bad_request("CHAT_NOT_MODIFIED"), NotModified()),
        (bad_request("MESSAGE_AUTHOR_REQUIRED"), MessageGone()),
        (bad_request("message thread not found"), MessageGone()),
        (bad_request("CHAT_WRITE_FORBIDDEN"), ChatClosed()),
        (bad_request("CHAT_RESTRICTED"), ChatClosed()),
        (bad_request("CHANNEL_PRIVATE"), ChatClosed()),
        (bad_request("PEER_ID_INVALID"), ChatClosed()),
        (bad_request("group chat was deactivated"), ChatClosed()),
        (bad_request("have no rights to send a message"), ChatClosed()),
        (bad_request("not enough rights to send text messages to the chat"), ChatClosed()),
        (bad_request("need administrator rights in the channel chat"), ChatClosed()),
        (bad_request("CHAT_SEND_GIFS_FORBIDDEN"), PicturesClosed()),
        (bad_request("CHAT_SEND_PHOTOS_FORBIDDEN"), PicturesClosed()),
        (bad_request("CHAT_SEND_MEDIA_FORBIDDEN"), PicturesClosed()),
        (bad_request("not enough rights to send photos to the chat"), PicturesClosed()),
        (bad_request("not enough rights to send animations to the chat"), PicturesClosed()),
        (bad_request("wrong file identifier/HTTP URL specified"),
         Refused("Wrong file identifier/http url specified")),
    ],
)  # fmt: skip
async def test_what_the_server_says(error: ApiError, fault: Fault) -> None:
    """Refusals that the emulator has no cause to send itself are taken for the right faults."""

    async def troubled(rig: OurRig) -> object:
        chat = greeted(rig)
        rig.world.fail_next("sendMessage", error)
        return await rig.bot.send_message(chat.id, "x")

    assert await fault_of(troubled) == fault


_LACKS = "Not Found: method not found"


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (NotSent("no connection"), Unavailable(perhaps_done=False)),
        (NetworkError("broken"), Unavailable(perhaps_done=True)),
        (InvalidToken(), Unavailable(perhaps_done=False)),
        (InvalidToken("Not Found"), Unavailable(perhaps_done=False)),
        (InvalidToken(_LACKS), Refused(_LACKS)),
        (Conflict("Conflict: terminated"), Refused("Conflict: terminated")),
    ],
)
def test_what_the_library_says(error: TelegramError, fault: Fault) -> None:
    """Errors that no call of the sender raises are taken for the right faults too."""
    assert classify(error) == fault


def test_whole_numbers_of_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wait in the library's old form, a whole number of seconds, is read as well."""
    monkeypatch.delenv("PTB_TIMEDELTA", raising=False)
    with pytest.warns(DeprecationWarning, match="retry_after"):
        error = RetryAfter(7)
    with pytest.warns(DeprecationWarning, match="retry_after"):
        assert classify(error) == RetryIn(7.0)
