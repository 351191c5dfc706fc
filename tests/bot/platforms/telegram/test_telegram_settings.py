"""Settings on Telegram: chosen by buttons, seen on boards, and heard in quiet hours or not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.spaces import CHAT, chat_space
from bot.app.documents.state import SILENT_MS, Settings, read_chat
from bot.i18n import LANGUAGES
from tests.bot.platforms.telegram.playing import Playing, label, opening_keys, words
from tests.emulators.faults import Fault
from tests.emulators.telegram.wire import ApiError


@pytest.mark.parametrize("language", LANGUAGES)
async def test_coordinates(play: Playing, language: str) -> None:
    """A button chooses numbers from 0 as coordinates, and cells are named by them from then on."""
    ann, chat = play.in_private("Ann", language)
    settings = await play.say(chat, ann, "/settings")
    for data in ("0choose.coordinates.one", "0choose.coordinates.zero", "0choose.tap.off"):
        await play.press(settings, ann, data)
    assert "2:3" in settings.text
    await play.press(settings, ann, "0choose.text.on")
    board = await play.say(chat, ann, "/newgame easy")
    assert "  0 1 2 3 4 5 6 7" in board.text
    board = await play.say(chat, ann, "!2 3")
    assert "2:3" in board.text


async def test_board_that_is_there(play: Playing) -> None:
    """A board on display takes a newly chosen look at once, in one edit for each change."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame 5 5 4")
    assert [*opening_keys(board)]
    await play.say(chat, ann, "/settings text on")
    assert not [*opening_keys(board)]
    assert "a b c d e" in board.text
    for _ in range(2):
        await play.say(chat, ann, "/settings coordinates zero")
        assert "0 1 2 3 4" in board.text
    assert len(play.world.calls("editMessageText")) == 2
    assert chat.last.text.startswith("Settings of this chat")


async def test_boards_that_are_there_count_alike(play: Playing) -> None:
    """All boards take newly chosen coordinates at once, even those left alone for a day."""
    ann, group = play.in_group()
    await play.say(group, ann, "/settings text on")
    first = await play.say(group, ann, "/newgame 5 5 4")
    await play.answer(group, ann, "!d4", first)
    second = await play.say(group, ann, "/newgame 5 5 4")
    await play.say(group, ann, "/settings coordinates zero")
    for board in (first, second):
        assert "0 1 2 3 4" in board.text
    await play.skip_time(SILENT_MS / 1000 + 1)
    await play.say(group, ann, "/settings coordinates one")
    for board in (first, second):
        assert "1 2 3 4 5" in board.text
    await play.say(group, ann, "/language ru")
    assert "🙂 Game 1" in first.text


async def test_boards_that_are_there_look_alike(play: Playing) -> None:
    """Each board in play takes a newly chosen theme and language at once, on its message.

    To become text it would need a new message, so it stays until its next move.
    """
    ann, group = play.in_group()
    first = await play.say(group, ann, "/newgame expert")
    await play.answer(group, ann, "!d4", first)
    second = await play.say(group, ann, "/newgame expert")
    before = len(play.world.calls("editMessageMedia"))
    await play.say(group, ann, "/settings theme dark")
    edits = play.world.calls("editMessageMedia")[before:]
    assert {int(each.params.values["message_id"]) for each in edits} == {first.id, second.id}
    await play.say(group, ann, "/language ru")
    for board in (first, second):
        assert label("menu", "ru") in board.labels[-1]
        assert "мин" in board.text
    await play.say(group, ann, "/settings text on")
    assert not first.deleted


async def test_what_was_said_last(play: Playing) -> None:
    """The words of a board on display follow the choice of text and of coordinates."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame 5 5 4")
    tap = "Tap a cell, or type its row and column, like 3 4."
    typed = "Open a cell: type its row and column, like 3 4, or its name, like d3."
    counted = "Open a cell: type its row and column, like 2 3, or its name, like 2:3."
    for chosen, said in (
        ("text on", typed),
        ("coordinates zero", counted),
        ("coordinates letters", typed),
        ("text off", tap),
    ):
        await play.say(chat, ann, f"/settings {chosen}")
        board = next(each for each in reversed(chat.messages) if "🙂" in each.text)
        assert said in board.text
    await play.say(chat, ann, "!d3")
    await play.say(chat, ann, "/settings coordinates zero")
    assert "Flagged 2:3." in next(e for e in reversed(chat.messages) if "🙂" in e.text).text


async def test_board_that_is_there_speaks_the_language(play: Playing) -> None:
    """A board on display takes a newly chosen language at once, in one edit."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame 5 5 4")
    for _ in range(2):
        await play.say(chat, ann, "/language ru")
        assert label("menu", "ru") in board.labels[-1]
        assert "мины" in board.text
    edits = ("editMessageText", "editMessageCaption", "editMessageMedia")
    assert sum(len(play.world.calls(each)) for each in edits) == 1


async def test_chinese_of_two_scripts(play: Playing) -> None:
    """A reader of Traditional Chinese is answered in it; the list of languages changes script."""
    ann, chat = play.in_private("Ann", "zh-hant")
    board = await play.say(chat, ann, "/newgame easy")
    assert "輸入列和欄" in board.text
    settings = await play.say(chat, ann, "/settings")
    await play.press(settings, ann, label("language", "zh-TW"))
    languages = chat.last
    for name, mines in (("简体中文", "剩余雷"), ("繁體中文", "剩餘雷")):
        await play.press(languages, ann, name)
        assert mines in board.text


