"""In form: what is said of typed moves where they go into the form that a board's button opens."""

from __future__ import annotations

from typing import Final

IN_FORM: Final = {
    "newgame.tap_or_answer": "newgame.tap_or_form",
    "newgame.answer": "newgame.form",
    "lesson.type_answer": "lesson.type_form",
    "help.in_reply": "help.in_form",
}
"""Texts on how moves are typed, and those said here in their place. Discord does not show the bot
what answers a message made by an interaction, as most boards are, so each has a button for a
form."""
IN_FORM_ALONE: Final = IN_FORM | {
    "newgame.tap": "newgame.tap_or_form",
    "newgame.how": "newgame.form",
    "help.typed": "help.in_form",
    "lesson.type": "lesson.type_form",
    **{f"lesson.{goal}": f"lesson.{goal}_command" for goal in ("flag", "unflag", "chord")},
    **{f"lesson.{goal}_typed": f"lesson.{goal}_command" for goal in ("flag", "unflag", "chord")},
    "lesson.open_typed": "lesson.open",
    "lesson.type_typed": "lesson.type_form",
}
"""The same where the bot is shown no messages at all."""
