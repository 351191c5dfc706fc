"""Discord's limits, each with its source.

"docs" is the developer documentation (docs.discord.com/developers), "seen" what was observed and
may change.
"""

from __future__ import annotations

from typing import Final

COMPONENTS: Final = 40  # of one message, nested ones counted; docs, components
TEXT: Final = 4000  # characters of all text displays together; docs, components
ROW: Final = 5  # buttons of an action row; docs, action row
LABEL: Final = 80  # characters; docs, button
ALT_TEXT: Final = 1024  # characters; docs, media gallery item
CHOICES: Final = 25  # of an autocomplete; docs, interactions
CHOICE: Final = 100  # characters of a choice's name and value; docs, application commands
TOKEN_S: Final = 15 * 60  # an interaction's token is good for; docs, interactions
OLD_S: Final = 60 * 60  # messages older than this take few edits (30046); seen
NODES: Final = 199
"""Parts of a message's text that are shown; a spoiler and what it holds are two, so that 99
spoilers are shown at most; seen."""