@pytest.mark.parametrize("is_group", [False, True])
async def test_list_of_languages(play: Playing, is_group: bool) -> None:  # noqa: FBT001  # a case
    """The list of languages confirms a choice in the chosen language, and stays for another."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "zh")
    chat = play.world.supergroup("Sweepers", ann, bob) if is_group else play.world.private(ann)
    languages = await play.say(chat, ann, "/language")
    names = languages.labels
    assert languages.text == "Which language shall I speak here?"
    for name, said in (
        ("Русский", "Теперь здесь говорю по-русски."),
        ("繁體中文", "現在這裡使用繁體中文。"),
        ("繁體中文", "現在這裡使用繁體中文。"),
        ("English", "I speak English here now."),
    ):
        assert (await play.press(languages, ann, name)).toast == said
        assert (languages.text, languages.labels) == (said, names)
    if is_group:
        await play.press(languages, bob, "Русский")
        assert languages.text == "I speak English here now."
    assert chat.last is languages


async def test_no_languages_for_members(play: Playing) -> None:
    """A member who may not choose a group's language gets no list of them in another's place."""
    ann, bob, group = play.two_in_group()
    greeting = await play.say(group, ann, "/start")
    settings = await play.say(group, ann, "/settings")
    refused = words("language.admins")
    for message in (greeting, settings):
        before = message.content
        assert (await play.press(message, bob, label("language"))).toast == refused
        assert message.content == before
    assert (await play.say(group, bob, "/language")).text == refused
    await play.press(settings, ann, label("language"))
    assert settings.text == words("language.choose")


async def test_settings_from_the_menu(play: Playing) -> None:
    """The menu below a board closes when the settings are chosen from it."""
    ann = play.world.user("Ann")
    board = await play.say(play.world.private(ann), ann, "/newgame 5 5 4")
    await play.press(board, ann, label("menu"))
    assert label("back") in board.labels[-1]
    await play.press(board, ann, label("settings"))
    assert label("menu") in board.labels[-1]


async def test_unknown_administrators(play: Playing) -> None:
    """If Telegram does not say who is an administrator, a group's settings stay as they are."""
    ann, group = play.in_group()
    play.world.faults.add(Fault("getChatMember", ApiError(400, "Bad Request: CHANNEL_PRIVATE")))
    said = await play.say(group, ann, "/settings text on")
    assert said.text == "Only administrators can change the settings here."
    assert [*opening_keys(await play.say(group, ann, "/newgame 5 5 4"))]
    await play.say(group, ann, "/settings text on")
    assert not [*opening_keys(await play.say(group, ann, "/newgame 5 5 4"))]


async def test_where_nothing_may_be_pinned(play: Playing, caplog: pytest.LogCaptureFixture) -> None:
    """The settings tell of a refused pin until one succeeds; no fault is logged."""
    ann, group = play.in_group()
    settings = await play.say(group, ann, "/settings")
    await play.press(settings, ann, "0choose.pin.on")
    assert "New boards are pinned" in settings.text
    await play.say(group, ann, "/newgame simple")
    refused = await play.say(group, ann, "/settings")
    await play.press(refused, ann, "0choose.text.on")
    assert "but I lack the right to pin messages here" in refused.text
    assert not caplog.text
    group.promote(play.world.bot)
    await play.say(group, ann, "/newgame simple")
    assert group.pinned
    assert "New boards are pinned" in (await play.say(group, ann, "/settings")).text


@pytest.mark.parametrize("how", ["press", "command", "giveup"])
async def test_taken_down(play: Playing, how: str, caplog: pytest.LogCaptureFixture) -> None:
    """A board is pinned without a sound, and unpinned when its game is over, however it ends."""
    ann, group = play.in_group()
    group.promote(play.world.bot)
    await play.say(group, ann, "/settings pin on")
    board = await play.dealt(group, ann, "2x2/1 M# ##", first=3)
    assert group.pinned == [board]
    assert all(call["disable_notification"] for call in play.world.calls("pinChatMessage"))
    match how:
        case "press":
            await play.win(board, ann, group)
        case "command":
            await play.say(group, ann, "/open b1 a2")
        case _:
            await play.say(group, ann, "/giveup yes")
    assert (await play.session(group)).game.outcome
    assert not group.pinned
    assert not caplog.text


async def test_quiet_hours(play: Playing) -> None:
    """In quiet hours a group's messages make no sound and nothing is pinned."""
    ann, bob, group = play.two_in_group()
    group.promote(play.world.bot)
    said = await play.say(group, bob, "/settings quiet 0-23")
    assert said.text == "Only administrators can change the settings here."
    hour = int(play.clock.now() // 3600) % 24
    await play.say(group, ann, f"/settings quiet {hour}-{(hour + 2) % 24}")
    settings = await play.say(group, ann, "/settings")
    assert "Quiet hours" in settings.text
    await play.press(settings, ann, "0choose.pin.on")
    await play.say(group, ann, "/newgame simple")
    await play.say(group, ann, "/games")
    quiet = [
        "disable_notification" in each.params.values for each in play.world.calls("sendMessage")
    ]
    assert not quiet[0]
    assert all(quiet[-2:])
    assert not group.pinned


async def test_theme_of_a_newer_version(play: Playing) -> None:
    """Where a newer version has chosen a look that only it has, boards are shown as usual."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame expert")

    def choose(documents: Documents, _now: int) -> Decision[None]:
        state = replace(read_chat(documents), settings=Settings(theme="sepia"))
        return Decision(None, {CHAT: Write(state)})

    await play.store.update(chat_space(f"telegram:{ann.id}"), "newer", choose)
    await play.press(board, ann, next(opening_keys(board))[0])
    assert "Opened" in board.text
    assert "Pictures: Classic" in (await play.say(chat, ann, "/settings")).text
