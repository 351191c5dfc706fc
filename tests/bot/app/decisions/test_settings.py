"""Settings: each change is kept, shown, and seen on the next board."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.app.decision import Decision, Write
from bot.app.documents.effects import Redraw
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import SILENT_MS
from bot.app.requests.actions import (
    SETTINGS,
    Action,
    Choice,
    ChooseLanguage,
    Inspect,
    Press,
    SetChoice,
    SetLanguage,
)
from bot.app.requests.commands import read
from bot.app.screens.controls import cell_action
from bot.delivery.scene import keep_where
from bot.i18n import LANGUAGES, Text
from tests.bot.app.conftest import Table, effects_held, labels, words


async def test_typed_settings(table: Table) -> None:
    """Without buttons the settings say what to write, and nothing of pressing or tapping."""
    *said, usage = await table.say("/settings")
    assert usage.startswith("Write /settings and what to change")
    assert said == [
        "Settings of this chat:",
        "Cells: letters, like d3",
        "An open number that is typed flags or opens around it",
        "A certain mine opens at once",
    ]
    await table.say("/settings tap off")
    assert (await table.say("/settings confirm on"))[-3:-1] == [
        "An open number that is typed does nothing",
        "A certain mine has to be typed twice",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_taps_in_print(table: Table, language: str) -> None:
    """Where nothing can be tapped, no language describes a setting as being about taps."""
    for chosen in ("tap on", "tap off", "confirm on", "confirm off"):
        *said, _usage = words(await table.ask(f"/settings {chosen}", language=language))
        assert not re.search("tap|press|наж|点|點|按", " ".join(said))


async def test_typed_where_boards_are_text(table: Table) -> None:
    """With boards as text by choice, settings say "typed" where they else say "tap"."""
    table.in_place = True
    assert (await table.say("/settings text on"))[-2:] == [
        "An open number that is typed flags or opens around it",
        "A certain mine opens at once",
    ]
    assert (await table.say("/settings confirm on"))[-1] == "A certain mine has to be typed twice"
    assert (await table.say("/settings text off"))[-1] == "A certain mine takes a second tap"


@pytest.mark.parametrize("private", [True, False])
async def test_no_pictures_where_boards_are_printed(table: Table, *, private: bool) -> None:
    """A terminal's settings tell nothing of the look of boards, and offer none of it."""
    table.private = private
    usage = (await table.say("/settings"))[-1]
    assert await table.say("/settings nothing") == [usage]
    assert await table.say("/settings coordinates two") == [
        "Write /settings coordinates and then one of these: letters, one and zero."
    ]
    assert "theme" not in usage
    assert "text" not in usage
    for written in ("theme moon", "theme neon", "text on", "text off", "text", "text maybe"):
        said = await table.say(f"/settings {written}")
        assert said == ["Boards are printed here: there is no other look to choose."]
    table.in_place = True
    assert {"Boards: buttons and pictures", "Pictures: Classic"} <= {*await table.say("/settings")}


async def test_no_sounds_where_boards_are_printed(table: Table) -> None:
    """A terminal's settings mention neither pins nor quiet hours."""
    table.private = False
    told = {each.key for each in (await table.ask("/settings")).texts}
    assert told.isdisjoint({"settings.not_pinned", "settings.quiet_off"})
    assert (await table.say("/settings quiet 22-7"))[0].startswith("Nothing comes here unasked")
    assert "New games: only who starts them" in await table.say("/settings players solo")
    table.in_place = True
    asked = {each.key for each in (await table.ask("/settings")).texts}
    assert {"settings.not_pinned", "settings.quiet_off"} <= asked


async def test_private_settings(table: Table) -> None:
    """A private chat chooses how boards look and its language."""
    table.in_place = True
    reply = await table.ask("/settings")
    assert words(reply) == [
        "Settings of this chat:",
        "Boards: buttons and pictures",
        "Pictures: Classic",
        "Cells: letters, like d3",
        "A tap on a number flags or opens around it",
        "A certain mine opens at once",
    ]
    assert labels(reply) == [
        "📄 Boards as text",
        "🎨 Dark",
        "🔢 Cells: numbers from 1, like 3:4",
        "🌐 Language",
        "👆 Numbers: tell only",
        "🛡 Ask before a certain mine",
    ]


