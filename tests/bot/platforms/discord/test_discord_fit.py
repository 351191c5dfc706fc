"""Everything the bot says fits a message of Discord's: every page, language, level and state."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.requests import actions, coach_actions
from bot.app.requests.access import Access
from bot.app.requests.board_actions import PlayShared
from bot.app.requests.button import Button, read_button
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.menu import Page
from bot.app.requests.wish import Wish
from bot.app.screens.illustration import Animation, BoardPicture, Card, Illustration, Plot, Subject
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Face, Screen, screen_of
from bot.delivery import Scene
from bot.i18n import LANGUAGES, Text, Translator
from bot.platforms.discord import limits
from bot.platforms.discord.components import Payload, button, distinct, row, size
from bot.platforms.discord.emoji import EmojiSets
from bot.platforms.discord.emoji.names import Depicted, name_of
from bot.platforms.discord.layout import Layout, layout_of, window_of
from bot.platforms.discord.view import SHOW_EVERYONE, TYPED, View
from bot.render.fitting import length_of
from bot.render.picture import LOOKS, PICTURE_THEMES, draw_picture, load_picture_theme
from core.game import Game
from core.rules import LEVELS, Rules
from tests.emulators.discord.components import check
from tests.emulators.discord.limits import CUSTOM_ID, MODAL_LABEL, MODAL_TITLE
from tests.emulators.discord.wire import Form
from tests.strategies import random_game, seeded

DEPICTED = [Depicted(theme, look) for theme in PICTURE_THEMES for look in LOOKS]
OWN = EmojiSets()
OWN.read(
    {
        "items": [
            {"name": name_of(depicted, "0000"), "id": str(10**18 + at)}
            for at, depicted in enumerate(DEPICTED)
        ]
    }
)
VIEW = View(Translator())
VIEWS = (VIEW, View(Translator(), OWN))
EDGES = (
    *(Rules(2, 2, 1), Rules(5, 2, 3), Rules(6, 5, 5), Rules(14, 14, 30)),
    *(Rules(2, 100, 60), Rules(100, 2, 60), Rules(100, 100, 9)),
)
SIZES = (*(level.rules(Random(1)) for level in LEVELS.values()), *EDGES)
NAMES = ("`x`", "*@everyone*", "<@1> ||", "Ann", "[a](b)", "```", "ж" * 32, "a_b_c_d_e_f_g_h_i_")
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"undo": True, "lives": 9},
    {"drifting": True},
    {"blindfold": True},
    {"no_guess": True},
)
"""What a player chooses besides a size."""
SAID = st.builds(
    Text,
    st.sampled_from(["game.busy", "privacy.names", "spoiler.title", "hint.later"]),
    rows=st.just(30),
    cols=st.just(14),
    mines=st.integers(0, 9999),
)


@st.composite
def screens(draw: st.DrawFn) -> Screen:
    """Return the screen of a game of any level and state."""
    rules = replace(draw(st.sampled_from(SIZES)), **draw(st.sampled_from(KINDS)))
    cells = range(rules.rows * rules.cols)
    board = random_game(seeded(draw(st.integers(0, 999))), rules, draw(st.integers(0, 8))).board
    is_mapped, name = draw(st.booleans()), st.sampled_from(NAMES)
    return Screen(
        number=draw(st.sampled_from([1, 999_999_999])),
        revision=draw(st.sampled_from([0, 99_999])),
        rules=rules,
        level=draw(st.sampled_from([*LEVELS, "custom"])),
        board=board,
        face=draw(st.sampled_from(Face)),
        elapsed=draw(st.integers(0, 10**10)),
        lives=draw(st.integers(1, 9)),
        undone=draw(st.integers(0, 999)),
        flagging=draw(st.booleans()),
        page=draw(st.sampled_from(Page)),
        access=draw(st.sampled_from(Access)),
        players=tuple(draw(st.lists(st.sampled_from(NAMES), max_size=100))),
        mover=draw(st.none() | st.sampled_from(NAMES)),
        theme=draw(st.sampled_from(PICTURE_THEMES)),
        text_only=draw(st.booleans()),
        coordinates=draw(st.sampled_from(Coordinates)),
        over=draw(st.booleans()),
        adjusted=draw(st.booleans()),
        scanned=draw(st.booleans()),
        at_stake=draw(st.booleans()),
        lesson=draw(st.none() | st.just(Text("lesson.done"))),
        start=draw(st.none() | st.sampled_from(cells)),
        marked=frozenset(draw(st.lists(st.sampled_from(cells), max_size=9))),
        chances={cell: cell % 101 / 100 for cell in cells} if is_mapped else {},
        focus=draw(st.none() | st.sampled_from(cells)),
        taught=draw(st.booleans()),
        begun=draw(st.booleans()),
        undecided=draw(st.booleans()),
        rival=draw(st.none() | st.builds(Text, st.just("duel.winner"), name=name)),
        rematch=draw(st.booleans()),
        verdict=tuple(draw(st.lists(st.builds(Text, st.just("duel.asked"), name=name)))),
        round=draw(st.none() | st.just(Text("tournament.short", round=9, rounds=9))),
        last_round=draw(st.booleans()),
        earned=tuple(draw(st.lists(st.builds(Text, st.just("duel.winner"), name=name)))),
    )


def assert_fits(payload: Payload) -> None:
    """Check a message by the emulator's rules, and by limits that the emulator does not know."""
    data = payload.data()
    form = Form()
    own = {emoji.id for theme in PICTURE_THEMES for emoji in (OWN.of(theme) or {}).values()}
    check(data["components"], form, v2=True, emojis=own)
    assert not form.tree
    assert sum(map(size, payload.components)) <= limits.COMPONENTS
    assert data["allowed_mentions"] == {"parse": []}
    shown = {each["filename"] for each in data["attachments"]}
    assert {name for name in shown if f"attachment://{name}" in str(data["components"])} == shown
    for part in buttons(payload):
        assert "emoji" in part or 1 <= len(part["label"]) <= limits.LABEL
        assert len(part["custom_id"]) <= CUSTOM_ID
        if part["custom_id"].partition(".")[0] not in {TYPED, SHOW_EVERYONE}:
            read_button(part["custom_id"])


