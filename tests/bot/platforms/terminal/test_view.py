"""View: boards in colour or without, and cut to the terminal where they are too large."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from bot.app.decisions.talk import LANGUAGE_MENU
from bot.app.documents.state import Session, Settings
from bot.app.requests.board_actions import Daily, JoinDuel, PlayShared
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.links import Link
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen, screen_of
from bot.i18n import Text, Translator
from bot.platforms.terminal import View
from bot.render import beside_texts, load_theme
from core.board import Board
from core.game import Game, Played, drawn_before
from core.move import Flag
from core.rules import Rules

TRANSLATOR = Translator()


def view(*, colours: bool = False, fitted: bool = False) -> View:
    """Return a view in plain glyphs."""
    return View(TRANSLATOR, load_theme("plain"), colours=colours, fitted=fitted)


def screen(rules: Rules) -> Screen:
    """Return the screen of a new game."""
    return screen_of(Session(3, "a", Game.new(rules)), 0, Settings())


def drawn(board: str, changed: frozenset[int]) -> Screen:
    """Return a screen that shows ``board``."""
    parsed = Board.parse(board)
    rules = Rules(parsed.grid.rows, parsed.grid.cols, parsed.mines)
    return replace(screen(rules), board=parsed, start=None, changed=changed)


def test_board_then_texts() -> None:
    """What is said stands below the board, next to the prompt."""
    reply = Reply((Text("game.none"),), screen(Rules(2, 2, 1)))
    lines = list(view().lines(reply))
    assert lines[0] == ":)  Game 3, custom · mines 1 · time 0:00 · mode: open"
    assert lines[-1].startswith("There is no game here")


def test_start_is_named() -> None:
    """Where a board is text, what its sign for a good start means is said, until that is gone."""
    begun = Session(3, "a", Game.new(Rules(5, 5, 3)))
    by_numbers = screen_of(begun, 0, Settings(coordinates=Coordinates.ONE))
    assert list(view().lines(Reply((), by_numbers)))[-1] == "A good place to start: 3:3."
    text_only = screen_of(begun, 0, Settings(text_only=True))
    assert [TRANSLATOR.say(each, "en") for each in beside_texts(text_only)] == [
        "A good place to start: c3."
    ]
    for blindfold in (False, True):
        rules = Rules(5, 5, 3, blindfold=blindfold)
        flagged = Game.new(rules).play(Flag(12), drawn_before)
        assert isinstance(flagged, Played)
        shown = screen_of(Session(3, "a", flagged.game), 0, Settings())
        assert shown.start is None
        assert "start" not in list(view().lines(Reply((), shown)))[-1]
    assert not beside_texts(by_numbers), "buttons show it by themselves"


def test_status_of_special_games() -> None:
    """Lives, undone moves, the mode, a rival and a round are shown where they matter.

    Who made the last move matters where there are several players.
    """
    shown = replace(screen(Rules(2, 2, 1, lives=3, undo=True)), undone=2, flagging=True)
    assert next(view().lines(Reply((), shown))).endswith("mode: FLAG · lives 3 · undone 2")
    told = {"rival": Text("duel.waiting"), "round": Text("tournament.short", round=1, rounds=3)}
    shown = replace(screen(Rules(2, 2, 1)), **told, players=("Ann",), mover="Ann")
    status = next(view().lines(Reply((), shown)))
    assert status.endswith("mode: open · ⚔ waiting for a rival · 🏆 round 1 of 3")


def test_map_of_chances_is_below_the_board() -> None:
    """The map has a line that says how to read it."""
    lines = list(view().lines(Reply((), replace(screen(Rules(2, 2, 1)), chances={0: 0.25}))))
    assert lines[-5].startswith("Chance of a mine in %")
    assert lines[-2].split() == ["1", "25", "."]


def test_large_board_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that does not fit is shown around what changed, and says which part it is."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "20")
    large = screen(Rules(100, 100, 999))
    running = replace(large, start=None)
    lines = list(view(fitted=True).lines(Reply((), replace(running, focus=9999))))
    assert lines[-2].startswith("Rows 93–100, columns 85–100.")
    assert lines[-1] == "elsewhere with /board and a cell."
    changed = replace(running, changed=frozenset({0, 1, 101}))
    assert list(view(fitted=True).lines(Reply((), changed)))[-2].startswith("Rows 1–8")
    marked = replace(running, marked=frozenset({9999}), changed=frozenset({0}))
    assert "Rows 93–100" in list(view(fitted=True).lines(Reply((), marked)))[-2]
    hinted = replace(running, marked=frozenset(range(10_000)), focus=9999)
    assert "Rows 93–100" in list(view(fitted=True).lines(Reply((), hinted)))[-2]
    assert "Rows 1–8" in list(view(fitted=True).lines(Reply((), running)))[-2]
    assert "Rows 1–8" in list(view(fitted=True).lines(Reply((), large)))[-3]
    monkeypatch.setenv("LINES", "15")
    for shown in (large, running):  # the start may have a flag by now
        assert "Rows 2–4" in "".join(view(fitted=True).lines(Reply((), shown)))


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_no_line_is_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """The status, the texts, the map of chances and the commands are broken or cut as the board."""
    monkeypatch.setenv("COLUMNS", str(columns))
    rules = Rules(16, 30, 99)
    shown = replace(screen(rules), chances=dict.fromkeys(range(480), 0.25))
    said = Reply((Text("newgame.usage"),), shown, LANGUAGE_MENU)
    lines = list(view(fitted=True).lines(said))
    assert lines[-1].endswith("/language zh-TW")
    assert max(map(len, lines)) <= columns
    rows = Counter(line.split()[0] for line in lines if line[:3].strip().isdecimal())
    assert set(rows.values()) == {2}, "of the board and of the map, none of them in two lines"


def test_nothing_is_cut_on_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read by another program is whole: the board, and each text in a line of its own."""
    monkeypatch.setenv("COLUMNS", "20")
    running = replace(screen(Rules(16, 30, 99)), start=None)
    lines = list(view().lines(Reply((Text("newgame.usage"),), running)))
    assert lines[-1] == TRANSLATOR.say(Text("newgame.usage"), "en")
    assert lines[-2].split() == ["16", *"#" * 30, "16"]