async def test_group_settings(table: Table) -> None:
    """A group can also choose whether boards are pinned and who may play, as all are told."""
    table.private, table.in_place = False, True
    reply = await table.ask("/settings")
    assert words(reply) == [
        "Settings of this chat:",
        "Boards: buttons and pictures",
        "Pictures: Classic",
        "Cells: letters, like d3",
        "New boards are not pinned",
        "New games: everybody",
        "Boards at once: 10. Set it like /settings boards 5",
        "Tables of the day: when asked, /daily",
        "No quiet hours. Set them like /settings quiet 22-7 +3 or 22-7 Europe/Berlin",
    ]
    assert labels(reply) == [
        "📄 Boards as text",
        "🎨 Dark",
        "🔢 Cells: numbers from 1, like 3:4",
        "🌐 Language",
        "🔲 Boards: up to 20",
        "📅 Hide day tables",
        "🌙 Send day tables",
        "👥 New games: invited players",
        "📌 Pin new boards",
    ]
    reply = await table.ask("/settings players solo")
    assert "New games: only who starts them" in words(reply)
    reply = await table.ask(SetChoice(Choice.PIN, "on"))
    assert "New boards are pinned" in words(reply)
    assert "📌 Stop pinning boards" in labels(reply)


def typed(action: Action) -> str:
    """Return the text that does the same as a button of the settings."""
    if isinstance(action, SetChoice):
        return f"/settings {action.choice} {action.value}"
    return "/settings language"


@pytest.mark.parametrize("private", [True, False])
async def test_what_is_pressed_can_be_typed(table: Table, *, private: bool) -> None:
    """What any button of the settings does can also be typed, and the usage says so."""
    table.private, table.in_place = private, True
    usage = words(await table.ask("/settings what"))[0]
    for row in (await table.ask("/settings")).buttons:
        for button in row:
            written = typed(button.action)
            assert read(written) == button.action
            assert written == "/settings language" or f"{written.split()[1]} " in usage
    assert read("/settings pin off") == SetChoice(Choice.PIN, "off")


@pytest.mark.parametrize(
    ("private", "in_place", "only_answers", "said"),
    [
        (True, True, False, "This can be chosen only in a chat with others."),
        (True, False, False, "This can be chosen only in a chat with others."),
        (False, False, False, "Nothing can be pinned here."),
        (False, True, True, "Nothing can be pinned here."),
    ],
)
async def test_nowhere_to_pin(
    table: Table, *, private: bool, in_place: bool, only_answers: bool, said: str
) -> None:
    """Where nothing can be pinned the wish is refused with that reason, and not kept."""
    table.private, table.in_place, table.only_answers = private, in_place, only_answers
    reply = await table.ask("/settings pin on")
    assert (words(reply), reply.private) == ([said], True)
    if private:
        assert await table.say("/settings pin maybe") == [said]
    table.only_answers, table.private, table.in_place = False, False, True
    assert "New boards are not pinned" in await table.say("/settings")
    how = "Write /settings pin and then one of these: on and off."
    assert await table.say("/settings pin maybe") == [how]
    assert "New boards are pinned" in await table.say("/settings pin on")


async def test_boards_at_once_in_turn(table: Table) -> None:
    """The button raises the limit of boards step by step, and after the highest starts anew."""
    table.private, table.in_place = False, True
    reply, counts = await table.ask("/settings boards 2"), []
    for _ in range(6):
        [action] = [
            button.action
            for row in reply.buttons
            for button in row
            if isinstance(button.action, SetChoice) and button.action.choice is Choice.BOARDS
        ]
        counts.append(action.value)
        reply = await table.ask(action)
    assert counts == ["3", "5", "10", "20", "50", "1"]


async def test_what_takes_more_than_answers(table: Table) -> None:
    """A bot that can only answer offers neither pins nor the sending of tables."""
    table.private, table.in_place = False, True
    sending = {"🌙 Send day tables", "📌 Stop pinning boards"}
    assert sending <= {*labels(await table.ask(SetChoice(Choice.PIN, "on")))}
    table.only_answers = True
    told = await table.ask("/settings")
    assert sending & {*labels(told)} == {"📌 Stop pinning boards"}
    assert "New boards are pinned" in words(told)
    now = labels(await table.ask(SetChoice(Choice.PIN, "off")))
    assert not [each for each in now if each.startswith(("📌", "🌙"))]
    assert "📅 Hide day tables" in now