def buttons(payload: Payload) -> Iterator[dict[str, Any]]:
    """Return the buttons of a message."""
    for part in payload.components:
        yield from part.get("components", ())


def scene(screen: Screen, texts: tuple[Text, ...], language: str, *, private: bool) -> Scene:
    """Return the scene of ``screen`` in a chat."""
    return Scene("discord:1", screen, texts, language, private)


@settings(max_examples=60, deadline=None)
@given(
    screens(),
    st.lists(SAID, max_size=60),
    st.sampled_from(LANGUAGES),
    st.booleans(),
    st.sampled_from(VIEWS),
)
async def test_every_scene(
    screen: Screen,
    texts: list[Text],
    language: str,
    private: bool,  # noqa: FBT001  # Hypothesis gives it
    view: View,
) -> None:
    """A board and its hint fit beside any texts; a board in play has the button to type."""
    shown = view.scene(scene(screen, tuple(texts), language, private=private))
    assert_fits(shown)
    ids = {part["custom_id"].partition(".")[0] for part in buttons(shown)}
    assert ids
    if screen.page is Page.PLAY and not screen.over:
        assert TYPED in ids
    assert_fits(await VIEW.hint(scene(screen, tuple(texts), language, private=private)))


@settings(max_examples=40, deadline=None)
@given(screens())
def test_something_to_press(screen: Screen) -> None:
    """The window has a closed cell whenever a closed cell lies beside an open one."""
    board = screen.board
    window = window_of(screen, Layout.EMOJI)
    cells = {board.grid.cell(row, col) for row in window.row_range() for col in window.col_range()}
    waiting = {cell for cell in board.closed() if not board.flagged[cell]}
    frontier = {
        cell for cell in waiting if any(board.opened[n] for n in board.grid.neighbours(cell))
    }
    assert cells & waiting or not frontier


@settings(max_examples=40, deadline=None)
@given(screens(), st.data())
def test_every_reply(screen: Screen, data: st.DataObject) -> None:
    """A reply without a board fits, with its picture or the text of it, and keeps its buttons."""
    points = tuple(data.draw(st.lists(st.floats(0, 1), max_size=500)))
    plot = Plot(Text("plot.win"), points or (0.5,))
    figure = (Text("game.busy"), Text("game.busy"))
    subjects: list[Subject] = [
        BoardPicture(screen),
        plot,
        Card((), (figure,), plot),
        Animation((screen,)),
    ]
    subject = data.draw(st.sampled_from(subjects))
    rows = data.draw(st.lists(st.lists(st.sampled_from(CHOICES), max_size=7), max_size=5))
    picture = Illustration(subject, "classic", text_only=data.draw(st.booleans()))
    reply = Reply(
        texts=tuple(data.draw(st.lists(SAID, max_size=60))),
        buttons=tuple(map(tuple, rows)),
        link=data.draw(st.none() | st.just(PlayShared("k7m2xq9ht4"))),
        picture=data.draw(st.none() | st.just(picture)),
        taps={cell: coach_actions.Answer(0, 1, cell) for cell in screen.board.closed()[:200]},
        language=data.draw(st.sampled_from(LANGUAGES)),
    )
    drawn = b"picture" if reply.picture and not picture.text_only else None
    made = VIEW.message(reply, ephemeral=data.draw(st.booleans()), drawn=drawn)
    assert_fits(made)
    wanted = {VIEW.plain(each.label, reply.language) for row in rows for each in row}
    assert wanted <= {part["label"] for part in buttons(made)}


@settings(max_examples=40, deadline=None)
@given(screens(), st.lists(SAID, max_size=60))
def test_own_emoji_cost_no_words(screen: Screen, texts: list[Text]) -> None:
    """The text above a board has as many lines with the application's emoji as without."""
    screen = replace(screen, coordinates=Coordinates.LETTERS)
    plain, own = (view.scene(scene(screen, tuple(texts), "en", private=True)) for view in VIEWS)
    words, drawn = (made.components[0]["content"] for made in (plain, own))
    above = drawn.partition("\n<:")[0].partition("\n\U0001f1e6")[0]
    assert words.startswith(above)
    assert len(above.splitlines()) == len(words.partition("\n\U0001f1e6")[0].splitlines())