def test_colours() -> None:
    """Numbers, flags, mines, closed cells and the start have colours; changes are underlined."""
    shown = drawn("2x4/3 12F# MX0R", frozenset({1}))
    rows = list(view(colours=True).lines(Reply((), shown)))[3:]
    assert "\x1b[38;5;75m1\x1b[0m" in rows[0]
    assert "\x1b[38;5;71;4m2\x1b[0m" in rows[0]
    assert "\x1b[38;5;196mX\x1b[0m" in rows[1]
    assert "\x1b[38;5;196m*\x1b[0m" in rows[1]
    for glyph in "Fx":
        assert f"\x1b[38;5;214m{glyph}\x1b[0m" in "".join(rows)
    assert "\x1b[38;5;244m#\x1b[0m" in rows[0]
    assert " . " in rows[1]
    start = list(view(colours=True).lines(Reply((), screen(Rules(2, 2, 1)))))
    assert "\x1b[38;5;46mS\x1b[0m" in start[3]


@pytest.mark.parametrize(
    ("link", "said"),
    [
        (PlayShared("k7m2xq9ht4"), "Play the same board: /play k7m2xq9ht4"),
        (JoinDuel("k7m2xq9ht4"), "Send this to your rival: /duel k7m2xq9ht4"),
        (Daily(), "Play in a private chat with the bot: /daily"),
    ],
)
def test_links(link: Link, said: str) -> None:
    """Where no link can be opened, the command is said that does the same."""
    assert list(view().lines(Reply((Text("game.none"),), link=link)))[-1] == said