async def test_tables_where_the_bot_can_only_answer(table: Table) -> None:
    """A bot that can only answer lets one stop the sending of tables, not start it."""
    table.store.carry = None
    table.private, table.in_place = False, True
    await table.ask("/settings table on")
    table.only_answers = True
    await table.ask("/settings daily off")
    hidden = await table.ask("/settings")
    assert "settings.daily_off" in [text.key for text in hidden.texts]
    assert "🌙 Stop sending" in labels(hidden)
    ended = await table.ask("/settings table off")
    assert not [each for each in labels(ended) if each.startswith("🌙")]


async def test_quiet_hours_where_the_bot_can_only_answer(table: Table) -> None:
    """A bot that can only answer lets one end quiet hours, then mentions them no more."""
    table.private, table.in_place = False, True
    await table.ask("/settings quiet 22-7")
    table.only_answers = True
    keys = {"settings.quiet", "settings.quiet_off"}
    told = [text.key for text in (await table.ask("/settings")).texts if text.key in keys]
    assert told == ["settings.quiet"]
    ended = await table.ask("/settings quiet off")
    assert ended.texts[0].key == "settings.title"
    assert not keys & {text.key for text in ended.texts}


async def test_text_only(table: Table) -> None:
    """Boards can be switched to text and back."""
    table.in_place = True
    reply = await table.ask(SetChoice(Choice.TEXT, "on"))
    assert "🔲 Boards with buttons" in labels(reply)
    screen = await table.shown("/newgame")
    assert screen.text_only
    reply = await table.ask(SetChoice(Choice.TEXT, "off"))
    assert "📄 Boards as text" in labels(reply)
    screen = await table.shown("/board")
    assert not screen.text_only


async def test_themes(table: Table) -> None:
    """A theme is kept; for an unknown one the themes are listed, and nothing changes."""
    table.in_place = True
    reply = await table.ask(SetChoice(Choice.THEME, "moon"))
    assert "Pictures: Moon" in words(reply)
    assert "🎨 Classic" in labels(reply)
    screen = await table.shown("/newgame")
    assert screen.theme == "moon"
    for written in ("neon", "blue", "high"):
        said = (await table.say(f"/settings theme {written}"))[0]
        assert said.startswith("Write /settings theme and then one of these: Classic, Dark, ")
        assert said.endswith(" High contrast, Colour-blind and Moon.")
    assert "Pictures: Moon" in await table.say("/settings")


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("word", Choice)
async def test_choices_without_a_value(table: Table, word: str, *, private: bool) -> None:
    """A setting without a value is answered with its choices, like one with a wrong value."""
    table.in_place, table.private = True, private
    said = await table.say(f"/settings {word}")
    assert said == await table.say(f"/settings {word} neon")
    assert "what to change" not in said[0]


@pytest.mark.parametrize("written", ["high_contrast", "High contrast", "高对比度"])
async def test_themes_by_name(table: Table, written: str) -> None:
    """A theme can be written by its displayed name, in any language."""
    table.in_place = True
    assert "Pictures: High contrast" in await table.say(f"/settings theme {written}")


@pytest.mark.parametrize("written", ["Тёмная", "темная", "ТЕМНАЯ"])
async def test_themes_without_dots(table: Table, written: str) -> None:
    """The Russian name of a theme can be written without the dots of its letter yo."""
    table.in_place = True
    assert "Pictures: Dark" in await table.say(f"/settings theme {written}")


async def test_language(table: Table) -> None:
    """/language without a language asks which, and gives each by its own name."""
    reply = await table.ask("/language")
    assert labels(reply) == ["English", "Русский", "简体中文", "繁體中文"]
    assert len(reply.texts) == 1


HOUR = 3600 * 1000


LAYOUT = "5x5/3 ##M## ##### M#### ##### ####M"


