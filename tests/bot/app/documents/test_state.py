"""State: seats, and the chat's list of games."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.state import ChatState, Entry, Session
from bot.app.requests.request import Player
from core.game import Game
from core.rules import Rules


def test_seats() -> None:
    """A player keeps the seat that their first move gave them."""
    session = Session(1, "a", Game.new(Rules(5, 5, 3)))
    session, ann = session.seat(Player("ann", "Ann"))
    session, bob = session.seat(Player("bob", "Bob"))
    assert (ann, bob, session.seat(Player("ann", "Ann"))[1]) == (0, 1, 0)
    assert session.players == ("ann", "bob")


def test_list_of_games() -> None:
    """A game that is played moves to the end of the list; removed, it leaves it."""
    chat = ChatState().listing(Entry(1)).listing(Entry(2)).listing(Entry(1, "evening"))
    assert chat.games == (Entry(2), Entry(1, "evening"))
    assert chat.entry(1) == Entry(1, "evening")
    assert chat.without(1).entry(1) is None


@given(st.integers(0, 30), st.integers(0, 30))
def test_the_newest_games(games: int, most: int) -> None:
    """The newest games come in order from the last on, at most as many as asked for."""
    numbers = list(range(1, games + 1))
    assert list(ChatState(next_number=games + 1).newest(most)) == numbers[::-1][:most]
