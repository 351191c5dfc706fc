"""Talk: what is said without touching a game: greeting, help, language, statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from bot.app.actions import (
    ChooseLanguage,
    ChooseLevel,
    Greet,
    Help,
    Learn,
    Misread,
    SetLanguage,
    ShowPrivacy,
)
from bot.app.board_actions import Daily
from bot.app.button import Button
from bot.app.desk import Desk
from bot.app.screen import Reply, duration
from bot.app.stats import Mode, Stats, Tally
from bot.i18n import LANGUAGES, Text, clean_name, percent

HELP: Final = (
    "open",
    "flag",
    "tap",
    "newgame",
    "again",
    "hint",
    "save",
    "board",
    "stats",
    "language",
)
"""The lines of the help, ten of them: what fits on a phone."""

PRIVACY: Final = ("kept", "names", "texts", "until", "rights")
"""The lines about what is kept."""
_GREETING: Final = (
    (Button(Text("control.levels"), ChooseLevel()), Button(Text("control.learn"), Learn())),
    (Button(Text("control.daily"), Daily()), Button(Text("control.language"), ChooseLanguage())),
)


def greet(desk: Desk, _action: Greet) -> Reply:
    """Say what the bot is, or show the game that waits."""
    session = desk.current
    if session is None or session.game.outcome:
        return Reply((Text("greet.hello"), Text("greet.begin")), buttons=_GREETING)
    return Reply((Text("greet.back"),), desk.screen(session))


def choose_language(_desk: Desk, _action: ChooseLanguage) -> Reply:
    """List the languages, each by its own name."""
    buttons = (Button(Text(f"language.{code}"), SetLanguage(code)) for code in LANGUAGES)
    return Reply((Text("language.choose"),), buttons=(tuple(buttons),))


def privacy(_desk: Desk, _action: ShowPrivacy) -> Reply:
    """Say what is kept of a player, for how long and what for."""
    return Reply(tuple(Text(f"privacy.{line}") for line in PRIVACY))


def help_(_desk: Desk, _action: Help) -> Reply:
    """List the commands."""
    return Reply(tuple(Text(f"help.{line}") for line in HELP))


def misread(_desk: Desk, action: Misread) -> Reply:
    """Say why something could not be read."""
    return Reply((action.problem,))


def set_language(desk: Desk, action: SetLanguage) -> Reply:
    """Answer the chat in another language from now on."""
    settings = replace(desk.chat.settings, language=action.language)
    desk.write_chat(replace(desk.chat, settings=settings))
    return Reply((Text("language.set"),))


def stats_texts(stats: Stats, name: str) -> tuple[Text, ...]:
    """Return what a player's statistics say, level by level."""
    lines = [line for level in stats.tallies for line in _level_texts(stats, level)]
    if not lines:
        return (Text("stats.none"),)
    return (Text("stats.title", name=clean_name(name)), *lines)


def _level_texts(stats: Stats, level: str) -> Iterator[Text]:
    for mode in Mode:
        tally = stats.tally(level, mode)
        if tally.games:
            yield _mode_text(level, mode, tally)
            yield from _times_text(tally)
            yield from _guesses_text(tally)


def _mode_text(level: str, mode: Mode, tally: Tally) -> Text:
    return Text(
        "stats.level" if mode is Mode.RANKED else f"stats.{mode}",
        level=Text(f"level.{level}"),
        games=tally.games,
        wins=tally.wins,
        rate=percent(tally.wins / tally.games),
        streak=tally.streak,
        best_streak=tally.best_streak,
        hints=tally.hints,
    )


def _times_text(tally: Tally) -> Iterator[Text]:
    if tally.best is not None and tally.mean_time is not None:
        yield Text(
            "stats.times",
            best=duration(tally.best),
            mean=duration(round(tally.mean_time)),
            speed=round(tally.bbbv_per_second or 0.0, 2),
        )


def _guesses_text(tally: Tally) -> Iterator[Text]:
    made = tally.guesses
    if made.made:
        yield Text(
            "stats.guesses",
            guesses=made.made,
            survived=made.survived,
            expected=round(made.expected, 1),
            luck=f"{made.survived - made.expected:+.1f}",
        )