@pytest.mark.parametrize(
    ("how", "written", "said", "first"),
    [("letters", "3 4", "d3", 1), ("one", "3 4", "3:4", 1), ("zero", "2 3", "2:3", 0)],
)
async def test_coordinates(table: Table, how: str, written: str, said: str, first: int) -> None:
    """Cells are typed, named and drawn in the chosen coordinates, in all kinds of sentences."""
    await table.ask(f"/settings coordinates {how}")
    await table.deal(LAYOUT, first=7)
    assert await table.say(f"! {written}") == [f"Flagged {said}."]
    assert await table.say(written) == [f"{said} has a flag on it. Take it off first with ?{said}."]
    assert await table.say(f"?{said}") == [f"Took the flag off {said}."]
    reply = await table.ask("/hint all")
    assert reply.screen
    assert reply.screen.coordinates == how
    assert bool(re.search(r"Open [a-e][1-5]:", words(reply)[3])) is (how == "letters")
    last = first + 4
    columns = "a to e (1 to 5)" if how == "letters" else f"{first} to {last}"
    assert await table.say("9 9") == [
        f"That is off the board: rows go from {first} to {last}, columns from {columns}."
    ]


async def test_coordinates_beside_the_chat(table: Table) -> None:
    """Reviews and exercises name cells in the chat's coordinates."""
    await table.ask(SetChoice(Choice.COORDINATES, "zero"))
    await table.deal(LAYOUT, first=7)
    await table.ask("/giveup")
    assert "1:2" in " ".join(await table.say("/review 1"))
    exercise = await table.ask("/train")
    assert exercise.picture
    [off] = words(await table.ask("/train 99 99"))
    assert off.startswith("That is off the board: rows go from 0 to ")
    assert words(await table.ask("/train nowhere"))[0].endswith("like /train 2:3.")


async def test_smart_tap_off(table: Table) -> None:
    """With the smart tap off, a tapped or typed number only tells about itself."""
    await table.ask("/settings tap off")
    await table.deal(LAYOUT, first=7)
    screen = await table.shown("/board")
    assert cell_action(screen, 7) == Inspect(7)
    assert isinstance(cell_action(screen, 0), Press)
    assert await table.say("c2") == ["c2 is open already."]


async def test_what_the_board_is_shown_anew_for(table: Table) -> None:
    """A setting that changes the board has it shown anew, and no other has."""
    await table.deal(LAYOUT, first=7)
    await keep_where(table.store, table.chat, 1, None, Shown("7", "text"))
    table.in_place, effects = True, effects_held(table.store)
    for said, shown in (("tap off", [Redraw(table.chat, 1)]), ("confirm on", [])):
        await table.settled(f"/settings {said}")
        assert effects == shown
        effects.clear()


async def test_confirm(table: Table) -> None:
    """With that setting on, a certain mine is warned of in a private chat as well."""
    corner = "4x4/2 #M## M### #### ####"
    await table.ask("/settings confirm on")
    await table.deal(corner, first=15)
    assert await table.say("b1") == [
        "b1 is certainly a mine. Choose it again to open it all the same."
    ]
    assert (await table.say("b1"))[0] == "b1 was a mine."


async def test_choices_of_a_group(table: Table) -> None:
    """A group can choose who may play, its tables and its quiet hours; one person cannot."""
    assert await table.say("/settings players solo") == [
        "This can be chosen only in a chat with others."
    ]
    table.private, table.in_place = False, True
    await table.ask("/settings players solo")
    await table.ask("/newgame easy")
    assert (await table.say("3 3", "bob"))[0].startswith("This is somebody else's game.")
    assert "Boards of the day have no tables here" in await table.say("/settings daily off")
    assert (await table.say("/daily", "bob"))[0].startswith("The tables of the day are off")
    said = await table.say("/settings quiet 22-7 +3")
    assert "Quiet hours 22-7 +3: no sound, nothing unasked. End them: /settings quiet off" in said
    table.time.now = 20 * HOUR
    assert (await table.ask("/games")).silent
    await table.wait(12 * HOUR)
    assert not (await table.ask("/games")).silent
    assert "No quiet hours" in " ".join(await table.say("/settings quiet off"))


async def test_quiet_hours_of_a_zone(table: Table) -> None:
    """Quiet hours of a named zone are shown with its name, and go by its clock in summer too."""
    table.private, table.in_place = False, True
    table.time.now = 1_774_738_800_000  # 2026-03-28, 23:00 UTC: by night the clock goes forward
    said = await table.say("/settings Quiet hours 22-7 new york")
    assert "Quiet hours 22-7 America/New_York: no sound, nothing unasked." in " ".join(said)
    assert not (await table.ask("/games")).silent
    await table.ask("/settings quiet 22-7 BERLIN")
    for hours, silent in ((5.9, True), (0.2, False)):
        await table.wait(int(hours * HOUR))
        assert (await table.ask("/games")).silent is silent


