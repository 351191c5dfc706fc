"""Data rights: a player gets what is kept, and can have it deleted, also while playing."""

from __future__ import annotations

import json

from tests.bot.app.conftest import TRANSLATOR, Table, words

WALL = "3x4/3 ##M# ##M# ##M#"


async def test_export(table: Table) -> None:
    """The export holds statistics, settings and games, and no mine of a running one."""
    await table.deal(WALL)
    await table.ask("d1 d2 d3")
    await table.deal(WALL)
    await table.ask("!c1")
    await table.ask("/save evening")
    await table.store.settled()
    reply = await table.ask("/export")
    assert reply.file
    data = json.loads(reply.file)
    assert data["player"] == {"id": "test:ann", "name": "Ann"}
    won, running = data["games"]
    assert won["outcome"] == "won"
    assert running["name"] == "evening"
    assert running["board"][1:] == ["02F#", "03##", "02##"]
    assert [move for _, move in running["moves"]] == ["a1", "!c1"]
    assert data["settings"] is not None
    assert data["statistics"]
    assert data["reads"] == {"language": "", "coordinates": None}
    await table.ask("/settings coordinates zero")
    await table.ask("/language ru")
    file = (await table.ask("/export")).file
    assert file
    assert json.loads(file)["reads"] == {"language": "ru", "coordinates": "zero"}


async def test_deletion_is_asked_back(table: Table) -> None:
    """Nothing is deleted before it is confirmed."""
    await table.deal(WALL)
    reply = await table.ask("/delete")
    assert TRANSLATOR.say(reply.buttons[0][0].label, "en") == "🗑 Delete everything"
    assert await table.board() == ["02##", "03##", "02##"]


async def test_deletion_in_private(table: Table) -> None:
    """Afterwards nothing is left of games, settings and statistics."""
    await table.deal(WALL)
    await table.ask("d1 d2 d3")
    await table.deal(WALL)
    button = (await table.ask("/delete")).buttons[0][0]
    assert words(await table.ask(button.action)) == [
        "Deleted. Nothing of yours is kept here any more."
    ]
    reply = await table.ask("/export")
    assert reply.file
    data = json.loads(reply.file)
    assert data["games"] == []
    assert data["statistics"] == {}
    assert await table.say("/games") == [
        "There are no unfinished games here. Start one with /newgame."
    ]


async def test_deletion_in_a_group(table: Table) -> None:
    """In a group the player's seat is emptied, and the others play on."""
    table.private = False
    await table.deal(WALL)
    await table.deal(WALL)
    await table.ask("!c1", "bob")
    button = (await table.ask("/delete", "bob")).buttons[0][0]
    await table.ask(button.action, "bob")
    reply = await table.ask("/board")
    assert reply.screen
    assert reply.screen.players == ("Ann", "?")
    assert (await table.say("d1"))[0] == "Opened d1."
    export = await table.ask("/export", "bob")
    assert export.file
    assert json.loads(export.file)["games"] == []


async def test_deletion_of_the_owner(table: Table) -> None:
    """A game whose owner is gone belongs to nobody."""
    table.private = False
    await table.deal(WALL)
    button = (await table.ask("/delete")).buttons[0][0]
    await table.ask(button.action)
    assert await table.say("/access solo") == [
        "Only the one who started this game can change that."
    ]
