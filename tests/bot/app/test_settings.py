"""Settings: each change is kept, shown, and seen on the next board."""

from __future__ import annotations

from bot.app.actions import SetPinned, SetTextOnly, SetTheme
from bot.app.screen import Reply
from tests.bot.app.conftest import TRANSLATOR, Table, words


def offered(reply: Reply) -> list[str]:
    """Return what the buttons of ``reply`` are called."""
    return [TRANSLATOR.say(button.label, "en") for row in reply.buttons for button in row]


async def test_private_settings(table: Table) -> None:
    """A private chat chooses how boards look and its language."""
    reply = await table.ask("/settings")
    assert words(reply) == [
        "Settings of this chat:",
        "Boards: buttons and pictures",
        "Pictures: classic",
    ]
    assert offered(reply) == ["📄 Boards as text", "🎨 Pictures: dark", "🌐 Language"]


async def test_group_settings(table: Table) -> None:
    """A group chooses besides whether boards are pinned."""
    table.private = False
    assert offered(await table.ask("/settings"))[-1] == "📌 Pin new boards"
    reply = await table.ask(SetPinned(on=True))
    assert words(reply)[-1] == "New boards are pinned"
    assert offered(reply)[-1] == "📌 Stop pinning boards"


async def test_text_only(table: Table) -> None:
    """Boards as text are shown as text from then on, and back."""
    reply = await table.ask(SetTextOnly(on=True))
    assert "🔲 Boards with buttons" in offered(reply)
    screen = (await table.ask("/newgame")).screen
    assert screen
    assert screen.text_only


async def test_themes(table: Table) -> None:
    """A theme is kept; one that does not exist is the first."""
    reply = await table.ask(SetTheme("moon"))
    assert words(reply)[-1] == "Pictures: moon"
    assert "🎨 Pictures: classic" in offered(reply)
    screen = (await table.ask("/newgame")).screen
    assert screen
    assert screen.theme == "moon"
    assert words(await table.ask(SetTheme("forged")))[-1] == "Pictures: classic"


async def test_language(table: Table) -> None:
    """Without a language behind it the command asks which, each by its own name."""
    reply = await table.ask("/language")
    assert offered(reply) == ["English", "Русский", "中文"]
    assert await table.say("/privacy") != []