def test_own_emoji_at_the_limit() -> None:
    """The last line above a board is never cut, whether the board has its own emoji or not."""
    screen = screen_of(Session(1, "ann", Game.new(Rules(10, 10, 10))), 0, Settings())
    is_own = set()
    for length in range(1, 1000):
        texts = Text("greet.back"), Text("duel.winner", name="x" * length)
        made = VIEWS[1].scene(scene(screen, texts, "en", private=True)).components[0]["content"]
        assert "x wins the duel." in made
        is_own.add("<:" in made)
    assert is_own == {True, False}


@pytest.mark.parametrize("view", VIEWS)
def test_either_count_at_the_limit(view: View) -> None:
    """A board and the texts above it fit even where an emoji counts as two characters."""
    screen = screen_of(Session(1, "ann", Game.new(Rules(14, 14, 30))), 0, Settings())
    for length in range(20, 60):
        texts = (Text("duel.winner", name="x" * length),) * 200
        made = view.scene(scene(screen, texts, "en", private=True)).components[0]["content"]
        assert length_of(made) <= limits.TEXT


CHOICES = [
    *(Button(Text(f"level.{name}"), actions.NewGame(Wish(name))) for name in LEVELS),
    *(Button(Text(f"language.{code}"), actions.SetLanguage(code)) for code in LANGUAGES),
    Button(Text("control.give_up_yes"), actions.Resign(), 999_999_999),
]


@pytest.mark.parametrize("side", [16, 60])
async def test_frame_around_buttons(side: int) -> None:
    """A picture frames the cells that have buttons, and says so; a finished one has no frame."""
    begun = screen_of(Session(1, "ann", Game.new(Rules(side, side, side))), 0, Settings())
    ended, theme = replace(begun, over=True, face=Face.GIVEN_UP), load_picture_theme(begun.theme)
    for screen, window in ((begun, window_of(begun, Layout.PICTURE)), (ended, None)):
        made = await VIEW.shown(scene(screen, (), "en", private=True))
        assert made.upload
        assert made.upload.data == draw_picture(screen, theme, window)
        assert ("The buttons show" in made.upload.alt) == (window is not None)
        names = {part["label"] for part in buttons(made)}
        cells = window.cells(screen.rules.grid) if window else []
        assert {*map(screen.rules.grid.name, screen.rules.grid.cells())} & names == {
            *map(screen.rules.grid.name, cells)
        }


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels(language: str) -> None:
    """The labels of buttons and of the form are short enough in every language."""
    translator = Translator()
    controls = [key for key in translator.keys(language) if key.startswith("control.")]
    assert max(len(translator.pattern(key, language)) for key in controls) <= limits.LABEL
    for key in ("form.title", "form.label"):
        assert len(VIEW.plain(Text(key), language)) <= min(MODAL_TITLE, MODAL_LABEL)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_mapped", [True, False])
def test_text_fits_a_phone(size: Rules, *, is_mapped: bool) -> None:
    """No line of a board as text is longer than a phone shows, and the window can be moved."""
    rng = seeded(1)
    screen = Screen(
        number=1,
        revision=0,
        rules=size,
        level="custom",
        board=random_game(rng, size, 1).board,
        face=Face.PLAYING,
        elapsed=0,
        lives=1,
        undone=0,
        flagging=False,
        text_only=True,
        chances=dict.fromkeys(size.grid.cells(), 0.5) if is_mapped else {},
    )
    made = VIEW.scene(scene(screen, (), "en", private=True))
    board = made.components[0]["content"].partition("```\n")[2]
    assert max(map(len, board.splitlines())) <= 43
    window = window_of(screen, layout_of(screen))
    labels = {part["label"] for part in buttons(made)}
    assert ("▶" in labels) == (window.cols < size.cols)
    assert layout_of(screen) is Layout.TEXT


def test_room_for_buttons_below_cells() -> None:
    """However many cells can be tapped, the buttons below them stay."""
    screen = screen_of(Session(1, "ann", Game.new(Rules(10, 10, 10))), 0, Settings())
    reply = Reply(
        picture=Illustration(BoardPicture(screen), "classic"),
        taps={cell: coach_actions.Answer(0, 1, cell) for cell in screen.board.grid.cells()},
        buttons=tuple((each,) for each in CHOICES),
    )
    made = VIEW.message(reply, ephemeral=True, drawn=b"picture")
    assert_fits(made)
    labels = {part["label"] for part in buttons(made)}
    assert {VIEW.plain(each.label, "en") for each in CHOICES} < labels
    assert "a1" in labels


def test_distinct_buttons() -> None:
    """A button with the id of an earlier one is left out, and so is a row without buttons."""
    one, two = button("one", "a"), button("two", "a")
    other = button("other", "b")
    assert distinct([row([one, two]), row([two]), row([other, one])]) == (row([one]), row([other]))