@pytest.mark.parametrize("text", ["/review", "/review 1", "/review replay", "/stats", "/train"])
async def test_quiet_hours_are_for_all_answers(table: Table, text: str) -> None:
    """What is answered from beyond the chat's documents comes without a sound as well."""
    table.private, table.in_place = False, True
    await table.ask("/settings quiet 22-7 +3")
    table.in_place = False
    await table.deal("2x3/1 ##M ###")
    await table.ask("c2")
    table.time.now = 20 * HOUR
    assert (await table.ask(text)).silent
    await table.wait(12 * HOUR)
    assert not (await table.ask(text)).silent


@pytest.mark.parametrize("text", ["tap off", "tap on", "tap maybe", "confirm on"])
async def test_choices_of_one(table: Table, text: str) -> None:
    """Settings of private chats are refused in a group, and its boards stay as they are."""
    await table.ask("/settings tap off")
    table.private = False
    assert await table.say(f"/settings {text}") == ["This can be chosen in a private chat only."]
    await table.deal(LAYOUT, first=7)
    screen = await table.shown("/board")
    assert screen.smart_tap


@pytest.mark.parametrize(
    "text", ["players solo", "daily off", "quiet 22-7", "table on", "boards 3"]
)
async def test_what_one_person_does_not_choose(table: Table, text: str) -> None:
    """Settings of groups are refused in a private chat."""
    table.in_place = True
    refused = await table.ask(f"/settings {text}")
    assert words(refused) == ["This can be chosen only in a chat with others."]
    assert refused.private


async def test_tables_that_are_sent(table: Table) -> None:
    """Having the day's tables sent switches them on; ending that leaves them on."""
    table.private, table.in_place = False, True
    assert "Boards of the day have no tables here" in await table.say("/settings daily off")
    for text, key in (("table on", "settings.table_on"), ("table off", "settings.daily_on")):
        assert key in {each.key for each in (await table.ask(f"/settings {text}")).texts}


USAGE = "Write /settings and what to change: coordinates letters, one or zero; theme dark; "


BOARDS = "Write /settings boards and then a number from 1 to 50."


QUIET = (
    "Write /settings quiet and then off, or two different hours from 0 to 23 and the time "
    "zone, from -12 to +14 or by its name, like 22-7 +3, 22-7 +5:30 or 22-7 Europe/Berlin."
)


ONE_OF = "Write /settings {} and then one of these: {}."


UNKNOWN = {
    "coordinates two": ONE_OF.format("coordinates", "letters, one and zero"),
    "text maybe": ONE_OF.format("text", "on and off"),
    "players": ONE_OF.format("players", "open, invited and solo"),
    "players all": ONE_OF.format("players", "open, invited and solo"),
    "daily 3": ONE_OF.format("daily", "on and off"),
    "quiet 25-3": QUIET,
    "quiet 22-24": QUIET,
    "quiet 22-7 +5:20": QUIET,
    "quiet 22-7 Atlantis": QUIET,
    "colour red": USAGE,
    "boards 0": BOARDS,
    "boards 51": BOARDS,
    "boards 300": BOARDS,
    "boards many": BOARDS,
}


HERE = {
    "alone": (True, True, False),
    "alone in print": (True, False, False),
    "alone with answers": (True, True, True),
    "group": (False, True, False),
    "group in print": (False, False, False),
    "group with answers": (False, True, True),
}


