"""What was last said about a board, and how long it may be said again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.requests.access import Access
from bot.app.requests.commands import read
from bot.app.requests.menu import Page
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.blindfold import unseen
from bot.app.screens.screen import Screen
from bot.app.service import Service
from bot.delivery.said import Said
from bot.i18n import Text
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend

CHAT = Chat("test:1", private=False, in_place=True)
WORDS = (Text("newgame.tap"),)


async def screen_after(*texts: str) -> Screen:
    """Return the board as it is answered to the last of ``texts``."""
    store = MailboxStore(MemoryBackend(), DocumentCodec())
    advisor = SolverPool(0.1, deadline=60, waits_for_kernels=True)
    await advisor.warm()
    service, screen = Service(store, advisor), None
    for number, text in enumerate(texts):
        asked = Request(str(number), CHAT, Player("test:ann", "Ann"), read(text))
        screen = (await service.carry_out(asked)).screen
    await store.close()
    advisor.close()
    assert screen is not None
    return screen


async def test_marks_stay_with_what_was_said() -> None:
    """A board that is shown again unchanged keeps what was marked, and the chances, beside it."""
    hinted = await screen_after("/newgame 9 9 10", "e5", "/hint all")
    hinted = replace(hinted, changed=frozenset({0}))
    assert hinted.marked
    assert hinted.chances
    said = Said()
    said.remember(CHAT.id, hinted, WORDS)
    plain = replace(hinted, marked=frozenset(), chances={}, changed=frozenset())
    assert said.of(CHAT.id, plain) == (hinted, WORDS)


@pytest.mark.parametrize(
    "change", [{"revision": 2}, {"access": Access.INVITED}, {"players": ("Eve",)}]
)
async def test_said_of_another_board(change: dict[str, object]) -> None:
    """Texts are dropped when the board, who may play, or who has played, has changed since."""
    screen = await screen_after("/newgame 9 9 10", "e5")
    said = Said()
    said.remember(CHAT.id, screen, WORDS)
    assert said.of(CHAT.id, screen) is not None
    assert said.of(CHAT.id, replace(screen, players=(*screen.players, "Eve"))) is not None
    assert said.of(CHAT.id, replace(screen, **change)) is None


async def test_questions_below_a_board() -> None:
    """A question is dropped with its buttons; what was said otherwise stays with any buttons."""
    playing, said = await screen_after("/newgame 9 9 10"), Said()
    asking = replace(playing, page=Page.GIVE_UP)
    for before, now, stays in (
        (asking, asking, True),
        (asking, playing, False),
        (playing, asking, True),
    ):
        said.remember(CHAT.id, before, WORDS)
        assert (said.of(CHAT.id, now) is not None) is stays


async def test_said_of_a_board_that_is_looked_at() -> None:
    """A blindfold board that was asked for stays visible until the game is over."""
    looked = await screen_after("/newgame 9 9 10 blindfold", "e5", "/board")
    blind = await screen_after("/newgame 9 9 10 blindfold", "e5")
    blind = replace(blind, board=unseen(looked.board))
    assert looked.board != blind.board
    said = Said()
    said.remember(CHAT.id, looked, WORDS)
    for over, board in ((False, looked.board), (True, blind.board)):
        shown = said.of(CHAT.id, replace(blind, over=over))
        assert shown is not None
        assert shown[0].board == board


async def test_said_of_cells_that_are_buttons_by_now() -> None:
    """A change between text and buttons updates the text that says how to open a cell."""
    buttons = await screen_after("/newgame 9 9 10")
    text, said = replace(buttons, text_only=True), Said()
    for was, now in ((buttons, text), (text, buttons)):
        said.remember(CHAT.id, was, WORDS if was is buttons else (Text("newgame.how"),))
        shown = said.of(CHAT.id, now)
        assert shown is not None
        key = "newgame.how" if now is text else "newgame.tap"
        assert [each.key for each in shown[1]] == [key]


async def test_marks_tell() -> None:
    """Marks alone also tell something that the plain board does not."""
    hinted = await screen_after("/newgame 9 9 10", "e5", "/hint all")
    plain, said = replace(hinted, marked=frozenset(), chances={}), Said()
    assert not said.tells(CHAT.id, plain)
    marked, chances = replace(hinted, chances={}), replace(hinted, marked=frozenset())
    for screen, tells in ((plain, False), (marked, True), (chances, True)):
        said.remember(CHAT.id, screen, ())
        assert said.tells(CHAT.id, plain) is tells


async def test_a_chat_that_is_heard_again() -> None:
    """A chat where nothing could be written is no longer noted so once something is said."""
    screen, said = await screen_after("/newgame 9 9 10"), Said()
    said.note_unheard(CHAT.id)
    assert (said.is_unheard(CHAT.id), said.is_unheard("test:2")) == (True, False)
    said.remember(CHAT.id, screen, WORDS)
    assert not said.is_unheard(CHAT.id)
