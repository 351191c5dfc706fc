"""Manner: in whose language, and with whose coordinates, something is told."""

from __future__ import annotations

from tests.bot.app.conftest import Table, words

LAYOUT = "5x5/3 ##M## ##### M#### ##### ####M"


async def test_readers_language(table: Table) -> None:
    """In a group a private notice is in the language that its reader chose, the rest is not."""
    await table.ask("/language ru", "bob")
    table.chat, table.private = "test:group", False
    assert (await table.ask("/newgame easy")).language == "en"
    notice = await table.ask("?a1", "bob")
    assert notice.private
    assert notice.language == "ru"
    assert (await table.ask("/review", "bob")).language == "ru"


async def test_language_that_the_bot_does_not_speak(table: Table) -> None:
    """Who reads none of the bot's languages is told alone in the group's, as all else there is."""
    table.private = False
    await table.ask("/language ru")
    await table.ask("/newgame easy")
    for client, spoken in (("de", "ru"), ("en-GB", "en")):
        notice = await table.ask("?a1", "bob", language=client)
        assert (notice.private, notice.language) == (True, spoken)


async def test_language_of_a_board_for_all(table: Table) -> None:
    """In a group the text with a board is in its starter's language, or the group's."""
    table.private = False
    await table.ask("/newgame 5 5 12", "ann")
    for wanted, is_notice in (("c3", False), ("c3", True), ("/board", False), ("/giveup", False)):
        reply = await table.ask(wanted, "bob", language="ru")
        assert (reply.private, reply.chat_language) == (is_notice, "en")
        assert reply.language == ("ru" if is_notice else "en")
    review = await table.ask("/review", "bob", language="ru")
    assert (words(review)[0][:6], review.language) == ("Review", "en")
    assert (await table.ask("/newgame 5 5 12", "bob", language="ru")).language == "ru"
    reply = await table.ask("a1", "ann")
    assert (reply.language, reply.chat_language) == ("ru", "ru")
    await table.ask("/language zh")
    assert (await table.ask("/board", "bob", language="ru")).language == "zh"
    table.chat, table.private = "test:bob", True
    await table.ask("/newgame 5 5 12", "bob")
    assert (await table.ask("/board", "bob", language="ru")).language == "ru"


async def test_readers_coordinates(table: Table) -> None:
    """In a group a private notice uses the reader's coordinates, the rest the group's."""
    await table.ask("/settings coordinates zero", "bob")
    await table.ask("/settings coordinates nine", "bob")
    table.chat, table.private = "test:group", False
    await table.deal(LAYOUT, first=7)
    assert await table.say("?c2", "bob") == ["1:2 has no flag."]
    await table.ask("/settings coordinates one")
    assert await table.say("?2 3", "bob") == ["1:2 has no flag."]
    assert await table.say("?2 3", "ann") == ["2:3 has no flag."]