EXAMPLES = {
    "coordinates": "one",
    "theme": "dark",
    "text": "on",
    "tap": "off",
    "confirm": "on",
    "players": "solo",
    "daily": "off",
    "table": "on",
    "pin": "on",
    "boards": "5",
    "quiet": "22-7 +3",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("here", HERE)
async def test_only_what_can_be_set_here(table: Table, here: str, language: str) -> None:
    """The usage names what can be set in this kind of chat and nothing else, in each language.

    Of the rest it is said why not, whether or not a value stands behind it.
    """
    table.private, table.in_place, table.only_answers = HERE[here]
    usage = words(await table.ask("/settings what", language=language))[0]
    for word, value in EXAMPLES.items():
        alone = await table.ask(f"/settings {word}", language=language)
        chosen = await table.ask(f"/settings {word} {value}", language=language)
        assert (re.search(rf"\b{word}\b", usage) is None) is chosen.private, word
        assert alone.private
        assert (words(alone) == words(chosen)) is chosen.private, word
    assert not re.search("чате|聊天", usage)


@pytest.mark.parametrize("text", UNKNOWN)
async def test_unknown_choices(table: Table, text: str) -> None:
    """An unknown value is answered with those of its setting, if the setting is known."""
    assert await table.say("/settings tap maybe") == [ONE_OF.format("tap", "on and off")]
    table.private, table.in_place = False, True
    refused = await table.ask(f"/settings {text}")
    assert words(refused)[0].startswith(UNKNOWN[text])
    assert refused.private


async def test_boards_at_once(table: Table) -> None:
    """A group limits how many boards are played at once; those left for a day do not count."""
    table.private = False
    assert "Boards at once: 10. Set it like /settings boards 5" in await table.say("/settings")
    assert "🔲 Boards: up to 20" in labels(await table.ask("/settings"))
    await table.ask("/settings boards 2")
    assert "🔲 Boards: up to 3" in labels(await table.ask("/settings"))
    for player in ("ann", "bob"):
        await table.ask("/newgame easy", player)
        assert (await table.ask("/newgame easy", player)).screen, "the same, not yet begun"
        await table.ask("a1", player)
    for text in ("/newgame easy", "/duel easy", "/tournament 2 easy"):
        said = await table.say(text, "cid")
        assert said[0].startswith(
            "2 boards are being played here already, and this chat allows at most 2 at once."
        )
    await table.ask("/settings boards 1")
    assert (await table.say("/newgame easy", "cid"))[0].startswith(
        "2 boards are being played here already, and this chat allows at most 1 at once."
    )
    await table.wait(25 * HOUR)
    assert (await table.ask("/newgame easy", "cid")).screen
    table.chat, table.private = "test:alone", True
    for _ in range(12):
        await table.wait(3000)
        await table.ask("/newgame easy")
        await table.ask("a1")
    assert (await table.ask("/newgame easy")).screen, "one person plays as many as there can be"


CHOSEN = (
    ChooseLanguage(),
    SetLanguage("zh"),
    SetChoice(Choice.TEXT, "on"),
    SetChoice(Choice.THEME, "dark"),
    SetChoice(Choice.PIN, "on"),
    SetChoice(Choice.ACCESS, "solo"),
)


@pytest.mark.parametrize("action", CHOSEN)
async def test_members(table: Table, action: Action) -> None:
    """A member who may not change a group's settings is told so privately; nothing changes."""
    assert {type(each) for each in CHOSEN} == {*SETTINGS}
    table.private = False
    asked = replace(table.request(action), language="ru", may_set=False)
    refused = await table.service.carry_out(asked)
    about = "language" if isinstance(action, ChooseLanguage | SetLanguage) else "settings"
    assert refused.texts == (Text(f"{about}.admins"),)
    assert (refused.private, refused.language) == (True, "ru")
    assert not table.backend.documents


async def test_not_all_of_very_many_boards_at_once(table: Table) -> None:
    """New coordinates redraw the current board and the newest twenty others, not all."""

    def show(*_: object) -> Decision[None]:
        shown = {shown_name(number): Write(Shown(str(number), "text")) for number in range(1, 26)}
        return Decision(None, shown)

    for _ in range(25):
        await table.deal("2x3/1 ##M ###")
    await table.store.update(chat_space(table.chat), "shown", show)
    table.in_place, effects = True, effects_held(table.store)
    await table.settled("/language ru")
    assert len(effects) == 21
    effects.clear()
    await table.wait(SILENT_MS + 1)
    await table.settled("/settings coordinates one")
    drawn = [effect.number for effect in effects if isinstance(effect, Redraw)]
    assert sorted(drawn) == [*range(5, 26)]
    assert len(effects) == len(drawn)
    effects.clear()
    await table.settled("/language en")
    assert effects == [Redraw(table.chat, 25)], "nobody has moved on the others for a day"
    effects.clear()
    await table.settled("/settings theme moon")
    assert effects == [Redraw(table.chat, 25)]
    effects.clear()
    await table.settled("/language en")
    assert not effects, "nothing has changed"
